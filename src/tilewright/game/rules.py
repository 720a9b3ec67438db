"""The kernels of a game, and those that many games share.

Each trusts its caller. A state is changed in place.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tilewright.game.states import COMPLETE, Action, Actions, Seat, State
from tilewright.kernel import Word, drop_lowest, kernel, lowest, u64

__all__ = [
    "Apply",
    "Determinize",
    "LegalActions",
    "Outcome",
    "Playout",
    "RandomAction",
    "Rules",
    "Scores",
    "Setup",
    "Values",
    "View",
    "guess_open",
    "put_action",
    "put_actions",
    "view_open",
]

Values = npt.NDArray[np.int64]
"""The values of a game's options, one after the other."""
Scores = npt.NDArray[np.int64]
"""One number a seat, int64[4]: its score, or its rank."""


class Setup(Protocol):
    """``setup(state, seed, players, options)``: a fresh game in a zeroed record."""

    def __call__(self, state: State, seed: Word, players: int, options: Values, /) -> None: ...


class LegalActions(Protocol):
    """``legal_actions(state, out) -> n``: fills ``out`` (int32[max_legal]), ascending.

    At least one unless the game is over. It writes with ``put_action`` and ``put_actions`` and in
    no other way, so that the same kernel makes masks, see ``masks``.
    """

    def __call__(self, state: State, out: Actions, /) -> int: ...


class Apply(Protocol):
    """``apply(state, action)``: one legal action and what follows by itself, chance included."""

    def __call__(self, state: State, action: Action, /) -> None: ...


class Outcome(Protocol):
    """``outcome(state, scores, ranks)``: each seat's score in the game's own measure, and its rank,
    0 for the best. Before the end: as if the game ended now."""

    def __call__(self, state: State, scores: Scores, ranks: Scores, /) -> None: ...


class View(Protocol):
    """``view(state, viewer)``: blanks all that the viewer may not know, sets ``viewer``."""

    def __call__(self, state: State, viewer: Seat, /) -> None: ...


class Determinize(Protocol):
    """``determinize(state, rng)``: fills a view's blanks at random, consistent with what the viewer
    knows, and makes it complete. A complete state keeps all that any seat can see and gets another
    future."""

    def __call__(self, state: State, rng: Word, /) -> None: ...


class RandomAction(Protocol):
    """``random_action(state, rng) -> (action, rng)``: one legal action by the playout policy."""

    def __call__(self, state: State, rng: Word, /) -> tuple[Action, Word]: ...


class Playout(Protocol):
    """``playout(state, rng) -> rng``: to the end by the playout policy; the same moves as repeated
    ``random_action`` and ``apply``, only faster."""

    def __call__(self, state: State, rng: Word, /) -> Word: ...


class Rules(NamedTuple):
    """The kernels of a game."""

    setup: Setup
    legal_actions: LegalActions
    apply: Apply
    outcome: Outcome
    view: View
    determinize: Determinize
    random_action: RandomAction
    playout: Playout


# --- Kernels that many games share --------------------------------------------------------------


@kernel
def put_action(out: Actions, count: int, action: Action) -> int:
    """Write the next legal action; returns how many there are now.

    Bound to another kernel of that name, a game's ``legal_actions`` makes something else of them.
    """
    out[count] = action
    return count + 1


@kernel
def put_actions(out: Actions, count: int, first: Action, actions: Word) -> int:
    """Write the actions ``first + i`` for every set bit i of a word; how many there are now."""
    while actions != u64(0):
        count = put_action(out, count, first + lowest(actions))
        actions = drop_lowest(actions)
    return count


@kernel
def view_open(state: State, viewer: Seat) -> None:
    """The ``view`` of a game where everything lies open but the generator."""
    state["rng"] = 0
    state["viewer"] = viewer


@kernel
def guess_open(state: State, rng: Word) -> None:
    """The ``determinize`` of such a game: only the generator is missing."""
    state["rng"] = u64(rng)
    state["viewer"] = COMPLETE
