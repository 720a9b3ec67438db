"""A proxy with a bad line: it passes bytes between a client and a server, and cuts anywhere."""

from __future__ import annotations

import asyncio
import random
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from socket import SO_LINGER, SOL_SOCKET

MOST_BYTES = 20_000


class CuttingProxy:
    """A proxy whose connections carry a random number of bytes each way, until enough were cut."""

    def __init__(self, server_port: int, cuts: int, seed: int) -> None:
        self.port = 0
        self.cuts_left = cuts
        self.is_silent = False
        """True while all bytes are lost, as in a tunnel: nothing arrives and nothing ends."""
        self._server_port, self._random = server_port, random.Random(seed)
        self._tasks: set[asyncio.Task[None]] = set()

    async def listen(self) -> asyncio.Server:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._server_port)
        pumps = [
            asyncio.create_task(self._pump(reader, up_writer, self._budget(small=True))),
            asyncio.create_task(self._pump(up_reader, writer, self._budget())),
        ]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            if any(pump.done() and pump.result() for pump in pumps):
                self.cuts_left -= 1
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            for end in (writer, up_writer):
                _cut(end)
            self._tasks.discard(task)

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, budget: float
    ) -> bool:
        """Pass bytes on. Return True if the budget ran out before the connection ended.

        Once bytes were lost, the connection stays silent.
        """
        has_lost = False
        try:
            while data := await reader.read(4096):
                has_lost = has_lost or self.is_silent
                part = b"" if has_lost else data[: int(min(len(data), budget))]
                writer.write(part)
                await writer.drain()
                budget -= len(part)
                if not has_lost and len(part) < len(data):
                    return True
        except ConnectionError:
            pass
        return False

    def _budget(self, small: bool = False) -> float:
        """Return the number of bytes that may pass; a client's is smaller than a server's."""
        if self.cuts_left <= 0:
            return float("inf")
        return self._random.randint(0, MOST_BYTES // 10 if small else MOST_BYTES)


def _cut(writer: asyncio.StreamWriter) -> None:
    """Abort a connection like a broken cable, with all bytes under way."""
    found = writer.get_extra_info("socket")
    if found is not None and found.fileno() >= 0:
        found.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


@contextmanager
def cutting_proxy(server_port: int, cuts: int, seed: int = 1) -> Iterator[CuttingProxy]:
    proxy, ready, done = CuttingProxy(server_port, cuts, seed), threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()

    async def run() -> None:
        server = await proxy.listen()
        ready.set()
        await done.wait()
        server.close()
        tasks = [*proxy._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    thread = threading.Thread(target=lambda: loop.run_until_complete(run()))
    thread.start()
    try:
        assert ready.wait(10)
        yield proxy
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join()
        loop.close()
