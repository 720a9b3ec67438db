"""Tables in memory: their matches, and which of their players are connected."""

from __future__ import annotations

import asyncio
import itertools
from collections import OrderedDict
from dataclasses import dataclass, field

from tilewright.errors import NotFound
from tilewright.match import Match, replay, timeouts
from tilewright.match.events import parse_event
from tilewright.server.audience.hub import Hub
from tilewright.server.audience.presence import Presence
from tilewright.server.storage import tables
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.tables import EventRow, TableRow
from tilewright.server.tables.game_time import GameTime

__all__ = ["LiveTable", "TableCache", "table_not_found"]

MAX_CACHED_TABLES = 2000
"""Cached tables above which idle ones are evicted."""


@dataclass(slots=True)
class LiveTable:
    """A table in memory: the match that its log makes, with the table's metadata."""

    id: str
    listed: bool
    invite: str
    created: int
    match: Match
    """The match after the committed events. A commit replaces it; it never changes in place."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the match may be replaced."""

    @property
    def owners(self) -> set[str]:
        """The people who have a seat."""
        return {state.owner for state in self.match.seats if state.owner is not None}

    def is_out_of_time(self, now: int) -> bool:
        """Return True if a timeout is due here and no command is being executed."""
        deadline = timeouts.next_deadline(self.match)
        return deadline is not None and deadline <= now and not self.lock.locked()


def table_not_found(table_id: str) -> NotFound:
    """Return the error for a table that is missing or invisible; the client cannot tell which."""
    return NotFound(f"there is no table {table_id[:40]!r}, or you may not see it")


class TableCache:
    """An LRU cache with one instance, and so one lock, per table.

    Each match in it knows which of its players are connected.
    """

    def __init__(self, database: Database, hub: Hub, presence: Presence, time: GameTime) -> None:
        self._database, self._hub, self._presence, self._time = database, hub, presence, time
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        presence.change_listeners.append(self._on_presence_change)

    def __contains__(self, table_id: str) -> bool:
        """Return True if a table is cached or being loaded."""
        return table_id in self._tables or table_id in self._loading

    def __len__(self) -> int:
        return len(self._tables)

    def all(self) -> list[LiveTable]:
        return list(self._tables.values())

    def get(self, table_id: str) -> LiveTable | None:
        """Return a cached table, or None."""
        return self._tables.get(table_id)

    async def find(self, table_id: str) -> LiveTable:
        """Return a table, loaded if necessary.

        Raises:
            NotFound: There is no such table.
        """
        table = self._tables.get(table_id)
        if table is not None:
            self._tables.move_to_end(table_id)
            return table
        async with self._loading.setdefault(table_id, asyncio.Lock()):
            try:
                return self._tables.get(table_id) or self.add(await self._load(table_id))
            finally:
                self._loading.pop(table_id, None)

    def add(self, table: LiveTable) -> LiveTable:
        """Cache a table, unless it is there, and return the cached one; evict the least recently
        used."""
        table = self._tables.setdefault(table.id, table)
        if len(self._tables) > MAX_CACHED_TABLES:
            self._evict(len(self._tables) - MAX_CACHED_TABLES)
        return table

    def _evict(self, count: int) -> None:
        """Evict at most `count` tables that are not in use."""
        idle = (
            table
            for table in self.all()
            if not table.lock.locked() and not self._hub.listeners(table.id)
        )
        for table in itertools.islice(idle, count):
            del self._tables[table.id]

    async def _load(self, table_id: str) -> LiveTable:
        def work(tx: Transaction) -> tuple[TableRow | None, list[EventRow]]:
            return tables.find(tx, table_id), tables.list_events(tx, table_id, 0)

        row, events = await self._database.read(work)
        if row is None:
            raise table_not_found(table_id)
        match = replay(row.secret, [parse_event(event.data) for event in events])
        table = LiveTable(row.id, row.listed, row.invite, row.created, match)
        await self.find_presence(table)
        return table

    # --- Presence ---

    async def find_presence(self, table: LiveTable) -> None:
        """Note which players of a table are connected anywhere; all of them if that is unknown."""
        people = await self._presence.find_people(table.id)
        self._set_people(table, table.owners if people is None else people)

    def update_presence(self, table: LiveTable) -> None:
        """Note which players of a table are connected, if this process knows without asking."""
        if self._presence.is_known(table.id):
            self._set_people(table, self._presence.people(table.id))

    def _set_people(self, table: LiveTable, here: set[str]) -> None:
        now = self._time.now()
        for person in table.owners:
            timeouts.set_presence(table.match, person, person in here, now)

    def _on_presence_change(self, table_id: str) -> None:
        if (table := self.get(table_id)) is not None:
            self.update_presence(table)
