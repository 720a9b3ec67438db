"""A table as it is kept: its events as rows, and the row that lets it be found."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tilewright.events import (
    Event,
    HandedOver,
    Moved,
    Person,
    Said,
    Sat,
    Stood,
    Terms,
    write_event,
)
from tilewright.game import Seat
from tilewright.match import Match, timing
from tilewright.server.storage.tables import EventRow, Index
from tilewright.server.views import show_outcome
from tilewright.wire.tables import OutcomeInfo

__all__ = ["Summary", "event_rows", "index_of", "read_summary", "summary"]


def event_rows(before: int, events: Iterable[Event]) -> list[EventRow]:
    """Events that follow the first ``before`` ones."""
    return [_row(seq, event) for seq, event in enumerate(events, before + 1)]


def _row(seq: int, event: Event) -> EventRow:
    kind = str(type(event).__struct_config__.tag)
    move_id = event.move_id if isinstance(event, Moved) else None
    return EventRow(seq, event.at, kind, _author(event), move_id, write_event(event))


def _author(event: Event) -> str | None:
    """Who moved, or whose name is in an event."""
    if isinstance(event, Moved):
        return event.author
    who = event.who if isinstance(event, Sat | HandedOver | Said) else None
    return who.id if isinstance(who, Person) else None


def index_of(match: Match, events: Iterable[Event]) -> Index:
    """The row of a table after these events, which brought its match to where it is."""
    has_new_seats = any(isinstance(event, Sat | Stood | HandedOver) for event in events)
    return Index(
        status=match.status,
        number=match.number,
        mover_id=None if match.mover is None else match.chairs[match.mover].owner,
        deadline=_deadline(match),
        bot_due=match.bot_to_move is not None,
        summary=msgspec.json.encode(summary(match)).decode(),
        seats=_seats(match) if has_new_seats else None,
    )


def _deadline(match: Match) -> int | None:
    """When time alone changes a table, whoever is there. Who is away is known in memory only, and
    whoever waits for them keeps the table there; a quick match is looked at soon, in case that
    nobody does."""
    if match.status == "open" and match.is_quick:
        return match.changed + timing.QUICK_PATIENCE
    return match.clocks.deadline if match.status == "running" else timing.deadline(match)


def _seats(match: Match) -> dict[Seat, str]:
    owners = {seat: chair.owner for seat, chair in enumerate(match.chairs)}
    return {seat: owner for seat, owner in owners.items() if owner is not None}


class Summary(msgspec.Struct, frozen=True):
    """A table in a list of tables."""

    terms: Terms
    chairs: list[str | None]
    """Names; None for a free seat."""
    ply: int
    outcome: OutcomeInfo | None = None
    """Rows of earlier versions have none."""
    is_quick: bool = False


# Made here, once: msgspec learns a type when it is first asked of it. Where two threads ask at the
# same time, as those who read the database do, one of them sees half of it, and the process ends.
read_summary = msgspec.json.Decoder(Summary).decode


def summary(match: Match) -> Summary:
    """What a list of tables shows of a match."""
    names = [chair.who.name if chair.who else None for chair in match.chairs]
    ply = match.position.ply if match.position else 0
    return Summary(match.terms, names, ply, show_outcome(match), match.is_quick)
