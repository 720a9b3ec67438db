"""Defaults for games: random play, search knowledge, observations, masks of legal actions.

The kernels call placeholders (``legal_actions``, ``playout``, ``NUM_WORDS``), which are bound to a
game's own kernels.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from tilewright.game.knowledge import Knowledge, Level, Ratings, Rewards
from tilewright.game.rules import (
    ApplyKernel,
    LegalActionsKernel,
    OutcomeKernel,
    Rules,
    SetupKernel,
    determinize_open,
    view_open,
)
from tilewright.game.states import (
    Action,
    Actions,
    Feature,
    Observation,
    Scratch,
    Seat,
    State,
    Words,
)
from tilewright.game.unbound import apply, legal_actions, playout, random_action
from tilewright.kernel import (
    Word,
    below,
    bound,
    is_used,
    kernel,
    mix,
    next_random,
    popcount,
    read_word,
    u64,
)

ITERATIONS = (2, 6, 20, 60, 200, 700, 2500, None)
"""Search iterations of levels 1 to 8."""
SETTINGS = {"weight_first": 0.7, "weight_place": 0.3, "weight_score": 0.0}
NUM_WORDS = 1
"""Placeholder: number of 64-bit words in a game's record."""
HIDDEN_FIELDS = ("rng", "viewer")
# Bytes 0 to 7 of a record are the generator; `viewer` is byte 5 of the next word.
NOT_VIEWER = 0xFFFF_FFFF_FFFF_FFFF ^ (0xFF << 40)


# --- Random play --------------------------------------------------------------------------------


@kernel
def count_action(unused: int, count: int, action: Action) -> int:
    """Count a legal action without storing it.

    Replaces ``append_action``.
    """
    return count + 1


@kernel
def match_action(index: int, count: int, action: Action) -> int:
    """Count legal actions up to the one at ``index``.

    Replaces ``append_action``.

    Returns:
        The new count, or ``-1 - action`` once the action is found.
    """
    if count < 0:
        return count
    return -1 - action if count == index else count + 1


@kernel
def count_actions(state: State, unused: int) -> int:
    """Return the number of legal actions.

    Placeholder for ``legal_actions`` with ``count_action``.
    """
    return 0


@kernel
def find_action(state: State, index: int) -> int:
    """Return ``-1 - action`` for the legal action at ``index``.

    Placeholder for ``legal_actions`` with ``match_action``.
    """
    return 0


@kernel
def choose_uniformly(state: State, rng: Word) -> tuple[Action, Word]:
    """Return a uniformly random legal action and the next generator state."""
    rng = next_random(rng)
    return -1 - find_action(state, below(rng, count_actions(state, 0))), rng


@kernel
def play_uniformly(state: State, rng: Word) -> Word:
    """Play random actions until the game is over. Return the next generator state."""
    while int(state["over"]) == 0:
        action, rng = random_action(state, rng)
        apply(state, action)
    return rng


def open_rules(
    setup: SetupKernel,
    legal_actions: LegalActionsKernel,
    apply: ApplyKernel,
    outcome: OutcomeKernel,
) -> Rules:
    """Return the rules of a perfect-information game, with uniformly random playouts.

    ``legal_actions`` must write every action with ``append_action``.
    """
    choose = bound(
        choose_uniformly,
        count_actions=bound(legal_actions, append_action=count_action),
        find_action=bound(legal_actions, append_action=match_action),
    )
    play = bound(play_uniformly, random_action=choose, apply=apply)
    return Rules(setup, legal_actions, apply, outcome, view_open, determinize_open, choose, play)


# --- Knowledge ----------------------------------------------------------------------------------


@kernel
def rate_uniformly(
    state: State, rng: Word, actions: Actions, ratings: Ratings, scratch: Scratch
) -> int:
    """Write all legal actions with nearly equal random ratings. Return their number."""
    count = legal_actions(state, actions)
    for index in range(count):
        rng = next_random(rng)
        ratings[index] = below(rng, 1 << 16) * 1e-7
    return count


@kernel
def estimate_by_rollout(state: State, rng: Word, rewards: Rewards, scratch: Scratch) -> None:
    """Play ``state`` to its end at random.

    The search then uses the outcome as the estimate.
    """
    playout(state, rng)


@kernel
def read_visible_word(state: State, index: int) -> Word:
    """Return word ``index`` of the record.

    The viewer field, which is part of word 1, reads as 0.
    """
    word = read_word(state, index)
    return word & u64(NOT_VIEWER) if index == 1 else word


@kernel
def hash_record(state: State) -> Word:
    """Return a hash of all fields of the record except the generator and the viewer."""
    key = u64(0)
    for index in range(1, NUM_WORDS):
        key = mix(key ^ read_visible_word(state, index))
    return key


