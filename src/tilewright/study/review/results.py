"""The result of a review, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilewright.game import Seat
from tilewright.position import Outcome
from tilewright.study.review.luck import SeatBreakdown, quantize
from tilewright.study.review.move_loss import Class

__all__ = ["Decision", "Event", "Review"]


@dataclass(frozen=True)
class Decision:
    """A move, compared with the best move found from the mover's view."""

    ply: int
    """Number of moves played before it."""
    seat: Seat
    played: str
    best: str
    loss: float
    """Expectation after the best move, minus that after the played move."""
    error: float
    """Half-width of the loss's 95 % confidence interval."""
    kind: Class
    why: tuple[Any, ...]
    outlook: float
    """The seat's expectation after the best move."""
    line: tuple[str, ...]
    """Expected line that starts with the best move."""
    effect: tuple[float, ...]
    """Effect by seat, according to the ledger."""

    def as_json(self) -> dict[str, Any]:
        """Return the decision as JSON data, with losses as exact multiples of 1/65536."""
        return {
            "ply": self.ply,
            "seat": self.seat,
            "played": self.played,
            "best": self.best,
            "loss": quantize(self.loss),
            "error": quantize(self.error),
            "class": self.kind,
            "why": list(self.why),
            "outlook": quantize(self.outlook),
            "line": list(self.line),
            "effect": list(self.effect),
        }


@dataclass(frozen=True)
class Event:
    """A chance event."""

    ply: int
    event: str
    luck: tuple[float, ...]
    """Luck by seat, according to the ledger."""
    error: tuple[float, ...]

    def as_json(self) -> dict[str, Any]:
        error = [quantize(one) for one in self.error]
        return {"ply": self.ply, "event": self.event, "luck": list(self.luck), "error": error}


@dataclass(frozen=True)
class Review:
    """A review of a finished game."""

    game: str
    names: tuple[str, ...]
    iterations: int
    seed: int
    outcome: Outcome
    path: tuple[tuple[float, ...], ...]
    """All seats' expectations, from before the deal to the end."""
    decisions: tuple[Decision, ...]
    chance: tuple[Event, ...]
    seats: tuple[SeatBreakdown, ...]
    forfeits: tuple[Seat, ...]
    remarks: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the review as JSON data, with expectations as exact multiples of 1/65536."""
        return {
            "game": self.game,
            "names": list(self.names),
            "iterations": self.iterations,
            "seed": self.seed,
            "remarks": list(self.remarks),
            "decisions": [one.as_json() for one in self.decisions],
            "chance": [one.as_json() for one in self.chance],
            "seats": [self._seat_as_json(one) for one in self.seats],
            "path": [list(one) for one in self.path],
        }

    def _seat_as_json(self, breakdown: SeatBreakdown) -> dict[str, Any]:
        """Return a seat's breakdown as JSON data, with its score and place."""
        return {
            "seat": breakdown.seat,
            "score": self.outcome.scores[breakdown.seat],
            "place": self.outcome.places[breakdown.seat],
            "luck": breakdown.luck,
            "own": breakdown.own,
            "others": breakdown.others,
            "skill": breakdown.skill,
            "start": breakdown.start,
            "result": breakdown.result,
            "adjusted": breakdown.adjusted,
            "error": quantize(breakdown.error),
        }
