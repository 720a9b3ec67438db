"""Commands during the game: moves, resigning, reclaiming and transferring seats, chat.

A command validates a person's request and returns the resulting events, or raises ``Refused``.
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
    find_playing_seat,
    find_playing_seats,
    find_seat_to_move,
    require_storable,
)
from tilewright.match.state import Match, SeatState, SentMove
from tilewright.match.timeouts import time_forfeit_events

CHAT_AFTER_END_MS: Final = 3 * 24 * 3600 * 1000
"""Chat stays open for this long after the end of a game."""
MAX_CHAT_LINES: Final = 200
"""Limit per player, and for all spectators together."""
LOST_AFTER_MS: Final = 15_000
"""The host may transfer a seat once its owner has been away for this long."""


def move(
    match: Match, person_id: str, text: str, number: int, move_id: str | None, now: int
) -> list[Event]:
    """Return the events of a person's move.

    Args:
        match: The match.
        person_id: Id of the player.
        text: The move as text.
        number: Position version that the client saw.
        move_id: The client's id for the move. Sending it again returns no events.
        now: Time (ms).

    Returns:
        The move, or the time forfeit if it arrived after the deadline.

    Raises:
        Refused: The move is not allowed now, or `move_id` was used for another move (``conflict``).
    """
    if move_id is not None and (sent := match.sent_moves.get((person_id, move_id))):
        _check_same_move(match, sent, text, number)
        return []
    seat = find_seat_to_move(match, person_id, number)
    if forfeit := time_forfeit_events(match, now):
        return forfeit
    played = match.board.format_move(match.board.parse_move(text))
    has_stand_in = match.seats[seat].has_stand_in
    back: list[Event] = [SeatReclaimed(at=now, seat=seat)] if has_stand_in else []
    made = Moved(at=now, seat=seat, move=played, author=person_id, move_id=move_id)
    return [*back, require_storable(made)]


def _check_same_move(match: Match, sent_move: SentMove, text: str, number: int) -> None:
    """Raise Refused if a move id was used for a different move."""
    if number != sent_move.number or (
        text != sent_move.text and _normalise_move(match, sent_move.ply, text) != sent_move.text
    ):
        raise Refused(Code.CONFLICT, f"that move_id belongs to the move {sent_move.text!r}")


def _normalise_move(match: Match, ply: int, text: str) -> str | None:
    """Return a move at an earlier ply in the spelling of the log. None if it is illegal there."""
    try:
        before = match.board.at_ply(ply)
        return before.format_move(before.parse_move(text))
    except TilewrightError:
        return None


def bot_move(match: Match, action: Action, number: int, now: int) -> list[Event]:
    """Return the event of a bot's move, as a list.

    Args:
        match: The match.
        action: A legal action of the position.
        number: Position version that the bot saw.
        now: Time (ms).

    Raises:
        Refused: The position has changed, or it is not a bot's turn.
    """
    check_number(match, number)
    seat = match.mover
    if seat is None or match.bot_to_move is None:
        raise Refused(Code.NOT_YOUR_TURN, "no bot is to move")
    return [Moved(at=now, seat=seat, move=match.board.format_move(action))]


def seat_for_hint(match: Match, person_id: str) -> Seat:
    """Return the seat for which a person may request a hint.

    Raises:
        Refused: It is not the person's turn, the game counts, or another person plays.
    """
    seat = find_seat_to_move(match, person_id)
    if match.terms.rated or match.terms.is_duplicate:
        kind = "rated game" if match.terms.rated else "deal that others play, too"
        raise Refused(Code.NO_HINTS, f"hints are not allowed in a {kind}")
    if any(other.is_person and other.owner != person_id for other in match.seats):
        raise Refused(Code.NO_HINTS, "hints are not allowed where other people play against you")
    return seat


def resign(match: Match, person_id: str, now: int) -> list[Event]:
    """Return the forfeit of a person who resigns.

    A two-player game ends. In other games a bot plays on, and the seat ranks last.
    """
    seat = find_playing_seat(match, person_id)
    return time_forfeit_events(match, now) or [Forfeited(at=now, seat=seat, reason="resigned")]


def disqualify(match: Match, seat: Seat, now: int) -> list[Event]:
    """Return the forfeit of a bot after it violated the rules or the bot protocol."""
    check_status(match, "running")
    check_seat(match, seat)
    state = match.seats[seat]
    if not isinstance(state.occupant, BotSeat) or state.forfeit is not None:
        raise Refused(Code.NO_BOT, f"seat {seat}: expected a bot that has not forfeited")
    return [Forfeited(at=now, seat=seat, reason="fault")]


def reclaim(match: Match, person_id: str, now: int) -> list[Event]:
    """Return the events that replace the stand-ins on a person's seats by the person."""
    seats = [s for s in find_playing_seats(match, person_id) if match.seats[s].has_stand_in]
    if not seats:
        raise Refused(Code.NOTHING_TO_RECLAIM, "no bot plays for you at this table")
    # An opponent may fill the log with proposals, but must not keep the owner from the seat.
    check_event_limit(match, MAX_EVENTS_OF_RECLAIMS)
    return [SeatReclaimed(at=now, seat=seat) for seat in seats]


