"""Token buckets: single ones, and one per key.

A bucket holds at most ``burst`` tokens and gains ``per_second``. It is stored as the time at which
it will be full again: a forgotten bucket equals a full one.
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
    """A maximum at once and a maximum per second in the long run."""

    burst: int
    per_second: float

    @classmethod
    def per(cls, seconds: float, count: int) -> Rate:
        """Return the rate that allows `count` within `seconds`, all at once if need be."""
        return cls(count, count / seconds)


class Bucket:
    """One token bucket. Its clock must be monotonic."""

    __slots__ = ("clock", "full_at", "rate")

    def __init__(self, rate: Rate, clock: Clock = time.monotonic) -> None:
        self.rate, self.clock = rate, clock
        self.full_at = clock()

    def wait(self, tokens: int = 1) -> float:
        """Take tokens and return 0.0; if there are too few, take none and return the seconds to
        wait."""
        now = self.clock()
        full_at = max(self.full_at, now) + tokens / self.rate.per_second
        missing = full_at - now - self.rate.burst / self.rate.per_second
        # Sums of fractions: a bucket of ten must give ten.
        if missing > 1e-9:
            return missing
        self.full_at = full_at
        return 0.0

    def give_back(self, tokens: int = 1) -> None:
        """Put back tokens that were taken."""
        self.full_at -= tokens / self.rate.per_second


def rate_limit_error(
    what: str, seconds: float, code: Code = Code.TOO_MANY_REQUESTS
) -> TooManyRequests:
    """Return the error for a request above its rate; `seconds` to wait are rounded up."""
    whole = max(1, math.ceil(round(seconds, 6)))  # no second more for a rounding error
    wait = "1 second" if whole == 1 else f"{whole} seconds"
    return TooManyRequests(f"too many {what}: try again in {wait}", whole, code)


class Limiter:
    """A token bucket per key, with bounded memory.

    The keys longest unused are dropped first, once their buckets are full or there are too many.
    """

    def __init__(
        self, what: str, rate: Rate, clock: Clock = time.monotonic, max_keys: int = MAX_KEYS
    ) -> None:
        self.what, self.rate, self.clock, self.max_keys = what, rate, clock, max_keys
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, tokens: int = 1) -> None:
        """Count `tokens` for a key. Raises TooManyRequests if its bucket has too few."""
        if seconds := self._bucket(key).wait(tokens):
            raise rate_limit_error(self.what, seconds)

    def give_back(self, key: str, tokens: int = 1) -> None:
        """Undo a `take`."""
        self._bucket(key).give_back(tokens)

    def _bucket(self, key: str) -> Bucket:
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = Bucket(self.rate, self.clock)
            self._forget()
        self._buckets[key] = bucket
        return bucket

    def _forget(self) -> None:
        """Drop up to two old keys before one is added."""
        for oldest, bucket in list(islice(self._buckets.items(), 2)):
            if bucket.full_at <= self.clock() or len(self._buckets) >= self.max_keys:
                del self._buckets[oldest]


def client_key(address: str | None) -> str:
    """Return the key of a client: its IPv4 address, or the /64 network of its IPv6 address."""
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
