"""The one writer of an SQLite database. Each work has a savepoint of its own and fails alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable

from tilewright.server.storage.database import Unavailable
from tilewright.server.storage.database.common import Notice, log
from tilewright.server.storage.database.group_commit import Job
from tilewright.server.storage.database.sqlite_transaction import SqliteTransaction, translated

__all__ = ["SqliteWriter"]


class SqliteWriter:
    """Commits batches on a connection; ``tell`` hears the notices of each commit, in order."""

    def __init__(
        self, connection: sqlite3.Connection, tell: Callable[[Iterable[Notice]], None]
    ) -> None:
        self._connection = connection
        self._tell = tell

    def commit(self, batch: list[Job]) -> None:
        notices: list[Notice] = []
        try:
            notices = self._run_all(batch)
        except (sqlite3.Error, Unavailable) as error:
            self._undo_all(batch, error)
        for job in batch:
            job.settle()
        self._tell(notices)

    def _run_all(self, batch: list[Job]) -> list[Notice]:
        notices: list[Notice] = []
        self._connection.execute("BEGIN IMMEDIATE")
        for job in batch:
            notices += self._run_one(job)
        self._connection.execute("COMMIT")
        return notices

    def _run_one(self, job: Job) -> list[Notice]:
        transaction = SqliteTransaction(self._connection)
        self._connection.execute("SAVEPOINT work")
        try:
            job.result = job.work(transaction)
            transaction.check()
        except BaseException as error:
            job.error = error
            transaction.notices.clear()
            self._undo_one(error)
        self._connection.execute("RELEASE work")
        return transaction.notices

    def _undo_one(self, error: BaseException) -> None:
        # A full disk can undo the whole transaction: then all of the batch is lost.
        if not self._connection.in_transaction:
            raise Unavailable(f"expected to write; found: {error}") from error
        self._connection.execute("ROLLBACK TO work")

    def _undo_all(self, batch: list[Job], error: Exception) -> None:
        log.error("a commit failed: %s", error)
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
        failure = translated(error) if isinstance(error, sqlite3.Error) else error
        for job in batch:
            job.error = job.error or failure
