"""Keeps tables in memory up to date with their logs.

Other processes append to the logs, too. They publish the events to the processes subscribed to the
table. Events missed by a process are read from the log.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from functools import partial
from typing import Final

from tilewright.errors import TilewrightError
from tilewright.match import apply, replay
from tilewright.match.events import Event, parse_event
from tilewright.server.audience.outbox import Connection
from tilewright.server.audience.presence import Presence
from tilewright.server.audience.subscriptions import EventsMessage, Hub, Subscriptions
from tilewright.server.background import TaskSet
from tilewright.server.pubsub import Bus
from tilewright.server.storage import tables
from tilewright.server.storage.database import Database
from tilewright.server.tables.cache import LiveTable, TableCache
from tilewright.server.tables.game_time import GameTime
from tilewright.server.tables.publisher import TablePublisher
from tilewright.wire.tables import LoggedEvent

__all__ = ["TableSync", "number_events"]

log = logging.getLogger("tilewright.tables")

REWRITTEN_TOPIC: Final = "rewritten"
"""Topic for tables whose log was rewritten, for example to remove a name."""
MAX_TABLES_PER_READ: Final = 1000


def number_events(last_seq: int, events: list[Event]) -> list[LoggedEvent]:
    """Return `events` with consecutive numbers from `last_seq` + 1."""
    return [LoggedEvent(seq, event) for seq, event in enumerate(events, last_seq + 1)]


class TableSync:
    """Applies new log events to cached tables. Belongs to one event loop."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        hub: Hub,
        presence: Presence,
        cache: TableCache,
        publisher: TablePublisher,
        time: GameTime,
        tasks: TaskSet,
    ) -> None:
        self.subscriptions = Subscriptions(bus, hub, self._on_events_message, presence.forget)
        self._database, self._bus, self._presence = database, bus, presence
        self._cache, self._publisher, self._time, self._tasks = cache, publisher, time, tasks
        self._pending_reloads: set[str] = set()
        """Tables to reload at the next tick: a commit failed or was cancelled, or the log was
        rewritten."""

    async def start(self) -> None:
        """Subscribe to the bus."""
        self._bus.gap_listeners.append(self._on_bus_gap)
        await self._bus.subscribe(REWRITTEN_TOPIC, self._on_rewritten_message)

    # --- Clients ---

    @contextlib.asynccontextmanager
    async def subscribed(self, table: LiveTable) -> AsyncIterator[None]:
        """Keep a table subscribed and up to date for the duration of the context."""
        async with self.subscriptions.subscribed(table.id):
            await self._presence.load(table.id)
            await self.refresh_if_shared(table)
            yield

    def unsubscribe(self, connection: Connection, table_id: str) -> None:
        """End a connection's subscription to a table."""
        self._presence.unsubscribe(connection, table_id)
        self.subscriptions.unsubscribe_if_unused(table_id)

    # --- The commits of other processes ---

    async def refresh_if_shared(self, table: LiveTable) -> None:
        """Refresh a table if other processes may append to its log."""
        if self._database.is_shared:
            await self.refresh(table)

    async def refresh(self, table: LiveTable, message: EventsMessage | None = None) -> None:
        """Apply other processes' commits to a table and publish them to clients.

        The events are taken from the message if it directly follows the table's last event,
        otherwise from the log.
        """
        async with table.lock:
            before = table.match.seq
            if message is not None and before >= message.before + len(message.events):
                return
            if message is not None and before == message.before:
                events = message.events
            else:
                read = partial(tables.list_events, table_id=table.id, after=before)
                events = [parse_event(row.data) for row in await self._database.read(read)]
            if events:
                after = table.match.copy()
                apply(after, *events)
                self._publisher.replace_match(
                    table, after, number_events(before, events), self._time.now()
                )

    async def _refresh_by_id(self, table_id: str, message: EventsMessage | None = None) -> None:
        """Refresh the table `table_id`. Errors are logged."""
        try:
            await self.refresh(await self._cache.get_or_load(table_id), message)
        except TilewrightError as error:
            log.warning("table not refreshed: %s", error)

    def _on_events_message(self, table_id: str, message: EventsMessage) -> None:
        """Refresh a table in the background, if it is cached."""
        if table_id in self._cache:
            self._tasks.spawn(self._refresh_by_id(table_id, message))

    def _on_bus_gap(self) -> None:
        """Refresh all subscribed tables after messages were lost."""
        for table_id in self.subscriptions.list_tables():
            self._tasks.spawn(self._refresh_by_id(table_id))

    @property
    def is_bus_degraded(self) -> bool:
        """True if messages from other processes may currently be lost."""
        return self._database.is_shared and not self._bus.is_connected

    async def poll_missed_events(self) -> None:
        """Refresh subscribed tables whose logs have events that this process missed.

        A process may die between commit and message, and messages are lost while the bus is down.
        """
        table_ids = self.subscriptions.list_tables() if self._database.is_shared else []
        for start in range(0, len(table_ids), MAX_TABLES_PER_READ):
            find = partial(
                tables.list_current_seqs, table_ids=table_ids[start : start + MAX_TABLES_PER_READ]
            )
            for table_id, seq in await self._database.read(find):
                table = self._cache.get(table_id)
                if table is not None and table.match.seq < seq and not table.lock.locked():
                    await self._refresh_by_id(table_id)

    # --- Commits with unknown outcome, and rewritten logs ---

    async def reload(self, table: LiveTable) -> None:
        """Rebuild a table from its log and publish new events. The caller must hold its lock.

        The log is read after all queued writes: a cancelled caller may have left one.
        """
        rows = await self._database.write(partial(tables.list_events, table_id=table.id, after=0))
        events = [parse_event(row.data) for row in rows]
        match, before = replay(table.match.secret, events), table.match.seq
        match.absences = table.match.absences
        self._pending_reloads.discard(table.id)
        new_events = number_events(0, events)[before:]
        self._publisher.replace_match(table, match, new_events, self._time.now())

    def reload_soon(self, table_id: str) -> None:
        """Mark a table to be reloaded at the next tick."""
        self._pending_reloads.add(table_id)

    async def reload_everywhere(self, table_id: str) -> None:
        """Reload a table in all processes after its log was rewritten."""
        self._bus.publish(REWRITTEN_TOPIC, table_id.encode())
        await self._reload_by_id(table_id)

    async def reload_pending(self) -> None:
        """Reload the tables marked by `reload_soon` or by a failed reload."""
        for table_id in [*self._pending_reloads]:
            await self._reload_by_id(table_id)

    async def _reload_by_id(self, table_id: str) -> None:
        """Reload a table if it is cached. Errors are logged, and the next tick retries."""
        if table_id not in self._cache:
            self._pending_reloads.discard(table_id)
            return
        self._pending_reloads.add(table_id)
        try:
            table = await self._cache.get_or_load(table_id)
            async with table.lock:
                await self.reload(table)
        except TilewrightError as error:
            log.warning("table not reloaded: %s", error)

    def _on_rewritten_message(self, message: bytes) -> None:
        self._tasks.spawn(self._reload_by_id(message.decode()))
