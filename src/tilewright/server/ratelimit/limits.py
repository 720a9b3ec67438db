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
        """Create the rate of `count` tokens per `seconds`, with a burst of `count`."""
        return cls(count, count / seconds)


class Bucket:
    """A token bucket. The clock must be monotonic."""

    __slots__ = ("clock", "full_at", "rate")

    def __init__(self, rate: Rate, clock: Clock = time.monotonic) -> None:
        self.rate, self.clock = rate, clock
        self.full_at = clock()

    def try_consume(self, tokens: int = 1) -> float:
        """Consume `tokens` if the bucket has as many.

        Returns:
            0.0 if they were consumed, otherwise the seconds until there are enough.
        """
        now = self.clock()
        full_at = max(self.full_at, now) + tokens / self.rate.per_second
        missing = full_at - now - self.rate.burst / self.rate.per_second
        # Tolerate rounding errors: a bucket of ten must yield ten tokens.
        if missing > 1e-9:
            return missing
        self.full_at = full_at
        return 0.0

    def refund(self, tokens: int = 1) -> None:
        """Put tokens back into the bucket."""
        self.full_at -= tokens / self.rate.per_second


def rate_limit_error(
    resource: str, seconds: float, code: Code = Code.TOO_MANY_REQUESTS
) -> TooManyRequests:
    """Create the error for an exceeded limit. It rounds `seconds` up to whole ones."""
    whole = max(1, math.ceil(round(seconds, 6)))  # a rounding error must not add a second
    wait = "1 second" if whole == 1 else f"{whole} seconds"
    return TooManyRequests(f"too many {resource}: try again in {wait}", whole, code)


class Limiter:
    """A rate limiter: one token bucket per key, with bounded memory.

    The least recently used keys are evicted once their buckets are full, or if there are too many.
    """

    def __init__(
        self, resource: str, rate: Rate, clock: Clock = time.monotonic, max_keys: int = MAX_KEYS
    ) -> None:
        self.resource, self.rate, self.clock, self.max_keys = resource, rate, clock, max_keys
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def consume(self, key: str, tokens: int = 1) -> None:
        """Consume tokens of a key's bucket. Raises TooManyRequests if it has too few."""
        if seconds := self._get_or_create_bucket(key).try_consume(tokens):
            raise rate_limit_error(self.resource, seconds)

    def refund(self, key: str, tokens: int = 1) -> None:
        """Put tokens back into a key's bucket."""
        self._get_or_create_bucket(key).refund(tokens)

    def _get_or_create_bucket(self, key: str) -> Bucket:
        """Return a key's bucket, a new one if necessary. It becomes the most recently used one."""
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = Bucket(self.rate, self.clock)
            self._evict_least_recent()
        self._buckets[key] = bucket
        return bucket

    def _evict_least_recent(self) -> None:
        """Evict the two least recently used buckets if they are full, or if there are too many."""
        for oldest, bucket in list(islice(self._buckets.items(), 2)):
            if bucket.full_at <= self.clock() or len(self._buckets) >= self.max_keys:
                del self._buckets[oldest]


def client_key(address: str | None) -> str:
    """Return the rate-limit key of a client's address.

    It is the IPv4 address, the /64 network of an IPv6 address, or "unknown".
    """
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

    def sort_by_usage(self, keys: Iterable[str]) -> list[str]:
        """Return the keys sorted by usage, least first. Keys with equal usage keep their order."""
        return sorted(keys, key=self._get_usage)

    def charge_expected(self, key: str, seconds: float) -> None:
        """Add the expected duration of a new slot to a key's usage. `add` corrects it later."""
        self._floor = max(self._floor, self._get_usage(key))
        self.add(key, seconds)

    def add(self, key: str, seconds: float) -> None:
        """Add `seconds` to a key's usage; a negative value is a refund."""
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
        self, resource: str, slots: int, *, max_waiting: int = 10_000, max_per_key: int = 10_000
    ) -> None:
        self.resource, self.max_waiting, self.max_per_key = resource, max_waiting, max_per_key
        self._free = slots
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []
        self._shares = FairShares()

    @asynccontextmanager
    async def slot(self, key: str, expected_seconds: float) -> AsyncIterator[None]:
        """Hold a slot within the context. Waits until a slot is free.

        `expected_seconds` is charged to `key` at once, and corrected when the context ends.

        Raises:
            TooManyRequests: Too many callers are waiting, in total or with this key.
        """
        await self._acquire(key)
        begun = time.monotonic()
        self._shares.charge_expected(key, expected_seconds)
        try:
            yield
        finally:
            self._shares.add(key, time.monotonic() - begun - expected_seconds)
            self._release()

    async def _acquire(self, key: str) -> None:
        """Wait for a free slot. Raises TooManyRequests if too many callers are waiting."""
        if self._free:
            self._free -= 1
            return
        of_key = sum(other == key for other, _ in self._waiting)
        if len(self._waiting) >= self.max_waiting or of_key >= self.max_per_key:
            raise rate_limit_error(self.resource, RETRY_SECONDS)
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
        """Give the slot to the waiting key with the least usage, or mark it as free."""
        if not self._waiting:
            self._free += 1
            return
        first = self._shares.sort_by_usage(key for key, _ in self._waiting)[0]
        waiting = next(waiting for waiting in self._waiting if waiting[0] == first)
        self._waiting.remove(waiting)
        waiting[1].set_result(None)