def default_knowledge(rules: Rules, dtype: np.dtype[np.void]) -> Knowledge:
    """Return default search knowledge: uniform priors and random playouts."""
    return Knowledge(
        rate_actions=bound(rate_uniformly, legal_actions=rules.legal_actions),
        estimate=bound(estimate_by_rollout, playout=rules.playout),
        chance_key=bound(hash_record, NUM_WORDS=dtype.itemsize // 8),
        greedy_action=None,
        levels=tuple(Level(iterations=iterations) for iterations in ITERATIONS),
        settings=SETTINGS,
    )


# --- Observations -------------------------------------------------------------------------------


@kernel
def copy_words(state: State, seat: Seat, words: Words) -> None:
    """Write all words of the record except the first, which is the generator."""
    for index in range(len(words)):
        words[index] = read_visible_word(state, index + 1)


def open_observation(rules: Rules, dtype: np.dtype[np.void]) -> Observation | None:
    """Return an observation that contains the whole record except ``HIDDEN_FIELDS``.

    Return None if the game has hidden information or does not support masks.
    """
    if rules.view is not view_open or not supports_masks(rules):
        return None
    names = [name for name in dtype.names or () if not name.startswith("gap_")]
    return Observation(
        tuple(_field_feature(dtype, name) for name in names if name not in HIDDEN_FIELDS),
        copy_words,
    )


def _field_feature(dtype: np.dtype[np.void], name: str) -> Feature:
    """Return the observation feature of a record field.

    A 64-bit field becomes 64 one-bit numbers.
    """
    assert dtype.fields is not None
    kind, offset = dtype.fields[name][:2]
    size = 8 * kind.base.itemsize
    shape = (*kind.shape, 64, 1) if size == 64 else (*kind.shape, size)
    return Feature(name, _number_bits(offset, shape), f"The field {name} of the record.")


def _number_bits(offset: int, shape: tuple[int, ...]) -> npt.NDArray[np.int32]:
    """Return the bit positions of a field, reshaped to ``shape``.

    ``offset`` is the field's offset in bytes from the start of the record.
    """
    first = 8 * offset - 64
    return (first + np.arange(np.prod(shape, dtype=int), dtype=np.int32)).reshape(shape)


# --- Masks: `legal_actions` with its list replaced by setting bits -------------------------------


class WriteMask(Protocol):
    """``write_mask(state, words)``: writes the mask of legal actions.

    words: uint64[mask_size(num_actions)]. Bit a is set if ``legal_actions`` lists action a.
    """

    def __call__(self, state: State, words: Words, /) -> None: ...


def mask_size(num_actions: int) -> int:
    """Return the number of 64-bit words in a mask of ``num_actions`` bits."""
    return -(-num_actions // 64)


@kernel
def mark_action(mask: Words, count: int, action: Action) -> int:
    """Set the bit of a legal action in a mask. Return the new number of actions.

    Replaces ``append_action``.
    """
    mask[action >> 6] = u64(mask[action >> 6]) | u64(u64(1) << (action & 63))
    return count + 1


@kernel
def mark_actions(mask: Words, count: int, first: Action, actions: Word) -> int:
    """Set the bits of the legal actions ``first + i`` in a mask.

    Replaces ``append_actions``. Return the new number of actions.

    Bits that spill over into the next word are written without a branch, which would often be
    mispredicted; none spill over from the last word. A shift by 64 is undefined, so the shift is
    split in two.
    """
    word = first >> 6
    bit = first & 63
    mask[word] = u64(mask[word]) | u64(actions << bit)
    word = min(word + 1, len(mask) - 1)
    mask[word] = u64(mask[word]) | ((actions >> 1) >> (63 - bit))
    return count + popcount(actions)


@kernel
def write_mask(state: State, words: Words) -> None:
    """Write the mask of legal actions, all zeros once the game is over."""
    for word in range(len(words)):
        words[word] = u64(0)
    if int(state["over"]) == 0:
        legal_actions(state, words)


def supports_masks(rules: Rules) -> bool:
    """Return True if ``legal_actions`` calls ``append_action`` or ``append_actions``."""
    return any(is_used(rules.legal_actions, name) for name in ("append_action", "append_actions"))


def bind_write_mask(rules: Rules) -> WriteMask:
    """Return the kernel that writes the mask of a game's legal actions.

    Raises:
        TypeError: ``legal_actions`` does not write through ``append_action``.
    """
    if not supports_masks(rules):
        raise TypeError(
            "legal_actions: expected it to write with append_action; found that it does not"
        )
    marks = {"append_action": mark_action, "append_actions": mark_actions}
    return bound(write_mask, legal_actions=bound(rules.legal_actions, **marks))
