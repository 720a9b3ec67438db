"""Hearing what other processes have done: one connection that listens and comes back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

import psycopg

from tilewright.server.storage.database import Row
from tilewright.server.storage.database.common import Notice, die, log
from tilewright.server.storage.database.postgres_transaction import NOTICES

__all__ = ["Listener"]

Connection = psycopg.Connection[Row]

CHECK_SECONDS = 0.2  # how often it looks whether it should end
RETRY_SECONDS = 0.5


class Listener:
    """A thread that passes on notifications; it listens before the constructor returns.

    ``missed`` is called after each reconnection: what was said meanwhile was not heard.
    """

    def __init__(
        self,
        connect: Callable[[], Connection],
        tell: Callable[[Iterable[Notice]], None],
        missed: Callable[[], None],
    ) -> None:
        self._connect = connect
        self._tell = tell
        self._missed = missed
        self._closing = threading.Event()
        first = self._listening()
        self._thread = threading.Thread(
            target=self._live, args=[first], name="postgres-listener", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._thread.join()

    def _listening(self) -> Connection:
        connection = self._connect()
        connection.execute(f"LISTEN {NOTICES}")
        return connection

    def _live(self, first: Connection) -> None:
        try:
            self._hear(first)
            while not self._closing.is_set():
                if connection := self._come_back():
                    self._hear(connection)
        except BaseException:
            die("the listener of the database")

    def _come_back(self) -> Connection | None:
        try:
            connection = self._listening()
        except psycopg.Error as error:
            log.warning("cannot listen to the database: %s", error)
            self._closing.wait(RETRY_SECONDS)
            return None
        self._missed()
        return connection

    def _hear(self, connection: Connection) -> None:
        """Pass on what is heard until the end, or until the connection is lost."""
        try:
            with connection:
                while not self._closing.is_set():
                    for notice in connection.notifies(timeout=CHECK_SECONDS):
                        channel, _, payload = notice.payload.partition(" ")
                        self._tell([(channel, payload)])
        except psycopg.Error as error:
            log.warning("the connection that listens was lost: %s", error)
