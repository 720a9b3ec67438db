"""Game time, which stops while the server is down or read-only.

Game time is in ms since 1970, read from the wall clock when the process starts. From then on it
follows the monotonic clock, so changes to the wall clock have no effect. A new process starts no
earlier than the last heartbeat. A time without heartbeats is an outage, and is not charged to
players.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from tilewright.dates import now_ms
from tilewright.errors import Code, Refused
from tilewright.match import Match, timeouts
from tilewright.match.events import Event
from tilewright.server.storage import ops
from tilewright.server.storage.database import Database
from tilewright.server.storage.ops import Outage

__all__ = ["GameTime", "MonotonicClock", "start_clock"]


class GameTime:
    """The game clock, with this process's heartbeat and the server's outages."""

    def __init__(self, database: Database, clock: Callable[[], int] = now_ms) -> None:
        self.now = clock
        """Returns the game time in ms."""
        self.is_read_only = False
        """True in read-only mode: no command is executed, and players lose no time. See
        ``AdminRequestRunner``."""
        self._database = database
        self._outages: list[Outage] = []
        self._heartbeat_at = 0

    def check_writable(self) -> None:
        """Raise Refused if the server is in read-only mode."""
        if self.is_read_only:
            raise Refused(Code.READ_ONLY, "the server is being looked after: try again later")

    async def write_heartbeat(self) -> None:
        """Write a heartbeat and reload the outages.

        In read-only mode it does nothing, so that the time counts as an outage.
        """
        if self.is_read_only:
            return
        now = self.now()
        self._outages = await self._database.write(lambda tx: ops.write_heartbeat(tx, now))
        self._heartbeat_at = now

    async def ensure_heartbeat(self, now: int) -> None:
        """Write a heartbeat if the last one is too old.

        A command may be the first to run after this process was suspended.
        """
        if now - self._heartbeat_at > ops.OUTAGE_AFTER_MS:
            await self.write_heartbeat()
            self._heartbeat_at = now

    def clock_freeze_events(self, match: Match, now: int) -> list[Event]:
        """Return the events that freeze a match's clock for the known outages, if any."""
        return timeouts.clock_freeze_events(match, self._outages, now)


class MonotonicClock:
    """A clock in ms that follows the monotonic clock from a given start time."""

    def __init__(self, start: int, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._start, self._monotonic = start, monotonic
        self._started_at = monotonic()

    def __call__(self) -> int:
        return self._start + int((self._monotonic() - self._started_at) * 1000)


async def start_clock(database: Database) -> MonotonicClock:
    """Return this process's clock. It starts no earlier than the last heartbeat.

    Processes that share a database start from its clock.
    """
    now = await database.read(ops.read_wall_clock) if database.is_shared else now_ms()
    return MonotonicClock(max(now, await database.read(ops.read_last_heartbeat)))
