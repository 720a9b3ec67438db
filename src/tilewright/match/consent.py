"""Wishes that the others must agree to: to take moves back, to pause."""

from __future__ import annotations

from tilewright.errors import Code, Refused
from tilewright.events import Answered, Ask, Asked, Event, Paused, Resumed, Undone
from tilewright.game import Seat
from tilewright.match.checks import check_log, find_playing_seat
from tilewright.match.state import Match
from tilewright.match.timing import flag

__all__ = ["answer", "ask", "resume"]


def ask(match: Match, person: str, what: Ask, now: int) -> list[Event]:
    """Ask for an undo or a pause; granted at once where there is nobody to ask."""
    seat = find_playing_seat(match, person)
    if fallen := flag(match, now):
        return fallen
    check_log(match)
    _check_ask(match, seat, what)
    asked = Asked(at=now, seat=seat, what=what)
    return [asked] if _others(match, seat) else [asked, _grant(match, what, seat, now)]


def answer(match: Match, person: str, yes: bool, now: int) -> list[Event]:
    """Agree to what was asked, or refuse; whoever asked may take it back by a no."""
    seat = find_playing_seat(match, person)
    if fallen := flag(match, now):
        return fallen
    what, asker = _check_asked(match, person, yes)
    answered = Answered(at=now, seat=seat, what=what, yes=yes)
    is_granted = yes and _others(match, asker) <= match.agreed | {person}
    return [answered, _grant(match, what, asker, now)] if is_granted else [answered]


def resume(match: Match, person: str, now: int) -> list[Event]:
    """End a pause; anybody who plays may."""
    seat = find_playing_seat(match, person)
    if not match.is_paused:
        raise Refused(Code.NOT_PAUSED, "the game is not paused")
    return [Resumed(at=now, seat=seat)]


def _check_ask(match: Match, seat: Seat, what: Ask) -> None:
    if match.asked is not None:
        raise Refused(Code.ASKED_ALREADY, f"seat {match.asked[1]} has asked for something already")
    if what == "undo":
        _check_undo(match, seat)
    elif match.is_paused:
        raise Refused(Code.PAUSED, "the game is paused already")


def _check_undo(match: Match, seat: Seat) -> None:
    if _moves_to_undo(match, seat) == 0:
        raise Refused(Code.NOTHING_TO_UNDO, "nothing to undo: you have not moved yet")
    if match.terms.is_duplicate:
        raise Refused(Code.NO_UNDO, "undo is not allowed in a deal that others play, too")
    if match.terms.rated and not _others(match, seat):
        raise Refused(Code.RATED, "undo is not allowed in a rated game against bots")


def _check_asked(match: Match, person: str, yes: bool) -> tuple[Ask, Seat]:
    """What was asked of somebody and by which seat."""
    if match.asked is not None:
        is_takeback = not yes and match.chairs[match.asked[1]].belongs_to(person)
        if is_takeback or person in _others(match, match.asked[1]):
            return match.asked
    raise Refused(Code.NOTHING_ASKED, "nothing was asked of you")


def _others(match: Match, asker: Seat) -> set[str]:
    """Whose consent is needed: the persons who play, but for whoever asks."""
    owners = {chair.owner for chair in match.chairs if chair.is_person and not chair.is_bot}
    return {owner for owner in owners if owner not in (None, match.chairs[asker].owner)}


def _grant(match: Match, what: Ask, seat: Seat, now: int) -> Event:
    if what == "pause":
        return Paused(at=now)
    return Undone(at=now, moves=_moves_to_undo(match, seat))


def _moves_to_undo(match: Match, seat: Seat) -> int:
    """From the asker's last move on; at one screen, from the last move of any there."""
    owner = match.chairs[seat].owner
    for count, mover in enumerate(reversed(match.movers), 1):
        if match.chairs[mover].owner == owner:
            return count
    return 0
