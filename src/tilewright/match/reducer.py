"""The reducer applies events to a match. Only presence changes without an event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.game import Seat
from tilewright.match.clock import Clocks
from tilewright.match.events import (
    Answered,
    Asked,
    BotSubstituted,
    ChanceRule,
    ChatMessage,
    ClockFrozen,
    Closed,
    DealRevealed,
    Event,
    Forfeited,
    Moved,
    Opened,
    Paused,
    Person,
    Rematched,
    Renamed,
    Resumed,
    SeatFreed,
    SeatReclaimed,
    SeatTaken,
    SeatTransferred,
    Started,
    Terms,
    Undone,
)
from tilewright.match.state import Match, SeatState, SentMove
from tilewright.position import Position
from tilewright.records.commit_reveal import Shuffle
from tilewright.registry import get_game


def replay(secret: bytes, events: Sequence[Event], origin: Position | None = None) -> Match:
    """Rebuild a match from its event log.

    Args:
        secret: The server's secret, which determines the deal.
        events: The log, starting with ``Opened``.
        origin: First position of a local match; None to deal from the secret.

    Raises:
        TilewrightError: The log does not start with ``Opened``, or an event is invalid.
    """
    first, *others = events
    if not isinstance(first, Opened):
        found = type(first).__struct_config__.tag
        raise TilewrightError(f"expected a log that begins with 'opened'; found {found!r}")
    match = _create_match(secret, first, origin)
    apply(match, *others)
    return match


def apply(match: Match, *events: Event) -> None:
    """Apply events to `match` in place, in order.

    Args:
        match: The match.
        *events: Events returned by a command for the match in its current state.

    Examples:
        >>> import tilewright as tw
        >>> from tilewright.match import apply, game_commands, play_locally
        >>> from tilewright.match.events import Person
        >>> match = play_locally(tw.new("polyssimo", seed=7), [Person("a", "A"), Person("b", "B")])
        >>> events = game_commands.move(match, "a", "F", match.number, None, now=0)
        >>> match.number, match.board.ply
        (1, 0)
        >>> apply(match, *events)
        >>> match.number, match.board.ply
        (2, 1)
    """
    for event in events:
        was_over = match.is_over
        _HANDLERS[type(event)](match, event)
        match.seq += 1
        match.changed_at = event.at
        if match.is_over and not was_over:
            match.ended_at = event.at
        if match.status != "open":
            _update_clocks(match, event.at)


def deal(terms: Terms, shuffle: Shuffle, chance: ChanceRule) -> Position:
    """Deal the initial position of a game from its shuffle.

    The position includes all hidden information.
    """
    game = get_game(terms.game)
    if terms.start is None:
        position = Position.again(game, terms.players, shuffle.seed, terms.options)
    else:
        position = Position.from_text(game, terms.start).determinize(shuffle.seed)
    if chance == "keys":
        position.draw_from(shuffle)
    return position


def _update_clocks(match: Match, now: int) -> None:
    """Start the mover's clock and stop all others.

    All clocks stop if the game is not running or is paused, or if a bot moves.
    """
    mover = match.mover
    if mover is None or match.is_paused or match.seats[mover].is_bot:
        match.clocks.stop(now)
    elif match.clocks.running != mover:
        match.clocks.start(mover, now)


# --- Before the game ----------------------------------------------------------------------------


def _create_match(secret: bytes, event: Opened, origin: Position | None) -> Match:
    """Create the match of an ``Opened`` event. A local match begins at `origin`."""
    terms = event.terms
    return Match(
        secret=secret,
        terms=terms,
        host=event.host,
        commitment=event.commitment,
        reserved=list(event.reserved) or [None] * terms.players,
        seats=[SeatState() for _ in range(terms.players)],
        clocks=Clocks(terms.clock, terms.players),
        chance=event.chance,
        is_quick=event.quick,
        origin=origin,
        is_sealed=terms.day is not None,
        seq=1,
        changed_at=event.at,
    )


def _apply_seat_taken(match: Match, event: SeatTaken) -> None:
    """Put an occupant on a seat, with the salt for the shuffle."""
    match.seats[event.seat] = SeatState(event.who, event.salt, taken_at_seq=match.seq + 1)
    if isinstance(event.who, Person):
        match.absences.pop(event.who.id, None)
        _increment_sittings(match, event.who.id)


def _increment_sittings(match: Match, person_id: str) -> None:
    match.sittings = match.sittings | {person_id: match.sittings.get(person_id, 0) + 1}


def _apply_seat_freed(match: Match, event: SeatFreed) -> None:
    """Free a seat, or end the reservation of an empty one."""
    if match.seats[event.seat].occupant is None:
        match.reserved[event.seat] = None
    match.seats[event.seat] = SeatState()


def _apply_renamed(match: Match, event: Renamed) -> None:
    """Change the name of the person on a seat."""
    owner = match.seats[event.seat].owner or ""
    _update_seat(match, event.seat, occupant=Person(owner, event.name))
    _increment_sittings(match, owner)


def _update_seat(match: Match, seat: Seat, **changes: Any) -> None:
    match.seats[seat] = replace(match.seats[seat], **changes)


def _apply_closed(match: Match, event: Closed) -> None:
    match.status, match.is_closed = "over", True


def _apply_started(match: Match, event: Started) -> None:
    """Deal the initial position and start the game."""
    position = _deal_committed(match) if match.origin is None else match.origin.copy()
    match.position = position
    match.number += 1
    match.status = "over" if position.is_over else "running"
    match.turn_started_at = event.at
    match.unrated = event.unrated


def _deal_committed(match: Match) -> Position:
    """Verify the secret against its commitment, then deal the initial position."""
    shuffle = match.shuffle
    shuffle.check(match.commitment, shuffle.seed)
    return deal(match.terms, shuffle, match.chance)


# --- The position -------------------------------------------------------------------------------


def _apply_moved(match: Match, event: Moved) -> None:
    """Play a move, stop the mover's clock and begin the next turn."""
    match.clocks.end_move(event.seat, event.at)
    ply = match.board.ply
    match.board.play(event.move)
    match.movers.append(event.seat)
    if event.author is None and match.seats[event.seat].has_stand_in:
        match.stood_in |= {event.seat}
    if event.author is not None and event.move_id is not None:
        sent = SentMove(match.seq + 1, match.number, ply, event.move)
        match.sent_moves[event.author, event.move_id] = sent
    _begin_turn(match, event.at)


