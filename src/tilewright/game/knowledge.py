"""What a search should know about a game, as kernels."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Event
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tilewright.game.learnt import Learnt
from tilewright.game.rules import Determinize
from tilewright.game.states import Action, Actions, Scratch, State
from tilewright.kernel import Word, below, exp, kernel, next_random, u64

__all__ = [
    "ChanceKey",
    "Estimate",
    "Knowledge",
    "Level",
    "Prove",
    "RateActions",
    "Ratings",
    "Reseed",
    "Rewards",
    "Yardstick",
    "prefer",
    "share_chances",
]

Ratings = npt.NDArray[np.float32]
Rewards = npt.NDArray[np.float64]
"""float64[4]: what each seat may expect, from 0 to 1."""


@kernel
def share_chances(rewards: Rewards, players: int) -> None:
    """Make chances that sum up to 1 of values: in proportion to the exponential of each."""
    best = rewards[0]
    for seat in range(1, players):
        best = max(best, rewards[seat])
    total = 0.0
    for seat in range(players):
        rewards[seat] = exp(rewards[seat] - best)
        total += rewards[seat]
    for seat in range(players):
        rewards[seat] /= total


@kernel
def prefer(score: int, best: int, ties: int, rng: Word) -> tuple[bool, int, int, Word]:
    """Whether to choose what scores so, each of the best being as likely in the end.

    Then the best score, how many have it, and the generator.
    """
    if score < best:
        return False, best, ties, u64(rng)
    ties = 1 if score > best else ties + 1
    rng = next_random(rng)
    return below(rng, ties) == 0, score, ties, rng


class Level(NamedTuple):
    """How a level of play differs from perfect attention and endless thought."""

    overlooks: float = 0.0
    """The chance that a move is not noticed at all."""
    misjudges: float = 0.0
    """How far off the rating of a noticed move is, in the units of ``Knowledge.rate_actions``."""
    iterations: int | None = 0
    """Of search; 0: none, None: as many as the budget allows."""
    looks: bool = False
    """Whether the network rates its moves, one ply ahead: its misjudgements are of the logarithm of
    how likely a move is the best."""
    among: Mapping[int, Level] = {}
    """What it is instead among so many players: looking ahead is worth less the more they are."""

    def at(self, players: int) -> Level:
        """The level at a table of so many."""
        return self.among.get(players, self)


class RateActions(Protocol):
    """``rate_actions(state, rng, actions, ratings, scratch) -> n``: the moves worth a look and how
    promising each is, a step of 1 being clearly better. The state is complete."""

    def __call__(
        self, state: State, rng: Word, actions: Actions, ratings: Ratings, scratch: Scratch, /
    ) -> int: ...


class Estimate(Protocol):
    """``estimate(state, rng, rewards, scratch)``: what each seat may expect; or it plays the state
    to its end, and the outcome is rewarded. The state is complete."""

    def __call__(self, state: State, rng: Word, rewards: Rewards, scratch: Scratch, /) -> None: ...


class ChanceKey(Protocol):
    """``chance_key(state) -> word``: differs where chance came out differently. It says the same of
    a complete state and of a view of it."""

    def __call__(self, state: State, /) -> Word: ...


class Yardstick(Protocol):
    """``greedy_action(state, rng, actions) -> (action, rng)``: an opponent to measure by, which
    looks no further than its own move; ties at random. The state is the mover's view, and stays as
    it is. ``actions``: int32[max_legal], for its notes."""

    def __call__(self, state: State, rng: Word, actions: Actions, /) -> tuple[Action, Word]: ...


class Reseed(Protocol):
    """``reseed(state, rng)``: lets the chance of the next action follow from this counter and from
    what everybody can see. The state is complete."""

    def __call__(self, state: State, rng: Word, /) -> None: ...


class Prove(Protocol):
    """``prove(state, seconds, nodes, stop)``: the moves proven best from a seat's view, as many as
    were found within those limits and unless stopped; none where there is no proof."""

    def __call__(
        self, state: State, seconds: float | None, nodes: int | None, stop: Event | None, /
    ) -> tuple[Action, ...]: ...


class Knowledge(NamedTuple):
    """All that a search asks of a game beside its rules: kernels, levels and settings."""

    rate_actions: RateActions
    estimate: Estimate
    chance_key: ChanceKey
    greedy_action: Yardstick | None
    """What gains most right now by the game's own score. None: every move is tried on a guess of
    what is hidden."""
    levels: tuple[Level, ...]
    """Levels 1 to 8, each a clear step better than the one before; see the docs for how clear."""
    reseed: Reseed | None = None
    """None where all chance follows from the header's ``rng`` anyway."""
    settings: Mapping[str, float] = {}
    """What this game wants otherwise than ``search.bot.DEFAULTS`` has it."""
    prove: Prove | None = None
    yardsticks: Mapping[str, Yardstick] = {}
    """Bots of this game alone, by name."""
    first_levels: tuple[Level, ...] = ()
    """The levels of version 1, before there was a network; none where there never was one."""
    believe: Determinize | None = None
    """Guesses what a view does not know, as ``Rules.determinize`` does, but by the odds that
    the view itself tells; None where all guesses are as likely."""
    learnt: Learnt | None = None
    """What a network sees of a position, where there is one; the search asks it then, and not
    ``estimate``."""
