"""Timeouts of a match: flags, stand-ins for absent players, abandoned tables, and presence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tilewright.match.events import (
    BotSubstituted,
    ClockFrozen,
    Closed,
    DealRevealed,
    Event,
    Forfeited,
)
from tilewright.match.state import Match

MAX_OPEN_MS: Final = 24 * 3600 * 1000
"""An open table without a change is closed after this time."""
QUICK_AWAY_MS: Final = 10_000
"""A quick match whose players have all disconnected is closed after this time."""
CLOCK_GRACE_MS: Final = 15_000
"""Clocks stay frozen for this time after the server's return."""


def set_presence(match: Match, person: str, is_here: bool, now: int) -> None:
    """Note that `person` connected or disconnected. Kept in memory only; not an event."""
    if is_here:
        match.absences.pop(person, None)
    elif match.seats_of(person):
        match.absences.setdefault(person, now)


def next_deadline(match: Match) -> int | None:
    """Return the time (ms) of the next timeout, or None. ``tick`` then returns its events."""
    if match.status == "open":
        return _open_until(match)
    if match.status == "over":
        return match.sealed_until if match.is_sealed else None
    if match.is_paused:
        return None
    times = (match.clocks.deadline, _stand_in_at(match))
    return min((time for time in times if time is not None), default=None)


def _open_until(match: Match) -> int:
    """Return when an open table is closed.

    A quick match closes early once all its players are away, counted from the last who left.
    """
    last = match.changed_at + MAX_OPEN_MS
    people = [match.absent_since(seat) for seat, state in enumerate(match.seats) if state.is_person]
    left = [since for since in people if since is not None]
    if not match.is_quick or len(left) < len(people):
        return last
    return min(last, max(left, default=match.changed_at) + QUICK_AWAY_MS)


def tick(match: Match, now: int) -> list[Event]:
    """Return the events of a timeout that is due: time forfeit, stand-in, closing, end of a day."""
    due = next_deadline(match)
    if due is None or now < due:
        return []
    if match.status == "open":
        return [Closed(at=now)]
    if match.status == "over":
        return [DealRevealed(at=now)]
    return time_forfeit(match, now) or [BotSubstituted(at=now, seat=match.board.mover)]


def freeze_clock(match: Match, outages: Iterable[tuple[int, int]], now: int) -> list[Event]:
    """Return the events that freeze the running clock for the server's downtime.

    Args:
        match: The match.
        outages: Downtime intervals (from, to) in ms. Each is followed by ``CLOCK_GRACE_MS``.
        now: Time (ms) of the events.
    """
    since, frozen = match.clocks.since, []
    if match.clocks.running is None:
        return []
    for gone, back in outages:
        if since < back:
            since = back + CLOCK_GRACE_MS
            frozen.append(ClockFrozen(at=now, gone=gone, until=since))
    return [*frozen]


def time_forfeit(match: Match, now: int) -> list[Event]:
    """Return the forfeit of the mover if the time is up; commands return it before their own."""
    if not is_out_of_time(match, now):
        return []
    return [Forfeited(at=now, seat=match.board.mover, reason="time")]


def is_out_of_time(match: Match, now: int) -> bool:
    """Return True if the clock that runs has reached zero."""
    return match.clocks.deadline is not None and now >= match.clocks.deadline


def _stand_in_at(match: Match) -> int | None:
    """Return when a bot moves for an absent mover, or None.

    None with a clock per move (players may be away for days), without a grace period, and while no
    other player is connected.
    """
    mover = match.board.mover
    grace, absent = match.terms.grace, match.absent_since(mover)
    if (
        match.seats[mover].is_bot
        or absent is None
        or grace is None
        or match.terms.clock.kind == "move"
    ):
        return None
    return max(absent, match.turn_started_at) + grace if _has_player_present(match) else None


def _has_player_present(match: Match) -> bool:
    """Return True if a person who plays is connected."""
    return any(
        state.is_person and not state.has_stand_in and match.absent_since(seat) is None
        for seat, state in enumerate(match.seats)
    )
