"""The reducer: applies events to a match. Nothing else changes a match, except presence."""

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
    """Return the match that a log of events makes.

    Args:
        secret: The server's bytes behind the deal.
        events: The log; it begins with ``Opened``.
        origin: First position of a match at one screen; None to deal from the secret.

    Raises:
        TilewrightError: The log does not begin with ``Opened``, or an event does not fit.
    """
    first, *others = events
    if not isinstance(first, Opened):
        found = type(first).__struct_config__.tag
        raise TilewrightError(f"expected a log that begins with 'opened'; found {found!r}")
    match = _opened(secret, first, origin)
    apply(match, *others)
    return match


def apply(match: Match, *events: Event) -> None:
    """Apply events to `match` in place, in order.

    Args:
        match: The match.
        *events: Events that a command returned for the present state of the match.

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
    """Return the first position of a game, hidden parts included, from its shuffle."""
    game = get_game(terms.game)
    if terms.start is None:
        position = Position.again(game, terms.players, shuffle.seed, terms.options)
    else:
        position = Position.from_text(game, terms.start).determinize(shuffle.seed)
    if chance == "keys":
        position.draw_from(shuffle)
    return position


def _update_clocks(match: Match, now: int) -> None:
    """Run the clock of the seat to move if a person plays there; stop all others."""
    mover = match.mover
    if mover is None or match.is_paused or match.seats[mover].is_bot:
        match.clocks.stop(now)
    elif match.clocks.running != mover:
        match.clocks.start(mover, now)


# --- Before the game ----------------------------------------------------------------------------


def _opened(secret: bytes, event: Opened, origin: Position | None) -> Match:
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


def _seat_taken(match: Match, event: SeatTaken) -> None:
    match.seats[event.seat] = SeatState(event.who, event.salt, taken_at_seq=match.seq + 1)
    if isinstance(event.who, Person):
        match.absences.pop(event.who.id, None)
        _count_sitting(match, event.who.id)


def _count_sitting(match: Match, person: str) -> None:
    match.sittings = match.sittings | {person: match.sittings.get(person, 0) + 1}


def _seat_freed(match: Match, event: SeatFreed) -> None:
    """Free a seat; freeing an empty one ends its reservation."""
    if match.seats[event.seat].occupant is None:
        match.reserved[event.seat] = None
    match.seats[event.seat] = SeatState()


def _renamed(match: Match, event: Renamed) -> None:
    owner = match.seats[event.seat].owner or ""
    _change_seat(match, event.seat, occupant=Person(owner, event.name))
    _count_sitting(match, owner)


def _change_seat(match: Match, seat: Seat, **changes: Any) -> None:
    match.seats[seat] = replace(match.seats[seat], **changes)


def _closed(match: Match, event: Closed) -> None:
    match.status, match.is_closed = "over", True


def _started(match: Match, event: Started) -> None:
    position = _dealt(match) if match.origin is None else match.origin.copy()
    match.position = position
    match.number += 1
    match.status = "over" if position.is_over else "running"
    match.turn_started_at = event.at
    match.unrated = event.unrated


def _dealt(match: Match) -> Position:
    """Deal, after checking that the secret is the one that was committed to."""
    shuffle = match.shuffle
    shuffle.check(match.commitment, shuffle.seed)
    return deal(match.terms, shuffle, match.chance)


# --- The position -------------------------------------------------------------------------------


def _moved(match: Match, event: Moved) -> None:
    match.clocks.moved(event.seat, event.at)
    ply = match.board.ply
    match.board.play(event.move)
    match.movers.append(event.seat)
    if event.author is None and match.seats[event.seat].has_stand_in:
        match.stood_in |= {event.seat}
    if event.author is not None and event.move_id is not None:
        sent = SentMove(match.seq + 1, match.number, ply, event.move)
        match.sent_moves[event.author, event.move_id] = sent
    _position_changed(match, event.at)


def _undone(match: Match, event: Undone) -> None:
    match.position = match.board.after(len(match.board.actions) - event.moves)
    del match.movers[-event.moves :]
    _position_changed(match, event.at)


def _position_changed(match: Match, now: int) -> None:
    match.number += 1
    match.turn_started_at = now
    match.asked = None
    match.clocks.begin_turn(now)
    if match.board.is_over:
        match.status = "over"


# --- Proposals ----------------------------------------------------------------------------------


def _asked(match: Match, event: Asked) -> None:
    match.asked, match.agreed = (event.what, event.seat), frozenset()


def _answered(match: Match, event: Answered) -> None:
    owner = match.seats[event.seat].owner
    if event.yes and owner is not None:
        match.agreed |= {owner}
    else:
        match.asked = None


def _paused(match: Match, event: Paused) -> None:
    match.is_paused, match.asked = True, None


def _resumed(match: Match, event: Resumed) -> None:
    match.is_paused, match.turn_started_at = False, event.at


def _clock_frozen(match: Match, event: ClockFrozen) -> None:
    match.clocks.freeze(event.gone, event.until)


# --- Leaving, coming back -----------------------------------------------------------------------


def _forfeited(match: Match, event: Forfeited) -> None:
    """Record a forfeit; the game ends unless two seats remain and a person plays one of them."""
    _change_seat(match, event.seat, forfeit=event.reason)
    match.forfeits.append(event.seat)
    match.asked = None
    num_left = match.players - len(match.forfeits)
    if num_left < 2 or not any(seat.is_person for seat in match.seats):
        match.status = "over"


def _bot_substituted(match: Match, event: BotSubstituted) -> None:
    """Let a bot move for an absent person; a pending proposal ends."""
    _change_seat(match, event.seat, has_stand_in=True)
    match.asked = None


def _seat_reclaimed(match: Match, event: SeatReclaimed) -> None:
    _change_seat(match, event.seat, has_stand_in=False)
    match.absences.pop(match.seats[event.seat].owner or "", None)


def _seat_transferred(match: Match, event: SeatTransferred) -> None:
    """Give a seat to another identity; the salt of the first owner stays in the shuffle."""
    _change_seat(
        match, event.seat, occupant=event.who, taken_at_seq=match.seq + 1, has_stand_in=False
    )
    match.absences.pop(event.who.id, None)


# --- Chat, end of the day, rematch ----------------------------------------------------------------


def _chat_message(match: Match, event: ChatMessage) -> None:
    match.chat_lines[event.who.id] = match.chat_lines.get(event.who.id, 0) + 1


def _deal_revealed(match: Match, event: DealRevealed) -> None:
    match.is_sealed = False


def _rematched(match: Match, event: Rematched) -> None:
    match.next_table = event.table


_HANDLERS: dict[type[Any], Callable[[Match, Any], None]] = {
    SeatTaken: _seat_taken,
    SeatFreed: _seat_freed,
    Renamed: _renamed,
    Closed: _closed,
    Started: _started,
    Moved: _moved,
    Undone: _undone,
    Asked: _asked,
    Answered: _answered,
    Paused: _paused,
    Resumed: _resumed,
    ClockFrozen: _clock_frozen,
    Forfeited: _forfeited,
    BotSubstituted: _bot_substituted,
    SeatReclaimed: _seat_reclaimed,
    SeatTransferred: _seat_transferred,
    ChatMessage: _chat_message,
    DealRevealed: _deal_revealed,
    Rematched: _rematched,
}
