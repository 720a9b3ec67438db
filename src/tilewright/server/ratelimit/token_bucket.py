"""Token buckets: single ones, and one per key.

A bucket holds at most ``burst`` tokens and gains ``per_second``. It is stored as the time at which
it will be full again: a forgotten bucket equals a full one.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Final

from tilewright.errors import Code, TooManyRequests

__all__ = ["Bucket", "Limiter", "Rate", "client_key", "rate_limit_error"]

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
