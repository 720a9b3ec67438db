"""The best moves of a position, by search: winning probabilities, or totals of a solo game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from threading import Event
from typing import Any

from tilewright.errors import GameOver, InvalidOption
from tilewright.game import Action, Game, Seat, Solver
from tilewright.kernel import mix
from tilewright.position import Position
from tilewright.registry import GAMES
from tilewright.search.bot import Candidate, SearchBot
from tilewright.search.levels import find_network
from tilewright.search.protocol import Budget

__all__ = [
    "Analysis",
    "ExplainedMove",
    "analyse",
]

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


# --- Games for several: winning probabilities -----------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ExplainedMove:
    """A move the search has looked at, in words and numbers."""

    move: str
    does: str
    """The move in the game's own words, with what it achieves at once."""
    chance: float | None = None
    """Expected result for the mover: 1 is a sure win; None in a solo game."""
    expected: float | None = None
    """The total that it leads to at the end of a game for one; None in others."""
    visits: int
    """Share of the search spent on it."""
    prior: float | None = None
    """Prior of the search, as a share of all moves."""
    score_change: int
    """By how much it changes the mover's score right now, in the game's own measure."""
    effect: dict[str, Any]
    """Effect of the move as data, as far as the mover may know."""

    @property
    def worth(self) -> str:
        """Its chance to win, or in a game for one the total, as a short text."""
        return f"{self.expected:.1f}" if self.chance is None else f"{self.chance:.1%}"


@dataclass(frozen=True)
class Analysis:
    """The best moves of a position as a search sees them, and how long it searched."""

    mover: Seat
    iterations: int
    moves: tuple[ExplainedMove, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the analysis as JSON data."""
        return asdict(self)


def analyse(
    position: Position,
    budget: Budget,
    most: int = 10,
    seed: int = 1,
    stop: Event | None = None,
) -> Analysis:
    """Return the best moves of the seat to move, judged by what that seat may know.

    Once ``stop`` is set, return those found so far. Solo games are judged by their solver, others
    by search.
    """
    view = position.view(position.mover)
    judge = _plan if view.game.is_for_one else _search
    return judge(view, budget, most, seed, stop)


def _search(view: Position, budget: Budget, most: int, seed: int, stop: Event | None) -> Analysis:
    bot = SearchBot(view.game, seed, budget, network=find_network(view.game))
    best = bot.analyse(view, stop)[:most]
    return Analysis(view.mover, bot.iterations, tuple(_candidate(view, one) for one in best))


def _plan(view: Position, budget: Budget, most: int, seed: int, stop: Event | None) -> Analysis:
    weighed = weigh_moves(view, budget, seed, stop)
    effort = sum(one.effort for one in weighed)
    return Analysis(view.mover, effort, tuple(_prospect(view, one) for one in weighed[:most]))


def _candidate(view: Position, found: Candidate) -> ExplainedMove:
    return ExplainedMove(
        chance=round(found.value, 4),
        visits=found.visits,
        prior=round(float(found.prior), 4),
        **_facts(view, found.action),
    )


def _prospect(view: Position, found: Prospect) -> ExplainedMove:
    return ExplainedMove(
        expected=round(found.expected, 2), visits=found.effort, **_facts(view, found.action)
    )


def _facts(view: Position, action: Action) -> dict[str, Any]:
    """Return text, score change and effect of a move, tried on a sample of the hidden
    information."""
    after, seat = view.determinize(0), view.mover
    after.play(action)
    return {
        "move": view.format_move(action),
        "does": view.describe_move(action),
        "score_change": after.standing().scores[seat] - view.standing().scores[seat],
        "effect": view.effect(action),
    }


# --- Winning probabilities over a game ------------------------------------------------------------


FORECAST_ITERATIONS = 1000
FORECAST_MEMORY_MIB = 8.0
"""MiB for the search tree."""
FORECAST_WIDTH = 16
"""Width of a solver's searches."""


@dataclass(frozen=True)
class Forecast:
    """Winning probabilities at a ply."""

    ply: int
    chances: tuple[float, ...] | None = None
    """Of each seat to come first; they add up to 1."""
    expected: float | None = None
    """The total at the end, in a game for one."""


def forecast_game(game: Position, stop: Event | None = None) -> Iterator[Forecast]:
    """Yield every ply of a game's history in order, until ``stop`` is set."""
    look, then = _observer(game), game.after(0)
    for action in (*game.actions, None):
        if stop is not None and stop.is_set():
            return
        yield look(then)
        if action is not None:
            then.play(action)


def _observer(game: Position) -> Callable[[Position], Forecast]:
    if game.game.is_for_one:
        compile_solver(game.game)
        return _expect
    budget, network = (
        Budget(iterations=FORECAST_ITERATIONS, memory=FORECAST_MEMORY_MIB),
        find_network(game.game),
    )
    bot = SearchBot(game.game, 1, budget, network=network)
    return lambda then: Forecast(then.ply, chances=_chances(bot, then))


def _expect(then: Position) -> Forecast:
    return Forecast(then.ply, expected=round(expect_total(then.view(0), FORECAST_WIDTH), 2))


def _chances(bot: SearchBot, then: Position) -> tuple[float, ...]:
    """Return the winning probabilities of a search, normalised to sum up to 1."""
    if then.is_over:
        return tuple(float(place == 1) for place in then.standing().places)
    bot.analyse(then)
    total = sum(bot.expectation)
    return tuple(round(share / total, 4) for share in bot.expectation)
