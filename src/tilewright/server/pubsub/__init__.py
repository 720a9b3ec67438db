"""Publish/subscribe between the processes of a server, with presence entries and leases.

A single process uses `LocalBus`. Several processes, on one or more machines, share a Redis or
Valkey through `RedisBus`. The bus stores nothing that must survive a restart. Messages published
during an outage are lost; subscribers are notified of the gap and read the database.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Protocol

from tilewright.extras import require

__all__ = [
    "Bus",
    "Entries",
    "Handler",
    "LocalBus",
    "LocalHub",
    "new_worker_id",
    "open_bus",
]

Handler = Callable[[bytes], None]
Entries = dict[str, list[bytes]]
"""Other processes' entries, by topic."""


class Bus(Protocol):
    """A process's connection to the bus. Belongs to one event loop."""

    gap_listeners: list[Callable[[], None]]
    """Callbacks for when messages may have been missed."""
    num_received: int
    """Number of messages received from other processes."""

    @property
    def has_peers(self) -> bool:
        """True if other processes may share the bus."""
        ...

    @property
    def is_connected(self) -> bool:
        """True while other processes' messages can be received."""
        ...

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    def publish(self, topic: str, message: bytes) -> None:
        """Send a message to the other subscribers of a topic. It is lost if the bus is down."""
        ...

    async def subscribe(self, topic: str, handler: Handler) -> None:
        """Call `handler` with each message that other processes publish on a topic.

        Returns once the subscription is active or, if the bus is down, immediately.
        """
        ...

    def unsubscribe(self, topic: str) -> None: ...

    def put_entry(self, topic: str, entry: bytes | None, seconds: float) -> None:
        """Set this process's entry for a topic, or remove it if `entry` is None.

        The entry expires after `seconds`.
        """
        ...

    async def read_entries(self, topics: Sequence[str]) -> Entries | None:
        """Return the other processes' entries for `topics`, or None if the bus is down."""
        ...

    async def acquire_lease(self, name: str, seconds: float) -> bool:
        """Try to acquire a lease. Return False if another process holds it.

        The lease ends after `seconds`, or when it is released. If the bus is down, every process
        acquires it, so leased work must be safe to do twice.
        """
        ...

    def release_lease(self, name: str) -> None:
        """Release a lease held by this process."""
        ...


def new_worker_id() -> str:
    """Return a random process id that is unique on the bus."""
    return secrets.token_hex(6)


def open_bus(url: str, worker_id: str) -> Bus:
    """Create a process's bus on the Redis at `url`.

    If `url` is empty, create a bus within this process. `Bus.start` connects it.
    """
    if not url:
        return LocalBus()
    require("server", "redis")
    from tilewright.server.pubsub.redis_bus import RedisBus

    return RedisBus(url, worker_id)


# --- A bus within one process ---------------------------------------------------------------------


class LocalHub:
    """The members, leases and entries shared by several local buses."""

    def __init__(self) -> None:
        self.members: dict[str, LocalBus] = {}
        self.leases: dict[str, float] = {}
        self.entries: defaultdict[str, dict[str, tuple[float, bytes]]] = defaultdict(dict)


class LocalBus:
    """A bus between the members of one hub, all in this process."""

    is_connected = True

    def __init__(self, hub: LocalHub | None = None, name: str = "alone") -> None:
        self.gap_listeners: list[Callable[[], None]] = []
        self.num_received = 0
        self._hub, self._name = hub or LocalHub(), name
        self._handlers: dict[str, Handler] = {}

    @property
    def has_peers(self) -> bool:
        return len(self._hub.members) > 1

    async def start(self) -> None:
        self._hub.members[self._name] = self

    async def stop(self) -> None:
        self._hub.members.pop(self._name, None)

    def publish(self, topic: str, message: bytes) -> None:
        """Schedule the handlers of the other members that are subscribed to the topic."""
        for other in self._hub.members.values():
            if other is not self and topic in other._handlers:
                asyncio.get_running_loop().call_soon(other._receive, topic, message)

    def _receive(self, topic: str, message: bytes) -> None:
        """Call the topic's handler, unless it was unsubscribed in the meantime."""
        if (handler := self._handlers.get(topic)) is not None:
            self.num_received += 1
            handler(message)

    async def subscribe(self, topic: str, handler: Handler) -> None:
        self._handlers[topic] = handler

    def unsubscribe(self, topic: str) -> None:
        self._handlers.pop(topic, None)

    def put_entry(self, topic: str, entry: bytes | None, seconds: float) -> None:
        """Set or remove this member's entry for a topic."""
        if entry is None:
            self._hub.entries[topic].pop(self._name, None)
        else:
            self._hub.entries[topic][self._name] = time.monotonic() + seconds, entry

    async def read_entries(self, topics: Sequence[str]) -> Entries | None:
        return {topic: list(self._list_entries(topic)) for topic in topics}

    def _list_entries(self, topic: str) -> list[bytes]:
        """Return the other members' unexpired entries for a topic."""
        found, now = self._hub.entries.get(topic, {}), time.monotonic()
        return [
            entry for name, (until, entry) in found.items() if name != self._name and until > now
        ]

    async def acquire_lease(self, name: str, seconds: float) -> bool:
        """Try to acquire a lease. A lone member always succeeds."""
        now, leases = time.monotonic(), self._hub.leases
        if not self.has_peers or leases.get(name, now) <= now:
            leases[name] = now + seconds
            return True
        return False

    def release_lease(self, name: str) -> None:
        self._hub.leases.pop(name, None)
