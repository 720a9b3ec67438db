"""A seat that goes on on another device: its owner gives it, or the host where the owner is lost.

To a server another device is somebody else, who gets to know what the seat knows. So nobody takes a
seat: it is given, and not in games that count for somebody.
"""

from __future__ import annotations

from typing import Final

from tilewright.errors import Code, Refused
from tilewright.events import Event, Giver, HandedOver, Person
from tilewright.game import Seat
from tilewright.match.chair import Chair
from tilewright.match.checks import check_log, check_readable, check_seat, check_status
from tilewright.match.state import Match
from tilewright.match.timing import flag

__all__ = ["find_giver", "hand_over"]

LOST_AFTER: Final = 15_000
"""How long (ms) somebody is away before the host may give their seat to another: a line that was
cut for a moment is none that is lost."""


def find_giver(match: Match, person: str, seat: Seat, now: int) -> Giver:
    """As what somebody may give a seat away: as its owner, or as the host while its owner is away.

    Where one is away for days as a matter of course, or strangers meet, no host may."""
    chair = _check_chair(match, seat)
    if chair.belongs_to(person):
        return "owner"
    if person != match.host or match.is_quick or match.terms.clock.kind == "move":
        raise Refused(Code.NOT_YOURS, f"seat {seat} is not yours")
    _check_lost(chair, now)
    return "host"


def hand_over(match: Match, by: Giver, seat: Seat, to: Person, now: int) -> list[Event]:
    """Whoever was given a seat has it."""
    chair = _check_chair(match, seat)
    if fallen := flag(match, now):
        return fallen
    check_log(match)
    if match.seats_of(to.id):
        raise Refused(Code.SEATED_ALREADY, "you have another seat in this game")
    if by == "host":
        _check_lost(chair, now)
    return [check_readable(HandedOver(at=now, seat=seat, who=to, by=by))]


def _check_chair(match: Match, seat: Seat) -> Chair:
    check_status(match, "running")
    check_seat(match, seat)
    if match.terms.rated or match.terms.is_duplicate:
        kind = "rated game" if match.terms.rated else "deal that others play, too"
        raise Refused(Code.NO_HANDING_OVER, f"nobody hands over a seat in a {kind}")
    if not match.chairs[seat].is_person:
        raise Refused(Code.NOT_SEATED, f"seat {seat}: expected a person who plays there")
    return match.chairs[seat]


def _check_lost(chair: Chair, now: int) -> None:
    if chair.absent_since is None or now < chair.absent_since + LOST_AFTER:
        raise Refused(Code.STILL_HERE, "whoever has that seat is here, or was a moment ago")
