"""Timeouts: time forfeits, stand-ins for absent players, abandoned tables, and presence."""

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
"""An open table is closed after this long without an event."""
QUICK_AWAY_MS: Final = 10_000
"""A quick match is closed this long after all its players have disconnected."""
CLOCK_GRACE_MS: Final = 15_000
"""Clocks stay frozen for this long after an outage."""


def set_presence(match: Match, person_id: str, is_present: bool, now: int) -> None:
    """Record in memory that a person is present or absent, without an event.

    The absence of a person without a seat is not recorded.
    """
    if is_present:
        match.absences.pop(person_id, None)
    elif match.seats_of(person_id):
        match.absences.setdefault(person_id, now)


def next_deadline(match: Match) -> int | None:
    """Return the time (ms) at which ``tick`` will next return events, or None for never."""
    if match.status == "open":
        return _get_closing_time(match)
    if match.status == "over":
        return match.sealed_until if match.is_sealed else None
    if match.is_paused:
        return None
    times = (match.clocks.deadline, _get_stand_in_time(match))
    return min((time for time in times if time is not None), default=None)


def _get_closing_time(match: Match) -> int:
    """Return the time (ms) at which an open table is closed.

    A quick match closes early, ``QUICK_AWAY_MS`` after its last player left.
    """
    last = match.changed_at + MAX_OPEN_MS
    people = [match.absent_since(seat) for seat, state in enumerate(match.seats) if state.is_person]
    left = [since for since in people if since is not None]
    if not match.is_quick or len(left) < len(people):
        return last
    return min(last, max(left, default=match.changed_at) + QUICK_AWAY_MS)


def tick(match: Match, now: int) -> list[Event]:
    """Return the events of the timeout that is due, if any.

    Timeouts are time forfeits, stand-ins, the closing of tables and revealed deals.
    """
    due = next_deadline(match)
    if due is None or now < due:
        return []
    if match.status == "open":
        return [Closed(at=now)]
    if match.status == "over":
        return [DealRevealed(at=now)]
    return time_forfeit_events(match, now) or [BotSubstituted(at=now, seat=match.board.mover)]


def clock_freeze_events(match: Match, outages: Iterable[tuple[int, int]], now: int) -> list[Event]:
    """Return the events that freeze the running clock during outages of the server.

    Args:
        match: The match.
        outages: Start and end (ms) of each outage. ``CLOCK_GRACE_MS`` is added to each.
        now: Time (ms) of the events.
    """
    since, frozen = match.clocks.running_since, []
    if match.clocks.running is None:
        return []
    for gone, back in outages:
        if since < back:
            since = back + CLOCK_GRACE_MS
            frozen.append(ClockFrozen(at=now, gone=gone, until=since))
    return [*frozen]


def time_forfeit_events(match: Match, now: int) -> list[Event]:
    """Return the mover's forfeit if their time is up, otherwise no events.

    Commands return it instead of their own events.
    """
    if not is_out_of_time(match, now):
        return []
    return [Forfeited(at=now, seat=match.board.mover, reason="time")]


def is_out_of_time(match: Match, now: int) -> bool:
    """Return True if a clock is running and has expired."""
    return match.clocks.deadline is not None and now >= match.clocks.deadline


def _get_stand_in_time(match: Match) -> int | None:
    """Return the time (ms) at which a bot replaces the absent mover, or None for never.

    The mover is never replaced with a clock per move, since players may be away for days. The same
    holds without a grace period, or while no other player is connected.
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
    return max(absent, match.turn_started_at) + grace if _is_any_player_active(match) else None


def _is_any_player_active(match: Match) -> bool:
    """Return True if any connected person plays their own seat.

    Seats that have forfeited or have a stand-in do not count.
    """
    return any(
        state.is_person and not state.has_stand_in and match.absent_since(seat) is None
        for seat, state in enumerate(match.seats)
    )
