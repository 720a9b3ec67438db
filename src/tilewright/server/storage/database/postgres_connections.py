"""Connections to PostgreSQL, and work on them that outlives the loss of one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import psycopg
from psycopg_pool import ConnectionPool

from tilewright.server.storage.database import Row, Unavailable
from tilewright.server.storage.database.postgres_transaction import (
    Again,
    PostgresTransaction,
    translated,
)

__all__ = ["PAUSE", "Connection", "Connections", "InDoubt", "gave_up", "has_patience"]

T = TypeVar("T")
Connection = psycopg.Connection[Row]

PATIENCE = 5.0  # seconds within which a lost connection must come back
PAUSE = 0.02  # seconds between two tries
# A peer that vanished without a word is noticed after half a minute.
CONNECTING: dict[str, Any] = {
    "autocommit": True,  # BEGIN and COMMIT are ours to say
    "connect_timeout": 5,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
# A commit is on disk when it returns, whatever the server's default. Nobody waits long for a
# lock: the work is run again. A process that froze does not keep its locks for ever.
SESSION = """
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off';
    SET lock_timeout = '200ms';
    SET idle_in_transaction_session_timeout = '60s'
"""
RECONNECT_SECONDS: Final = 2.0
"""The pool waits twice as long after every failed attempt, for so long; who comes then begins anew.
Left to itself it slept for a minute after a database that was back."""


class InDoubt(Unavailable):
    """The connection was lost at the very moment of the commit: it may be saved or not."""


class Connections:
    """A pool of connections; each is used by one thread at a time."""

    def __init__(self, url: str, size: int) -> None:
        self._url = url
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            url,
            kwargs=CONNECTING,
            configure=_configure,
            min_size=1,
            max_size=size,
            open=False,
            reconnect_timeout=RECONNECT_SECONDS,
        )

    def open(self) -> None:
        self._pool.open()

    def close(self) -> None:
        self._pool.close()

    def connect(self) -> Connection:
        """A connection of one's own."""
        return psycopg.connect(self._url, **CONNECTING)

    def run(self, begin: bytes, work: Callable[[PostgresTransaction], T], since: float) -> T:
        """Do work in a transaction, again if need be, until PATIENCE has run out."""
        while True:
            try:
                return self.attempt(begin, work, since)
            except Again as error:
                if not has_patience(since):
                    raise gave_up(error) from error
                time.sleep(PAUSE)

    def attempt(self, begin: bytes, work: Callable[[PostgresTransaction], T], since: float) -> T:
        """Do work in a transaction; raises Again where it did nothing wrong and is undone."""
        with self._borrow(since) as connection:
            try:
                connection.execute(begin)
                transaction = PostgresTransaction(connection)
                result = work(transaction)
                transaction.check()
            except psycopg.Error as error:
                raise translated(error, connection.broken) from error
            _commit(connection)
            return result

    @contextmanager
    def _borrow(self, since: float) -> Iterator[Connection]:
        # Time spent in a queue counts: after an outage a long queue empties quickly.
        patience = max(0.1, since + PATIENCE - time.monotonic())
        try:
            connection = self._pool.getconn(patience)
        except psycopg.Error as error:
            raise gave_up(error) from error
        try:
            yield connection
        except BaseException:
            _undo(connection)
            raise
        finally:
            self._pool.putconn(connection)


def has_patience(since: float) -> bool:
    """Whether work that has waited since then may be tried once more."""
    return time.monotonic() <= since + PATIENCE


def gave_up(error: Exception) -> Unavailable:
    """What to say when there is no patience left."""
    return Unavailable(f"expected PostgreSQL to answer; found: {error}")


def _configure(connection: Connection) -> None:
    connection.execute(SESSION)


def _commit(connection: Connection) -> None:
    try:
        connection.execute(b"COMMIT")
    except psycopg.Error as error:
        if connection.broken:
            raise InDoubt(f"commit outcome unknown: {error}") from error
        raise translated(error, is_lost=False) from error


def _undo(connection: Connection) -> None:
    """Roll back; a connection that cannot do so any more is replaced by the pool."""
    try:
        connection.rollback()
    except psycopg.Error:
        connection.close()
