"""What a game gets by itself: random play, knowledge for bots, observations for learners.

The kernels here are written over names (``legal_actions``, ``playout``, ``NUM_WORDS``) that are
bound to one game's own.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tilewright.game.knowledge import Knowledge, Level, Ratings, Rewards
from tilewright.game.masks import can_mask
from tilewright.game.observation import Feature, Observation, Words
from tilewright.game.rules import Apply, LegalActions, Outcome, Rules, Setup, guess_open, view_open
from tilewright.game.states import Action, Actions, Scratch, Seat, State
from tilewright.game.unbound import apply, legal_actions, playout, random_action
from tilewright.kernel import Word, below, bound, kernel, mix, next_random, read_word, u64

__all__ = ["even_knowledge", "open_observation", "open_rules"]

ITERATIONS = (2, 6, 20, 60, 200, 700, 2500, None)
"""Of levels 1 to 8."""
SETTINGS = {"weight_first": 0.7, "weight_place": 0.3, "weight_score": 0.0}
NUM_WORDS = 1
"""Bound to the number of words of a game's record."""
HIDDEN_FIELDS = ("rng", "viewer")
# Bytes 0 to 7 of a record are the generator; `viewer` is byte 5 of the next word.
NOT_VIEWER = 0xFFFF_FFFF_FFFF_FFFF ^ (0xFF << 40)


# --- Random play --------------------------------------------------------------------------------


@kernel
def count_action(out: int, count: int, action: Action) -> int:
    """What ``put_action`` is bound to where only the number of moves is wanted."""
    return count + 1


@kernel
def pick_action(out: int, count: int, action: Action) -> int:
    """What ``put_action`` is bound to where one move is wanted: action ``out`` of the list.

    Counts until it comes, then stays with -1 - action.
    """
    if count < 0:
        return count
    return -1 - action if count == out else count + 1


@kernel
def count_actions(state: State, out: int) -> int:
    """Bound to a game's ``legal_actions`` with ``count_action``."""
    return 0


@kernel
def pick_actions(state: State, out: int) -> int:
    """Bound to a game's ``legal_actions`` with ``pick_action``."""
    return 0


@kernel
def choose_evenly(state: State, rng: Word) -> tuple[Action, Word]:
    """Any legal action, one as likely as the other."""
    rng = next_random(rng)
    return -1 - pick_actions(state, below(rng, count_actions(state, 0))), rng


@kernel
def play_evenly(state: State, rng: Word) -> Word:
    """To the end by ``random_action``."""
    while int(state["over"]) == 0:
        action, rng = random_action(state, rng)
        apply(state, action)
    return rng


def open_rules(setup: Setup, legal_actions: LegalActions, apply: Apply, outcome: Outcome) -> Rules:
    """The rules of a game where everything lies open, with random play by its list of moves.

    ``legal_actions`` must write each of them with ``put_action``.
    """
    choose = bound(
        choose_evenly,
        count_actions=bound(legal_actions, put_action=count_action),
        pick_actions=bound(legal_actions, put_action=pick_action),
    )
    play = bound(play_evenly, random_action=choose, apply=apply)
    return Rules(setup, legal_actions, apply, outcome, view_open, guess_open, choose, play)


# --- Knowledge ----------------------------------------------------------------------------------


@kernel
def rate_evenly(
    state: State, rng: Word, actions: Actions, ratings: Ratings, scratch: Scratch
) -> int:
    """All moves alike, but for a trifle that shuffles them: a search looks at a few first."""
    count = legal_actions(state, actions)
    for index in range(count):
        rng = next_random(rng)
        ratings[index] = below(rng, 1 << 16) * 1e-7
    return count


@kernel
def play_to_the_end(state: State, rng: Word, rewards: Rewards, scratch: Scratch) -> None:
    """One random playout."""
    playout(state, rng)


@kernel
def read_seen(state: State, index: int) -> Word:
    """A word of the record, without whose view it is."""
    word = read_word(state, index)
    return word & u64(NOT_VIEWER) if index == 1 else word


@kernel
def hash_record(state: State) -> Word:
    """A hash of the record without the generator: differs where anything lies differently."""
    key = u64(0)
    for index in range(1, NUM_WORDS):
        key = mix(key ^ read_seen(state, index))
    return key


def even_knowledge(rules: Rules, dtype: np.dtype[np.void]) -> Knowledge:
    """Even priors, random playouts, levels by iterations."""
    return Knowledge(
        rate_actions=bound(rate_evenly, legal_actions=rules.legal_actions),
        estimate=bound(play_to_the_end, playout=rules.playout),
        chance_key=bound(hash_record, NUM_WORDS=dtype.itemsize // 8),
        greedy_action=None,
        levels=tuple(Level(iterations=iterations) for iterations in ITERATIONS),
        settings=SETTINGS,
    )


# --- Observations -------------------------------------------------------------------------------


@kernel
def copy_words(state: State, seat: Seat, words: Words) -> None:
    """The record without the generator."""
    for index in range(len(words)):
        words[index] = read_seen(state, index + 1)


def open_observation(rules: Rules, dtype: np.dtype[np.void]) -> Observation | None:
    """The record as it is; None where it may hold secrets, or where no mask can be made."""
    if rules.view is not view_open or not can_mask(rules):
        return None
    names = [name for name in dtype.names or () if not name.startswith("gap_")]
    return Observation(
        tuple(_feature(dtype, name) for name in names if name not in HIDDEN_FIELDS),
        copy_words,
    )


def _feature(dtype: np.dtype[np.void], name: str) -> Feature:
    """A field: numbers as they are, words of 64 bits as 64 bits each."""
    assert dtype.fields is not None
    kind, offset = dtype.fields[name][:2]
    size = 8 * kind.base.itemsize
    shape = (*kind.shape, 64, 1) if size == 64 else (*kind.shape, size)
    return Feature(name, _places(offset, shape), f"The field {name} of the record.")


def _places(offset: int, shape: tuple[int, ...]) -> npt.NDArray[np.int32]:
    first = 8 * offset - 64
    return (first + np.arange(np.prod(shape, dtype=int), dtype=np.int32)).reshape(shape)
