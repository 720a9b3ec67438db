"""Game time: what the clocks at the tables go by.

It is told in ms since 1970, as the wall clock had it when the process began, and from then on by
the machine's monotonic clock: whoever puts the wall clock forward or back changes nothing. A new
process goes on where the last one was seen, never before that.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from tilewright.days import now_ms
from tilewright.server.storage import outages
from tilewright.server.storage.database import Database

__all__ = ["GameTime", "begin_time"]


class GameTime:
    """A clock that goes on evenly from a moment."""

    def __init__(self, start: int, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._start, self._monotonic = start, monotonic
        self._since = monotonic()

    def __call__(self) -> int:
        return self._start + int((self._monotonic() - self._since) * 1000)


async def begin_time(database: Database) -> GameTime:
    """The clock of a process that begins now. Several processes go by their database's."""
    now = await database.read(outages.wall_clock) if database.is_shared else now_ms()
    return GameTime(max(now, await database.read(outages.last_beat)))
