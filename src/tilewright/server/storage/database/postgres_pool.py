"""The PostgreSQL connection pool: connection settings, and a watchdog for hung connections."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final
from weakref import WeakSet

import psycopg
from psycopg_pool import ConnectionPool

from tilewright.server.storage.database.base import Row, Unavailable
from tilewright.server.storage.database.group_commit import RETRY_FOR_SECONDS, exit_process

__all__ = ["PostgresConnection", "PostgresPool"]

log = logging.getLogger("tilewright.database")

HANGING_AFTER_SECONDS: Final = 8.0
"""A connection is aborted after this long without a response. This exceeds the server's
`statement_timeout`, so a slow server still responds in time."""
# Each side detects within 30 s that the other has disappeared.
CONNECT_OPTIONS: dict[str, Any] = {
    "autocommit": True,  # we send BEGIN and COMMIT ourselves
    "connect_timeout": 5,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
KEEPALIVE_SETTINGS: Final = """
    SET tcp_keepalives_idle = 15;
    SET tcp_keepalives_interval = 5;
    SET tcp_keepalives_count = 3;
    SET tcp_user_timeout = '30s'
"""
# A completed commit is on disk, whatever the server's default. Work that waits for a lock is
# retried after 200 ms. A frozen client process loses its locks after 60 s.
SESSION_SETTINGS: Final = """
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off';
    SET lock_timeout = '200ms';
    SET statement_timeout = '5s';
    SET idle_in_transaction_session_timeout = '60s'
"""
MAX_RECONNECT_DELAY_SECONDS: Final = 2.0
"""Upper limit of the pool's exponential backoff. psycopg's default is a minute."""


class PostgresConnection(psycopg.Connection[Row]):
    """A connection that records when its pending statement was sent."""

    pending_since: float | None = None
    last_answer = 0.0

    def run(self, sql: bytes, values: list[Any] | None = None) -> psycopg.Cursor[Row]:
        """Run a statement. If the server does not respond within `HANGING_AFTER_SECONDS`, the
        connection is aborted and OperationalError is raised."""
        self.pending_since = time.monotonic()
        try:
            cursor = self.execute(sql, values)
        finally:
            self.pending_since = None
        self.last_answer = time.monotonic()
        return cursor

    def abort(self) -> None:
        """Shut down the socket from another thread, to end the wait for a response."""
        kind = socket.AF_INET, socket.SOCK_STREAM  # any family will do for a shutdown
        with suppress(OSError, psycopg.Error), socket.fromfd(self.fileno(), *kind) as same:
            same.shutdown(socket.SHUT_RDWR)


class PostgresPool:
    """A connection pool with a watchdog."""

    def __init__(self, url: str, size: int) -> None:
        self._url = url
        self._all: WeakSet[PostgresConnection] = WeakSet()
        self._last_hang = 0.0
        """Time at which a connection was last aborted."""
        self._closing = threading.Event()
        self._watchdog = threading.Thread(target=self._watch, name="postgres-watchdog", daemon=True)
        self._pool: ConnectionPool[PostgresConnection] = ConnectionPool(
            url,
            connection_class=PostgresConnection,
            kwargs=CONNECT_OPTIONS,
            configure=self._configure,
            min_size=1,
            max_size=size,
            open=False,
            reconnect_timeout=MAX_RECONNECT_DELAY_SECONDS,
        )

    def open(self) -> None:
        self._pool.open()
        self._watchdog.start()

    def close(self) -> None:
        self._closing.set()
        if self._watchdog.is_alive():
            self._watchdog.join()
        self._pool.close()

    def connect(self, *, is_watched: bool = False) -> PostgresConnection:
        """Open a connection outside the pool. The watchdog ignores it unless `is_watched`."""
        connection = PostgresConnection.connect(self._url, **CONNECT_OPTIONS)
        connection.execute(KEEPALIVE_SETTINGS)
        if is_watched:
            self._all.add(connection)
        return connection

    @contextmanager
    def borrow(self, queued_at: float) -> Iterator[PostgresConnection]:
        """Borrow a connection for work queued at `queued_at`. Raises Unavailable on a timeout."""
        # Time spent in the queue counts, so that a long queue drains quickly after an outage.
        deadline = max(time.monotonic() + 0.1, queued_at + RETRY_FOR_SECONDS)
        try:
            connection = self._get_responsive_connection(deadline)
        except psycopg.Error as error:
            raise Unavailable(f"expected PostgreSQL to answer; found: {error}") from error
        try:
            yield connection
        except BaseException:
            _roll_back(connection)
            raise
        finally:
            self._pool.putconn(connection)

    def _get_responsive_connection(self, deadline: float) -> PostgresConnection:
        """Return a connection that has responded since the last hang. Others may hang, too."""
        while True:
            connection = self._pool.getconn(deadline - time.monotonic())
            if connection.last_answer > self._last_hang:
                return connection
            connection.close()
            self._pool.putconn(connection)

    def _configure(self, connection: PostgresConnection) -> None:
        """Configure a new pool connection."""
        self._all.add(connection)
        connection.run(KEEPALIVE_SETTINGS.encode())
        connection.run(SESSION_SETTINGS.encode())

    # --- The watchdog, in a thread --------------------------------------------------------------

    def _watch(self) -> None:
        """Abort hanging connections until the pool is closed."""
        try:
            while not self._closing.wait(HANGING_AFTER_SECONDS / 8):
                self._abort_hanging()
        except BaseException:
            exit_process("the watchdog of the database died")

    def _abort_hanging(self) -> None:
        """Abort connections whose statement has been pending for `HANGING_AFTER_SECONDS`."""
        now = time.monotonic()
        for connection in list(self._all):
            pending_since = connection.pending_since
            if pending_since is not None and pending_since < now - HANGING_AFTER_SECONDS:
                log.error("a connection to the database hangs and is given up")
                self._last_hang = now
                connection.abort()


def _roll_back(connection: PostgresConnection) -> None:
    """Roll back. If that fails, close the connection, so that the pool replaces it."""
    try:
        connection.run(b"ROLLBACK")
    except psycopg.Error:
        connection.close()
