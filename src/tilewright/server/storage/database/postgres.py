"""PostgreSQL: for several web workers and bot workers, on one machine or many."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Any, LiteralString, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import psycopg

from tilewright.server.storage.database import MISSED, Transaction, Unavailable
from tilewright.server.storage.database.common import DatabaseBase, Job, failing_in_words, settle
from tilewright.server.storage.database.group_commit import GroupCommit
from tilewright.server.storage.database.postgres_connections import (
    PAUSE,
    Connection,
    Connections,
    gave_up,
    has_patience,
)
from tilewright.server.storage.database.postgres_listener import Listener
from tilewright.server.storage.database.postgres_transaction import Again, PostgresTransaction
from tilewright.server.storage.database.schema import check_version, migrate

__all__ = ["PostgresDatabase"]

T = TypeVar("T")

READERS = 6
# One waits for the disk while the other one works.
WRITERS = 2
OLDEST_SERVER = 15
WRITING = b"BEGIN"
LEAVING = 10.0  # seconds that a server which ends may take to be gone
# Held by the connection that listens, so that it goes with the process.
ALONE = "SELECT pg_try_advisory_lock(7308604769)"
TOGETHER = "SELECT pg_try_advisory_lock_shared(7308604769)"
NOT_ALONE = (
    "expected servers that share this database to share a Redis, too (--redis-url);"
    " found one here, and no Redis for both"
)
READING = b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"


class NotWelcome(psycopg.OperationalError):
    """Others serve from this database who would not hear of us."""


class PostgresDatabase(DatabaseBase):
    """Writers with group commit, readers with a connection each, one that listens."""

    is_shared = True

    def __init__(self, url: str, read_only: bool = False) -> None:
        super().__init__()
        self.url = without_password(url)
        self._read_only = read_only
        self._connections = Connections(url, READERS + WRITERS)
        self._readers: ThreadPoolExecutor | None = None
        self._writer: GroupCommit | None = None
        self._listener: Listener | None = None
        self._lock: LiteralString = ""

    def open(self) -> None:
        with self._failing_in_words(), self._connections.connect() as connection:
            check_server(connection)
            with connection.transaction():
                prepare = check_version if self._read_only else migrate
                prepare(PostgresTransaction(connection))
        self._connections.open()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="postgres-reader")
        if not self._read_only:
            self._writer = GroupCommit(self._commit, WRITERS, "postgres-writer")

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        if self._readers is not None:
            self._readers.shutdown()
        if self._listener is not None:
            self._listener.close()
        self._connections.close()

    def _queue(self, job: Job) -> None:
        if self._writer is None:
            raise Unavailable("expected a database open for writing; found it is not")
        self._writer.submit(job)

    def submit_read(self, work: Callable[[Transaction], T]) -> Future[T]:
        try:
            if self._readers is not None:
                now = time.monotonic()
                return self._readers.submit(self._connections.run, READING, work, now)
        except RuntimeError:  # the readers have been shut down
            pass
        raise Unavailable("expected an open database; found it closed")

    def listen(self, channel: str, heard: Callable[[str], None]) -> None:
        super().listen(channel, heard)
        if self._listener is None:
            with self._failing_in_words():
                self._listener = Listener(self._connect_locked, self._tell, self._tell_gap)

    def join(self, *, is_alone: bool) -> None:
        self._lock = ALONE if is_alone else TOGETHER
        deadline = time.monotonic() + LEAVING
        with self._failing_in_words():
            while not self._is_welcome():
                if time.monotonic() > deadline:
                    raise Unavailable(NOT_ALONE)
                time.sleep(PAUSE)

    def _is_welcome(self) -> bool:
        try:
            self._connect_locked().close()
        except NotWelcome:
            return False
        return True

    def _connect_locked(self) -> Connection:
        """A connection that holds the lock of those who serve, once there is one."""
        connection = self._connections.connect()
        if self._lock and connection.execute(self._lock).fetchone() != (True,):
            connection.close()
            raise NotWelcome(NOT_ALONE)
        return connection

    def _failing_in_words(self) -> AbstractContextManager[None]:
        return failing_in_words(self.url, "a PostgreSQL database", psycopg.Error, Again)

    def _tell_gap(self) -> None:
        self._tell([(channel, MISSED) for channel in list(self._listeners)])

    # --- Writing, in a thread of the writer's ---------------------------------------------------

    def _commit(self, batch: list[Job]) -> None:
        """All together; should one of them fail, each alone. Failures are rare, commits dear."""
        if len(batch) > 1 and self._commit_together(batch):
            return
        while batch := [job for job in batch if not self._commit_alone(job)]:
            time.sleep(PAUSE)

    def _commit_together(self, batch: list[Job]) -> bool:
        """Whether that settled it. What is in doubt must not be done again."""
        try:
            results = self._connections.attempt(WRITING, in_turn(batch), batch[0].since)
            for job, result in zip(batch, results, strict=True):
                job.result = result
        except Unavailable as error:
            for job in batch:
                job.error = error
        except BaseException:
            return False
        settle(*batch)
        return True

    def _commit_alone(self, job: Job) -> bool:
        """Whether that settled it; otherwise its turn comes again, after the others."""
        try:
            job.result = self._connections.attempt(WRITING, job.work, job.since)
        except Again as error:
            if has_patience(job.since):
                return False
            job.error = gave_up(error)
        except BaseException as error:
            job.error = error
        settle(job)
        return True


def in_turn(batch: list[Job]) -> Callable[[PostgresTransaction], list[Any]]:
    """The works of a batch as one."""

    def work(transaction: PostgresTransaction) -> list[Any]:
        results = []
        for job in batch:
            results.append(job.work(transaction))
            transaction.check()
        return results

    return work


def check_server(connection: Connection) -> None:
    """Raise Unavailable for a server that is too old or a database that is not in UTF-8."""
    version = connection.info.server_version // 10000
    if version < OLDEST_SERVER:
        raise Unavailable(f"expected PostgreSQL {OLDEST_SERVER} or newer; found {version}")
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise Unavailable(f"expected a database with encoding UTF8; found {encoding}")


def without_password(url: str) -> str:
    """The url, fit to be shown."""
    parts = urlsplit(url)
    credentials, at, host = parts.netloc.rpartition("@")
    query = [(key, value) for key, value in parse_qsl(parts.query) if key != "password"]
    netloc = credentials.partition(":")[0] + at + host
    return urlunsplit(parts._replace(netloc=netloc, query=urlencode(query)))
