"""Requests of the host's commands: close a table, reload a table, read-only mode.

The command line writes a request into the database; every process polls for requests once a
second. So no endpoint is exposed, and a request reaches the processes of all machines.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

from tilewright.errors import TilewrightError
from tilewright.match import lobby_commands
from tilewright.server.background import run_every
from tilewright.server.storage import ops
from tilewright.server.storage.database import Database
from tilewright.server.tables.commands import TableCommands
from tilewright.server.tables.game_time import GameTime
from tilewright.server.tables.sync import TableSync

__all__ = ["AdminRequestRunner"]

log = logging.getLogger("tilewright.oversight")

POLL_SECONDS: Final = 1.0


class AdminRequestRunner:
    """Executes the requests of the host's commands. Belongs to one event loop."""

    def __init__(
        self, database: Database, commands: TableCommands, sync: TableSync, time: GameTime
    ) -> None:
        self._database, self._commands, self._sync, self._time = database, commands, sync, time

    async def run(self) -> None:
        """Poll for requests every ``POLL_SECONDS`` until cancelled."""
        await run_every(self.run_pending, POLL_SECONDS, log, "admin requests not read")

    async def run_pending(self) -> None:
        """Execute all pending requests and set read-only mode."""
        requests = await self._database.read(ops.list_requests)
        await self._set_mode(is_read_only=ops.READ_ONLY in requests)
        for request in requests:
            if request.startswith(ops.RELOAD_PREFIX):
                await self._sync.reload_everywhere(request.removeprefix(ops.RELOAD_PREFIX))
                await self._database.write(partial(ops.remove_request, request=request))
            if request.startswith(ops.CLOSE_PREFIX) and not self._time.is_read_only:
                await self._close(request)

    async def _set_mode(self, *, is_read_only: bool) -> None:
        if is_read_only == self._time.is_read_only:
            return
        log.warning("read-only mode begins" if is_read_only else "read-only mode ends")
        self._time.is_read_only = is_read_only
        await self._time.write_heartbeat()

    async def _close(self, request: str) -> None:
        try:
            await self._commands.execute(
                request.removeprefix(ops.CLOSE_PREFIX), lobby_commands.admin_close
            )
        except TilewrightError as error:
            log.warning("not closed: %s", error)
        await self._database.write(partial(ops.remove_request, request=request))
