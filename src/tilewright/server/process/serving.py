"""One web process: the application behind uvicorn, on a socket that is already listening."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Final

import uvicorn
from fastapi import FastAPI

from tilewright.engine import THREAD_NAME
from tilewright.errors import TilewrightError
from tilewright.extras import require
from tilewright.server.app import create_app
from tilewright.server.live.socket import MAX_FRAME
from tilewright.server.monitoring.logs import configure_logs, log
from tilewright.server.monitoring.neighbours import Neighbours
from tilewright.server.process.homes import CAN_PASS, Door, Homes, HomingConfig, HomingProtocol
from tilewright.server.process.packing import PackingProtocol
from tilewright.server.process.warming import hold, warm_up
from tilewright.server.settings import Settings
from tilewright.server.storage.database import open_database

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

__all__ = [
    "WebServer",
    "address_of",
    "bind",
    "check_database",
    "check_exchange",
    "configured",
]

BACKLOG: Final = 2048
SWITCH_SECONDS: Final = 0.0005
"""How long a thread that tells a long story may keep the interpreter from who answers moves."""
GRACE_SECONDS: Final = 5
"""How long a stopping server waits for what is under way."""


def bind(settings: Settings) -> socket.socket:
    """The socket that all web processes share; a port that is taken is an error in one line."""
    address = settings.host, settings.port
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server(address, family=family, backlog=BACKLOG)
    except OSError as error:
        raise TilewrightError(
            f"cannot listen on {address[0]}:{address[1]}: {error.strerror}"
        ) from error


def raise_file_limit() -> None:
    """Every socket is an open file, and the usual limit is 1,024: take what we may have."""
    if resource is not None:
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def address_of(listener: socket.socket) -> str:
    """Where a listening socket is found, as one types it into a browser."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def check_database(settings: Settings) -> None:
    """Open the database once and bring it up to date: whatever is wrong is said in one line, such
    as another server there that has no Redis in common with us."""
    database = open_database(settings.database)
    try:
        database.join(is_alone=not settings.redis_url)
    finally:
        database.close()


def check_exchange(settings: Settings) -> None:
    """See that there is a Redis where one is named."""
    if settings.redis_url:
        require("server", "redis")
        from tilewright.server.exchange.redis_line import check

        check(settings.redis_url)


class WebServer(uvicorn.Server):
    """Uvicorn's server: it says when it is ready, and ends by its own will when told to stop.

    Stopping means: no new requests, moves under way are finished, sockets are closed with 1012
    ("service restart"), then the database is closed.
    """

    def __init__(
        self, settings: Settings, on_ready: Callable[[], None], homes: Homes | None = None
    ) -> None:
        configure_logs(settings.log_format)
        raise_file_limit()
        sys.setswitchinterval(SWITCH_SECONDS)
        self._door = Door(homes) if homes and CAN_PASS else None
        neighbours = Neighbours(homes.folder, str(homes.here)) if homes else None
        app = create_app(settings, neighbours)
        super().__init__(configured(app, settings, self._door))
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        hold()
        await super().startup(sockets)
        if self._door is not None:
            self._door.open(self._take_in)
        log.info("ready", extra={"pid": os.getpid()})
        self._on_ready()
        threading.Thread(target=warm_up, name=THREAD_NAME, daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("stopping", extra={"pid": os.getpid()})
        if self._door is not None:
            self._door.close()
        await super().shutdown(sockets)
        log.info("stopped", extra={"pid": os.getpid()})

    def _take_in(self, connection: socket.socket, head: bytes) -> None:
        """Go on with a connection that another process has passed on to us."""
        tasks = self.server_state.tasks
        task = asyncio.get_running_loop().create_task(self._go_on(connection, head))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    async def _go_on(self, connection: socket.socket, head: bytes) -> None:
        make = partial(HomingProtocol, self.config, self.server_state, self.lifespan.state)
        loop = asyncio.get_running_loop()
        _, protocol = await loop.connect_accepted_socket(make, connection)
        protocol.is_at_home = True
        protocol.data_received(head)

    def stop(self) -> None:
        """Ask it to stop; from any thread."""
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Uvicorn would send itself the signal again at the end; ours ends with status 0.
        self.stop()


def configured(app: FastAPI, settings: Settings, door: Door | None = None) -> HomingConfig:
    """What uvicorn is told."""
    return HomingConfig(
        app,
        door,
        lifespan="on",
        log_config=None,  # ours is set
        access_log=False,
        server_header=False,
        # Browsers ask for packed messages, our programs do not. The legal moves of a wide position
        # are 120 kB, packed 35.
        ws=PackingProtocol,
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
