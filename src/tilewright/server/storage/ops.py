"""Operation of the server: the test write, its outages, and requests of administrators.

Each fact is a row of `meta`; outages have a table of their own.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final, NamedTuple

from tilewright.match.clock import MAX_TIME_MS
from tilewright.server.storage.database import Database, Transaction, Unavailable

__all__ = [
    "CLOSE_PREFIX",
    "OUTAGE_AFTER_MS",
    "READ_ONLY",
    "RELOAD_PREFIX",
    "Outage",
    "WriteProbe",
    "add_request",
    "list_requests",
    "mark_alive",
    "read_last_alive",
    "read_wall_clock",
    "remove_request",
    "write_heartbeat",
]


def _set_fact(tx: Transaction, key: str, value: str) -> None:
    """Insert or replace a row of `meta`."""
    tx.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        *(key, value),
    )


def write_heartbeat(tx: Transaction, now: int) -> None:
    """Write the time of the health check: a read-only database fails it."""
    _set_fact(tx, "heartbeat", str(now))


WRITE_SECONDS: Final = 5.0
FRESH_SECONDS: Final = 1.0
"""Time for which a successful test write answers further requests."""


class WriteProbe:
    """Test writes to the database, at most one per second while they succeed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._succeeded_at = float("-inf")

    async def check(self, now: int) -> None:
        """Make a test write, unless one has just succeeded.

        Raises:
            Unavailable: The database refused the write, or did not finish it within 5 seconds.
        """
        if time.monotonic() < self._succeeded_at + FRESH_SECONDS:
            return
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                await self._database.write(lambda tx: write_heartbeat(tx, now))
        except TimeoutError:
            limit = f"{WRITE_SECONDS:g} seconds"
            message = f"test write: expected it within {limit}; found it waiting"
            raise Unavailable(message) from None
        self._succeeded_at = time.monotonic()


# --- Outages ------------------------------------------------------------------------------------

OUTAGE_AFTER_MS: Final = 5_000
"""The server counts as away after this time (ms) without a process marking itself alive."""
LAST_ALIVE_KEY: Final = "alive"
"""Key of the game time at which a process was last alive."""


class Outage(NamedTuple):
    """An interval in which no process was alive, from `gone` to `back` in game time (ms)."""

    gone: int
    back: int


def read_last_alive(tx: Transaction) -> int:
    """Return the game time at which a process was last alive; 0 if none ever was."""
    row = tx.row("SELECT value FROM meta WHERE key = ?", LAST_ALIVE_KEY)
    return int(row[0]) if row else 0


def read_wall_clock(tx: Transaction) -> int:
    """Return the time (ms) of the clock of the PostgreSQL server, which all processes share."""
    row = tx.row("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)")
    assert row is not None
    return int(row[0])


def mark_alive(tx: Transaction, now: int) -> list[Outage]:
    """Mark a process as alive, and return the outages that may overlap a running clock."""
    tx.lock("outages")
    last = read_last_alive(tx)
    if now - last > OUTAGE_AFTER_MS:
        # A restored backup has no time of a last process, and may have an outage from 0 on.
        tx.execute(
            "INSERT INTO outages (gone, back) VALUES (?, ?)"
            " ON CONFLICT (gone) DO UPDATE SET back = excluded.back",
            *(last, now),
        )
    _set_fact(tx, LAST_ALIVE_KEY, str(max(last, now)))
    tx.execute("DELETE FROM outages WHERE gone > 0 AND gone < ?", now - 2 * MAX_TIME_MS)
    rows = tx.rows("SELECT gone, back FROM outages ORDER BY gone")
    return [Outage(*row) for row in rows]


# --- Requests of commands -----------------------------------------------------------------------
# An administrator's command writes them; each process of a running server reads them every second.

READ_ONLY: Final = "read-only"
CLOSE_PREFIX: Final = "close "
"""Followed by the id of a table."""
RELOAD_PREFIX: Final = "reload "
"""Followed by the id of a table whose log was rewritten."""
REQUEST_PREFIX: Final = "order "


def add_request(tx: Transaction, request: str) -> None:
    """Store a request of an administrator until it is removed."""
    _set_fact(tx, REQUEST_PREFIX + request, "")


def remove_request(tx: Transaction, request: str) -> None:
    """Remove a request that is done or withdrawn."""
    tx.execute("DELETE FROM meta WHERE key = ?", REQUEST_PREFIX + request)


def list_requests(tx: Transaction) -> list[str]:
    """Return the stored requests."""
    keys = [key for (key,) in tx.rows("SELECT key FROM meta")]
    return [key.removeprefix(REQUEST_PREFIX) for key in keys if key.startswith(REQUEST_PREFIX)]
