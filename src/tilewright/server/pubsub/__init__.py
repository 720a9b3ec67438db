"""Publish and subscribe between the processes of a server, with presence entries and leases.

A single process uses `LocalBus`. Several processes, on one or more machines, share a Redis or
Valkey through `RedisBus`. The bus stores nothing that a restart needs. Messages published while it
is away are lost; subscribers are then told of a gap and read the database.
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
"""Entries of the other processes, by topic."""


class Bus(Protocol):
    """The end of the bus in one process. Belongs to the event loop of that process."""

    gap_listeners: list[Callable[[], None]]
    """Called after messages may have been missed."""
    num_received: int
    """Number of messages received from other processes."""

    @property
    def has_peers(self) -> bool:
        """True if other processes may share the bus."""
        ...

    @property
    def is_connected(self) -> bool:
        """True while messages of the other processes arrive."""
        ...

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    def publish(self, topic: str, message: bytes) -> None:
        """Send a message to the other processes that subscribe to a topic. It is lost while the
        bus is away."""
        ...

    async def subscribe(self, topic: str, handler: Handler) -> None:
        """Call the handler with each message that other processes publish on a topic.

        Returns when the subscription holds; without waiting for it while the bus is away.
        """
        ...

    def unsubscribe(self, topic: str) -> None: ...

    def put_entry(self, topic: str, entry: bytes | None, seconds: float) -> None:
        """Set the entry of this process on a topic for some seconds; None removes it."""
        ...

    async def read_entries(self, topics: Sequence[str]) -> Entries | None:
        """Return the entries of the other processes; None if the bus is away."""
        ...

    async def acquire_lease(self, name: str, seconds: float) -> bool:
        """Return True unless another process holds the lease.

        The lease ends after `seconds` or when it is released. While the bus is away every process
        gets it, so leased work must be safe to do twice.
        """
        ...

    def release_lease(self, name: str) -> None:
        """End a lease of this process."""
        ...


def new_worker_id() -> str:
    """Return a random id for this process, unique among those on a bus."""
    return secrets.token_hex(6)


def open_bus(url: str, worker: str) -> Bus:
    """Return the bus at a Redis for a process named `worker`; without a URL a local one."""
    if not url:
        return LocalBus()
    require("server", "redis")
    from tilewright.server.pubsub.redis_bus import RedisBus

    return RedisBus(url, worker)


# --- A bus within one process ---------------------------------------------------------------------


class LocalHub:
    """Members, leases and entries that local buses share."""

    def __init__(self) -> None:
        self.members: dict[str, LocalBus] = {}
        self.leases: dict[str, float] = {}
        self.entries: defaultdict[str, dict[str, tuple[float, bytes]]] = defaultdict(dict)


class LocalBus:
    """One member of a hub; alone unless a hub is given."""

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
        for other in self._hub.members.values():
            if other is not self and topic in other._handlers:
                asyncio.get_running_loop().call_soon(other._receive, topic, message)

    def _receive(self, topic: str, message: bytes) -> None:
        """Call the handler of a topic, if it is still subscribed."""
        if (handler := self._handlers.get(topic)) is not None:
            self.num_received += 1
            handler(message)

    async def subscribe(self, topic: str, handler: Handler) -> None:
        self._handlers[topic] = handler

    def unsubscribe(self, topic: str) -> None:
        self._handlers.pop(topic, None)

    def put_entry(self, topic: str, entry: bytes | None, seconds: float) -> None:
        if entry is None:
            self._hub.entries[topic].pop(self._name, None)
        else:
            self._hub.entries[topic][self._name] = time.monotonic() + seconds, entry

    async def read_entries(self, topics: Sequence[str]) -> Entries | None:
        return {topic: list(self._read(topic)) for topic in topics}

    def _read(self, topic: str) -> list[bytes]:
        """Return the entries of other members that have not expired."""
        found, now = self._hub.entries.get(topic, {}), time.monotonic()
        return [
            entry for name, (until, entry) in found.items() if name != self._name and until > now
        ]

    async def acquire_lease(self, name: str, seconds: float) -> bool:
        now, leases = time.monotonic(), self._hub.leases
        if not self.has_peers or leases.get(name, now) <= now:
            leases[name] = now + seconds
            return True
        return False

    def release_lease(self, name: str) -> None:
        self._hub.leases.pop(name, None)
