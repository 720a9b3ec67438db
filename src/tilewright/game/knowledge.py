"""Search knowledge of a game: kernels for ratings and estimates, levels, proofs."""

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
def apply_softmax(values: Rewards, count: int) -> None:
    """Replace the first ``count`` values by their softmax."""
    largest = values[0]
    for index in range(1, count):
        largest = max(largest, values[index])
    total = 0.0
    for index in range(count):
        values[index] = exp(values[index] - largest)
        total += values[index]
    for index in range(count):
        values[index] /= total


@kernel
def update_best(score: int, best: int, num_ties: int, rng: Word) -> tuple[bool, int, int, Word]:
    """Compare an action's score with the best so far; break ties at random.

    Returns:
        True if the action becomes the best, the best score, the number of actions with that score,
        and the next generator state.
    """
    if score < best:
        return False, best, num_ties, u64(rng)
    num_ties = 1 if score > best else num_ties + 1
    rng = next_random(rng)
    return below(rng, num_ties) == 0, score, num_ties, rng


class Level(NamedTuple):
    """Parameters of a bot level: what it overlooks, misjudges and searches."""

    overlooks: float = 0.0
    """Probability of overlooking a move."""
    misjudges: float = 0.0
    """Standard error of a considered move's rating, in units of ``Knowledge.rate_actions``."""
    iterations: int | None = 0
    """Search iterations: 0 for no search, None for as many as the budget allows."""
    looks: bool = False
    """True if the network rates moves one ply ahead; ``misjudges`` is then in logits."""
    among: Mapping[int, Level] = {}
    """Levels that replace this one, by number of players: search gains less with more players."""

    def at(self, players: int) -> Level:
        """Return the level to use with ``players`` players.

        This is the entry of ``among``, or this level if there is none.
        """
        return self.among.get(players, self)


class RateActionsKernel(Protocol):
    """``rate_actions(state, rng, actions, ratings, scratch) -> n``: rates candidate actions.

    It writes the candidate actions of a complete state with their ratings, and returns their
    number. An action rated 1 higher is clearly better.
    """

    def __call__(
        self, state: State, rng: Word, actions: Actions, ratings: Ratings, scratch: Scratch, /
    ) -> int: ...


class EstimateKernel(Protocol):
    """``estimate(state, rng, rewards, scratch)``: estimates the result of a complete state.

    It writes each seat's expected reward. Alternatively it plays the state to its end; the search
    then uses the outcome as the reward.
    """

    def __call__(self, state: State, rng: Word, rewards: Rewards, scratch: Scratch, /) -> None: ...


class ChanceKeyKernel(Protocol):
    """``chance_key(state) -> word``: a key that distinguishes chance outcomes. Equal for a complete
    state and a view of it."""

    def __call__(self, state: State, /) -> Word: ...


class Yardstick(Protocol):
    """``greedy_action(state, rng, actions) -> (action, rng)``: a one-ply baseline policy.

    It breaks ties at random. The state is the mover's view and is not changed. ``actions`` is a
    buffer, int32[max_legal].
    """

    def __call__(self, state: State, rng: Word, actions: Actions, /) -> tuple[Action, Word]: ...


class ReseedKernel(Protocol):
    """``reseed(state, rng)``: derives the chance of the next action from this counter and from
    public information. The state is complete."""

    def __call__(self, state: State, rng: Word, /) -> None: ...


class Prove(Protocol):
    """``prove(state, seconds, nodes, stop)``: returns the actions proven best in a seat's view.

    The result is an empty tuple if the limits do not suffice for a proof.
    """

    def __call__(
        self, state: State, seconds: float | None, nodes: int | None, stop: Event | None, /
    ) -> tuple[Action, ...]: ...


class Knowledge(NamedTuple):
    """Knowledge that a search needs besides the rules: kernels, levels, settings."""

    rate_actions: RateActionsKernel
    estimate: EstimateKernel
    chance_key: ChanceKeyKernel
    greedy_action: Yardstick | None
    """Baseline policy that maximises the immediate gain in score. None: the bot tries every action
    on one sample of the hidden information."""
    levels: tuple[Level, ...]
    """Levels 1 to 8, each clearly stronger than the one before; see docs/results/levels.md."""
    reseed: ReseedKernel | None = None
    """Kernel that resamples chance; None if all chance follows from the header's ``rng``."""
    settings: Mapping[str, float] = {}
    """Overrides of ``search.bot.DEFAULTS``."""
    prove: Prove | None = None
    yardsticks: Mapping[str, Yardstick] = {}
    """The game's own baseline bots, by name."""
    first_levels: tuple[Level, ...] = ()
    """Levels of version 1, from before the network; empty if there was no such version."""
    believe: DeterminizeKernel | None = None
    """Like ``Rules.determinize``, but samples from the posterior given the view. None: sample
    uniformly."""
    network: NetworkInputs | None = None
    """Inputs of the game's network, which replaces ``estimate`` in the search; None without a
    network."""


# --- Networks -----------------------------------------------------------------------------------

Inputs = npt.NDArray[np.uint16]
"""Indices of the active inputs."""


class WriteInputs(Protocol):
    """``write_inputs(state, out, scratch) -> n``: writes the active inputs of a complete state.

    It writes their indices, from the mover's point of view, and returns their number.
    """

    def __call__(self, state: State, out: Inputs, scratch: Scratch, /) -> int: ...


class SeatAfter(Protocol):
    """``seat_after(state, seat) -> seat``: returns the seat whose inputs follow those of ``seat``.

    The inputs of the mover come first.
    """

    def __call__(self, state: State, seat: Seat, /) -> Seat: ...


class NetworkInputs(NamedTuple):
    """A network's inputs and the folder of its weights."""

    write_inputs: WriteInputs
    num_inputs: int
    max_seat_inputs: int
    """Maximum number of active inputs per seat."""
    max_table_inputs: int
    """Maximum number of active inputs that belong to no seat."""
    folder: Path
    """Folder with one weight file per version; see ``network.files``."""
    settings: Mapping[str, float] = {}
    """Search settings that differ when the network is used."""
    seat_after: SeatAfter | None = None
    """Order of seats; None for the order of play."""

    @property
    def bindings(self) -> dict[str, Any]:
        """Kernels to bind to ``network.evaluate``, by name."""
        optional = {"seat_after": self.seat_after} if self.seat_after else {}
        return {"write_inputs": self.write_inputs, **optional}

    def max_inputs(self, players: int) -> int:
        """Return the maximum number of active inputs with ``players`` players."""
        return players * self.max_seat_inputs + self.max_table_inputs


class Blocks:
    """Allocates consecutive blocks of input indices."""

    def __init__(self) -> None:
        self.size = 0

    def allocate(self, size: int) -> int:
        """Allocate the next ``size`` indices and return the first of them."""
        first = self.size
        self.size += size
        return first
