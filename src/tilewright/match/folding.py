"""The fold: a match after some events. Nothing else changes one, but for who is here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.clock import Clocks
from tilewright.errors import TilewrightError
from tilewright.events import (
    Answered,
    Asked,
    Closed,
    Event,
    Forfeited,
    HandedOver,
    Held,
    Moved,
    Opened,
    Paused,
    Person,
    Reclaimed,
    Rematched,
    Renamed,
    Resumed,
    Said,
    Sat,
    Started,
    Stood,
    TakenOver,
    Undone,
    Unsealed,
)
from tilewright.match.chair import Chair
from tilewright.match.dealing import deal
from tilewright.match.state import Match
from tilewright.position import Position

__all__ = ["apply", "fold"]


def fold(secret: bytes, events: Sequence[Event], origin: Position | None = None) -> Match:
    """The match that these events make. It begins with ``origin``, or else with the deal of the
    secret."""
    first, *others = events
    if not isinstance(first, Opened):
        found = type(first).__struct_config__.tag
        raise TilewrightError(f"expected a log that begins with 'opened'; found {found!r}")
    match = _opened(secret, first, origin)
    apply(match, *others)
    return match


def apply(match: Match, *events: Event) -> None:
    """Let these happen."""
    for event in events:
        was_over = match.is_over
        _HANDLERS[type(event)](match, event)
        match.seq += 1
        match.changed = event.at
        if match.is_over and not was_over:
            match.ended = event.at
        if match.status != "open":
            _wind_clocks(match, event.at)


def _wind_clocks(match: Match, now: int) -> None:
    """Let the time of whoever has to move run, if it is a person's."""
    seat = match.mover
    if seat is None or match.is_paused or match.chairs[seat].is_bot:
        match.clocks.stop(now)
    elif match.clocks.running != seat:
        match.clocks.start(seat, now)


# --- Before the game ----------------------------------------------------------------------------


def _opened(secret: bytes, event: Opened, origin: Position | None) -> Match:
    terms = event.terms
    return Match(
        secret=secret,
        terms=terms,
        host=event.host,
        commitment=event.commitment,
        reserved=list(event.reserved) or [None] * terms.players,
        chairs=[Chair() for _ in range(terms.players)],
        clocks=Clocks(terms.clock, terms.players),
        chance=event.chance,
        is_quick=event.quick,
        origin=origin,
        is_sealed=terms.day is not None,
        seq=1,
        changed=event.at,
    )


def _sat(match: Match, event: Sat) -> None:
    match.chairs[event.seat] = Chair(event.who, event.salt, since=match.seq + 1)


def _stood(match: Match, event: Stood) -> None:
    """A seat that nobody has taken yet is kept for nobody any more."""
    if match.chairs[event.seat].who is None:
        match.reserved[event.seat] = None
    match.chairs[event.seat] = Chair()


def _renamed(match: Match, event: Renamed) -> None:
    chair = match.chairs[event.seat]
    chair.who = Person(chair.owner or "", event.name)


def _closed(match: Match, event: Closed) -> None:
    match.status, match.is_closed = "over", True


def _started(match: Match, event: Started) -> None:
    position = _dealt(match) if match.origin is None else match.origin.copy()
    match.position = position
    match.number += 1
    match.status = "over" if position.is_over else "running"
    match.turn_since = event.at
    match.unrated = event.unrated


def _dealt(match: Match) -> Position:
    """Deal, if the secret is the one that was promised: another would be another game."""
    shuffle = match.shuffle
    shuffle.check(match.commitment, shuffle.seed)
    return deal(match.terms, shuffle, match.chance)


# --- The position -------------------------------------------------------------------------------


def _moved(match: Match, event: Moved) -> None:
    match.clocks.moved(event.seat, event.at)
    match.board.play(event.move)
    match.movers.append(event.seat)
    if event.author is None and match.chairs[event.seat].has_stand_in:
        match.stood_in |= {event.seat}
    if event.author is not None and event.move_id is not None:
        match.move_ids[event.author, event.move_id] = match.seq + 1
    _position_changed(match, event.at)


def _undone(match: Match, event: Undone) -> None:
    match.position = match.board.after(len(match.board.actions) - event.moves)
    del match.movers[-event.moves :]
    _position_changed(match, event.at)


def _position_changed(match: Match, now: int) -> None:
    match.number += 1
    match.turn_since = now
    match.asked = None
    match.clocks.begin_turn(now)
    if match.board.is_over:
        match.status = "over"


# --- Consent ------------------------------------------------------------------------------------


def _asked(match: Match, event: Asked) -> None:
    match.asked, match.agreed = (event.what, event.seat), frozenset()


def _answered(match: Match, event: Answered) -> None:
    owner = match.chairs[event.seat].owner
    if event.yes and owner is not None:
        match.agreed |= {owner}
    else:
        match.asked = None


def _paused(match: Match, event: Paused) -> None:
    match.is_paused, match.asked = True, None


def _resumed(match: Match, event: Resumed) -> None:
    match.is_paused, match.turn_since = False, event.at


def _held(match: Match, event: Held) -> None:
    match.clocks.hold(event.gone, event.until)


# --- Leaving, coming back -----------------------------------------------------------------------


def _forfeited(match: Match, event: Forfeited) -> None:
    """The end, unless two are still in it and a person is among them."""
    match.chairs[event.seat].forfeit = event.reason
    match.forfeits.append(event.seat)
    match.asked = None
    if match.players - len(match.forfeits) < 2 or not any(c.is_person for c in match.chairs):
        match.status = "over"


def _taken_over(match: Match, event: TakenOver) -> None:
    """Nobody waits for the consent of somebody who is away."""
    match.chairs[event.seat].has_stand_in = True
    match.asked = None


def _reclaimed(match: Match, event: Reclaimed) -> None:
    chair = match.chairs[event.seat]
    chair.has_stand_in, chair.absent_since = False, None


def _handed_over(match: Match, event: HandedOver) -> None:
    """Whoever comes is there, and plays for themselves; what was given to the shuffle stays."""
    chair = match.chairs[event.seat]
    chair.who, chair.since = event.who, match.seq + 1
    chair.has_stand_in, chair.absent_since = False, None


# --- All else -----------------------------------------------------------------------------------


def _said(match: Match, event: Said) -> None:
    """Words change nothing, but they are counted."""
    match.said[event.who.id] = match.said.get(event.who.id, 0) + 1


def _unsealed(match: Match, event: Unsealed) -> None:
    match.is_sealed = False


def _rematched(match: Match, event: Rematched) -> None:
    match.next_table = event.table


_HANDLERS: dict[type[Any], Callable[[Match, Any], None]] = {
    Sat: _sat,
    Stood: _stood,
    Renamed: _renamed,
    Closed: _closed,
    Started: _started,
    Moved: _moved,
    Undone: _undone,
    Asked: _asked,
    Answered: _answered,
    Paused: _paused,
    Resumed: _resumed,
    Held: _held,
    Forfeited: _forfeited,
    TakenOver: _taken_over,
    Reclaimed: _reclaimed,
    HandedOver: _handed_over,
    Said: _said,
    Unsealed: _unsealed,
    Rematched: _rematched,
}
