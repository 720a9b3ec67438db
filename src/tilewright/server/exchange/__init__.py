"""What the processes of a server tell each other and know of each other.

One process needs nobody else: ``InProcess``. Several, on one machine or many, meet at a Redis or
Valkey: ``RedisExchange``. Nothing is kept there that would be missed. While it is away words are
lost; whoever follows a topic is told of the gap afterwards and looks for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from tilewright.extras import require

__all__ = ["Exchange", "Heard", "Notes", "open_exchange"]

Heard = Callable[[str, bytes], None]  # who says it, and what
Notes = dict[str, set[str]]
"""What is pinned to a topic, by the process that has pinned it."""


class Exchange(Protocol):
    """One process among all. Belongs to its event loop."""

    gaps: list[Callable[[], None]]
    """Called whenever words may have been missed."""
    words_heard: int
    """How many words of others have come."""

    @property
    def is_wide(self) -> bool:
        """Whether there may be others."""
        ...

    @property
    def is_up(self) -> bool:
        """Whether the others can be heard just now."""
        ...

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    # --- Words ---

    def publish(self, topic: str, word: bytes) -> None:
        """Tell all others who follow a topic, soon; nobody while they cannot be reached."""
        ...

    async def follow(self, topic: str, heard: Heard) -> None:
        """Hear what the others publish, from when this returns; later where they are away."""
        ...

    def leave(self, topic: str) -> None:
        """Hear no more of a topic."""
        ...

    # --- Notes ---

    def pin(self, topic: str, note: str) -> None:
        """Let the others know something for as long as this process lives."""
        ...

    def unpin(self, topic: str, note: str) -> None: ...

    async def notes(self, topic: str) -> Notes | None:
        """What the others that live have pinned; None where that cannot be known just now."""
        ...

    async def dead(self, names: set[str]) -> set[str]:
        """Which of these processes are no more, as far as it is known."""
        ...

    # --- Limits ---

    async def spend(self, costs: Mapping[str, float]) -> dict[str, float]:
        """Take so many seconds' worth out of buckets that all processes share; in how many seconds
        each will be full again. Nothing where that cannot be known just now."""
        ...

    # --- Turns ---

    async def claim(self, what: str, seconds: float) -> bool:
        """Whether this process shall do something, and nobody else for so long or until it is
        released. While the others cannot be reached everybody shall."""
        ...

    def release(self, what: str) -> None:
        """What was claimed is done; whoever wants may do it again."""
        ...


def open_exchange(url: str, worker: str) -> Exchange:
    """The exchange at a Redis, for a process of that name; without an address it is alone."""
    if not url:
        from tilewright.server.exchange.in_process import InProcess

        return InProcess()
    require("server", "redis")
    from tilewright.server.exchange.redis_exchange import RedisExchange

    return RedisExchange(url, worker)
