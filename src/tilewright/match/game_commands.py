"""Commands during the game: moves, resigning, reclaiming or transferring a seat, chat.

A command checks what a person may do and returns the events it leads to, or raises ``Refused``.
"""

from __future__ import annotations

from typing import Final

from tilewright.errors import Code, Refused, TilewrightError
from tilewright.game import Action, Seat
from tilewright.match.events import (
    BotSeat,
    ChatMessage,
    Event,
    Forfeited,
    Giver,
    Moved,
    Person,
    SeatReclaimed,
    SeatTransferred,
)
from tilewright.match.guards import (
    MAX_EVENTS_OF_RECLAIMS,
    check_event_limit,
    check_number,
    check_seat,
    check_status,
    check_storable,
    find_playing_seat,
    find_playing_seats,
    find_seat_to_move,
)
from tilewright.match.state import Match, SeatState, SentMove
from tilewright.match.timeouts import time_forfeit

CHAT_AFTER_END_MS: Final = 3 * 24 * 3600 * 1000
"""Chat stays open for this time after the end of a game."""
MAX_CHAT_LINES: Final = 200
"""Chat lines of one player, and of all spectators together."""
LOST_AFTER_MS: Final = 15_000
"""After this absence of its owner, the host may give a seat to another person."""


def move(
    match: Match, person: str, text: str, number: int, move_id: str | None, now: int
) -> list[Event]:
    """Play a person's move.

    Args:
        match: The match.
        person: Identity of the player.
        text: The move as text.
        number: Version of the position that the client saw.
        move_id: The client's id of the move; a move sent again with the same id has no events.
        now: Time (ms).

    Returns:
        The move; or the time forfeit if the move came after the deadline.

    Raises:
        Refused: The move is not allowed now, or its id belongs to another move (``conflict``).
    """
    if move_id is not None and (sent := match.sent_moves.get((person, move_id))):
        _check_same(match, sent, text, number)
        return []
    seat = find_seat_to_move(match, person, number)
    if forfeit := time_forfeit(match, now):
        return forfeit
    played = match.board.format_move(match.board.parse_move(text))
    has_stand_in = match.seats[seat].has_stand_in
    back: list[Event] = [SeatReclaimed(at=now, seat=seat)] if has_stand_in else []
    made = Moved(at=now, seat=seat, move=played, author=person, move_id=move_id)
    return [*back, check_storable(made)]


def _check_same(match: Match, sent: SentMove, text: str, number: int) -> None:
    """Refuse a move whose id was used for another move."""
    if number != sent.number or (text != sent.text and _format(match, sent.ply, text) != sent.text):
        raise Refused(Code.CONFLICT, f"that move_id belongs to the move {sent.text!r}")


def _format(match: Match, ply: int, text: str) -> str | None:
    """Return a move at an earlier ply as the log writes it; None if it is not legal there."""
    try:
        before = match.board.at_ply(ply)
        return before.format_move(before.parse_move(text))
    except TilewrightError:
        return None


def bot_move(match: Match, action: Action, number: int, now: int) -> list[Event]:
    """Play the move of the bot that has to move.

    Args:
        match: The match.
        action: A legal action of the position with version `number`.
        number: Version of the position that the bot saw.
        now: Time (ms).

    Raises:
        Refused: The position has changed, or no bot is to move.
    """
    check_number(match, number)
    seat = match.mover
    if seat is None or match.bot_to_move is None:
        raise Refused(Code.NOT_YOUR_TURN, "no bot is to move")
    return [Moved(at=now, seat=seat, move=match.board.format_move(action))]


def seat_for_hint(match: Match, person: str) -> Seat:
    """Return the seat for which `person` may ask for a hint.

    Hints are refused unless it is the person's turn, in rated games and shared deals, and where
    other people play.
    """
    seat = find_seat_to_move(match, person)
    if match.terms.rated or match.terms.is_duplicate:
        kind = "rated game" if match.terms.rated else "deal that others play, too"
        raise Refused(Code.NO_HINTS, f"hints are not allowed in a {kind}")
    if any(other.is_person and other.owner != person for other in match.seats):
        raise Refused(Code.NO_HINTS, "hints are not allowed where other people play against you")
    return seat


def resign(match: Match, person: str, now: int) -> list[Event]:
    """Resign. A game for two ends; in others a bot plays on and the seat ranks last."""
    seat = find_playing_seat(match, person)
    return time_forfeit(match, now) or [Forfeited(at=now, seat=seat, reason="resigned")]


