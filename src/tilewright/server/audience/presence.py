"""The people at each table, over all processes of a server.

Each process keeps a presence entry on the bus for each table that it displays: the people there
and their addresses. It writes the entry when a person comes or goes and every `REFRESH_SECONDS`,
and reads the other processes' entries as often. The entry of a process that has died expires.
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
"""Lifetime of an entry that is not written again."""
AFTER_GAP_SECONDS: Final = 6.0
"""For so long after an outage of the bus, keep the known entries while all processes write theirs.
"""
PUBLISH_DELAY_SECONDS: Final = 0.1
"""Delay in which changes at a table are gathered into one message to its listeners."""
TABLES_PER_READ: Final = 500

Entry = dict[str, list[str]]
"""Addresses of each person at a table."""
_decode = msgspec.json.Decoder(Entry).decode


class Presence:
    """The people at each table. The table's clients get a message at each change."""

    def __init__(self, hub: Hub, bus: Bus) -> None:
        self._hub, self._bus = hub, bus
        self.change_listeners: list[Callable[[str], None]] = []
        """Called with a table at which people have come or gone."""
        self._others: dict[str, Entry] = {}
        """People at the other processes, for the tables displayed here."""
        self._publish_timers: dict[str, asyncio.TimerHandle] = {}
        self._refreshing: asyncio.Task[None] | None = None
        self._read_again_at = 0.0

    def start(self) -> None:
        """Start to refresh the entries every `REFRESH_SECONDS`."""
        self._bus.gap_listeners.append(self._on_gap)
        self._refreshing = asyncio.get_running_loop().create_task(
            run_every(self.refresh, REFRESH_SECONDS, log, "presence was not refreshed")
        )

    def stop(self) -> None:
        if self._refreshing is not None:
            self._refreshing.cancel()
        for timer in self._publish_timers.values():
            timer.cancel()
        for table in self._hub.list_tables():
            self._bus.put_entry(_topic_of(table), None, 0)

    # --- Questions ---

    def is_known(self, table: str) -> bool:
        """Return True if the people at a table are known without asking: the table is displayed
        here, or there is no other process."""
        return table in self._others or not self._bus.has_peers

    def is_here(self, table: str, person: str) -> bool:
        return person in self.people(table)

    def people(self, table: str) -> set[str]:
        """Return the people at a table that this process knows of; anonymous spectators do not
        count."""
        mine = {person for person in self._hub.count_people(table) if person is not None}
        return mine.union(self._others.get(table, ()))

    async def find_people(self, table: str) -> set[str] | None:
        """Return the people at a table on all processes; None if the bus is away."""
        if self.is_known(table):
            return self.people(table)
        others = await self._read_others([table])
        return None if others is None else self.people(table).union(others[table])

    async def find_callers(self, table: str) -> set[Caller]:
        """Return the people at a table with their addresses, as far as they are known."""
        others = self._others.get(table) or ((await self._read_others([table])) or {}).get(
            table, {}
        )
        elsewhere = {Caller(person, client) for person in others for client in others[person]}
        return self._hub.list_callers(table) | elsewhere

    def presence_message(self, table: str) -> bytes:
        """Return the encoded message that tells a table's listeners who is there."""
        nameless = self._hub.count_people(table)[None]
        return encode(PresenceMessage(table, sorted(self.people(table)), nameless))

    # --- This process ---

    def subscribe(self, connection: Connection, table: str) -> None:
        """Add a connection to a table's listeners."""
        is_new = connection.person is None or not self._hub.count_people(table)[connection.person]
        self._hub.subscribe(connection, table)
        if is_new:
            self._on_change(table)

    def unsubscribe(self, connection: Connection, table: str) -> None:
        """Remove a connection from a table's listeners."""
        if table not in connection.tables:
            return
        self._hub.unsubscribe(connection, table)
        if connection.person is None or not self._hub.count_people(table)[connection.person]:
            self._on_change(table)

    def _on_change(self, table: str) -> None:
        """Report a change of this process's people, and write the entry."""
        self._publish_soon(table)
        if self._bus.has_peers:
            self._write_entry(table)

    def _write_entry(self, table: str) -> None:
        """Write the presence entry of a table, or remove it if no person is there."""
        entry: Entry = {}
        for caller in self._hub.list_callers(table):
            if not caller.is_anonymous:
                entry.setdefault(caller.person, []).append(caller.client)
        self._bus.put_entry(_topic_of(table), encode(entry) if entry else None, ENTRY_SECONDS)

    def _publish_soon(self, table: str) -> None:
        """Report a change at once; send it to the listeners after `PUBLISH_DELAY_SECONDS`."""
        self._changed(table)
        if table not in self._publish_timers and self._hub.listeners(table):
            loop = asyncio.get_running_loop()
            self._publish_timers[table] = loop.call_later(
                PUBLISH_DELAY_SECONDS, self._publish_now, table
            )

    def _publish_now(self, table: str) -> None:
        """Send the presence message to the listeners of a table."""
        del self._publish_timers[table]
        message = self.presence_message(table)
        for connection in self._hub.listeners(table):
            connection.send(message)

    # --- The others ---

    async def load(self, table: str) -> None:
        """Read the people at a table that is displayed from now on."""
        if table not in self._others:
            others = await self._read_others([table]) or {}
            self._others.setdefault(table, others.get(table, {}))
            self._changed(table)

    async def refresh(self) -> None:
        """Write the entries of this process again, and read those of the other processes."""
        if not self._bus.has_peers:
            return
        for table in self._hub.list_tables():
            self._write_entry(table)
        if asyncio.get_running_loop().time() < self._read_again_at:
            return
        displayed = list(self._others)
        for start in range(0, len(displayed), TABLES_PER_READ):
            self._update_others(
                await self._read_others(displayed[start : start + TABLES_PER_READ]) or {}
            )

    def _update_others(self, found: dict[str, Entry]) -> None:
        """Store entries of other processes, and report what changed."""
        for table, others in found.items():
            if table in self._others and others != self._others[table]:
                self._others[table] = others
                self._publish_soon(table)

    async def _read_others(self, tables: Iterable[str]) -> dict[str, Entry] | None:
        """Return the merged entries of other processes by table; None if the bus is away."""
        topics = {_topic_of(table): table for table in tables}
        found = await self._bus.read_entries(list(topics)) if topics else {}
        if found is None:
            return None
        return {
            table: _merge_entries(map(_decode, found[topic])) for topic, table in topics.items()
        }

    def forget(self, table: str) -> None:
        """Forget the people at a table that is not displayed here any more."""
        self._others.pop(table, None)

    def _changed(self, table: str) -> None:
        for listener in self.change_listeners:
            listener(table)

    def _on_gap(self) -> None:
        """Write all entries after an outage; read the others after `AFTER_GAP_SECONDS`."""
        self._read_again_at = asyncio.get_running_loop().time() + AFTER_GAP_SECONDS
        for table in self._hub.list_tables():
            self._write_entry(table)


def _topic_of(table: str) -> str:
    return f"presence {table}"


def _merge_entries(entries: Iterable[Entry]) -> Entry:
    """Merge entries of several processes into one."""
    merged: Entry = {}
    for entry in entries:
        for person, clients in entry.items():
            merged[person] = sorted({*merged.get(person, ()), *clients})
    return merged
