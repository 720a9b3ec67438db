"""Analysis: the best moves of a position, winning probabilities, expected totals of solo games."""

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
from tilewright.search.levels import load_network
from tilewright.search.protocol import Budget

__all__ = [
    "Analysis",
    "ExplainedMove",
    "analyse",
]

DEFAULT_SECONDS = 2.0
SEARCH_WIDTHS = (2, 4, 8, 16, 32, 64, 128)
"""Widths of the successive rounds of searches."""
MIN_KEPT_MOVES = 3
"""Number of moves that are never dropped."""
NUM_SAMPLES = 8
"""Number of samples for a move that involves chance."""


@dataclass(frozen=True)
class Prospect:
    """A move and the total expected at the end of the game."""

    action: Action
    expected: float
    effort: int
    """Width of the searches that gave this estimate."""


def require_solver(game: Game) -> Solver:
    """Return a game's solver.

    Raises:
        InvalidOption: The game has no solver.
    """
    if game.solver is None:
        expected = ", ".join(name for name, known in GAMES.items() if known.solver)
        raise InvalidOption(f"{game.name} has no solver; games that have: {expected}")
    return game.solver


@cache
def compile_solver(game: Game) -> None:
    """Compile a game's solver ahead of time, before any clock runs."""
    position = Position.new(game, game.players[0], 0, {})
    require_solver(game).solve(position.view(0).state, effort=1)


def estimate_total(view: Position, effort: int, seed: int = 0) -> float:
    """Estimate the final score of a solo game with the solver.

    Returns the actual score if the game is over.
    """
    if view.is_over:
        return float(view.standing().scores[0])
    return require_solver(view.game).solve(view.state, effort=effort, seed=seed).score


