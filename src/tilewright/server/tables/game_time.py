"""The time of all tables of a process; it stands still while the server is down or read-only.

Game time is in ms since 1970, read from the wall clock when the process begins. From then on it
follows the monotonic clock, so changes of the wall clock have no effect. A new process starts no
earlier than the last heartbeat. Time without heartbeats is an outage, and does not count for the
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
    """The clock of the tables, the heartbeat of this process, and the outages of the server."""

    def __init__(self, database: Database, clock: Callable[[], int] = now_ms) -> None:
        self.now = clock
        """Return the time (ms)."""
        self.is_read_only = False
        """True in read-only mode: no command is executed, and no time passes; see
        ``AdminRequestRunner``."""
        self._database = database
        self._outages: list[Outage] = []
        self._heartbeat_at = 0

    def check_writable(self) -> None:
        """Raise Refused in read-only mode."""
        if self.is_read_only:
            raise Refused(Code.READ_ONLY, "the server is being looked after: try again later")

    async def write_heartbeat(self) -> None:
        """Write the heartbeat and load the outages. Skipped in read-only mode, which counts as an
        outage."""
        if self.is_read_only:
            return
        now = self.now()
        self._outages = await self._database.write(lambda tx: ops.mark_alive(tx, now))
        self._heartbeat_at = now

    async def notice_standstill(self, now: int) -> None:
        """Write the heartbeat if none was written for too long.

        A command may be the first to notice that this process has stood still.
        """
        if now - self._heartbeat_at > ops.OUTAGE_AFTER_MS:
            await self.write_heartbeat()
            self._heartbeat_at = now

    def freeze_clock(self, match: Match, now: int) -> list[Event]:
        """Return the events that freeze the clock of a match for outages."""
        return timeouts.freeze_clock(match, self._outages, now)


class MonotonicClock:
    """A clock in ms that runs evenly from a given start."""

    def __init__(self, start: int, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._start, self._monotonic = start, monotonic
        self._since = monotonic()

    def __call__(self) -> int:
        return self._start + int((self._monotonic() - self._since) * 1000)


async def start_clock(database: Database) -> MonotonicClock:
    """Return the clock of a new process. Processes with a common database start from its clock."""
    now = await database.read(ops.read_wall_clock) if database.is_shared else now_ms()
    return MonotonicClock(max(now, await database.read(ops.read_last_alive)))
