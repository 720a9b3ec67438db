"""Checks that wishes share. Each refuses, or returns what the wish goes on with."""

from __future__ import annotations

import msgspec

from tilewright.errors import Code, Refused, Stale
from tilewright.events import Event, parse_event, write_event
from tilewright.game import Seat
from tilewright.match.state import Match, Status

__all__ = [
    "check_host",
    "check_log",
    "check_number",
    "check_readable",
    "check_seat",
    "check_status",
    "find_playing_seat",
    "find_playing_seats",
    "find_seat_to_move",
]

MAX_EVENTS = 3000
"""After so many, a log gets only what leads to the end of the game."""


def check_status(match: Match, status: Status) -> None:
    """The match has to be at that stage."""
    if match.status != status:
        found = f"expected a table that is {status}; it is {match.status}"
        raise Refused(Code[f"NOT_{status.upper()}"], found)


def check_log(match: Match) -> None:
    """A log that others read has an end. What can be done for ever is refused then; moves go on,
    and so a game comes to its end, too."""
    if match.seq >= MAX_EVENTS:
        message = f"expected fewer than {MAX_EVENTS:,} events: only moves are added now"
        raise Refused(Code.LOG_FULL, message)


def check_seat(match: Match, seat: Seat) -> None:
    """There has to be such a seat."""
    if not 0 <= seat < match.players:
        raise Refused(Code.NO_SEAT, f"seat: expected 0 to {match.players - 1}; found {seat}")


def check_host(match: Match, person: str) -> None:
    """Some wishes are the host's alone."""
    if person != match.host:
        raise Refused(Code.NOT_HOST, "only the host of the table may do that")


def check_number(match: Match, number: int) -> None:
    """Whoever moves has to have seen the position that is there now."""
    if number != match.number:
        raise Stale(f"expected state number {match.number}; found {number}")


def check_readable(event: Event) -> Event:
    """Refuse an event that could be written down but not read again: too long, no such bot ..."""
    try:
        parse_event(write_event(event))
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise Refused(Code.BAD_VALUE, str(error)) from error
    return event


def find_playing_seats(match: Match, person: str) -> list[Seat]:
    """The seats of somebody in a running game that they have not given up; at least one."""
    check_status(match, "running")
    mine = [seat for seat in match.seats_of(person) if match.chairs[seat].forfeit is None]
    if not mine:
        raise Refused(Code.NOT_SEATED, "you have no seat in this game")
    return mine


def find_playing_seat(match: Match, person: str) -> Seat:
    """One of them; at one screen the one whose turn it is."""
    mine = find_playing_seats(match, person)
    return match.board.mover if match.board.mover in mine else mine[0]


def find_seat_to_move(match: Match, person: str, number: int | None = None) -> Seat:
    """The seat on which somebody may move now. Whoever saw another position than that of the
    ``number`` is told so first: the rest follows from that."""
    mine = find_playing_seats(match, person)
    if number is not None:
        check_number(match, number)
    if match.is_paused:
        raise Refused(Code.PAUSED, "the game is paused")
    mover = match.board.mover
    if mover not in mine:
        raise Refused(Code.NOT_YOUR_TURN, f"it is the turn of seat {mover}; yours: {mine}")
    return mover
