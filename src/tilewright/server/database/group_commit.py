"""The one writer of an SQLite database: a thread that commits all waiting work together.

A commit waits for the disk, so it is shared: whatever has queued up meanwhile goes into the next
one. Each work has a savepoint of its own and can fail alone.
"""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

from tilewright.server.database import Transaction, Unavailable
from tilewright.server.database.common import Notice, die, log
from tilewright.server.database.sqlite_transaction import SqliteTransaction, translated

__all__ = ["GroupCommit"]

T = TypeVar("T")

MAX_BATCH = 256


@dataclass(slots=True)
class Job:
    """Work that waits, and then what came of it."""

    work: Callable[[Transaction], Any]
    future: Future[Any]
    result: Any = None
    error: BaseException | None = None

    def settle(self) -> None:
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


class GroupCommit:
    """Takes work from any thread; ``tell`` hears the notices of each commit, in order."""

    def __init__(
        self, connection: sqlite3.Connection, tell: Callable[[Iterable[Notice]], None]
    ) -> None:
        self._connection = connection
        self._tell = tell
        self._queue: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._live, name="sqlite-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Transaction], T]) -> Future[T]:
        job = Job(work, Future())
        with self._closing:
            if self._is_closed:
                raise Unavailable("expected an open database; found it closed")
            self._queue.put(job)
        return job.future

    def close(self) -> None:
        """Finish what is queued, then end."""
        with self._closing:
            if not self._is_closed:
                self._is_closed = True
                self._queue.put(None)
        self._thread.join()

    # --- In the thread --------------------------------------------------------------------------

    def _live(self) -> None:
        try:
            while batch := self._next_batch():
                self._commit(batch)
        except BaseException:
            die("the writer of the database")

    def _next_batch(self) -> list[Job]:
        """All that waits, at least one; none when the end has come."""
        batch: list[Job] = []
        job = self._queue.get()
        while job is not None:
            if job.future.set_running_or_notify_cancel():
                batch.append(job)
            if len(batch) == MAX_BATCH:
                return batch
            try:
                job = self._queue.get(block=not batch)
            except queue.Empty:
                return batch
        if batch:
            self._queue.put(None)  # this batch first; submit has ended, so nothing overtakes
        return batch

    def _commit(self, batch: list[Job]) -> None:
        try:
            notices = self._run_all(batch)
        except (sqlite3.Error, Unavailable) as error:
            self._undo_all(batch, error)
            notices = []
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
