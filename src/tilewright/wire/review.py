"""A finished game, looked back on."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from tilewright.game import Seat
from tilewright.wire.moves import Played

__all__ = [
    "AccountShown",
    "ChanceShown",
    "DecisionShown",
    "ReasonShown",
    "ReviewShown",
    "StepShown",
]


class ReasonShown(Struct, frozen=True, kw_only=True):
    """Why a move was worse than the best: a claim that was checked on the position."""

    key: str
    """Of the sentence, as the page's words have it."""
    facts: dict[str, Any]
    """What stands in the sentence."""
    text: str
    """The sentence in English."""


class DecisionShown(Struct, frozen=True, kw_only=True):
    """A move that is worth a look, beside the best that its seat could have found."""

    ply: int
    """How many moves had been played before it."""
    seat: Seat
    kind: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    loss: float
    """What the seat could expect of the best less what it could expect of the one played."""
    error: float
    """How far that may be off, with 95 % certainty."""
    played: str
    best: Played
    """What was not played, and what it would have done as far as the seat could know."""
    why: list[ReasonShown]
    """What matters most first; empty where the game has no words for it."""


class ChanceShown(Struct, frozen=True, kw_only=True):
    """What chance did."""

    ply: int
    event: str
    """`first seat`, `deal`, `hidden cards` or `refill`."""
    luck: list[float]
    """For every seat."""


class StepShown(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Anything that changed what the seats could expect: a move, or what chance did."""

    ply: int
    """How many moves had been played after it."""
    seat: Seat | None = None
    """Whose decision it was; null: nobody's."""
    outlook: list[float]
    """What every seat could expect after it."""


class AccountShown(Struct, frozen=True, kw_only=True):
    """What came of a seat: start + luck + own + others = result, exactly."""

    seat: Seat
    score: int
    place: int
    gave_up: bool
    start: float
    luck: float
    own: float
    """What its own decisions did to it."""
    others: float
    """What those of the others did to it."""
    result: float
    adjusted: float
    """The result without the luck."""
    error: float
    """How far that may be off, with 95 % certainty."""


class ReviewShown(Struct, frozen=True, kw_only=True):
    """What a finished game teaches: shares of what a seat may expect, from 0 to 1."""

    game: str
    iterations: int
    """Of the search for the best move of a decision."""
    decisions: list[DecisionShown]
    """Those worth a look, in the order of play."""
    chance: list[ChanceShown]
    steps: list[StepShown]
    """The whole game, from the deal to the result."""
    seats: list[AccountShown]
