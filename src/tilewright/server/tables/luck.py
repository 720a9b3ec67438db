"""Luck taken out of what somebody made of a deal.

The deal is the same for everybody, and so is its luck; what it draws later is not, once lines have
parted. A review of the line tells both from what was decided.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable

from tilewright.record import Record
from tilewright.server.analysis.reviews import SECONDS, review_quickly
from tilewright.server.storage.deals import Adjusted, Deal, Made
from tilewright.server.tables.par import first_position

__all__ = ["SECONDS", "adjust", "next_line"]


def next_line(made: Iterable[Made]) -> str | None:
    """The first game that was not looked at yet; None where all were. Of some old ones the moves
    are not known."""
    return next((one.line for one in made if one.adjusted is None and one.line), None)


def adjust(deal: Deal, line: str, stop: threading.Event) -> list[Adjusted]:
    """What a line was worth to each seat without its luck. Raises TooManyRequests where it was
    hurried."""
    played = first_position(deal)
    for move in line.split("\n"):
        played.play(move)
    found = review_quickly(Record(played, outcome=played.outcome), stop)
    return [Adjusted(account.adjusted, account.error) for account in found.seats]
