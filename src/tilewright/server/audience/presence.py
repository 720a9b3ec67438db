"""Who is present at each table, across all processes of a server.

Each process has a presence entry on the bus for every table it displays: the people there and their
addresses. It writes the entry on every change and every `REFRESH_SECONDS`, and then reads the other
processes' entries, too. The entries of a dead process expire.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from tilewright.server.audience.outbox import Connection
from tilewright.server.audience.subscriptions import Hub
from tilewright.server.background import run_every
from tilewright.server.presenters import encode
from tilewright.server.pubsub import Bus
from tilewright.server.ratelimit.quotas import Caller
from tilewright.wire.messages import PresenceMessage

__all__ = ["Presence"]

log = logging.getLogger("tilewright.exchange")

REFRESH_SECONDS: Final = 5.0
ENTRY_SECONDS: Final = 15.0
"""Entries expire this long after they were last written."""
AFTER_GAP_SECONDS: Final = 6.0
"""After a bus outage, known entries stay valid for this long, until all processes have written
theirs."""
PUBLISH_DELAY_SECONDS: Final = 0.1
"""A table's changes within this time are sent as one message."""
TABLES_PER_READ: Final = 500

Entry = dict[str, list[str]]
"""A table's people and their addresses."""
_decode = msgspec.json.Decoder(Entry).decode


