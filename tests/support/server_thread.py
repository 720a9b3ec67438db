"""A whole server in a thread of the test's process, on a real port, for tests over a network."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn

from needs import SERVER
from tilewright.server.app import create_app
from tilewright.server.http.dependencies import Services
from tilewright.server.process.web_server import format_url, make_config, open_listener
from tilewright.settings import Settings


@dataclass(frozen=True)
class ServerThread:
    """A running server, and its parts for inspection."""

    url: str
    services: Services

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/api/v1/socket"


class _Server(uvicorn.Server):
    """A server that reports when it is ready, or that it failed to start."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


def generous(database_url: str, folder: Path, **changes: Any) -> Settings:
    """Return settings for many guests behind one address."""
    is_shared = database_url.startswith("postgresql://")
    given: dict[str, Any] = {"database_url": database_url} if is_shared else {"data": folder}
    given |= {"port": 0, "guests_per_hour": 1_000_000, "bot_threads": 1}
    given |= {"people_per_address": 1_000_000}
    return Settings(**given | changes)


@contextmanager
def running_server(settings: Settings, send_buffer: int | None = None) -> Iterator[ServerThread]:
    """Run a server. ``send_buffer``: bytes that the system buffers for a client that does not
    read."""
    SERVER.ask()
    app = create_app(settings)
    with open_listener(settings) as listener:
        if send_buffer is not None:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        server = _Server(make_config(app, settings))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            assert server.ready.wait(60) and server.started, "the server did not start"
            yield ServerThread(format_url(listener), app.state.services)
        finally:
            server.should_exit = True
            thread.join()
