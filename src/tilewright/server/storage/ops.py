"""Server operation: write probe, heartbeats, outages and requests of the operator.

Outages have a table of their own; everything else is a row of `meta`.
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
    "read_last_heartbeat",
    "read_wall_clock",
    "remove_request",
    "write_heartbeat",
    "write_probe_time",
]


def _set_meta(tx: Transaction, key: str, value: str) -> None:
    """Store a value in `meta`."""
    tx.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        *(key, value),
    )


def write_probe_time(tx: Transaction, now: int) -> None:
    """Store the time of a health check. Raises Unavailable if the database refuses writes."""
    _set_meta(tx, "heartbeat", str(now))


WRITE_SECONDS: Final = 5.0
FRESH_SECONDS: Final = 1.0
"""A successful probe is reused for this long."""


class WriteProbe:
    """Tests whether the database accepts writes, at most once per second."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._succeeded_at = float("-inf")

    async def check(self, now: int) -> None:
        """Make a test write, unless one succeeded within the last second.

        Raises:
            Unavailable: The write failed, or did not finish within 5 seconds.
        """
        if time.monotonic() < self._succeeded_at + FRESH_SECONDS:
            return
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                await self._database.write(lambda tx: write_probe_time(tx, now))
        except TimeoutError:
            limit = f"{WRITE_SECONDS:g} seconds"
            message = f"test write: expected it within {limit}; found it waiting"
            raise Unavailable(message) from None
        self._succeeded_at = time.monotonic()


# --- Outages ------------------------------------------------------------------------------------

OUTAGE_AFTER_MS: Final = 5_000
"""The server counts as down if no process has marked itself alive for this long."""
LAST_ALIVE_KEY: Final = "alive"
"""Key in `meta`: game time at which a process was last alive."""


class Outage(NamedTuple):
    """A time without a live process, from `gone` to `back` in game time (ms)."""

    gone: int
    back: int


def read_last_heartbeat(tx: Transaction) -> int:
    """Return the game time (ms) of the last heartbeat, or 0 if there is none."""
    row = tx.row("SELECT value FROM meta WHERE key = ?", LAST_ALIVE_KEY)
    return int(row[0]) if row else 0


def read_wall_clock(tx: Transaction) -> int:
    """Return the wall-clock time (ms) of the PostgreSQL server. All processes share it."""
    row = tx.row("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)")
    assert row is not None
    return int(row[0])


def write_heartbeat(tx: Transaction, now: int) -> list[Outage]:
    """Store the heartbeat of a process, and an outage if the last one is too old.

    Returns:
        The outages that may overlap a running clock, oldest first.
    """
    tx.lock("outages")
    last = read_last_heartbeat(tx)
    if now - last > OUTAGE_AFTER_MS:
        # A restored backup has no last-alive time, so its outage may start at 0.
        tx.execute(
            "INSERT INTO outages (gone, back) VALUES (?, ?)"
            " ON CONFLICT (gone) DO UPDATE SET back = excluded.back",
            *(last, now),
        )
    _set_meta(tx, LAST_ALIVE_KEY, str(max(last, now)))
    tx.execute("DELETE FROM outages WHERE gone > 0 AND gone < ?", now - 2 * MAX_TIME_MS)
    rows = tx.rows("SELECT gone, back FROM outages ORDER BY gone")
    return [Outage(*row) for row in rows]


# --- Administrators' requests -------------------------------------------------------------------
# Written by `tilewright admin`; every server process polls them once per second.

READ_ONLY: Final = "read-only"
CLOSE_PREFIX: Final = "close "
"""Followed by a table id."""
RELOAD_PREFIX: Final = "reload "
"""Followed by the id of a table with a rewritten log."""
REQUEST_PREFIX: Final = "order "


def add_request(tx: Transaction, request: str) -> None:
    """Store an operator's request. It stays pending until it is removed."""
    _set_meta(tx, REQUEST_PREFIX + request, "")


def remove_request(tx: Transaction, request: str) -> None:
    """Remove a request after it was executed or withdrawn."""
    tx.execute("DELETE FROM meta WHERE key = ?", REQUEST_PREFIX + request)


def list_requests(tx: Transaction) -> list[str]:
    """Return all pending requests."""
    keys = [key for (key,) in tx.rows("SELECT key FROM meta")]
    return [key.removeprefix(REQUEST_PREFIX) for key in keys if key.startswith(REQUEST_PREFIX)]
