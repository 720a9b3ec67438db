"""Why a bot would play what: its best moves with their chances, as data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from threading import Event
from typing import Any

from tilewright.bot import Budget
from tilewright.game import Action, Seat
from tilewright.position import Position
from tilewright.search.bot import Candidate, SearchBot
from tilewright.search.plans import Prospect, weigh_moves
from tilewright.search.versions import find_network

__all__ = ["Analysis", "ExplainedMove", "analyse"]


@dataclass(frozen=True, kw_only=True)
class ExplainedMove:
    """A move the search has looked at, in words and numbers."""

    move: str
    does: str
    """The move in the game's own words, with what it achieves at once."""
    chance: float | None = None
    """What the mover may expect of it: 1 is a sure win; None in a game for one."""
    expected: float | None = None
    """The total that it leads to at the end of a game for one; None in others."""
    visits: int
    """How much the search has looked at it."""
    prior: float | None = None
    """How good it looked before the search, as a share of all moves."""
    score_change: int
    """By how much it changes the mover's score right now, in the game's own measure."""
    effect: dict[str, Any]
    """What it does, as data, as far as the mover may know."""

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
        """Plain data."""
        return asdict(self)


def analyse(
    position: Position,
    budget: Budget,
    most: int = 10,
    seed: int = 1,
    stop: Event | None = None,
) -> Analysis:
    """The best moves of the seat to move, judged from what that seat may know; those found so far
    once ``stop`` is set. A game for one is judged by its solver, others by search."""
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
    """What a move is and does. It is tried on a guess: the mover knows no more."""
    after, seat = view.determinize(0), view.mover
    after.play(action)
    return {
        "move": view.format_move(action),
        "does": view.describe_move(action),
        "score_change": after.standing().scores[seat] - view.standing().scores[seat],
        "effect": view.effect(action),
    }
