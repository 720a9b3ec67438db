"""PostgreSQL: for several web workers and bot workers, on one machine or many."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import psycopg
from psycopg_pool import ConnectionPool

from tilewright.server.database import MISSED, Row, Transaction, Unavailable
from tilewright.server.database.common import DatabaseBase
from tilewright.server.database.postgres_listener import Listener
from tilewright.server.database.postgres_transaction import (
    ConnectionLost,
    PostgresTransaction,
    translated,
)
from tilewright.server.database.schema import check_version, migrate

__all__ = ["PostgresDatabase"]

T = TypeVar("T")
Connection = psycopg.Connection[Row]

CONNECTIONS = 8
PATIENCE = 5.0  # seconds within which a lost connection must come back
OLDEST_SERVER = 15
# A peer that vanished without a word is noticed after half a minute.
CONNECTING: dict[str, Any] = {
    "autocommit": True,  # BEGIN and COMMIT are ours to say
    "connect_timeout": 5,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
# A commit is on disk when it returns, whatever the server's default; a process that froze does
# not keep its locks for ever.
SESSION = """
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off';
    SET idle_in_transaction_session_timeout = '60s';
    SET client_encoding = 'UTF8'
"""


class PostgresDatabase(DatabaseBase):
    """A pool of connections, each used by one thread at a time."""

    is_shared = True

    def __init__(self, url: str, read_only: bool = False) -> None:
        super().__init__()
        self.url = without_password(url)
        self._url = url
        self._read_only = read_only
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            url,
            kwargs=CONNECTING,
            configure=configure,
            min_size=1,
            max_size=CONNECTIONS,
            open=False,
        )
        self._threads: ThreadPoolExecutor | None = None
        self._listener: Listener | None = None

    def open(self) -> None:
        with self._failing_in_words(), psycopg.connect(self._url, **CONNECTING) as connection:
            check_server(connection)
            with connection.transaction():
                prepare = check_version if self._read_only else migrate
                prepare(PostgresTransaction(connection))
        self._pool.open()
        self._threads = ThreadPoolExecutor(CONNECTIONS, thread_name_prefix="postgres")

    def close(self) -> None:
        if self._threads is not None:
            self._threads.shutdown()
        if self._listener is not None:
            self._listener.close()
        self._pool.close()

    def submit_write(self, work: Callable[[Transaction], T]) -> Future[T]:
        if self._read_only:
            raise Unavailable("expected a database open for writing; found it open for reading")
        return self._submit(b"BEGIN", work)

    def submit_read(self, work: Callable[[Transaction], T]) -> Future[T]:
        return self._submit(b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work)

    def listen(self, channel: str, heard: Callable[[str], None]) -> None:
        super().listen(channel, heard)
        if self._listener is None:
            with self._failing_in_words():
                self._listener = Listener(self._connect, self._tell, self._tell_gap)

    @contextmanager
    def _failing_in_words(self) -> Iterator[None]:
        try:
            yield
        except (psycopg.Error, ConnectionLost) as error:
            message = f"expected a PostgreSQL database at {self.url}; found: {error}"
            raise Unavailable(message) from error

    def _connect(self) -> Connection:
        return psycopg.connect(self._url, **CONNECTING)

    def _tell_gap(self) -> None:
        self._tell([(channel, MISSED) for channel in list(self._listeners)])

    # --- Work, in a thread of the pool ----------------------------------------------------------

    def _submit(self, begin: bytes, work: Callable[[Transaction], T]) -> Future[T]:
        # Waiting in the queue counts: after an outage the queue empties quickly.
        deadline = time.monotonic() + PATIENCE
        try:
            if self._threads is not None:
                return self._threads.submit(self._run, begin, work, deadline)
        except RuntimeError:  # the threads have been shut down
            pass
        raise Unavailable("expected an open database; found it closed")

    def _run(self, begin: bytes, work: Callable[[Transaction], T], deadline: float) -> T:
        while True:
            try:
                return self._attempt(begin, work, deadline)
            except ConnectionLost as error:
                if time.monotonic() > deadline:
                    message = f"expected {self.url} to answer; found: {error}"
                    raise Unavailable(message) from error
                time.sleep(0.02)

    def _attempt(self, begin: bytes, work: Callable[[Transaction], T], deadline: float) -> T:
        with self._borrow(deadline) as connection:
            try:
                connection.execute(begin)
                transaction = PostgresTransaction(connection)
                result = work(transaction)
                transaction.check()
            except psycopg.Error as error:
                raise translated(error, connection.broken) from error
            commit(connection)
            return result

    @contextmanager
    def _borrow(self, deadline: float) -> Iterator[Connection]:
        try:
            connection = self._pool.getconn(max(0.1, deadline - time.monotonic()))
        except psycopg.Error as error:
            message = f"expected {self.url} to answer; found: {error}"
            raise Unavailable(message) from error
        try:
            yield connection
        except BaseException:
            undo(connection)
            raise
        finally:
            self._pool.putconn(connection)


def configure(connection: Connection) -> None:
    """Prepare a new connection of the pool."""
    connection.execute(SESSION)


def check_server(connection: Connection) -> None:
    """Raise Unavailable for a server that is too old or a database that is not in UTF-8."""
    version = connection.info.server_version // 10000
    if version < OLDEST_SERVER:
        raise Unavailable(f"expected PostgreSQL {OLDEST_SERVER} or newer; found {version}")
    row = connection.execute("SHOW server_encoding").fetchone()
    if row is not None and row[0] != "UTF8":
        raise Unavailable(f"expected a database with encoding UTF8; found {row[0]}")


def commit(connection: Connection) -> None:
    """Commit. A connection lost at this very moment leaves it open whether it was done."""
    try:
        connection.execute(b"COMMIT")
    except psycopg.Error as error:
        message = f"expected to hear that it is saved; found: {error}; it may be saved or not"
        raise Unavailable(message) from error


def undo(connection: Connection) -> None:
    """Roll back; a connection that cannot do so any more is replaced by the pool."""
    try:
        connection.rollback()
    except psycopg.Error:
        connection.close()


def without_password(url: str) -> str:
    """The url, fit to be shown."""
    parts = urlsplit(url)
    credentials, at, host = parts.netloc.rpartition("@")
    query = [(key, value) for key, value in parse_qsl(parts.query) if key != "password"]
    return urlunsplit(
        parts._replace(netloc=credentials.partition(":")[0] + at + host, query=urlencode(query))
    )
