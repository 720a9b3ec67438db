"""Sharing out what is scarce: next comes whoever has had the least of it.

Nobody saves up by asking for nothing: who comes, or comes back, begins with what the others have
had when they were last served.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

__all__ = ["Shares", "Spent"]

MOST = 10_000
"""Keys that are remembered before those that owe nothing are forgotten."""


class Shares:
    """How much everybody has had, by key. Belongs to one event loop."""

    def __init__(self) -> None:
        self._had: dict[str, float] = {}
        self._floor = 0.0

    def order(self, waiting: Iterable[str]) -> list[str]:
        """Who is served first; those who have had the same stay in their order."""
        return sorted(waiting, key=self._share)

    def begin(self, key: str, expected: float) -> None:
        """Serve somebody: until it is known what they got, it counts as much as is expected."""
        self._floor = max(self._floor, self._share(key))
        self.add(key, expected)

    def add(self, key: str, amount: float) -> None:
        """Somebody has got so much more, or less, than was counted."""
        self._had[key] = self._share(key) + amount
        if len(self._had) > MOST:
            self._had = {key: had for key, had in self._had.items() if had > self._floor}

    def _share(self, key: str) -> float:
        return max(self._had.get(key, 0.0), self._floor)


class Spent:
    """Seconds that were spent on everybody, by key; of very many only who has had most."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def measure(self, key: str) -> Iterator[None]:
        """Count how long this takes."""
        begun = time.monotonic()
        try:
            yield
        finally:
            self.seconds[key] = self.seconds.get(key, 0.0) + time.monotonic() - begun
            if len(self.seconds) > MOST:
                least = sorted(self.seconds, key=self.seconds.__getitem__)[: MOST // 2]
                self.seconds = {k: s for k, s in self.seconds.items() if k not in set(least)}
