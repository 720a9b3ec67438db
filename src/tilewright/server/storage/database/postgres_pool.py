"""The PostgreSQL connection pool: settings, a watchdog for hung connections, the server lock."""

from __future__ import annotations

import logging
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, NamedTuple
from weakref import WeakSet

import psycopg
from psycopg_pool import ConnectionPool

from tilewright.server.storage.database.base import Row, Unavailable
from tilewright.server.storage.database.group_commit import RETRY_FOR_SECONDS, exit_process

__all__ = [
    "PostgresConnection",
    "PostgresPool",
    "ServerLock",
]

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
        """Run a statement. If the server hangs, the connection is aborted.

        Raises:
            OperationalError: The server did not respond within `HANGING_AFTER_SECONDS`.
        """
        self.pending_since = time.monotonic()
        try:
            cursor = self.execute(sql, values)
        finally:
            self.pending_since = None
        self.last_answer = time.monotonic()
        return cursor

    def abort(self) -> None:
        """Shut down the socket. A thread that waits for a response then gets an error."""
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
        """Stop the watchdog and close all connections."""
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
        """Borrow a connection within the context. Raises Unavailable if none is free in time.

        The timeout starts at `queued_at`.
        """
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
        """Return a connection that has responded since the last hang. Others are closed."""
        while True:
            connection = self._pool.getconn(deadline - time.monotonic())
            if connection.last_answer > self._last_hang:
                return connection
            connection.close()
            self._pool.putconn(connection)

    def _configure(self, connection: PostgresConnection) -> None:
        """Configure a new connection of the pool."""
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
    """Roll back. If that fails, close the connection, which the pool then replaces."""
    try:
        connection.run(b"ROLLBACK")
    except psycopg.Error:
        connection.close()


# --- The lock of the servers that share a database ------------------------------------------------


ACQUIRE_TIMEOUT_SECONDS: Final = 45.0
"""Time to wait for another server to exit. PostgreSQL detects a lost machine after 30 s."""
RETRY_DELAY_SECONDS: Final = 0.1
LOST_TIMEOUT_SECONDS: Final = 5.0
"""Time that a write waits for a lost lock to be reacquired."""
LOCK_KEY: Final = 7308604769
LOCK_EXCLUSIVE: Final = b"SELECT pg_try_advisory_lock(%d)" % LOCK_KEY
LOCK_SHARED: Final = b"SELECT pg_try_advisory_lock_shared(%d)" % LOCK_KEY
SELECT_SESSIONS: Final = b"""
    SELECT pid, COALESCE(host(client_addr), 'this machine'), backend_start::text
    FROM pg_stat_activity
"""
SELECT_OWN_SESSION: Final = SELECT_SESSIONS + b"WHERE pid = pg_backend_pid()"
SELECT_HOLDERS: Final = SELECT_SESSIONS + (
    b"""
    JOIN pg_locks USING (pid)
    WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32) + objid::bigint = %d
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND pid <> pg_backend_pid()
    """
    % LOCK_KEY
)
EXPECTED_REDIS: Final = (
    "expected servers that share this database to share a Redis, too (--redis-url)"
)


class BackendSession(NamedTuple):
    """A PostgreSQL session: backend process id, client address and start time."""

    pid: int
    address: str
    since: str


