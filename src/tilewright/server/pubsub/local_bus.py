"""A bus within one process: for a server of one process, and for several in a test."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Sequence

from tilewright.server.pubsub import Entries, Handler

__all__ = ["LocalBus", "LocalHub"]


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
