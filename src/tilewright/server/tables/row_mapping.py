"""Tables as rows: events, and the index row by which a table is found."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tilewright.game import Seat
from tilewright.match import Match, timeouts
from tilewright.match.events import (
    ChatMessage,
    Event,
    Moved,
    Person,
    SeatFreed,
    SeatTaken,
    SeatTransferred,
    Terms,
    write_event,
)
from tilewright.server.presenters import outcome_info
from tilewright.server.storage.tables import EventRow, TableIndex
from tilewright.wire.tables import OutcomeInfo

__all__ = ["Summary", "read_summary", "summary", "to_event_rows", "to_table_row"]


def to_event_rows(before: int, events: Iterable[Event]) -> list[EventRow]:
    """Return the rows of events that follow the first ``before`` ones."""
    return [_row(seq, event) for seq, event in enumerate(events, before + 1)]


def _row(seq: int, event: Event) -> EventRow:
    kind = str(type(event).__struct_config__.tag)
    move_id = event.move_id if isinstance(event, Moved) else None
    return EventRow(seq, event.at, kind, _author(event), move_id, write_event(event))


def _author(event: Event) -> str | None:
    """Return the person who moved, or who is named in an event."""
    if isinstance(event, Moved):
        return event.author
    who = event.who if isinstance(event, SeatTaken | SeatTransferred | ChatMessage) else None
    return who.id if isinstance(who, Person) else None


def to_table_row(match: Match, events: Iterable[Event]) -> TableIndex:
    """Return the index row of a table after these events, which its match has applied."""
    has_new_seats = any(
        isinstance(event, SeatTaken | SeatFreed | SeatTransferred) for event in events
    )
    return TableIndex(
        status=match.status,
        number=match.number,
        mover_id=None if match.mover is None else match.seats[match.mover].owner,
        deadline=_deadline(match),
        bot_due=match.bot_to_move is not None,
        summary=msgspec.json.encode(summary(match)).decode(),
        seats=_seats(match) if has_new_seats else None,
    )


def _deadline(match: Match) -> int | None:
    """Return the next timeout that does not depend on presence, so that any process can find it.

    A waiting quick match gets one, in case no process shows it.
    """
    if match.status == "open" and match.is_quick:
        return match.changed_at + timeouts.QUICK_AWAY_MS
    return match.clocks.deadline if match.status == "running" else timeouts.next_deadline(match)


def _seats(match: Match) -> dict[Seat, str]:
    owners = {seat: state.owner for seat, state in enumerate(match.seats)}
    return {seat: owner for seat, owner in owners.items() if owner is not None}


class Summary(msgspec.Struct, frozen=True):
    """A table in a list of tables."""

    terms: Terms
    chairs: list[str | None]
    """Names by seat; None for a free seat."""
    ply: int
    outcome: OutcomeInfo | None = None
    """None in rows of earlier versions, too."""
    is_quick: bool = False


# Made once, at import: msgspec builds a type's decoder at first use. Two threads that did so at the
# same time would crash the process.
read_summary = msgspec.json.Decoder(Summary).decode


def summary(match: Match) -> Summary:
    """Return a match as a list of tables shows it."""
    names = [state.occupant.name if state.occupant else None for state in match.seats]
    ply = match.position.ply if match.position else 0
    return Summary(match.terms, names, ply, outcome_info(match), match.is_quick)
