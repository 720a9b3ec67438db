"""Checks shared by several commands. Each raises ``Refused`` on failure."""

from __future__ import annotations

from typing import Final

import msgspec

from tilewright.errors import Code, Refused, Stale
from tilewright.game import Seat
from tilewright.match.events import Event, format_event, parse_event
from tilewright.match.state import Match, Status

MAX_EVENTS: Final = 3000
"""A log of this length takes only moves, chat, and seats that go back to their owners."""
MAX_EVENTS_OF_RECLAIMS: Final = 2 * MAX_EVENTS
"""At this length no seat goes back to its owner. Only time fills the log so far: a stand-in comes
after an absence."""
HOST_EVENTS: Final = 200
"""The last events of a log that only the host may use before the game."""
MAX_SITTINGS: Final = 10
"""Maximum number of times a person may sit down or change their name at one table."""


def check_status(match: Match, status: Status) -> None:
    """Raise Refused unless the match has the given status."""
    if match.status != status:
        found = f"expected a table that is {status}; it is {match.status}"
        raise Refused(Code[f"NOT_{status.upper()}"], found)


def check_event_limit(match: Match, max_events: int = MAX_EVENTS) -> None:
    """Raise Refused if the log has `max_events` events or more. Moves are not checked."""
    if match.seq >= max_events:
        message = f"expected fewer than {max_events:,} events: only moves are added now"
        raise Refused(Code.LOG_FULL, message)


def check_sitting(match: Match, person_id: str) -> None:
    """Raise Refused if a person has sat down too often, or the log is too long.

    The host may sit down until the log has ``MAX_EVENTS`` events.
    """
    if person_id == match.host:
        check_event_limit(match)
        return
    if match.sittings.get(person_id, 0) >= MAX_SITTINGS:
        message = f"expected a person to sit down here at most {MAX_SITTINGS} times"
        raise Refused(Code.SEATED_TOO_OFTEN, message)
    if match.seq >= MAX_EVENTS - HOST_EVENTS:
        left = f"expected fewer than {MAX_EVENTS - HOST_EVENTS:,} events: only the host adds some"
        raise Refused(Code.LOG_FULL, left)


def check_seat(match: Match, seat: Seat) -> None:
    """Raise Refused if the seat number is out of range."""
    if not 0 <= seat < match.players:
        raise Refused(Code.NO_SEAT, f"seat: expected 0 to {match.players - 1}; found {seat}")


def check_host(match: Match, person_id: str) -> None:
    """Raise Refused unless the person is the host."""
    if person_id != match.host:
        raise Refused(Code.NOT_HOST, "only the host of the table may do that")


def check_number(match: Match, number: int) -> None:
    """Raise Stale if a command was issued for another version of the position."""
    if number != match.number:
        raise Stale(f"expected state number {match.number}; found {number}")


def require_storable(event: Event) -> Event:
    """Return the event. Raises Refused unless it survives a JSON round trip."""
    try:
        parse_event(format_event(event))
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise Refused(Code.BAD_VALUE, str(error)) from error
    return event


def find_playing_seats(match: Match, person_id: str) -> list[Seat]:
    """Return a person's seats without a forfeit. Raises Refused if there are none."""
    check_status(match, "running")
    own = [seat for seat in match.seats_of(person_id) if match.seats[seat].forfeit is None]
    if not own:
        raise Refused(Code.NOT_SEATED, "you have no seat in this game")
    return own


def find_playing_seat(match: Match, person_id: str) -> Seat:
    """Return a person's seat that is to move, otherwise their first playing seat.

    Raises:
        Refused: The person has no playing seat.
    """
    own = find_playing_seats(match, person_id)
    return match.board.mover if match.board.mover in own else own[0]


def find_seat_to_move(match: Match, person_id: str, number: int | None = None) -> Seat:
    """Return the seat for which a person may move now.

    An outdated position `number` is refused first, because it explains all other errors.

    Raises:
        Stale: `number` is not the number of the position.
        Refused: The person has no seat, it is not their turn, or the game is paused.
    """
    own = find_playing_seats(match, person_id)
    if number is not None:
        check_number(match, number)
    if match.is_paused:
        raise Refused(Code.PAUSED, "the game is paused")
    mover = match.board.mover
    if mover not in own:
        raise Refused(Code.NOT_YOUR_TURN, f"it is the turn of seat {mover}; yours: {own}")
    return mover
