"""What a review says, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilewright.game import Seat
from tilewright.position import Outcome
from tilewright.study.review.ledger import Account, to_unit
from tilewright.study.review.weighing import Class

__all__ = ["Decision", "Event", "Review"]


@dataclass(frozen=True)
class Decision:
    """A move, beside the best that could be found from what its seat knew."""

    ply: int
    """How many moves had been played before it."""
    seat: Seat
    played: str
    best: str
    loss: float
    """What the seat could expect of the best less what it could expect of the one played."""
    error: float
    """How far that may be off, with 95 % certainty."""
    kind: Class
    why: tuple[Any, ...]
    outlook: float
    """What the seat could expect of the best."""
    line: tuple[str, ...]
    """What the search expected after the best move."""
    effect: tuple[float, ...]
    """What it did to every seat, as the ledger has it."""

    def as_json(self) -> dict[str, Any]:
        return {
            "ply": self.ply,
            "seat": self.seat,
            "played": self.played,
            "best": self.best,
            "loss": to_unit(self.loss),
            "error": to_unit(self.error),
            "class": self.kind,
            "why": list(self.why),
            "outlook": to_unit(self.outlook),
            "line": list(self.line),
            "effect": list(self.effect),
        }


@dataclass(frozen=True)
class Event:
    """What chance did."""

    ply: int
    event: str
    luck: tuple[float, ...]
    """For every seat, as the ledger has it."""
    error: tuple[float, ...]

    def as_json(self) -> dict[str, Any]:
        error = [to_unit(one) for one in self.error]
        return {"ply": self.ply, "event": self.event, "luck": list(self.luck), "error": error}


@dataclass(frozen=True)
class Review:
    """A game, looked back on."""

    game: str
    names: tuple[str, ...]
    iterations: int
    seed: int
    outcome: Outcome
    path: tuple[tuple[float, ...], ...]
    """What every seat could expect, from before the deal to the end."""
    decisions: tuple[Decision, ...]
    chance: tuple[Event, ...]
    seats: tuple[Account, ...]
    forfeits: tuple[Seat, ...]
    remarks: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Plain data; all outlooks are whole numbers of 1/65536, so their sums are exact."""
        return {
            "game": self.game,
            "names": list(self.names),
            "iterations": self.iterations,
            "seed": self.seed,
            "remarks": list(self.remarks),
            "decisions": [one.as_json() for one in self.decisions],
            "chance": [one.as_json() for one in self.chance],
            "seats": [self._account(one) for one in self.seats],
            "path": [list(one) for one in self.path],
        }

    def _account(self, account: Account) -> dict[str, Any]:
        return {
            "seat": account.seat,
            "score": self.outcome.scores[account.seat],
            "place": self.outcome.places[account.seat],
            "luck": account.luck,
            "own": account.own,
            "others": account.others,
            "skill": account.skill,
            "start": account.start,
            "result": account.result,
            "adjusted": account.adjusted,
            "error": to_unit(account.error),
        }
