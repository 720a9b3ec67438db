"""A fair semaphore: the next turn goes to the key that has used the least time.

Time does not accumulate: a new or returning key starts with the usage of the key that was served
last. Not thread-safe: one event loop owns each object.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Final

from tilewright.server.ratelimit.token_bucket import rate_limit_error

__all__ = ["FairSemaphore", "FairShares"]

MAX_TRACKED_KEYS: Final = 10_000
"""Above this number, keys that have used no more than a new one are dropped."""
RETRY_SECONDS: Final = 10


class FairShares:
    """Seconds used by each key."""

    def __init__(self) -> None:
        self._had: dict[str, float] = {}
        self._floor = 0.0

    def order(self, waiting: Iterable[str]) -> list[str]:
        """Return the keys in the order in which they are served; ties keep their order."""
        return sorted(waiting, key=self._share)

    def begin(self, key: str, expected: float) -> None:
        """Charge a key `expected` seconds for a turn that begins now; `add` corrects them later."""
        self._floor = max(self._floor, self._share(key))
        self.add(key, expected)

    def add(self, key: str, seconds: float) -> None:
        """Charge a key for more seconds, or give some back if `seconds` is negative."""
        self._had[key] = self._share(key) + seconds
        if len(self._had) > MAX_TRACKED_KEYS:
            self._had = {key: had for key, had in self._had.items() if had > self._floor}

    def _share(self, key: str) -> float:
        return max(self._had.get(key, 0.0), self._floor)


class FairSemaphore:
    """A semaphore that serves waiting keys by `FairShares`.

    At most `max_waiting` callers wait, at most `max_per_key` of them with one key.
    """

    def __init__(
        self, what: str, turns: int, *, max_waiting: int = 10_000, max_per_key: int = 10_000
    ) -> None:
        self.what, self.max_waiting, self.max_per_key = what, max_waiting, max_per_key
        self._free = turns
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []
        self._shares = FairShares()

    @asynccontextmanager
    async def turn(self, key: str, expected: float) -> AsyncIterator[None]:
        """Wait for a turn and keep it for about `expected` seconds.

        Raises:
            TooManyRequests: too many wait, or too many of this key.

        """
        await self._wait(key)
        begun = time.monotonic()
        self._shares.begin(key, expected)
        try:
            yield
        finally:
            self._shares.add(key, time.monotonic() - begun - expected)
            self._release()

    async def _wait(self, key: str) -> None:
        if self._free:
            self._free -= 1
            return
        of_key = sum(other == key for other, _ in self._waiting)
        if len(self._waiting) >= self.max_waiting or of_key >= self.max_per_key:
            raise rate_limit_error(self.what, RETRY_SECONDS)
        waiting = key, asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        try:
            await waiting[1]
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:  # its turn came at the same moment
                self._release()
            raise

    def _release(self) -> None:
        if not self._waiting:
            self._free += 1
            return
        first = self._shares.order(key for key, _ in self._waiting)[0]
        waiting = next(waiting for waiting in self._waiting if waiting[0] == first)
        self._waiting.remove(waiting)
        waiting[1].set_result(None)
