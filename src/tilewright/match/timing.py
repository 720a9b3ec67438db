"""What time brings by itself, and who is here."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.events import Closed, Event, Forfeited, Held, TakenOver, Unsealed
from tilewright.match.state import Match

__all__ = [
    "OPEN_FOR",
    "QUICK_PATIENCE",
    "deadline",
    "flag",
    "hold",
    "is_late",
    "set_presence",
    "tick",
]

OPEN_FOR = 24 * 3600 * 1000
"""How long (ms) a table waits for players before it is given up."""
QUICK_PATIENCE = 10_000
"""How long (ms) a quick match is kept for whoever is away: nobody waits for the absent."""
GRACE = 15_000
"""How long (ms) clocks stand still after the server's return."""


def set_presence(match: Match, person: str, is_here: bool, now: int) -> None:
    """Somebody came or went. No event: it is known only while the match is in memory."""
    for seat in match.seats_of(person):
        chair = match.chairs[seat]
        if is_here:
            chair.absent_since = None
        elif chair.absent_since is None:
            chair.absent_since = now


def deadline(match: Match) -> int | None:
    """When something happens by itself: ``tick`` then says what."""
    if match.status == "open":
        return _open_until(match)
    if match.status == "over":
        return match.sealed_until if match.is_sealed else None
    if match.is_paused:
        return None
    times = (match.clocks.deadline, _patience_ends(match))
    return min((time for time in times if time is not None), default=None)


def _open_until(match: Match) -> int:
    """When a table is given up before the game. Where nobody knows yet who is there, everybody may
    be."""
    last = match.changed + OPEN_FOR
    people = [chair.absent_since for chair in match.chairs if chair.is_person]
    left = [since for since in people if since is not None]
    if not match.is_quick or len(left) < len(people):
        return last
    return min(last, max(left, default=match.changed) + QUICK_PATIENCE)


def tick(match: Match, now: int) -> list[Event]:
    """What time has brought: a flag that fell, a stand-in, an empty table given up, the end of a
    deal's day."""
    due = deadline(match)
    if due is None or now < due:
        return []
    if match.status == "open":
        return [Closed(at=now)]
    if match.status == "over":
        return [Unsealed(at=now)]
    return flag(match, now) or [TakenOver(at=now, seat=match.board.mover)]


def hold(match: Match, outages: Iterable[tuple[int, int]], now: int) -> list[Event]:
    """The server was away, from and to: a clock that ran meanwhile stood still, and has a grace
    more until everybody is back."""
    since, held = match.clocks.since, []
    if match.clocks.running is None:
        return []
    for gone, back in outages:
        if since < back:
            since = back + GRACE
            held.append(Held(at=now, gone=gone, until=since))
    return [*held]


def flag(match: Match, now: int) -> list[Event]:
    """The forfeit of whoever should have moved by now. It comes before any other wish."""
    if not is_late(match, now):
        return []
    return [Forfeited(at=now, seat=match.board.mover, reason="time")]


def is_late(match: Match, now: int) -> bool:
    """Whether the time of whoever has to move is up."""
    return match.clocks.deadline is not None and now >= match.clocks.deadline


def _patience_ends(match: Match) -> int | None:
    """When the stand-in comes for a mover who is away while others wait; who has days for a move
    may be away."""
    chair = match.chairs[match.board.mover]
    grace, absent = match.terms.grace, chair.absent_since
    if chair.is_bot or absent is None or grace is None or match.terms.clock.kind == "move":
        return None
    return max(absent, match.turn_since) + grace if _has_company(match) else None


def _has_company(match: Match) -> bool:
    """Whether somebody who plays is here. Where all have gone, nobody plays without them."""
    return any(
        chair.is_person and not chair.has_stand_in and chair.absent_since is None
        for chair in match.chairs
    )
