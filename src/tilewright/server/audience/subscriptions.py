"""The tables that connections listen to, and those for which a process receives events.

A message carries the events added to a table, and how many events the table had before. A process
that has those applies the new ones. A process that lacks some, because a message was lost, reads
the log.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import msgspec

from tilewright.match.events import Event
from tilewright.server.audience.outbox import Connection
from tilewright.server.presenters import encode
from tilewright.server.pubsub import Bus
from tilewright.server.ratelimit.quotas import Caller

__all__ = [
    "EventsMessage",
    "Hub",
    "Subscriptions",
    "publish_events",
]


class Hub:
    """All connections of this process."""

    def __init__(self) -> None:
        self.connections: set[Connection] = set()
        self.refused: Counter[str] = Counter()
        """Number of refused messages, by error code."""
        self._listeners: defaultdict[str, set[Connection]] = defaultdict(set)

    def listeners(self, table_id: str) -> set[Connection]:
        """Return the connections that listen to a table. Callers must not change the set."""
        return self._listeners.get(table_id, set())

    def subscribe(self, connection: Connection, table_id: str) -> None:
        """Add a connection to a table's listeners."""
        self._listeners[table_id].add(connection)
        connection.tables.add(table_id)

    def unsubscribe(self, connection: Connection, table_id: str) -> None:
        """Remove a connection from a table's listeners."""
        connection.tables.discard(table_id)
        connection.forms.pop(table_id, None)
        listeners = self.listeners(table_id)
        listeners.discard(connection)
        if not listeners:
            self._listeners.pop(table_id, None)

    def count_people(self, table_id: str) -> Counter[str | None]:
        """Count a table's connections by person id; None is the key of anonymous ones."""
        return Counter(connection.person for connection in self.listeners(table_id))

    def list_callers(self, table_id: str) -> set[Caller]:
        """Return the callers behind a table's connections."""
        return {connection.caller for connection in self.listeners(table_id)}

    def list_tables(self) -> list[str]:
        """Return the ids of the tables with at least one listener."""
        return list(self._listeners)


# --- Tables heard of on the bus -------------------------------------------------------------------


class EventsMessage(msgspec.Struct, frozen=True):
    """New events of a table that had `before` events."""

    before: int
    events: list[Event]


Receive = Callable[[str, EventsMessage], None]
_decode = msgspec.json.Decoder(EventsMessage).decode


def _topic(table_id: str) -> str:
    return f"table {table_id}"


def publish_events(bus: Bus, table_id: str, message: EventsMessage) -> None:
    """Publish a table's new events to the other subscribed processes."""
    if bus.has_peers:
        bus.publish(_topic(table_id), encode(message))


class Subscriptions:
    """Manages the table subscriptions of one event loop.

    Calls `receive(table, message)` for events from other processes, and
    `on_dropped(table)` when a subscription ends.
    """

    def __init__(
        self, bus: Bus, hub: Hub, receive: Receive, on_dropped: Callable[[str], None]
    ) -> None:
        self._bus, self._hub, self._on_events = bus, hub, receive
        self._on_dropped = on_dropped
        self._users: Counter[str] = Counter()
        self._subscribed: set[str] = set()

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._subscribed

    def list_tables(self) -> list[str]:
        """Return the ids of the subscribed tables."""
        return list(self._subscribed)

    @asynccontextmanager
    async def subscribed(self, table_id: str) -> AsyncIterator[None]:
        """Keep a table subscribed within the context.

        It stays subscribed afterwards while clients listen to it.
        """
        self._users[table_id] += 1
        self._subscribed.add(table_id)
        try:
            await self._bus.subscribe(_topic(table_id), partial(self._receive, table_id))
            yield
        finally:
            self._users[table_id] -= 1
            self.unsubscribe_if_unused(table_id)

    def unsubscribe_if_unused(self, table_id: str) -> None:
        """Unsubscribe from a table without listeners and without an open `subscribed` context."""
        if self._users[table_id] or self._hub.listeners(table_id):
            return
        del self._users[table_id]
        if table_id in self._subscribed:
            self._subscribed.remove(table_id)
            self._bus.unsubscribe(_topic(table_id))
            self._on_dropped(table_id)

    def _receive(self, table_id: str, data: bytes) -> None:
        self._on_events(table_id, _decode(data))
