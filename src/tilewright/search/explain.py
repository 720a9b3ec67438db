"""The best moves of a position, and winning probabilities over a game, by search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from threading import Event
from typing import Any

from tilewright.game import Action, Seat
from tilewright.position import Position
from tilewright.search.bot import Candidate, SearchBot
from tilewright.search.levels import find_network
from tilewright.search.plans import Prospect, compile_solver, expect_total, weigh_moves
from tilewright.search.protocol import Budget

__all__ = [
    "Analysis",
    "ExplainedMove",
    "analyse",
]


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
