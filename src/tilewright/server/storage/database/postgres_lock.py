"""The lock that coordinates servers on one PostgreSQL database.

Servers that share a database exchange events through Redis. A server without Redis must be the
only one, so it holds this lock exclusively. Servers with Redis hold it in shared mode.
"""

from __future__ import annotations

import logging
import select
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

import psycopg

from tilewright.server.storage.database.base import Unavailable
from tilewright.server.storage.database.group_commit import exit_process
from tilewright.server.storage.database.postgres_pool import PostgresConnection

__all__ = ["ServerLock"]

log = logging.getLogger("tilewright.database")

ACQUIRE_TIMEOUT_SECONDS: Final = 45.0
"""How long to wait for another server to exit. PostgreSQL detects a lost machine after 30 s."""
RETRY_DELAY_SECONDS: Final = 0.1
LOST_TIMEOUT_SECONDS: Final = 5.0
"""How long a write waits for a lost lock to be reacquired."""
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

    def __init__(self, connect: Callable[[], PostgresConnection], *, is_alone: bool) -> None:
        self._connect = connect
        self._statement = LOCK_EXCLUSIVE if is_alone else LOCK_SHARED
        self._is_held, self._closing = threading.Event(), threading.Event()
        self._connection = self._acquire(self._wait_for_previous_server)
        self._woken, self._waker = socket.socketpair()
        self._thread = threading.Thread(
            target=self._reacquire_until_closed, name="postgres-lock", daemon=True
        )
        self._thread.start()

    def check(self) -> None:
        """Raise Unavailable if the lock is lost and not reacquired within
        `LOST_TIMEOUT_SECONDS`."""
        if not self._is_held.is_set() and not self._is_held.wait(LOST_TIMEOUT_SECONDS):
            raise Unavailable("expected PostgreSQL to answer; found its connection lost")

    def close(self) -> None:
        """Release the lock. Other servers can acquire it once this returns."""
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
        """Acquire the lock on a new connection, calling `wait` if another session holds it."""
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
            if holders := find_holders(connection):
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
        """Acquire the lock on a new connection. Raises Unavailable if another server holds it."""
        self._connection.close()
        while not self._closing.is_set():
            try:
                self._connection = self._acquire(self._end_lost_session)
                return
            except psycopg.Error as error:
                log.warning("the database cannot be reached: %s", error)
                self._closing.wait(RETRY_DELAY_SECONDS)

    def _end_lost_session(self, connection: PostgresConnection) -> None:
        """Wait for the lock, after terminating our lost session if PostgreSQL thinks it is alive.

        Raises Unavailable if another server holds the lock.
        """
        while connection.run(self._statement).fetchone() != (True,) and not self._closing.is_set():
            holders = find_holders(connection)
            if set(holders) - {self._session}:
                raise Unavailable(_describe_refusal(holders))
            if holders:
                connection.execute("SELECT pg_terminate_backend(%s)", [self._session.pid])
            self._closing.wait(RETRY_DELAY_SECONDS)


def find_holders(connection: PostgresConnection) -> list[BackendSession]:
    """Return the other sessions that hold the lock."""
    return [BackendSession(*row) for row in connection.run(SELECT_HOLDERS).fetchall()]


def _describe_refusal(holders: list[BackendSession]) -> str:
    return f"{EXPECTED_REDIS}; found one here, and no Redis for both: {_describe_holders(holders)}"


def _describe_holders(holders: list[BackendSession]) -> str:
    """Describe the sessions that hold the lock, for messages."""
    return ", ".join(
        f"PostgreSQL process {pid} for {address} since {since}" for pid, address, since in holders
    )