def _apply_undone(match: Match, event: Undone) -> None:
    """Take moves back and begin the turn again."""
    match.position = match.board.after(len(match.board.actions) - event.moves)
    del match.movers[-event.moves :]
    _begin_turn(match, event.at)


def _begin_turn(match: Match, now: int) -> None:
    """Begin a turn with a new version of the position, or end the game."""
    match.number += 1
    match.turn_started_at = now
    match.asked = None
    match.clocks.begin_turn(now)
    if match.board.is_over:
        match.status = "over"


# --- Proposals ----------------------------------------------------------------------------------


def _apply_asked(match: Match, event: Asked) -> None:
    match.asked, match.agreed = (event.what, event.seat), frozenset()


def _apply_answered(match: Match, event: Answered) -> None:
    """Record an acceptance. A refusal ends the proposal."""
    owner = match.seats[event.seat].owner
    if event.yes and owner is not None:
        match.agreed |= {owner}
    else:
        match.asked = None


def _apply_paused(match: Match, event: Paused) -> None:
    match.is_paused, match.asked = True, None


def _apply_resumed(match: Match, event: Resumed) -> None:
    match.is_paused, match.turn_started_at = False, event.at


def _apply_clock_frozen(match: Match, event: ClockFrozen) -> None:
    match.clocks.freeze(event.gone, event.until)


# --- Forfeits and absences ----------------------------------------------------------------------


def _apply_forfeited(match: Match, event: Forfeited) -> None:
    """Record a forfeit.

    The game ends unless two seats without a forfeit remain, one of them a person's.
    """
    _update_seat(match, event.seat, forfeit=event.reason)
    match.forfeits.append(event.seat)
    match.asked = None
    num_left = match.players - len(match.forfeits)
    if num_left < 2 or not any(seat.is_person for seat in match.seats):
        match.status = "over"


def _apply_bot_substituted(match: Match, event: BotSubstituted) -> None:
    """Let the stand-in move for an absent person. Cancel the pending proposal."""
    _update_seat(match, event.seat, has_stand_in=True)
    match.asked = None


def _apply_seat_reclaimed(match: Match, event: SeatReclaimed) -> None:
    _update_seat(match, event.seat, has_stand_in=False)
    match.absences.pop(match.seats[event.seat].owner or "", None)


def _apply_seat_transferred(match: Match, event: SeatTransferred) -> None:
    """Change the owner of a seat. The salt of its first owner stays."""
    _update_seat(
        match, event.seat, occupant=event.who, taken_at_seq=match.seq + 1, has_stand_in=False
    )
    match.absences.pop(event.who.id, None)


# --- Chat, end of the day, rematch ----------------------------------------------------------------


def _apply_chat_message(match: Match, event: ChatMessage) -> None:
    match.chat_lines[event.who.id] = match.chat_lines.get(event.who.id, 0) + 1


def _apply_deal_revealed(match: Match, event: DealRevealed) -> None:
    match.is_sealed = False


def _apply_rematched(match: Match, event: Rematched) -> None:
    match.next_table = event.table


_HANDLERS: dict[type[Any], Callable[[Match, Any], None]] = {
    SeatTaken: _apply_seat_taken,
    SeatFreed: _apply_seat_freed,
    Renamed: _apply_renamed,
    Closed: _apply_closed,
    Started: _apply_started,
    Moved: _apply_moved,
    Undone: _apply_undone,
    Asked: _apply_asked,
    Answered: _apply_answered,
    Paused: _apply_paused,
    Resumed: _apply_resumed,
    ClockFrozen: _apply_clock_frozen,
    Forfeited: _apply_forfeited,
    BotSubstituted: _apply_bot_substituted,
    SeatReclaimed: _apply_seat_reclaimed,
    SeatTransferred: _apply_seat_transferred,
    ChatMessage: _apply_chat_message,
    DealRevealed: _apply_deal_revealed,
    Rematched: _apply_rematched,
}
