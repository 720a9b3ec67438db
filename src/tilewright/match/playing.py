"""Wishes during the game: moves, giving up, coming back, hints."""

from __future__ import annotations

from tilewright.errors import Code, Refused
from tilewright.events import BotSeat, Event, Forfeited, Moved, Person, Reclaimed, Said
from tilewright.game import Action, Seat
from tilewright.match.checks import (
    check_log,
    check_number,
    check_readable,
    check_seat,
    check_status,
    find_playing_seat,
    find_playing_seats,
    find_seat_to_move,
)
from tilewright.match.state import Match
from tilewright.match.timing import flag

__all__ = ["bot_move", "disqualify", "move", "reclaim", "resign", "say", "seat_to_help"]

TALK_AFTER = 3 * 24 * 3600 * 1000
"""How long (ms) people may talk about a game that is over."""
MAX_WORDS = 200
"""Lines of somebody who plays, and of all spectators together."""


def move(
    match: Match, person: str, text: str, number: int, move_id: str | None, now: int
) -> list[Event]:
    """A person's move. No events when this very move has been made before.

    A move that comes too late is the flag that fell: its event is the forfeit."""
    if move_id is not None and (person, move_id) in match.move_ids:
        return []
    seat = find_seat_to_move(match, person, number)
    if fallen := flag(match, now):
        return fallen
    played = match.board.format_move(match.board.parse_move(text))
    back: list[Event] = [Reclaimed(at=now, seat=seat)] if match.chairs[seat].has_stand_in else []
    made = Moved(at=now, seat=seat, move=played, author=person, move_id=move_id)
    return [*back, check_readable(made)]


def bot_move(match: Match, action: Action, number: int, now: int) -> list[Event]:
    """The move of the bot whose turn it is."""
    check_number(match, number)
    seat = match.mover
    if seat is None or match.bot_to_move is None:
        raise Refused(Code.NOT_YOUR_TURN, "no bot is to move")
    return [Moved(at=now, seat=seat, move=match.board.format_move(action))]


def seat_to_help(match: Match, person: str) -> Seat:
    """The seat on which somebody may be told what a bot would play: it is their turn, and no
    other person plays for anything against them."""
    seat = find_seat_to_move(match, person)
    if match.terms.rated or match.terms.is_duplicate:
        kind = "rated game" if match.terms.rated else "deal that others play, too"
        raise Refused(Code.NO_HINTS, f"hints are not allowed in a {kind}")
    if any(chair.is_person and chair.owner != person for chair in match.chairs):
        raise Refused(Code.NO_HINTS, "hints are not allowed where other people play against you")
    return seat


def resign(match: Match, person: str, now: int) -> list[Event]:
    """Give up: in a game for two that is the end, in others a bot plays on and comes last."""
    seat = find_playing_seat(match, person)
    return flag(match, now) or [Forfeited(at=now, seat=seat, reason="resigned")]


def disqualify(match: Match, seat: Seat, now: int) -> list[Event]:
    """A bot broke the rules, of the game or of good manners."""
    check_status(match, "running")
    check_seat(match, seat)
    chair = match.chairs[seat]
    if not isinstance(chair.who, BotSeat) or chair.forfeit is not None:
        raise Refused(Code.NO_BOT, f"seat {seat}: expected a bot that has not forfeited")
    return [Forfeited(at=now, seat=seat, reason="fault")]


def reclaim(match: Match, person: str, now: int) -> list[Event]:
    """Take a seat back from the stand-in."""
    back = [s for s in find_playing_seats(match, person) if match.chairs[s].has_stand_in]
    if not back:
        raise Refused(Code.NOTHING_TO_RECLAIM, "nobody plays for you here")
    check_log(match)
    return [Reclaimed(at=now, seat=seat) for seat in back]


def say(match: Match, person: Person, text: str, now: int) -> list[Event]:
    """A word to the table."""
    if not match.terms.talk:
        raise Refused(Code.NO_TALK, "there is no talk at this table")
    _check_talk(match, person, now)
    return [check_readable(Said(at=now, who=person, text=text))]


def _check_talk(match: Match, person: Person, now: int) -> None:
    """A table that was given up, or was left long ago, is no place to talk, and a log that others
    read has an end: so many words for everybody who plays, and so many for all others together."""
    if match.is_over and (match.position is None or now >= match.ended + TALK_AFTER):
        raise Refused(Code.NO_TALK, "nobody talks at this table any more")
    said = match.said.get(person.id, 0) if match.seats_of(person.id) else match.said_by_spectators
    if said >= MAX_WORDS:
        raise Refused(Code.NO_TALK, f"expected at most {MAX_WORDS} lines of talk at a table")
