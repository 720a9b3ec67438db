"""Processes that meet: what tests of them share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from tilewright.server.exchange import Exchange

Make = Callable[[str], Exchange]


@asynccontextmanager
async def met(make: Make, *names: str) -> AsyncIterator[list[Exchange]]:
    exchanges = [make(name) for name in names]
    async with AsyncExitStack() as stack:
        for exchange in exchanges:
            await exchange.start()
            stack.push_async_callback(exchange.stop)
        yield exchanges


class Ear:
    """Somebody who listens."""

    def __init__(self) -> None:
        self.words: list[bytes] = []
        self.senders: set[str] = set()

    def __call__(self, sender: str, word: bytes) -> None:
        self.words.append(word)
        self.senders.add(sender)


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for what comes sooner or later."""
    async with asyncio.timeout(30):
        while not is_so():
            await asyncio.sleep(0.01)
