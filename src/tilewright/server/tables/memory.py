"""The tables that are in memory, and how they get there."""

from __future__ import annotations

import asyncio
import itertools
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from tilewright.errors import NotFound
from tilewright.events import Event, parse_event
from tilewright.match import fold
from tilewright.server.storage import tables
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.tables import EventRow, TableRow
from tilewright.server.tables.live_table import LiveTable

__all__ = ["TableMemory", "no_table"]

KEPT = 2000
"""Tables kept though nobody needs them just now."""


def no_table(table_id: str) -> NotFound:
    """The same words whether a table is not there or not to be seen."""
    return NotFound(f"there is no table {table_id[:40]!r}, or you may not see it")


class TableMemory:
    """Every table at most once, so that its lock is the only one."""

    def __init__(
        self,
        database: Database,
        is_needed: Callable[[LiveTable], bool],
        loaded: Callable[[LiveTable], Awaitable[None]],
    ) -> None:
        self._database, self._is_needed, self._loaded = database, is_needed, loaded
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}

    def __contains__(self, table_id: str) -> bool:
        """Whether a table is here, or on its way."""
        return table_id in self._tables or table_id in self._loading

    def all(self) -> list[LiveTable]:
        return list(self._tables.values())

    def get(self, table_id: str) -> LiveTable | None:
        """A table, if it is here."""
        return self._tables.get(table_id)

    async def find(self, table_id: str) -> LiveTable:
        """A table, out of storage if need be. Raises NotFound."""
        table = self._tables.get(table_id)
        if table is not None:
            self._tables.move_to_end(table_id)
            return table
        async with self._loading.setdefault(table_id, asyncio.Lock()):
            try:
                return self._tables.get(table_id) or self.keep(await self._load(table_id))
            finally:
                self._loading.pop(table_id, None)

    def keep(self, table: LiveTable) -> LiveTable:
        """Remember a table; what has not been used for longest is forgotten instead."""
        table = self._tables.setdefault(table.id, table)
        if len(self._tables) > KEPT:
            self._forget(len(self._tables) - KEPT)
        return table

    def _forget(self, count: int) -> None:
        """Drop so many tables that nobody needs, if there are as many."""
        idle = (one for one in self.all() if not one.lock.locked() and not self._is_needed(one))
        for table in itertools.islice(idle, count):
            del self._tables[table.id]

    async def read(self, table_id: str) -> tuple[TableRow, list[Event]]:
        """A table as it is on disk. Raises NotFound."""

        def work(tx: Transaction) -> tuple[TableRow | None, list[EventRow]]:
            return tables.find(tx, table_id), tables.events_since(tx, table_id, 0)

        row, events = await self._database.read(work)
        if row is None:
            raise no_table(table_id)
        return row, [parse_event(event.data) for event in events]

    async def _load(self, table_id: str) -> LiveTable:
        row, events = await self.read(table_id)
        match = fold(row.secret, events)
        table = LiveTable(row.id, row.listed, row.invite, row.created, match)
        await self._loaded(table)
        return table
