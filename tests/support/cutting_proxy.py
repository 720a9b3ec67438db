"""A proxy with a bad line: it passes bytes between a client and a server, and cuts anywhere."""

from __future__ import annotations

import asyncio
import random
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socket import SO_LINGER, SOL_SOCKET, create_server, socket

MAX_BYTES = 20_000
"""Most bytes that a server may send before its connection is cut; a client may send a tenth."""


class CuttingProxy:
    """A proxy whose connections carry a random number of bytes each way, until enough were cut.

    It works on plain sockets and keeps all that it opened, so that ``close`` leaves none to the
    garbage collector, whatever its tasks were doing.
    """

    def __init__(self, server_port: int, cuts: int, seed: int) -> None:
        self.cuts_left = cuts
        self.is_silent = False
        """True while all bytes are lost, as in a tunnel: nothing arrives and nothing ends."""
        self._listener = create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self._sockets: set[socket] = set()
        self._connections: set[asyncio.Task[None]] = set()
        self._server_port, self._random = server_port, random.Random(seed)

    @property
    def port(self) -> int:
        """The port that clients connect to."""
        return int(self._listener.getsockname()[1])

    async def serve(self, stop: asyncio.Event) -> None:
        """Serve clients until ``stop`` is set."""
        loop = asyncio.get_running_loop()
        # Not `sock_accept`: when it is cancelled a connection that has just come is lost.
        loop.add_reader(self._listener, self._accept)
        await stop.wait()
        loop.remove_reader(self._listener)
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    def _accept(self) -> None:
        with suppress(BlockingIOError):  # the client has gone again
            client, _ = self._listener.accept()
            client.setblocking(False)
            self._sockets.add(client)
            task = asyncio.create_task(self._connect(client))
            self._connections.add(task)
            task.add_done_callback(self._connections.discard)

    def close(self) -> None:
        """Close all sockets; no task may run any more."""
        for one in (self._listener, *self._sockets):
            one.close()

    async def _connect(self, client: socket) -> None:
        """Pass bytes between a client and the server until one of them ends or is cut."""
        server = socket()
        server.setblocking(False)
        self._sockets.add(server)
        pumps: list[asyncio.Task[bool]] = []
        try:
            address = ("127.0.0.1", self._server_port)
            await asyncio.get_running_loop().sock_connect(server, address)
            pumps = [
                asyncio.create_task(self._pump(client, server, self._budget(MAX_BYTES // 10))),
                asyncio.create_task(self._pump(server, client, self._budget(MAX_BYTES))),
            ]
            done, _ = await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            self.cuts_left -= any(pump.result() for pump in done)
        except ConnectionError:
            pass  # the server is not there
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            for end in (client, server):
                _cut(end)
                self._sockets.discard(end)

    async def _pump(self, source: socket, target: socket, budget: float) -> bool:
        """Pass bytes on. Return True if the budget ran out before the connection ended.

        Once bytes were lost, the connection stays silent.
        """
        loop, has_lost = asyncio.get_running_loop(), False
        with suppress(ConnectionError):
            while data := await loop.sock_recv(source, 4096):
                has_lost = has_lost or self.is_silent
                part = b"" if has_lost else data[: int(min(len(data), budget))]
                await loop.sock_sendall(target, part)
                budget -= len(part)
                if not has_lost and len(part) < len(data):
                    return True
        return False

    def _budget(self, limit: int) -> float:
        """Return the number of bytes that may pass."""
        return self._random.randint(0, limit) if self.cuts_left > 0 else float("inf")


def _cut(end: socket) -> None:
    """Abort a connection like a broken cable, with all bytes under way."""
    with suppress(OSError):  # it has ended by itself
        end.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
    end.close()


@contextmanager
def cutting_proxy(server_port: int, cuts: int, seed: int = 1) -> Iterator[CuttingProxy]:
    """Run a proxy in a thread of its own."""
    proxy, stop = CuttingProxy(server_port, cuts, seed), asyncio.Event()
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=lambda: loop.run_until_complete(proxy.serve(stop)))
    thread.start()
    try:
        yield proxy
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()
        proxy.close()
