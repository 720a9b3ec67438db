"""Buses of several processes, for the tests that need them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from tilewright.server.pubsub import Bus

MakeBus = Callable[[str], Bus]


@asynccontextmanager
async def connected(make: MakeBus, *names: str) -> AsyncIterator[list[Bus]]:
    buses = [make(name) for name in names]
    async with AsyncExitStack() as stack:
        for bus in buses:
            await bus.start()
            stack.push_async_callback(bus.stop)
        yield buses


class Recorder:
    """A handler that keeps the messages it is called with."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []

    def __call__(self, message: bytes) -> None:
        self.messages.append(message)
