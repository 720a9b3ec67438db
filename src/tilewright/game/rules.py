"""Protocols of a game's rules, and kernels that several games share.

Kernels trust their callers. A state is changed in place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tilewright.game.states import COMPLETE, Action, Actions, Seat, State
from tilewright.kernel import Word, drop_lowest, kernel, lowest, u64

Values = npt.NDArray[np.int64]
"""Values of a game's options, concatenated."""
Scores = npt.NDArray[np.int64]
"""int64[4]: score or rank by seat."""


class SetupKernel(Protocol):
    """``setup(state, seed, players, options)``: deals a new game into a zeroed record."""

    def __call__(self, state: State, seed: Word, players: int, options: Values, /) -> None: ...


class LegalActionsKernel(Protocol):
    """``legal_actions(state, out) -> n``: writes the legal actions to ``out`` (int32[max_legal]) in
    ascending order and returns their number.

    There is at least one unless the game is over. Write only through ``append_action`` and
    ``append_actions``, so that the same kernel can write masks; see ``Game.write_mask``.
    """

    def __call__(self, state: State, out: Actions, /) -> int: ...


class ApplyKernel(Protocol):
    """``apply(state, action)``: plays a legal action with all its consequences, chance included."""

    def __call__(self, state: State, action: Action, /) -> None: ...


class OutcomeKernel(Protocol):
    """``outcome(state, scores, ranks)``: writes each seat's score and its rank (0 is best).

    An unfinished game is scored as if it ended now.
    """

    def __call__(self, state: State, scores: Scores, ranks: Scores, /) -> None: ...


class ViewKernel(Protocol):
    """``view(state, viewer)``: blanks what is hidden from the viewer and sets ``viewer``."""

    def __call__(self, state: State, viewer: Seat, /) -> None: ...


class DeterminizeKernel(Protocol):
    """``determinize(state, rng)``: completes a view by sampling its hidden parts, consistent with
    what the viewer knows. In a complete state only future chance is resampled."""

    def __call__(self, state: State, rng: Word, /) -> None: ...


class RandomActionKernel(Protocol):
    """``random_action(state, rng) -> (action, rng)``: samples an action from the playout policy."""

    def __call__(self, state: State, rng: Word, /) -> tuple[Action, Word]: ...


class PlayoutKernel(Protocol):
    """``playout(state, rng) -> rng``: plays the game out by the playout policy. Equivalent to
    repeated ``random_action`` and ``apply``, but faster."""

    def __call__(self, state: State, rng: Word, /) -> Word: ...


class Rules(NamedTuple):
    """Kernels that make up the rules of a game."""

    setup: SetupKernel
    legal_actions: LegalActionsKernel
    apply: ApplyKernel
    outcome: OutcomeKernel
    view: ViewKernel
    determinize: DeterminizeKernel
    random_action: RandomActionKernel
    playout: PlayoutKernel


# --- Kernels that many games share --------------------------------------------------------------


@kernel
def append_action(out: Actions, count: int, action: Action) -> int:
    """Append a legal action to ``out``. Return the new number of actions.

    Binding another kernel to this name specialises ``legal_actions`` for counts or masks.
    """
    out[count] = action
    return count + 1


@kernel
def append_actions(out: Actions, count: int, first: Action, actions: Word) -> int:
    """Append the action ``first + i`` for each set bit i. Return the new number of actions."""
    while actions != u64(0):
        count = append_action(out, count, first + lowest(actions))
        actions = drop_lowest(actions)
    return count


@kernel
def view_open(state: State, viewer: Seat) -> None:
    """Set the viewer and hide the generator.

    This is the ``view`` of a perfect-information game.
    """
    state["rng"] = 0
    state["viewer"] = viewer


@kernel
def determinize_open(state: State, rng: Word) -> None:
    """Set the generator and mark the state as complete.

    This is the ``determinize`` of a perfect-information game.
    """
    state["rng"] = u64(rng)
    state["viewer"] = COMPLETE


# --- Outcomes -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """The result of a game.

    Examples:
        >>> from tilewright import Outcome
        >>> end = Outcome(scores=(34, 29, 34), places=(1, 3, 2))
        >>> end.ranking, end.winner
        ((0, 2, 1), 0)
    """

    scores: tuple[int, ...]
    """Score of each seat in the unit ``Game.score_name``; see ``Game.lower_is_better``."""
    places: tuple[int, ...]
    """Place of each seat, 1 for the winner. No two are equal: every game breaks its ties."""

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """The seats, best first."""
        return tuple(sorted(range(len(self.places)), key=lambda seat: self.places[seat]))

    @property
    def winner(self) -> Seat:
        """The seat in first place."""
        return self.ranking[0]
