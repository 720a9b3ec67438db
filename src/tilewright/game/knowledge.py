"""Search knowledge of a game, as kernels: ratings, estimates, levels, proofs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tilewright.game.rules import DeterminizeKernel
from tilewright.game.states import Action, Actions, Scratch, Seat, State
from tilewright.kernel import Word, below, exp, kernel, next_random, u64

Ratings = npt.NDArray[np.float32]
Rewards = npt.NDArray[np.float64]
"""float64[4]: expected reward by seat, from 0 to 1."""


@kernel
def share_chances(rewards: Rewards, players: int) -> None:
    """Apply a softmax to the first `players` values, in place."""
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
    """Decide whether to keep an action with this score; ties are broken uniformly at random.

    Return (keep, best score, number of ties, generator).
    """
    if score < best:
        return False, best, ties, u64(rng)
    ties = 1 if score > best else ties + 1
    rng = next_random(rng)
    return below(rng, ties) == 0, score, ties, rng


class Level(NamedTuple):
    """Strength of a bot level: what it overlooks, misjudges and searches."""

    overlooks: float = 0.0
    """Probability that a move is not considered at all."""
    misjudges: float = 0.0
    """Standard error of a considered move's rating, in units of ``Knowledge.rate_actions``."""
    iterations: int | None = 0
    """Search iterations; 0 for none, None for as many as the budget allows."""
    looks: bool = False
    """True if the network rates moves one ply ahead; ``misjudges`` is then in logits."""
    among: Mapping[int, Level] = {}
    """Replacements by number of players, because searching gains less with more players."""

    def at(self, players: int) -> Level:
        """Return the level to use with this number of players."""
        return self.among.get(players, self)


class RateActionsKernel(Protocol):
    """``rate_actions(state, rng, actions, ratings, scratch) -> n``: writes the moves worth
    considering and their ratings (a difference of 1 is clearly better). The state is complete."""

    def __call__(
        self, state: State, rng: Word, actions: Actions, ratings: Ratings, scratch: Scratch, /
    ) -> int: ...


class EstimateKernel(Protocol):
    """``estimate(state, rng, rewards, scratch)``: writes the expected reward of each seat, or
    plays the state to its end, whose outcome is rewarded. The state is complete."""

    def __call__(self, state: State, rng: Word, rewards: Rewards, scratch: Scratch, /) -> None: ...


class ChanceKeyKernel(Protocol):
    """``chance_key(state) -> word``: a key that differs if chance came out differently. Equal for
    a complete state and a view of it."""

    def __call__(self, state: State, /) -> Word: ...


class Yardstick(Protocol):
    """``greedy_action(state, rng, actions) -> (action, rng)``: a baseline opponent that looks one
    move ahead; ties at random. The state is the mover's view and is not changed. ``actions``:
    int32[max_legal], a buffer."""

    def __call__(self, state: State, rng: Word, actions: Actions, /) -> tuple[Action, Word]: ...


class ReseedKernel(Protocol):
    """``reseed(state, rng)``: derives the chance of the next action from this counter and from
    public information. The state is complete."""

    def __call__(self, state: State, rng: Word, /) -> None: ...


class Prove(Protocol):
    """``prove(state, seconds, nodes, stop)``: returns the moves proven best from a seat's view, or
    none if there is no proof within the limits."""

    def __call__(
        self, state: State, seconds: float | None, nodes: int | None, stop: Event | None, /
    ) -> tuple[Action, ...]: ...


class Knowledge(NamedTuple):
    """Everything a search needs of a game besides its rules: kernels, levels, settings."""

    rate_actions: RateActionsKernel
    estimate: EstimateKernel
    chance_key: ChanceKeyKernel
    greedy_action: Yardstick | None
    """Baseline policy that gains most by the game's own score. None: try each move on one sample
    of the hidden information."""
    levels: tuple[Level, ...]
    """Levels 1 to 8, each clearly stronger than the one before; docs/results/levels.md has
    figures."""
    reseed: ReseedKernel | None = None
    """Kernel that resamples chance; None if all chance follows from the header's ``rng``."""
    settings: Mapping[str, float] = {}
    """Settings that differ from ``search.bot.DEFAULTS``."""
    prove: Prove | None = None
    yardsticks: Mapping[str, Yardstick] = {}
    """Bots of this game only, by name."""
    first_levels: tuple[Level, ...] = ()
    """Levels of version 1, before there was a network; empty if there was none."""
    believe: DeterminizeKernel | None = None
    """Like ``Rules.determinize``, but samples by the probabilities that the view implies; None for
    uniform."""
    learnt: Learnt | None = None
    """Inputs of the game's network; if present, the search evaluates with it instead of
    ``estimate``."""


# --- Networks -----------------------------------------------------------------------------------

Inputs = npt.NDArray[np.uint16]
"""Numbers of the active inputs."""


class WriteInputs(Protocol):
    """``write_inputs(state, out, scratch) -> n``: writes the numbers of the active inputs, seen
    from the mover's side. The state is complete."""

    def __call__(self, state: State, out: Inputs, scratch: Scratch, /) -> int: ...


class SeatAfter(Protocol):
    """``seat_after(state, seat) -> seat``: order in which the inputs describe the seats, the mover
    first."""

    def __call__(self, state: State, seat: Seat, /) -> Seat: ...


class Learnt(NamedTuple):
    """Inputs of a game's network and the folder of its weights."""

    write_inputs: WriteInputs
    num_inputs: int
    most_of_seat: int
    """Most active inputs of one seat."""
    most_of_table: int
    """Most active inputs shared by all seats."""
    folder: Path
    """Folder of the weight files, one per version; see ``network.files``."""
    settings: Mapping[str, float] = {}
    """Search settings that differ from those without a network."""
    seat_after: SeatAfter | None = None
    """Order of seats; None for the order of play."""

    @property
    def bindings(self) -> dict[str, Any]:
        """Bindings of the network's kernels."""
        optional = {"seat_after": self.seat_after} if self.seat_after else {}
        return {"write_inputs": self.write_inputs, **optional}

    def most_inputs(self, players: int) -> int:
        """Return the most inputs that may be active with this number of players."""
        return players * self.most_of_seat + self.most_of_table


class Blocks:
    """Allocates consecutive input numbers in blocks."""

    def __init__(self) -> None:
        self.size = 0

    def take(self, size: int) -> int:
        """Allocate a block; return its first number."""
        first = self.size
        self.size += size
        return first