def disqualify(match: Match, seat: Seat, now: int) -> list[Event]:
    """Forfeit the seat of a bot that broke the rules or its protocol."""
    check_status(match, "running")
    check_seat(match, seat)
    state = match.seats[seat]
    if not isinstance(state.occupant, BotSeat) or state.forfeit is not None:
        raise Refused(Code.NO_BOT, f"seat {seat}: expected a bot that has not forfeited")
    return [Forfeited(at=now, seat=seat, reason="fault")]


def reclaim(match: Match, person: str, now: int) -> list[Event]:
    """Take back the seats for which a stand-in plays."""
    seats = [s for s in find_playing_seats(match, person) if match.seats[s].has_stand_in]
    if not seats:
        raise Refused(Code.NOTHING_TO_RECLAIM, "no bot plays for you at this table")
    # An opponent may fill the log with proposals, but must not keep the owner from the seat.
    check_event_limit(match, MAX_EVENTS_OF_RECLAIMS)
    return [SeatReclaimed(at=now, seat=seat) for seat in seats]


# --- A seat goes on on another device -------------------------------------------------------------
# To a server, another device is another person, who gets to know what the seat knows. So a seat is
# never taken: its owner gives it, or the host if the owner is lost; and not in games that count.


def check_may_transfer(match: Match, person: str, seat: Seat, now: int) -> Giver:
    """Return the role in which `person` may transfer a seat: its owner, or the host.

    The host may only while the owner is away, and neither in quick matches nor with a clock per
    move, where players are away as a matter of course.
    """
    state = _check_transferable(match, seat)
    if state.belongs_to(person):
        return "owner"
    if person != match.host or match.is_quick or match.terms.clock.kind == "move":
        raise Refused(Code.NOT_YOURS, f"seat {seat} is not yours")
    _check_lost(match, seat, now)
    return "host"


def transfer_seat(match: Match, by: Giver, seat: Seat, to: Person, now: int) -> list[Event]:
    """Give a seat to another person."""
    _check_transferable(match, seat)
    if forfeit := time_forfeit(match, now):
        return forfeit
    check_event_limit(match)
    if match.seats_of(to.id):
        raise Refused(Code.SEATED_ALREADY, "you have another seat in this game")
    if by == "host":
        _check_lost(match, seat, now)
    return [check_storable(SeatTransferred(at=now, seat=seat, who=to, by=by))]


def _check_transferable(match: Match, seat: Seat) -> SeatState:
    check_status(match, "running")
    check_seat(match, seat)
    if match.terms.rated or match.terms.is_duplicate:
        kind = "rated game" if match.terms.rated else "deal that others play, too"
        raise Refused(Code.NO_HANDING_OVER, f"seats cannot be given away in a {kind}")
    if not match.seats[seat].is_person:
        raise Refused(Code.NOT_SEATED, f"seat {seat}: expected a person who plays there")
    return match.seats[seat]


def _check_lost(match: Match, seat: Seat, now: int) -> None:
    absent_since = match.absent_since(seat)
    if absent_since is None or now < absent_since + LOST_AFTER_MS:
        raise Refused(Code.STILL_HERE, "the owner of that seat is here, or was a moment ago")


# --- Chat -----------------------------------------------------------------------------------------


def chat(match: Match, person: Person, text: str, now: int) -> list[Event]:
    """Write a line of chat."""
    if not match.terms.talk:
        raise Refused(Code.NO_TALK, "there is no talk at this table")
    _check_chat(match, person, now)
    return [check_storable(ChatMessage(at=now, who=person, text=text))]


def _check_chat(match: Match, person: Person, now: int) -> None:
    """Refuse chat at a closed or long finished table, and beyond ``MAX_CHAT_LINES``."""
    if match.is_over and (match.position is None or now >= match.ended_at + CHAT_AFTER_END_MS):
        raise Refused(Code.NO_TALK, "the chat of this table is closed")
    is_player = bool(match.seats_of(person.id))
    lines = match.chat_lines.get(person.id, 0) if is_player else match.spectator_chat_lines
    if lines >= MAX_CHAT_LINES:
        raise Refused(Code.NO_TALK, f"expected at most {MAX_CHAT_LINES} lines of talk at a table")
