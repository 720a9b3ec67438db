"""Expected totals of the moves of a solo game, by its solver; there are no chances to win.

All moves are tried with narrow searches; then the worse half drops out and the rest is tried with
searches twice as wide, again and again. So the best moves are known best.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from threading import Event

from tilewright.errors import GameOver, InvalidOption
from tilewright.game import Action, Game, Solver
from tilewright.kernel import mix
from tilewright.position import Position
from tilewright.registry import GAMES
from tilewright.search.protocol import Budget

DEFAULT_SECONDS = 2.0
SEARCH_WIDTHS = (2, 4, 8, 16, 32, 64, 128)
"""The widths of the searches, one after the other."""
MIN_KEPT_MOVES = 3
"""Number of moves that do not drop out."""
NUM_SAMPLES = 8
"""Number of chance outcomes that a move is tried with, if it has any."""


@dataclass(frozen=True)
class Prospect:
    """A move, and the total that may be expected at the end of the game."""

    action: Action
    expected: float
    effort: int
    """The width of the searches that this comes from."""


def find_solver(game: Game) -> Solver:
    """Return the solver of a game, or None."""
    if game.solver is None:
        expected = ", ".join(name for name, known in GAMES.items() if known.solver)
        raise InvalidOption(f"{game.name} has no solver; games that have: {expected}")
    return game.solver


@cache
def compile_solver(game: Game) -> None:
    """Compile the kernels of a solver, so that this does not count as thinking time."""
    position = Position.new(game, game.players[0], 0, {})
    find_solver(game).solve(position.view(0).state, effort=1)


def expect_total(seen: Position, effort: int, seed: int = 0) -> float:
    """Return the total of a finished position, or the expected total of a view."""
    if seen.is_over:
        return float(seen.standing().scores[0])
    return find_solver(seen.game).solve(seen.state, effort=effort, seed=seed).score


def weigh_moves(
    view: Position, budget: Budget, seed: int = 1, stop: Event | None = None
) -> list[Prospect]:
    """Return the evaluated moves of a view with their expected totals, best first.

    The iterations of a budget are the widths of all searches together.
    """
    if view.is_over:
        raise GameOver(f"the game is over after {view.ply} plies; there is nothing to choose")
    compile_solver(view.game)
    scales = _Scales(view, budget, seed, stop or Event())
    alive = [int(action) for action in view.legal_actions]
    for effort in SEARCH_WIDTHS:
        if scales.is_spent():
            break
        scales.weigh(alive, effort)
        alive = scales.best(alive)[: max(MIN_KEPT_MOVES, len(alive) // 2)]
    return scales.prospects()


class _Scales:
    """Weighs moves until the budget is spent; one of them at least."""

    def __init__(self, view: Position, budget: Budget, seed: int, stop: Event) -> None:
        self._view, self._seed, self._stop = view, seed, stop
        seconds = budget.seconds if budget.iterations else budget.seconds or DEFAULT_SECONDS
        self._end = time.perf_counter() + seconds if seconds else float("inf")
        self._effort_left = budget.iterations or float("inf")
        self._sign = 1 if view.game.lower_is_better else -1
        self._futures: dict[Action, list[Position]] = {}
        self._found: dict[Action, Prospect] = {}

    def is_spent(self) -> bool:
        is_out_of_time = self._effort_left <= 0 or time.perf_counter() >= self._end
        return bool(self._found) and (is_out_of_time or self._stop.is_set())

    def weigh(self, actions: list[Action], effort: int) -> None:
        for action in actions:
            if self.is_spent():
                return
            self._found[action] = Prospect(action, self._expect(action, effort), effort)
            self._effort_left -= effort

    def best(self, actions: list[Action]) -> list[Action]:
        """Return those of the actions that were weighed, best first."""
        known = [self._found[action] for action in actions if action in self._found]
        return [one.action for one in sorted(known, key=lambda one: self._sign * one.expected)]

    def prospects(self) -> list[Prospect]:
        """Return the moves, those that stayed longest first: wider searches are more reliable."""
        order = self._found.values()
        return sorted(order, key=lambda one: (-one.effort, self._sign * one.expected, one.action))

    def _expect(self, action: Action, effort: int) -> float:
        if action not in self._futures:
            self._futures[action] = futures(self._view, action, self._seed)
        seen = self._futures[action]
        return sum(expect_total(one, effort, self._seed) for one in seen) / len(seen)


def futures(view: Position, action: Action, seed: int) -> list[Position]:
    """Return the views that may follow an action: one without chance, else several."""
    seen = [_after_move(view, action, mix(seed + number)) for number in range(2)]
    if seen[0] == seen[1]:
        return seen[:1]
    return seen + [_after_move(view, action, mix(seed + more)) for more in range(2, NUM_SAMPLES)]


def _after_move(view: Position, action: Action, seed: int) -> Position:
    after = view.determinize(seed)
    after.play(action)
    return after.view(view.mover)
