"""Forfeits: seats that resigned, ran out of time or broke the rules, and the resulting places.

    forfeits: 2 resigned, 0 time

Seats that forfeit rank last, the first to forfeit at the very end. The others keep their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from tilewright.game import Seat
from tilewright.position import Outcome
from tilewright.text import Value, parse_number, quote

ForfeitReason = Literal["resigned", "time", "fault"]
"""``fault``: a bot that played an illegal move or violated the protocol."""
REASONS: tuple[ForfeitReason, ...] = get_args(ForfeitReason)
Forfeit = tuple[Seat, ForfeitReason]


def apply_forfeits(standing: Outcome, forfeits: Sequence[Seat]) -> Outcome:
    """Return the outcome with the places that result from forfeits.

    Forfeited seats come last, the first of them at the very end. Places are no longer shared.
    """
    others = [seat for seat in standing.ranking if seat not in forfeits]
    order = [*others, *reversed(forfeits)]
    places = tuple(order.index(seat) + 1 for seat in range(len(order)))
    return Outcome(standing.scores, places)


def format_forfeits(forfeits: Sequence[Forfeit]) -> str:
    """Format forfeits as a record stores them."""
    return ", ".join(f"{seat} {reason}" for seat, reason in forfeits)


def parse_forfeits(value: Value, players: int) -> tuple[Forfeit, ...]:
    """Parse a record's forfeits. Raises ``TextError`` if a seat occurs twice."""
    forfeits: dict[Seat, ForfeitReason] = {}
    for part in value.text.split(","):
        digit, _, word = part.strip().partition(" ")
        seat = parse_number(digit, 0, players - 1, value)
        if seat in forfeits:
            raise value.error(f"expected every seat at most once; found seat {seat} twice")
        forfeits[seat] = _parse_reason(word, value)
    return tuple(forfeits.items())


def _parse_reason(word: str, value: Value) -> ForfeitReason:
    """Parse the reason of a forfeit. Raises ``TextError`` if it is unknown."""
    for reason in REASONS:
        if word == reason:
            return reason
    raise value.error(f"expected one of {', '.join(REASONS)}; found {quote(word)}")
