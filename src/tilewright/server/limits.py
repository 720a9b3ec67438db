"""How fast is too fast: token buckets, one by one or one for each key.

A bucket holds ``burst`` tokens and gets ``per_second`` new ones. It is kept as one number, the
time at which it will be full again, so that a forgotten bucket and a full one are the same thing.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Final

from tilewright.errors import Code, TooManyRequests

__all__ = ["Bucket", "Limiter", "Rate", "client_key", "too_many"]

Clock = Callable[[], float]
MAX_KEYS: Final = 20_000
UNTOLD: Final = 8
"""Other processes are told of what was taken from an eighth of the burst on."""


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many a second in the long run."""

    burst: int
    per_second: float

    @classmethod
    def per(cls, seconds: float, count: int) -> Rate:
        """``count`` in any stretch of ``seconds``, all at once if need be."""
        return cls(count, count / seconds)


class Bucket:
    """One bucket. Its clock must never run backwards."""

    __slots__ = ("clock", "full_at", "rate")

    def __init__(self, rate: Rate, clock: Clock = time.monotonic) -> None:
        self.rate, self.clock = rate, clock
        self.full_at = clock()

    def wait(self, tokens: int = 1) -> float:
        """Take tokens and return 0; or take none and return the seconds until they are there."""
        now = self.clock()
        full_at = max(self.full_at, now) + tokens / self.rate.per_second
        missing = full_at - now - self.rate.burst / self.rate.per_second
        # Sums of fractions: a bucket of ten must give ten.
        if missing > 1e-9:
            return missing
        self.full_at = full_at
        return 0.0

    def give_back(self, tokens: int = 1) -> None:
        """Put tokens back that were taken."""
        self.full_at -= tokens / self.rate.per_second


def too_many(what: str, seconds: float, code: Code = Code.TOO_MANY_REQUESTS) -> TooManyRequests:
    """The refusal of one more, with the time to wait rounded up to whole seconds."""
    whole = max(1, math.ceil(seconds))
    wait = "1 second" if whole == 1 else f"{whole} seconds"
    return TooManyRequests(f"too many {what}: try again in {wait}", whole, code)


class Limiter:
    """A bucket for each key. The keys longest unused are forgotten first, once their buckets are
    full again or there are too many: memory is bounded, and who takes little weighs nothing."""

    def __init__(
        self, what: str, rate: Rate, clock: Clock = time.monotonic, max_keys: int = MAX_KEYS
    ) -> None:
        self.what, self.rate, self.clock, self.max_keys = what, rate, clock, max_keys
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.is_shared = False
        """Whether other processes count the same."""
        self._untold: Counter[str] = Counter()
        """Tokens that the others do not know of yet, by key."""

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, tokens: int = 1) -> None:
        """Count one more for a key. Raises TooManyRequests when it has had its share."""
        if seconds := self._bucket(key).wait(tokens):
            raise too_many(self.what, seconds)
        if self.is_shared:
            self._untold[key] += tokens

    def give_back(self, key: str, tokens: int = 1) -> None:
        """What was counted was not to be had after all."""
        self._bucket(key).give_back(tokens)
        if self.is_shared:
            self._untold[key] -= tokens

    def tell(self) -> dict[str, float]:
        """What to tell the others, by key: how many seconds' worth was taken. Who has taken little
        need not be talked about yet."""
        told = [key for key, count in self._untold.items() if count * UNTOLD > self.rate.burst]
        return {key: self._untold.pop(key) / self.rate.per_second for key in told}

    def learn(self, key: str, seconds: float) -> None:
        """After what all have taken a bucket is full again in so many seconds."""
        untold = self._untold[key] / self.rate.per_second
        self._bucket(key).full_at = self.clock() + seconds + untold

    def _bucket(self, key: str) -> Bucket:
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = Bucket(self.rate, self.clock)
            self._forget()
        self._buckets[key] = bucket
        return bucket

    def _forget(self) -> None:
        """Make room for one more: two go for each that comes, as long as they can."""
        for oldest, bucket in list(islice(self._buckets.items(), 2)):
            if bucket.full_at <= self.clock() or len(self._buckets) >= self.max_keys:
                del self._buckets[oldest]
                self._untold.pop(oldest, None)


def client_key(address: str | None) -> str:
    """What counts as one client: an IPv4 address, or the /64 that an IPv6 household is given."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return "unknown"
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
