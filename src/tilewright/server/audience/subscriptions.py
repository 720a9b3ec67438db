"""Which connections listen to which tables, and the tables that a process hears of on the bus.

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

    def listeners(self, table: str) -> set[Connection]:
        """Return the connections listening to a table."""
        return self._listeners.get(table, set())

    def subscribe(self, connection: Connection, table: str) -> None:
        self._listeners[table].add(connection)
        connection.tables.add(table)

    def unsubscribe(self, connection: Connection, table: str) -> None:
        connection.tables.discard(table)
        connection.forms.pop(table, None)
        listeners = self.listeners(table)
        listeners.discard(connection)
        if not listeners:
            self._listeners.pop(table, None)

    def count_people(self, table: str) -> Counter[str | None]:
        """Count a table's connections by person; None counts the anonymous ones."""
        return Counter(connection.person for connection in self.listeners(table))

    def list_callers(self, table: str) -> set[Caller]:
        """Return the callers behind a table's connections."""
        return {connection.caller for connection in self.listeners(table)}

    def list_tables(self) -> list[str]:
        """Return the tables with at least one listener."""
        return list(self._listeners)


# --- Tables heard of on the bus -------------------------------------------------------------------


class EventsMessage(msgspec.Struct, frozen=True):
    """New events of a table that had `before` events."""

    before: int
    events: list[Event]


Receive = Callable[[str, EventsMessage], None]
_decode = msgspec.json.Decoder(EventsMessage).decode


def _topic(table: str) -> str:
    return f"table {table}"


def publish_events(bus: Bus, table: str, message: EventsMessage) -> None:
    """Send a table's new events to the other processes subscribed to it."""
    if bus.has_peers:
        bus.publish(_topic(table), encode(message))


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

    def __contains__(self, table: str) -> bool:
        return table in self._subscribed

    def list_tables(self) -> list[str]:
        return list(self._subscribed)

    @asynccontextmanager
    async def subscribed(self, table: str) -> AsyncIterator[None]:
        """Subscribe to a table for the context, and for as long as clients here listen to it."""
        self._users[table] += 1
        self._subscribed.add(table)
        try:
            await self._bus.subscribe(_topic(table), partial(self._receive, table))
            yield
        finally:
            self._users[table] -= 1
            self.drop_unused(table)

    def drop_unused(self, table: str) -> None:
        """Unsubscribe from a table unless a caller or a client here still needs it."""
        if self._users[table] or self._hub.listeners(table):
            return
        del self._users[table]
        if table in self._subscribed:
            self._subscribed.remove(table)
            self._bus.unsubscribe(_topic(table))
            self._on_dropped(table)

    def _receive(self, table: str, data: bytes) -> None:
        self._on_events(table, _decode(data))
