"""Runs heartbeats, timeouts and polls for missed events, and executes operators' requests.

The command line writes requests into the database (close a table, reload it, read-only mode), and
every process polls for them once a second. So no endpoint is exposed, and a request reaches the
processes on all machines.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from functools import partial
from typing import Final

from tilewright.errors import TilewrightError
from tilewright.match import lobby_commands, timeouts
from tilewright.server.audience.presence import Presence
from tilewright.server.background import run_every
from tilewright.server.pubsub import Bus
from tilewright.server.storage import ops, tables
from tilewright.server.storage.database import Database
from tilewright.server.tables.cache import TableCache
from tilewright.server.tables.commands import TableCommands
from tilewright.server.tables.game_time import GameTime
from tilewright.server.tables.sync import TableSync

__all__ = [
    "AdminRequestRunner",
    "TableScheduler",
]

log = logging.getLogger("tilewright.tables")

REQUEST_POLL_SECONDS: Final = 1.0


class AdminRequestRunner:
    """Executes the operator's requests. Belongs to one event loop."""

    def __init__(
        self, database: Database, commands: TableCommands, sync: TableSync, time: GameTime
    ) -> None:
        self._database, self._commands, self._sync, self._time = database, commands, sync, time

    async def run(self) -> None:
        """Poll for requests every ``REQUEST_POLL_SECONDS`` until cancelled."""
        await run_every(self.run_pending, REQUEST_POLL_SECONDS, log, "admin requests not read")

    async def run_pending(self) -> None:
        """Update read-only mode and execute all pending requests."""
        requests = await self._database.read(ops.list_requests)
        await self._set_read_only(is_read_only=ops.READ_ONLY in requests)
        for request in requests:
            if request.startswith(ops.RELOAD_PREFIX):
                await self._sync.reload_everywhere(request.removeprefix(ops.RELOAD_PREFIX))
                await self._database.write(partial(ops.remove_request, request=request))
            if request.startswith(ops.CLOSE_PREFIX) and not self._time.is_read_only:
                await self._close_table(request)

    async def _set_read_only(self, *, is_read_only: bool) -> None:
        """Enter or leave read-only mode. Does nothing if the mode is the same."""
        if is_read_only == self._time.is_read_only:
            return
        log.warning("read-only mode begins" if is_read_only else "read-only mode ends")
        self._time.is_read_only = is_read_only
        await self._time.write_heartbeat()

    async def _close_table(self, request: str) -> None:
        """Close the table of a request and remove the request. Errors are logged."""
        try:
            await self._commands.execute(
                request.removeprefix(ops.CLOSE_PREFIX), lobby_commands.admin_close
            )
        except TilewrightError as error:
            log.warning("not closed: %s", error)
        await self._database.write(partial(ops.remove_request, request=request))


# --- Ticks ----------------------------------------------------------------------------------------


TICK_SECONDS = 0.5
HEARTBEAT_SECONDS = 2.0
"""Interval between heartbeats."""
POLL_SECONDS = 5.0
"""Interval at which subscribed tables are checked for missed events."""
SWEEP_SECONDS = 5.0
"""Interval at which one process applies timeouts to all tables in the database."""
TICK_LEASE_SECONDS = 10.0
"""Duration of the lease for applying a table's timeouts."""
MAX_TABLES_PER_SWEEP = 1000


class TableScheduler:
    """Applies timeouts, missed events and heartbeats at regular intervals."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        presence: Presence,
        cache: TableCache,
        sync: TableSync,
        commands: TableCommands,
        game_time: GameTime,
    ) -> None:
        self._database, self._bus, self._presence, self._cache = database, bus, presence, cache
        self._sync, self._commands, self._time = sync, commands, game_time

    async def run(self) -> None:
        """Run the scheduler until cancelled. Errors are logged.

        Ticks run every ``TICK_SECONDS``; heartbeats, polls and sweeps have their own intervals.
        """
        swept_at = heartbeat_at = polled_at = 0.0

        async def run_due_tasks() -> None:
            nonlocal swept_at, heartbeat_at, polled_at
            if time.monotonic() - heartbeat_at > HEARTBEAT_SECONDS:
                await self._time.write_heartbeat()
                heartbeat_at = time.monotonic()
            if self._sync.is_bus_degraded or time.monotonic() - polled_at > POLL_SECONDS:
                polled_at = time.monotonic()
                await self._sync.poll_missed_events()
            await self.tick()
            if time.monotonic() - swept_at > SWEEP_SECONDS:
                swept_at = time.monotonic()
                if await self._bus.acquire_lease("sweep", SWEEP_SECONDS / 2):
                    await self.sweep()

        await run_every(run_due_tasks, TICK_SECONDS, log, "scheduler failed")

    async def tick(self) -> None:
        """Reload tables after failed commits and apply due timeouts to cached tables."""
        await self._sync.reload_pending()
        now = self._time.now()
        if not self._time.is_read_only:
            await self._tick_tables(
                table.id for table in self._cache.all() if table.is_out_of_time(now)
            )

    async def sweep(self) -> None:
        """Apply timeouts to overdue tables in the database, at most `MAX_TABLES_PER_SWEEP`."""
        now = self._time.now()
        if not self._time.is_read_only:
            await self._tick_tables(
                await self._database.read(
                    lambda tx: tables.list_overdue(tx, now, MAX_TABLES_PER_SWEEP)
                )
            )

    async def _tick_tables(self, table_ids: Iterable[str]) -> None:
        """Apply timeouts to the tables `table_ids` concurrently. Errors are logged."""
        due = list(table_ids)
        ticks = [self._tick_table(table_id) for table_id in due]
        results = await asyncio.gather(*ticks, return_exceptions=True)
        for table_id, result in zip(due, results, strict=True):
            if isinstance(result, TilewrightError):
                log.warning("tick failed at table %s: %s", table_id, result)
            elif isinstance(result, BaseException):
                log.error("tick failed at table %s", table_id, exc_info=result)

    async def _tick_table(self, table_id: str) -> None:
        """Apply timeouts to a table, unless another process holds the lease."""
        lease = f"time {table_id}"
        if not await self._bus.acquire_lease(lease, TICK_LEASE_SECONDS):
            return
        try:
            if not self._presence.is_known(table_id):
                table = await self._cache.get_or_load(table_id)
                await self._sync.refresh(table)
                await self._cache.load_presence(table)
            await self._commands.execute(table_id, timeouts.tick)
        finally:
            self._bus.release_lease(lease)
