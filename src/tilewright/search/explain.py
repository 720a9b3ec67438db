"""Why a bot would play what: its best moves with their chances, as data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from threading import Event
from typing import Any

from tilewright.bots import Budget
from tilewright.game import Seat
from tilewright.position import Position
from tilewright.search.bot import Candidate, SearchBot

__all__ = ["Analysis", "ExplainedMove", "analyse"]


@dataclass(frozen=True)
class ExplainedMove:
    """A move the search has looked at, in words and numbers."""

    move: str
    does: str
    """The move in the game's own words, with what it achieves at once."""
    chance: float
    """What the mover may expect of it: 1 is a sure win."""
    visits: int
    prior: float
    """How good it looked before the search, as a share of all moves."""
    score_change: int
    """By how much it changes the mover's score right now, in the game's own measure."""


@dataclass(frozen=True)
class Analysis:
    """What a search thinks of a position."""

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
    once ``stop`` is set."""
    bot = SearchBot(position.game, seed, budget)
    candidates = bot.analyse(position.view(position.mover), stop)
    explained = tuple(_explain(position, candidate) for candidate in candidates[:most])
    return Analysis(position.mover, bot.iterations, explained)


def _explain(position: Position, candidate: Candidate) -> ExplainedMove:
    seat = position.mover
    after = position.copy()
    after.play(candidate.action)
    return ExplainedMove(
        move=position.format_move(candidate.action),
        does=position.describe_move(candidate.action),
        chance=round(candidate.value, 4),
        visits=candidate.visits,
        prior=round(candidate.prior, 4),
        score_change=after.standing().scores[seat] - position.standing().scores[seat],
    )