def evaluate_moves(
    view: Position, budget: Budget, seed: int = 1, stop: Event | None = None
) -> list[Prospect]:
    """Estimate the final score of a solo game after each move.

    Returns the estimates, best first. Moves without an estimate are left out.

    The budget's iterations are the sum of the widths of all searches.
    """
    if view.is_over:
        raise GameOver(f"the game is over after {view.ply} plies; there is nothing to choose")
    compile_solver(view.game)
    evaluator = _MoveEvaluator(view, budget, seed, stop or Event())
    remaining = [int(action) for action in view.legal_actions]
    for effort in SEARCH_WIDTHS:
        if evaluator.is_spent():
            break
        evaluator.evaluate(remaining, effort)
        remaining = evaluator.rank(remaining)[: max(MIN_KEPT_MOVES, len(remaining) // 2)]
    return evaluator.prospects()


class _MoveEvaluator:
    """Estimates final scores after moves until the budget is spent, but of one move at least."""

    def __init__(self, view: Position, budget: Budget, seed: int, stop: Event) -> None:
        self._view, self._seed, self._stop = view, seed, stop
        seconds = budget.seconds if budget.iterations else budget.seconds or DEFAULT_SECONDS
        self._end = time.perf_counter() + seconds if seconds else float("inf")
        self._effort_left = budget.iterations or float("inf")
        self._sign = 1 if view.game.lower_is_better else -1
        self._successors: dict[Action, list[Position]] = {}
        self._found: dict[Action, Prospect] = {}

    def is_spent(self) -> bool:
        """Return True if the budget is spent or a stop was requested.

        Returns False until one move has been evaluated.
        """
        is_out_of_time = self._effort_left <= 0 or time.perf_counter() >= self._end
        return bool(self._found) and (is_out_of_time or self._stop.is_set())

    def evaluate(self, actions: list[Action], effort: int) -> None:
        """Estimate actions by searches of width `effort` until the budget is spent."""
        for action in actions:
            if self.is_spent():
                return
            self._found[action] = Prospect(action, self._estimate(action, effort), effort)
            self._effort_left -= effort

    def rank(self, actions: list[Action]) -> list[Action]:
        """Return the evaluated ones among `actions`, best first."""
        known = [self._found[action] for action in actions if action in self._found]
        return [one.action for one in sorted(known, key=lambda one: self._sign * one.expected)]

    def prospects(self) -> list[Prospect]:
        """Return all estimates, widest searches first, then best first."""
        order = self._found.values()
        return sorted(order, key=lambda one: (-one.effort, self._sign * one.expected, one.action))

    def _estimate(self, action: Action, effort: int) -> float:
        """Return the mean expected total over samples of the position after an action."""
        if action not in self._successors:
            self._successors[action] = sample_successors(self._view, action, self._seed)
        seen = self._successors[action]
        return sum(estimate_total(one, effort, self._seed) for one in seen) / len(seen)


def sample_successors(view: Position, action: Action, seed: int) -> list[Position]:
    """Return views of the position after an action.

    Returns one view, or `NUM_SAMPLES` samples if the result depends on chance.
    """
    seen = [_after_move(view, action, mix(seed + number)) for number in range(2)]
    if seen[0] == seen[1]:
        return seen[:1]
    return seen + [_after_move(view, action, mix(seed + more)) for more in range(2, NUM_SAMPLES)]


def _after_move(view: Position, action: Action, seed: int) -> Position:
    """Play an action on one sample of the hidden information. Returns the mover's view."""
    after = view.determinize(seed)
    after.play(action)
    return after.view(view.mover)


# --- Games for several: winning probabilities -----------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ExplainedMove:
    """A move considered by an analysis, described in words and numbers."""

    move: str
    does: str
    """Description of the move and its immediate consequences, in English."""
    chance: float | None = None
    """Expected result for the mover, where 1 is a sure win; None in a solo game."""
    expected: float | None = None
    """Expected total at the end of a solo game; None in other games."""
    visits: int
    """Visits of the search, or the solver's effort; how much of the analysis was spent on it."""
    prior: float | None = None
    """Prior probability in the search; None in a solo game."""
    score_change: int
    """Immediate change of the mover's score."""
    effect: dict[str, Any]
    """Effect of the move as JSON data, as far as the mover may know it."""

    @property
    def worth(self) -> str:
        """The winning chance, or the expected total in a solo game, as a short text."""
        return f"{self.expected:.1f}" if self.chance is None else f"{self.chance:.1%}"


@dataclass(frozen=True)
class Analysis:
    """The best moves of a position, and how much was searched to find them."""

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
    """Return the best moves for the seat to move.

    The analysis uses only information that this seat may know.

    Solo games are analysed by their solver, others by search.

    Args:
        position: The position; its hidden information is not used.
        budget: Limits of the analysis.
        most: Maximum number of moves to return.
        seed: Seed of the search.
        stop: When set, return the moves found so far.
    """
    view = position.view(position.mover)
    run = _analyse_by_solver if view.game.is_for_one else _analyse_by_search
    return run(view, budget, most, seed, stop)


def _analyse_by_search(
    view: Position, budget: Budget, most: int, seed: int, stop: Event | None
) -> Analysis:
    """Return the `most` best moves that a search considered."""
    bot = SearchBot(view.game, seed, budget, network=load_network(view.game))
    best = bot.analyse(view, stop)[:most]
    return Analysis(
        view.mover, bot.iterations, tuple(_describe_candidate(view, one) for one in best)
    )


def _analyse_by_solver(
    view: Position, budget: Budget, most: int, seed: int, stop: Event | None
) -> Analysis:
    """Return the `most` best moves of a solo game, by the solver's expected total."""
    weighed = evaluate_moves(view, budget, seed, stop)
    effort = sum(one.effort for one in weighed)
    return Analysis(
        view.mover, effort, tuple(_describe_prospect(view, one) for one in weighed[:most])
    )


def _describe_candidate(view: Position, candidate: Candidate) -> ExplainedMove:
    """Describe a move that the search considered."""
    return ExplainedMove(
        chance=round(candidate.value, 4),
        visits=candidate.visits,
        prior=round(float(candidate.prior), 4),
        **_describe_move(view, candidate.action),
    )


def _describe_prospect(view: Position, prospect: Prospect) -> ExplainedMove:
    """Describe a move with the solver's estimate of the final score."""
    return ExplainedMove(
        expected=round(prospect.expected, 2),
        visits=prospect.effort,
        **_describe_move(view, prospect.action),
    )


def _describe_move(view: Position, action: Action) -> dict[str, Any]:
    """Describe a move by fields of ``ExplainedMove``.

    The score change is measured on one sample of the hidden information.
    """
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
"""Width of the solver's searches."""


@dataclass(frozen=True)
class Forecast:
    """Winning probabilities, or the expected total, at a ply."""

    ply: int
    chances: tuple[float, ...] | None = None
    """Probability that each seat comes first, adding up to 1; None in a solo game."""
    expected: float | None = None
    """Expected total at the end of a solo game; None in other games."""


def forecast_game(game: Position, stop: Event | None = None) -> Iterator[Forecast]:
    """Yield a forecast for every ply of a game's history, in order, until ``stop`` is set."""
    forecast, position = _make_forecaster(game), game.after(0)
    for action in (*game.actions, None):
        if stop is not None and stop.is_set():
            return
        yield forecast(position)
        if action is not None:
            position.play(action)


def _make_forecaster(game: Position) -> Callable[[Position], Forecast]:
    """Return a function that forecasts a position of `game`, by search or by the solver."""
    if game.game.is_for_one:
        compile_solver(game.game)
        return _forecast_total
    budget, network = (
        Budget(iterations=FORECAST_ITERATIONS, memory=FORECAST_MEMORY_MIB),
        load_network(game.game),
    )
    bot = SearchBot(game.game, 1, budget, network=network)
    return lambda position: Forecast(
        position.ply, chances=_estimate_win_probabilities(bot, position)
    )


def _forecast_total(position: Position) -> Forecast:
    """Forecast the final score of a solo game, from what its player may know."""
    expected = estimate_total(position.view(0), FORECAST_WIDTH)
    return Forecast(position.ply, expected=round(expected, 2))


def _estimate_win_probabilities(bot: SearchBot, position: Position) -> tuple[float, ...]:
    """Return each seat's expected result in a search, normalised to add up to 1."""
    if position.is_over:
        return tuple(float(place == 1) for place in position.standing().places)
    bot.analyse(position)
    total = sum(bot.expectation)
    return tuple(round(share / total, 4) for share in bot.expectation)
