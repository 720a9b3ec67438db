"""The pool of PostgreSQL connections: their settings, and a watchdog for hanging ones."""

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
"""A connection without an answer for this time is aborted. It is longer than `statement_timeout`
of the server: a slow server answers that, a frozen one does not."""
# Either side notices after 30 s that the other has vanished.
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
# A commit is on disk when it returns, whatever the server's default. Work that waits for a lock
# is retried after 200 ms. A frozen process loses its locks after 60 s.
SESSION_SETTINGS: Final = """
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off';
    SET lock_timeout = '200ms';
    SET statement_timeout = '5s';
    SET idle_in_transaction_session_timeout = '60s'
"""
MAX_RECONNECT_DELAY_SECONDS: Final = 2.0
"""Maximum wait of the pool between attempts; it doubles after each. psycopg's default is a minute.
"""


class PostgresConnection(psycopg.Connection[Row]):
    """A connection that records since when an answer is pending."""

    pending_since: float | None = None
    last_answer = 0.0

    def run(self, sql: bytes, values: list[Any] | None = None) -> psycopg.Cursor[Row]:
        """Run a statement. Raises OperationalError and breaks the connection if no answer comes
        within `HANGING_AFTER_SECONDS`."""
        self.pending_since = time.monotonic()
        try:
            cursor = self.execute(sql, values)
        finally:
            self.pending_since = None
        self.last_answer = time.monotonic()
        return cursor

    def abort(self) -> None:
        """Shut the socket down from another thread, which ends the wait for an answer."""
        kind = socket.AF_INET, socket.SOCK_STREAM  # any family will do for a shutdown
        with suppress(OSError, psycopg.Error), socket.fromfd(self.fileno(), *kind) as same:
            same.shutdown(socket.SHUT_RDWR)


class PostgresPool:
    """A pool of connections; each is used by one thread at a time."""

    def __init__(self, url: str, size: int) -> None:
        self._url = url
        self._all: WeakSet[PostgresConnection] = WeakSet()
        self._last_hang = 0.0
        """Time of the last aborted connection."""
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
        """Return a connection outside the pool. Its statements may take any time unless
        `is_watched`."""
        connection = PostgresConnection.connect(self._url, **CONNECT_OPTIONS)
        connection.execute(KEEPALIVE_SETTINGS)
        if is_watched:
            self._all.add(connection)
        return connection

    @contextmanager
    def borrow(self, since: float) -> Iterator[PostgresConnection]:
        """Lend a connection to work queued at `since`. Raises Unavailable if none gets free."""
        # Time spent in a queue counts: after an outage a long queue empties quickly.
        deadline = max(time.monotonic() + 0.1, since + RETRY_FOR_SECONDS)
        try:
            connection = self._get_answering(deadline)
        except psycopg.Error as error:
            raise Unavailable(f"expected PostgreSQL to answer; found: {error}") from error
        try:
            yield connection
        except BaseException:
            _roll_back(connection)
            raise
        finally:
            self._pool.putconn(connection)

    def _get_answering(self, deadline: float) -> PostgresConnection:
        """Return a connection that has answered since the last hang; older ones may hang too."""
        while True:
            connection = self._pool.getconn(deadline - time.monotonic())
            if connection.last_answer > self._last_hang:
                return connection
            connection.close()
            self._pool.putconn(connection)

    def _configure(self, connection: PostgresConnection) -> None:
        """Set up a new connection of the pool."""
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
        """Abort connections that have not answered for `HANGING_AFTER_SECONDS`."""
        now = time.monotonic()
        for connection in list(self._all):
            pending_since = connection.pending_since
            if pending_since is not None and pending_since < now - HANGING_AFTER_SECONDS:
                log.error("a connection to the database hangs and is given up")
                self._last_hang = now
                connection.abort()


def _roll_back(connection: PostgresConnection) -> None:
    """Roll back, or close the connection; the pool then replaces it."""
    try:
        connection.run(b"ROLLBACK")
    except psycopg.Error:
        connection.close()
