"""A web process: the application, run by uvicorn on a listening socket."""

from __future__ import annotations

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

from tilewright.errors import TilewrightError
from tilewright.extras import require
from tilewright.runtime.jit import THREAD_NAME
from tilewright.runtime.precompile import load_warm_games, start_helper, suspend_games
from tilewright.server import background
from tilewright.server.app import create_app
from tilewright.server.monitoring import configure_logs, log
from tilewright.server.process.request_timeouts import RequestTimeouts, TimedProtocol
from tilewright.server.storage.database import open_database
from tilewright.server.websocket.intake import ByteLimitedProtocol
from tilewright.server.websocket.session import MAX_MESSAGE_BYTES
from tilewright.settings import Settings

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

__all__ = [
    "WebServer",
    "check_database",
    "check_redis_url",
    "format_url",
    "make_config",
    "open_listener",
]

LISTEN_BACKLOG: Final = 2048
THREAD_SWITCH_SECONDS: Final = 0.0005
"""Interpreter switch interval: how long a busy thread may delay the event loop."""
SHUTDOWN_TIMEOUT_SECONDS: Final = 5
"""Maximum wait for running requests when the server stops."""


def open_listener(settings: Settings) -> socket.socket:
    """Open the socket on which the server listens.

    Raises:
        TilewrightError: The address cannot be used, for example because the port is taken.
    """
    address = settings.host, settings.port
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server(address, family=family, backlog=LISTEN_BACKLOG)
    except OSError as error:
        raise TilewrightError(
            f"cannot listen on {address[0]}:{address[1]}: {error.strerror}"
        ) from error


def raise_file_limit() -> None:
    """Raise the limit on open files, sockets included, to the maximum.

    Does nothing on Windows.
    """
    if resource is not None:
        _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))


def format_url(listener: socket.socket) -> str:
    """Return the HTTP URL of a listening socket."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def check_database(settings: Settings) -> None:
    """Open, migrate and close the database. Errors then appear before the server starts.

    Raises:
        TilewrightError: It cannot be opened, or another server uses it without a shared Redis.
    """
    database = open_database(settings.database)
    try:
        database.register_server(is_exclusive=not settings.redis_url)
    finally:
        database.close()


def check_redis_url(settings: Settings) -> None:
    """Raise TilewrightError if a Redis URL is configured and no Redis answers there."""
    if settings.redis_url:
        require("server", "redis")
        from tilewright.server.pubsub.redis_bus import check_url

        check_url(settings.redis_url)


class WebServer(uvicorn.Server):
    """Uvicorn's server with a callback when it is ready, and a clean exit on signals.

    On shutdown it accepts no new requests, finishes running commands, closes sockets with 1012
    ("service restart"), then closes the database.
    """

    def __init__(self, settings: Settings, on_ready: Callable[[], None]) -> None:
        configure_logs(settings.log_format)
        raise_file_limit()
        sys.setswitchinterval(THREAD_SWITCH_SECONDS)
        super().__init__(make_config(create_app(settings), settings))
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start uvicorn, report that the server is ready, and load kernels in a thread."""
        suspend_games()
        await super().startup(sockets)
        log.info("ready", extra={"pid": os.getpid()})
        self._on_ready()
        threading.Thread(target=run_maintenance, name=THREAD_NAME, daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down uvicorn. Log the start and the end."""
        log.info("stopping", extra={"pid": os.getpid()})
        await super().shutdown(sockets)
        log.info("stopped", extra={"pid": os.getpid()})

    def stop(self) -> None:
        """Request a shutdown. Any thread may call this."""
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Uvicorn would raise the signal again after the shutdown; this server exits with status 0.
        self.stop()


class LimitedConfig(uvicorn.Config):
    """Uvicorn's configuration, with our own protocols in front of uvicorn's."""

    def load(self) -> None:
        """Load the configuration, then wrap uvicorn's protocol classes."""
        super().load()
        assert self.ws_protocol_class is not None
        limited = partial(ByteLimitedProtocol, self.ws_protocol_class)
        timed = partial(TimedProtocol, self.http_protocol_class)
        self.ws_protocol_class = limited  # type: ignore[assignment]  # uvicorn only calls it
        self.http_protocol_class = timed  # type: ignore[assignment]  # and this


def make_config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """Create the configuration of uvicorn."""
    return LimitedConfig(
        RequestTimeouts(app),
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE_BYTES,
        # Compression would double the memory per socket. The message for a move has 1 to 3 kB.
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,  # logging is configured already
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_SECONDS,
    )


def run_maintenance() -> None:
    """Load kernels compiled by a helper process, then collect garbage until the process ends."""
    helper = start_helper()
    load_warm_games(helper)
    background.tune_garbage_collector()
    log.info("warm")
    if helper is not None:
        log.info("compiled", extra={"status": helper.wait()})
    background.collect_garbage_forever()
