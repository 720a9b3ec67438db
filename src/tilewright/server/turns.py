"""Turns: a few work at a time, and of those who wait next comes whoever has had the least."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tilewright.server.shares import Shares

__all__ = ["Turns"]

Waiting = tuple[str, asyncio.Future[None]]


class Turns:
    """Belongs to one event loop."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[Waiting] = []
        self._shares = Shares()

    @asynccontextmanager
    async def take(self, key: str, expected: float) -> AsyncIterator[None]:
        """Wait for a turn, which should take about so many seconds."""
        await self._wait(key)
        begun = time.monotonic()
        self._shares.begin(key, expected)
        try:
            yield
        finally:
            self._shares.add(key, time.monotonic() - begun - expected)
            self._pass_on()

    async def _wait(self, key: str) -> None:
        if self._free:
            self._free -= 1
            return
        waiting = key, asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        try:
            await waiting[1]
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:  # the turn came while they left
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        if not self._waiting:
            self._free += 1
            return
        first = self._shares.order(key for key, _ in self._waiting)[0]
        waiting = next(waiting for waiting in self._waiting if waiting[0] == first)
        self._waiting.remove(waiting)
        waiting[1].set_result(None)