class ServerLock:
    """The server lock, held on its own connection from construction to `close`.

    If the connection is lost, the lock is reacquired while writes wait. If another server has
    acquired it by then, the process exits: servers must not write without exchanging events.
    """

    def __init__(self, connect: Callable[[], PostgresConnection], *, is_exclusive: bool) -> None:
        self._connect = connect
        self._statement = LOCK_EXCLUSIVE if is_exclusive else LOCK_SHARED
        self._is_held, self._closing = threading.Event(), threading.Event()
        self._connection = self._acquire(self._wait_for_previous_server)
        self._woken, self._waker = socket.socketpair()
        self._thread = threading.Thread(
            target=self._reacquire_until_closed, name="postgres-lock", daemon=True
        )
        self._thread.start()

    def check(self) -> None:
        """Raise Unavailable if the lock is lost and not reacquired in time."""
        if not self._is_held.is_set() and not self._is_held.wait(LOST_TIMEOUT_SECONDS):
            raise Unavailable("expected PostgreSQL to answer; found its connection lost")

    def close(self) -> None:
        """Release the lock. Once this returns, other servers can acquire it."""
        self._closing.set()
        self._waker.send(b".")
        self._thread.join()
        with suppress(psycopg.Error):
            self._connection.run(b"SELECT pg_advisory_unlock_all()")
        self._connection.close()
        self._waker.close()
        self._woken.close()

    # --- Acquiring the lock ---------------------------------------------------------------------

    def _acquire(self, wait: Callable[[PostgresConnection], None]) -> PostgresConnection:
        """Acquire the lock on a new connection. Call `wait` if another session holds it."""
        connection = self._connect()
        try:
            if connection.run(self._statement).fetchone() != (True,):
                wait(connection)
            self._session = BackendSession(*connection.run(SELECT_OWN_SESSION).fetchall()[0])
        except BaseException:
            connection.close()
            raise
        self._is_held.set()
        return connection

    def _wait_for_previous_server(self, connection: PostgresConnection) -> None:
        """Wait for a previous server to exit. Raises Unavailable if it does not."""
        deadline, is_told = time.monotonic() + ACQUIRE_TIMEOUT_SECONDS, False
        while connection.run(self._statement).fetchone() != (True,):
            if holders := list_lock_holders(connection):
                if time.monotonic() > deadline:
                    raise Unavailable(_describe_refusal(holders))
                if not is_told:
                    log.warning("waiting for another server to end: %s", _describe_holders(holders))
                    is_told = True
            time.sleep(RETRY_DELAY_SECONDS)

    # --- The lock thread ------------------------------------------------------------------------

    def _reacquire_until_closed(self) -> None:
        """Reacquire the lock whenever it is lost. Exits the process if that fails."""
        reason = "the thread that holds the lock of the database died"
        try:
            while self._wait_until_lost():
                self._reacquire()
        except Unavailable as error:
            reason = f"another server took over: {error}"
        except BaseException:
            exit_process(reason)
        if not self._closing.is_set():
            exit_process(reason)

    def _wait_until_lost(self) -> bool:
        """Return True once the connection is lost, or False once the lock is closed."""
        while not self._closing.is_set():
            try:
                select.select([self._woken.fileno(), self._connection.fileno()], [], [])
                if not self._closing.is_set():
                    # The socket may be readable because of a notice only.
                    self._connection.run(b"SELECT 1")
            except (psycopg.Error, OSError, ValueError) as error:
                self._is_held.clear()
                log.warning("the lock of the database was lost with its connection: %s", error)
                return True
        return False

    def _reacquire(self) -> None:
        """Acquire the lost lock on a new connection.

        Raises:
            Unavailable: Another server holds the lock.
        """
        self._connection.close()
        while not self._closing.is_set():
            try:
                self._connection = self._acquire(self._end_lost_session)
                return
            except psycopg.Error as error:
                log.warning("the database cannot be reached: %s", error)
                self._closing.wait(RETRY_DELAY_SECONDS)

    def _end_lost_session(self, connection: PostgresConnection) -> None:
        """Wait for the lock. Terminate our lost session if PostgreSQL considers it alive.

        Raises:
            Unavailable: Another server holds the lock.
        """
        while connection.run(self._statement).fetchone() != (True,) and not self._closing.is_set():
            holders = list_lock_holders(connection)
            if set(holders) - {self._session}:
                raise Unavailable(_describe_refusal(holders))
            if holders:
                connection.execute("SELECT pg_terminate_backend(%s)", [self._session.pid])
            self._closing.wait(RETRY_DELAY_SECONDS)


def list_lock_holders(connection: PostgresConnection) -> list[BackendSession]:
    """Return the sessions that hold the server lock."""
    return [BackendSession(*row) for row in connection.run(SELECT_HOLDERS).fetchall()]


def _describe_refusal(holders: list[BackendSession]) -> str:
    return f"{EXPECTED_REDIS}; found one here, and no Redis for both: {_describe_holders(holders)}"


def _describe_holders(holders: list[BackendSession]) -> str:
    """Describe the sessions that hold the lock, for error messages."""
    return ", ".join(
        f"PostgreSQL process {pid} for {address} since {since}" for pid, address, since in holders
    )
