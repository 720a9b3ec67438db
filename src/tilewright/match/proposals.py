"""Proposals: undo and pause, which the other players must accept."""

from __future__ import annotations

from tilewright.errors import Code, Refused
from tilewright.game import Seat
from tilewright.match.events import Answered, Ask, Asked, Event, Paused, Resumed, Undone
from tilewright.match.guards import check_event_limit, find_playing_seat
from tilewright.match.state import Match
from tilewright.match.timeouts import time_forfeit_events


def propose(match: Match, person_id: str, kind: Ask, now: int) -> list[Event]:
    """Return the event of a proposal.

    Without a human opponent, the change itself follows at once.
    """
    seat = find_playing_seat(match, person_id)
    if forfeit := time_forfeit_events(match, now):
        return forfeit
    check_event_limit(match)
    _check_may_propose(match, seat, kind)
    asked = Asked(at=now, seat=seat, what=kind)
    return (
        [asked]
        if _list_opponents(match, seat)
        else [asked, _grant_proposal(match, kind, seat, now)]
    )


def answer(match: Match, person_id: str, accepts: bool, now: int) -> list[Event]:
    """Return the events of a reply to the pending proposal.

    The last acceptance also returns the change itself.

    The author of the proposal withdraws it by declining.
    """
    seat = find_playing_seat(match, person_id)
    if forfeit := time_forfeit_events(match, now):
        return forfeit
    what, asker = _require_proposal(match, person_id, accepts)
    answered = Answered(at=now, seat=seat, what=what, yes=accepts)
    is_granted = accepts and _list_opponents(match, asker) <= match.agreed | {person_id}
    return [answered, _grant_proposal(match, what, asker, now)] if is_granted else [answered]


def resume(match: Match, person_id: str, now: int) -> list[Event]:
    """Return the event that resumes a paused game. Any player may do so."""
    seat = find_playing_seat(match, person_id)
    if not match.is_paused:
        raise Refused(Code.NOT_PAUSED, "the game is not paused")
    return [Resumed(at=now, seat=seat)]


def _check_may_propose(match: Match, seat: Seat, kind: Ask) -> None:
    """Raise Refused if a seat may not make this proposal now."""
    if match.asked is not None:
        raise Refused(Code.ASKED_ALREADY, f"seat {match.asked[1]} has asked for something already")
    if kind == "undo":
        _check_undo(match, seat)
    elif match.is_paused:
        raise Refused(Code.PAUSED, "the game is paused already")


def _check_undo(match: Match, seat: Seat) -> None:
    """Raise Refused if this match has no undo, or the seat has not moved yet."""
    if _count_moves_to_undo(match, seat) == 0:
        raise Refused(Code.NOTHING_TO_UNDO, "nothing to undo: you have not moved yet")
    if match.terms.is_duplicate:
        raise Refused(Code.NO_UNDO, "undo is not allowed in a deal that others play, too")
    if match.terms.rated and not _list_opponents(match, seat):
        raise Refused(Code.RATED, "undo is not allowed in a rated game against bots")


def _require_proposal(match: Match, person_id: str, accepts: bool) -> tuple[Ask, Seat]:
    """Return the pending proposal and its author's seat.

    Raises:
        Refused: There is no proposal, or this person may not give this reply.
    """
    if match.asked is not None:
        is_withdrawal = not accepts and match.seats[match.asked[1]].belongs_to(person_id)
        if is_withdrawal or person_id in _list_opponents(match, match.asked[1]):
            return match.asked
    raise Refused(Code.NOTHING_ASKED, "nothing was asked of you")


def _list_opponents(match: Match, author: Seat) -> set[str]:
    """Return the ids of the people who must accept: all active players except the author."""
    owners = {seat.owner for seat in match.seats if seat.is_person and not seat.is_bot}
    return {owner for owner in owners if owner not in (None, match.seats[author].owner)}


def _grant_proposal(match: Match, kind: Ask, seat: Seat, now: int) -> Event:
    """Return the event of an accepted proposal: the undo or the pause."""
    if kind == "pause":
        return Paused(at=now)
    return Undone(at=now, moves=_count_moves_to_undo(match, seat))


def _count_moves_to_undo(match: Match, seat: Seat) -> int:
    """Count the moves since the last move of a seat's owner, inclusive.

    Returns 0 if the owner has not moved.
    """
    owner = match.seats[seat].owner
    for count, mover in enumerate(reversed(match.movers), 1):
        if match.seats[mover].owner == owner:
            return count
    return 0