class Presence:
    """Tracks who is present at each table and sends changes to the table's clients."""

    def __init__(self, hub: Hub, bus: Bus) -> None:
        self._hub, self._bus = hub, bus
        self.change_listeners: list[Callable[[str], None]] = []
        """Called with the id of a table whose presence has changed."""
        self._remote: dict[str, Entry] = {}
        """People connected to other processes, by table displayed here."""
        self._publish_timers: dict[str, asyncio.TimerHandle] = {}
        self._refresh_task: asyncio.Task[None] | None = None
        self._next_read_at = 0.0

    def start(self) -> None:
        """Start refreshing the entries every `REFRESH_SECONDS`."""
        self._bus.gap_listeners.append(self._on_gap)
        self._refresh_task = asyncio.get_running_loop().create_task(
            run_every(self.refresh, REFRESH_SECONDS, log, "presence was not refreshed")
        )

    def stop(self) -> None:
        """Stop refreshing, cancel pending messages and remove this process's entries."""
        if self._refresh_task is not None:
            self._refresh_task.cancel()
        for timer in self._publish_timers.values():
            timer.cancel()
        for table in self._hub.list_tables():
            self._bus.put_entry(_topic(table), None, 0)

    # --- Queries ---

    def is_known(self, table_id: str) -> bool:
        """Return True if a table's presence is known without reading the bus.

        This is so if the process displays the table, or if there are no other processes.
        """
        return table_id in self._remote or not self._bus.has_peers

    def is_present(self, table_id: str, person_id: str) -> bool:
        """Return True if a person is at a table, as far as this process knows."""
        return person_id in self.list_people(table_id)

    def list_people(self, table_id: str) -> set[str]:
        """Return the ids of the signed-in people at a table, as far as this process knows."""
        mine = {person for person in self._hub.count_people(table_id) if person is not None}
        return mine.union(self._remote.get(table_id, ()))

    async def find_people(self, table_id: str) -> set[str] | None:
        """Return the ids of the people at a table in all processes; None if the bus is down."""
        if self.is_known(table_id):
            return self.list_people(table_id)
        others = await self._read_remote([table_id])
        return None if others is None else self.list_people(table_id).union(others[table_id])

    async def find_callers(self, table_id: str) -> set[Caller]:
        """Return the callers at a table in all processes, or in this one if the bus is down."""
        others = self._remote.get(table_id) or ((await self._read_remote([table_id])) or {}).get(
            table_id, {}
        )
        elsewhere = {Caller(person, client) for person in others for client in others[person]}
        return self._hub.list_callers(table_id) | elsewhere

    def encode_presence(self, table_id: str) -> bytes:
        """Return the encoded presence message of a table."""
        nameless = self._hub.count_people(table_id)[None]
        return encode(PresenceMessage(table_id, sorted(self.list_people(table_id)), nameless))

    # --- This process ---

    def subscribe(self, connection: Connection, table_id: str) -> None:
        """Add a connection to a table's listeners and publish the change in presence."""
        is_new = (
            connection.person is None or not self._hub.count_people(table_id)[connection.person]
        )
        self._hub.subscribe(connection, table_id)
        if is_new:
            self._on_local_change(table_id)

    def unsubscribe(self, connection: Connection, table_id: str) -> None:
        """Remove a connection from a table's listeners and publish the change in presence."""
        if table_id not in connection.tables:
            return
        self._hub.unsubscribe(connection, table_id)
        if connection.person is None or not self._hub.count_people(table_id)[connection.person]:
            self._on_local_change(table_id)

    def _on_local_change(self, table_id: str) -> None:
        """Notify clients and other processes that a person has come to a table or left it."""
        self._schedule_publish(table_id)
        if self._bus.has_peers:
            self._write_entry(table_id)

    def _write_entry(self, table_id: str) -> None:
        """Write a table's presence entry, or remove it if no person is present."""
        entry: Entry = {}
        for caller in self._hub.list_callers(table_id):
            if not caller.is_anonymous:
                entry.setdefault(caller.person, []).append(caller.client)
        self._bus.put_entry(_topic(table_id), encode(entry) if entry else None, ENTRY_SECONDS)

    def _schedule_publish(self, table_id: str) -> None:
        """Notify listeners now, and clients after `PUBLISH_DELAY_SECONDS`."""
        self._notify_listeners(table_id)
        if table_id not in self._publish_timers and self._hub.listeners(table_id):
            loop = asyncio.get_running_loop()
            self._publish_timers[table_id] = loop.call_later(
                PUBLISH_DELAY_SECONDS, self._publish, table_id
            )

    def _publish(self, table_id: str) -> None:
        """Send the presence message to a table's clients."""
        del self._publish_timers[table_id]
        message = self.encode_presence(table_id)
        for connection in self._hub.listeners(table_id):
            connection.send(message)

    # --- Other processes ---

    async def load(self, table_id: str) -> None:
        """Read other processes' entries for a table. Call this before the table is displayed."""
        if table_id not in self._remote:
            others = await self._read_remote([table_id]) or {}
            self._remote.setdefault(table_id, others.get(table_id, {}))
            self._notify_listeners(table_id)

    async def refresh(self) -> None:
        """Rewrite this process's entries, then read the entries of other processes.

        After a gap, nothing is read for `AFTER_GAP_SECONDS`.
        """
        if not self._bus.has_peers:
            return
        for table in self._hub.list_tables():
            self._write_entry(table)
        if asyncio.get_running_loop().time() < self._next_read_at:
            return
        displayed = list(self._remote)
        for start in range(0, len(displayed), TABLES_PER_READ):
            self._update_remote(
                await self._read_remote(displayed[start : start + TABLES_PER_READ]) or {}
            )

    def _update_remote(self, entries: dict[str, Entry]) -> None:
        """Store other processes' entries by table and publish the changes."""
        for table, others in entries.items():
            if table in self._remote and others != self._remote[table]:
                self._remote[table] = others
                self._schedule_publish(table)

    async def _read_remote(self, table_ids: Iterable[str]) -> dict[str, Entry] | None:
        """Return the other processes' merged entries by table; None if the bus is down."""
        topics = {_topic(table): table for table in table_ids}
        found = await self._bus.read_entries(list(topics)) if topics else {}
        if found is None:
            return None
        return {
            table: _merge_entries(map(_decode, found[topic])) for topic, table in topics.items()
        }

    def forget(self, table_id: str) -> None:
        """Drop other processes' entries for a table. Call this when it is no longer displayed."""
        self._remote.pop(table_id, None)

    def _notify_listeners(self, table_id: str) -> None:
        """Call all change listeners."""
        for listener in self.change_listeners:
            listener(table_id)

    def _on_gap(self) -> None:
        """Rewrite this process's entries. Read the entries of other processes only later.

        After `AFTER_GAP_SECONDS` the other processes have rewritten them.
        """
        self._next_read_at = asyncio.get_running_loop().time() + AFTER_GAP_SECONDS
        for table in self._hub.list_tables():
            self._write_entry(table)


def _topic(table_id: str) -> str:
    return f"presence {table_id}"


def _merge_entries(entries: Iterable[Entry]) -> Entry:
    """Merge several processes' entries for one table."""
    merged: Entry = {}
    for entry in entries:
        for person, clients in entry.items():
            merged[person] = sorted({*merged.get(person, ()), *clients})
    return merged
