"""Wishes before the game: who sits where, by which name, and to begin."""

from __future__ import annotations

from collections.abc import Collection

from tilewright.errors import Code, Refused
from tilewright.events import (
    BotSeat,
    Closed,
    Event,
    Person,
    Renamed,
    Sat,
    Started,
    Stood,
    Unrated,
)
from tilewright.game import Seat
from tilewright.match.checks import (
    MAX_EVENTS,
    check_host,
    check_log,
    check_readable,
    check_seat,
    check_status,
)
from tilewright.match.state import Match
from tilewright.shuffle import parse_salt

__all__ = ["close", "close_down", "meet", "rename", "seat_bot", "sit", "stand", "start"]


def sit(
    match: Match, person: Person, now: int, seat: Seat | None = None, salt: str = ""
) -> list[Event]:
    """Take a seat: a given one, or the first that is free. Somebody may take several."""
    check_status(match, "open")
    check_log(match)
    parse_salt(salt)
    allowed = _seats_open_to(match, person.id)
    if seat is None:
        seat = next(iter(allowed), None)
    if seat is None:
        raise Refused(Code.TABLE_FULL, "all seats are taken or kept for somebody")
    check_seat(match, seat)
    if seat not in allowed:
        raise Refused(Code.SEAT_TAKEN, f"seat {seat} is taken or kept for somebody else")
    return [check_readable(Sat(at=now, seat=seat, who=person, salt=salt))]


def meet(
    match: Match,
    person: Person,
    now: int,
    *,
    here: Collection[str] | None = None,
    unrated: Unrated | None = None,
) -> list[Event]:
    """Take a seat where strangers meet: with the last one the game begins, for nobody is asked.

    ``here`` and ``unrated`` as for ``start``."""
    check_status(match, "open")
    if match.seats_of(person.id):
        return []
    sat = sit(match, person, now)
    if len(_free_seats(match)) > 1:
        return sat
    if match.terms.rated:
        _check_rateable([*_owners(match), person.id], here)
    return [*sat, Started(at=now, unrated=unrated if match.terms.rated else None)]


def seat_bot(match: Match, by: str, seat: Seat, name: str, now: int) -> list[Event]:
    """The host gives a free seat to a bot."""
    check_status(match, "open")
    check_log(match)
    check_host(match, by)
    check_seat(match, seat)
    if match.chairs[seat].who is not None:
        raise Refused(Code.SEAT_TAKEN, f"seat {seat} is taken")
    return [check_readable(Sat(at=now, seat=seat, who=BotSeat.called(name)))]


def stand(match: Match, by: str, seat: Seat, now: int) -> list[Event]:
    """Leave a seat; the host may free any, one that is kept for somebody too."""
    check_status(match, "open")
    check_seat(match, seat)
    if by != match.host and not match.chairs[seat].belongs_to(by):
        raise Refused(Code.NOT_YOURS, f"seat {seat} is not yours")
    if match.chairs[seat].who is None and match.reserved[seat] is None:
        raise Refused(Code.SEAT_FREE, f"seat {seat} is free already")
    return [Stood(at=now, seat=seat)]


def rename(match: Match, was: Person, name: str, now: int) -> list[Event]:
    """Another name on the seats that bear somebody's own, until the game is over."""
    is_closed = match.is_over or match.seq >= MAX_EVENTS
    seats = [] if is_closed else match.seats_of(was.id)
    named = [seat for seat in seats if match.chairs[seat].who == was]
    return [check_readable(Renamed(at=now, seat=seat, name=name)) for seat in named]


def start(
    match: Match,
    by: str,
    now: int,
    fill: str | None = None,
    *,
    here: Collection[str] | None = None,
    unrated: Unrated | None = None,
) -> list[Event]:
    """The host begins; a bot takes every seat that is still free, if one is named.

    ``here``: who is at the table, where that is known; a rated game begins with everybody there.
    ``unrated``: why it cannot be rated, though that was agreed.
    """
    check_status(match, "open")
    check_host(match, by)
    free = _free_seats(match)
    if free and fill is None:
        raise Refused(Code.SEATS_FREE, f"expected all seats taken; free: {free}")
    if match.terms.rated:
        _check_rateable(_owners(match), here)
    bots = [Sat(at=now, seat=seat, who=BotSeat.called(fill)) for seat in free if fill is not None]
    unrated = unrated if match.terms.rated else None
    return [*map(check_readable, bots), Started(at=now, unrated=unrated)]


def close(match: Match, by: str, now: int) -> list[Event]:
    """The host gives the table up before the game."""
    check_status(match, "open")
    check_host(match, by)
    return [Closed(at=now)]


def close_down(match: Match, now: int) -> list[Event]:
    """Whoever runs the server closes the table, whatever is played there."""
    return [] if match.is_over else [Closed(at=now)]


def _seats_open_to(match: Match, person: str) -> list[Seat]:
    """The free seats that somebody may take, those kept for them first."""
    allowed = [seat for seat in _free_seats(match) if match.reserved[seat] in (None, person)]
    return sorted(allowed, key=lambda seat: match.reserved[seat] != person)


def _free_seats(match: Match) -> list[Seat]:
    return [seat for seat, chair in enumerate(match.chairs) if chair.who is None]


def _owners(match: Match) -> list[str]:
    return [chair.owner for chair in match.chairs if chair.owner is not None]


def _check_rateable(people: list[str], here: Collection[str] | None) -> None:
    if not people or len(set(people)) < len(people):
        raise Refused(Code.BAD_TERMS, "rated: expected persons, each on one seat")
    if here is not None and not set(people) <= set(here):
        raise Refused(Code.NOT_HERE, "rated: expected everybody at the table; somebody is away")
