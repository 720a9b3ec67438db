"""The one writer of an SQLite database. Each work of several has a savepoint of its own and fails
alone; where there is but one, the transaction is its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable

from tilewright.server.storage.database import Unavailable
from tilewright.server.storage.database.common import Job, Notice, log, settle
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
        settle(*batch)
        self._tell(notices)

    def _run_all(self, batch: list[Job]) -> list[Notice]:
        execute, is_alone = self._connection.execute, len(batch) == 1
        notices: list[Notice] = []
        execute("BEGIN IMMEDIATE")
        for job in batch:
            if not is_alone:
                execute("SAVEPOINT work")
            notices += self._run_one(job, is_alone)
            if not is_alone:
                execute("RELEASE work")
        execute("COMMIT")
        return notices

    def _run_one(self, job: Job, is_alone: bool) -> list[Notice]:
        transaction = SqliteTransaction(self._connection)
        try:
            job.result = job.work(transaction)
            transaction.check()
        except BaseException as error:
            job.error = error
            transaction.notices.clear()
            self._undo_one(error, is_alone)
        return transaction.notices

    def _undo_one(self, error: BaseException, is_alone: bool) -> None:
        # A full disk can undo the whole transaction: then all of the batch is lost.
        if not self._connection.in_transaction:
            raise Unavailable(f"expected to write; found: {error}") from error
        if is_alone:
            self._connection.execute("ROLLBACK")
            self._connection.execute("BEGIN IMMEDIATE")
        else:
            self._connection.execute("ROLLBACK TO work")

    def _undo_all(self, batch: list[Job], error: Exception) -> None:
        log.error("a commit failed: %s", error)
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
        failure = translated(error) if isinstance(error, sqlite3.Error) else error
        for job in batch:
            job.error = job.error or failure