# --- Seat transfers -------------------------------------------------------------------------------
# To the server, another device is another person, and a transfer reveals the seat's hidden
# information to them. So only the owner may transfer a seat, or the host if the owner is away.
# Rated games and shared deals allow no transfers.


def find_giver(match: Match, person_id: str, seat: Seat, now: int) -> Giver:
    """Return the role in which a person may transfer a seat.

    The owner always may. The host may while the owner is away, except in quick matches and with a
    clock per move, where players are often away.

    Returns:
        ``owner`` or ``host``.

    Raises:
        Refused: The seat cannot be transferred, or not by this person.
    """
    state = _require_transferable_seat(match, seat)
    if state.belongs_to(person_id):
        return "owner"
    if person_id != match.host or match.is_quick or match.terms.clock.kind == "move":
        raise Refused(Code.NOT_YOURS, f"seat {seat} is not yours")
    _check_owner_away(match, seat, now)
    return "host"


def transfer_seat(
    match: Match, giver: Giver, seat: Seat, new_owner: Person, now: int
) -> list[Event]:
    """Return the event that transfers a seat, or the time forfeit if the mover's time is up."""
    _require_transferable_seat(match, seat)
    if forfeit := time_forfeit_events(match, now):
        return forfeit
    check_event_limit(match)
    if match.seats_of(new_owner.id):
        raise Refused(Code.SEATED_ALREADY, "you have another seat in this game")
    if giver == "host":
        _check_owner_away(match, seat, now)
    return [require_storable(SeatTransferred(at=now, seat=seat, who=new_owner, by=giver))]


def _require_transferable_seat(match: Match, seat: Seat) -> SeatState:
    """Return the state of a seat. Raises Refused if it cannot be transferred."""
    check_status(match, "running")
    check_seat(match, seat)
    if match.terms.rated or match.terms.is_duplicate:
        kind = "rated game" if match.terms.rated else "deal that others play, too"
        raise Refused(Code.NO_HANDING_OVER, f"seats cannot be given away in a {kind}")
    if not match.seats[seat].is_person:
        raise Refused(Code.NOT_SEATED, f"seat {seat}: expected a person who plays there")
    return match.seats[seat]


def _check_owner_away(match: Match, seat: Seat, now: int) -> None:
    """Raise Refused unless a seat's owner has been away for long enough."""
    absent_since = match.absent_since(seat)
    if absent_since is None or now < absent_since + LOST_AFTER_MS:
        raise Refused(Code.STILL_HERE, "the owner of that seat is here, or was a moment ago")


# --- Chat -----------------------------------------------------------------------------------------


def chat(match: Match, person: Person, text: str, now: int) -> list[Event]:
    """Return the event of a person's chat message."""
    if not match.terms.talk:
        raise Refused(Code.NO_TALK, "there is no talk at this table")
    _check_chat(match, person, now)
    return [require_storable(ChatMessage(at=now, who=person, text=text))]


def _check_chat(match: Match, person: Person, now: int) -> None:
    """Raise Refused if the table's chat is closed, or has too many lines of this author.

    The chat closes ``CHAT_AFTER_END_MS`` after the game, and at once if the table was closed before
    it. The limit is ``MAX_CHAT_LINES``.
    """
    if match.is_over and (match.position is None or now >= match.ended_at + CHAT_AFTER_END_MS):
        raise Refused(Code.NO_TALK, "the chat of this table is closed")
    is_player = bool(match.seats_of(person.id))
    lines = match.chat_lines.get(person.id, 0) if is_player else match.spectator_chat_lines
    if lines >= MAX_CHAT_LINES:
        raise Refused(Code.NO_TALK, f"expected at most {MAX_CHAT_LINES} lines of talk at a table")
