"""Token buckets, and rate limiters with one bucket per key.

A bucket holds at most ``burst`` tokens and refills at ``per_second``. It is stored as the time at
which it will be full, so a full bucket can be dropped.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Final

from tilewright.errors import Code, TooManyRequests

__all__ = [
    "Bucket",
    "FairSemaphore",
    "FairShares",
    "Limiter",
    "Rate",
    "client_key",
    "rate_limit_error",
]

Clock = Callable[[], float]
MAX_KEYS: Final = 20_000


@dataclass(frozen=True)
class Rate:
    """A burst size and a sustained rate."""

    burst: int
    per_second: float

    @classmethod
    def per(cls, seconds: float, count: int) -> Rate:
        """Return the rate of `count` tokens per `seconds`, with a burst of `count`."""
        return cls(count, count / seconds)


class Bucket:
    """A token bucket. The clock must be monotonic."""

    __slots__ = ("clock", "full_at", "rate")

    def __init__(self, rate: Rate, clock: Clock = time.monotonic) -> None:
        self.rate, self.clock = rate, clock
        self.full_at = clock()

    def try_take(self, tokens: int = 1) -> float:
        """Take tokens and return 0.0. If there are too few, take none and return the seconds until
        there are enough."""
        now = self.clock()
        full_at = max(self.full_at, now) + tokens / self.rate.per_second
        missing = full_at - now - self.rate.burst / self.rate.per_second
        # Tolerate rounding errors: a bucket of ten must yield ten tokens.
        if missing > 1e-9:
            return missing
        self.full_at = full_at
        return 0.0

    def give_back(self, tokens: int = 1) -> None:
        """Return tokens to the bucket."""
        self.full_at -= tokens / self.rate.per_second


def rate_limit_error(
    what: str, seconds: float, code: Code = Code.TOO_MANY_REQUESTS
) -> TooManyRequests:
    """Create the error for an exceeded limit. `seconds` until a retry are rounded up."""
    whole = max(1, math.ceil(round(seconds, 6)))  # a rounding error must not add a second
    wait = "1 second" if whole == 1 else f"{whole} seconds"
    return TooManyRequests(f"too many {what}: try again in {wait}", whole, code)


class Limiter:
    """A rate limiter: one token bucket per key, with bounded memory.

    The least recently used keys are evicted once their buckets are full, or if there are too many.
    """

    def __init__(
        self, what: str, rate: Rate, clock: Clock = time.monotonic, max_keys: int = MAX_KEYS
    ) -> None:
        self.what, self.rate, self.clock, self.max_keys = what, rate, clock, max_keys
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, tokens: int = 1) -> None:
        """Take tokens from a key's bucket. Raises TooManyRequests if there are too few."""
        if seconds := self._get_bucket(key).try_take(tokens):
            raise rate_limit_error(self.what, seconds)

    def give_back(self, key: str, tokens: int = 1) -> None:
        """Return tokens to a key's bucket."""
        self._get_bucket(key).give_back(tokens)

    def _get_bucket(self, key: str) -> Bucket:
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = Bucket(self.rate, self.clock)
            self._evict_oldest()
        self._buckets[key] = bucket
        return bucket

    def _evict_oldest(self) -> None:
        """Evict up to two of the least recently used keys."""
        for oldest, bucket in list(islice(self._buckets.items(), 2)):
            if bucket.full_at <= self.clock() or len(self._buckets) >= self.max_keys:
                del self._buckets[oldest]


def client_key(address: str | None) -> str:
    """Return the rate-limit key of a client: its IPv4 address, or its /64 network for IPv6."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return "unknown"
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


# --- Fair semaphore -------------------------------------------------------------------------------


MAX_TRACKED_KEYS: Final = 10_000
"""Above this number, keys with no more usage than a new key are dropped."""
RETRY_SECONDS: Final = 10


class FairShares:
    """Tracks the seconds used by each key."""

    def __init__(self) -> None:
        self._used_seconds: dict[str, float] = {}
        self._floor = 0.0

    def order(self, waiting: Iterable[str]) -> list[str]:
        """Sort keys by usage, least first. The sort is stable."""
        return sorted(waiting, key=self._get_usage)

    def begin(self, key: str, expected: float) -> None:
        """Charge a key for the expected duration of its new slot. Correct it later with `add`."""
        self._floor = max(self._floor, self._get_usage(key))
        self.add(key, expected)

    def add(self, key: str, seconds: float) -> None:
        """Charge a key for `seconds`, or refund them if negative."""
        self._used_seconds[key] = self._get_usage(key) + seconds
        if len(self._used_seconds) > MAX_TRACKED_KEYS:
            self._used_seconds = {
                key: had for key, had in self._used_seconds.items() if had > self._floor
            }

    def _get_usage(self, key: str) -> float:
        return max(self._used_seconds.get(key, 0.0), self._floor)


class FairSemaphore:
    """A semaphore that serves waiting callers in the order of `FairShares`.

    At most `max_waiting` callers may wait, and at most `max_per_key` with the same key.
    """

    def __init__(
        self, what: str, slots: int, *, max_waiting: int = 10_000, max_per_key: int = 10_000
    ) -> None:
        self.what, self.max_waiting, self.max_per_key = what, max_waiting, max_per_key
        self._free = slots
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []
        self._shares = FairShares()

    @asynccontextmanager
    async def slot(self, key: str, expected: float) -> AsyncIterator[None]:
        """Acquire a slot for about `expected` seconds, waiting if none is free.

        Raises:
            TooManyRequests: Too many callers are waiting, in total or with this key.
        """
        await self._acquire(key)
        begun = time.monotonic()
        self._shares.begin(key, expected)
        try:
            yield
        finally:
            self._shares.add(key, time.monotonic() - begun - expected)
            self._release()

    async def _acquire(self, key: str) -> None:
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
            else:  # it has just been given a slot
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
