"""SQLite: one file, one process that writes, no server to look after."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import BinaryIO, TypeVar

from tilewright.server.storage.database import Transaction, Unavailable
from tilewright.server.storage.database.common import DatabaseBase, Job, failing_in_words
from tilewright.server.storage.database.group_commit import GroupCommit
from tilewright.server.storage.database.schema import check_version, migrate
from tilewright.server.storage.database.sqlite_transaction import SqliteTransaction, translated
from tilewright.server.storage.database.sqlite_writer import SqliteWriter

try:
    import fcntl
except ImportError:  # Windows: nobody else is asked to keep out
    fcntl = None  # type: ignore[assignment]

__all__ = ["SqliteDatabase"]

T = TypeVar("T")

READERS = 4
PATIENCE = 10.0  # seconds to wait for the process before us to let go
MEGABYTE = 1 << 20
# A commit is on disk when it returns: FULL syncs the log every time, fullfsync is for macOS.
WRITER_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA wal_autocheckpoint = 4000",
    f"PRAGMA journal_size_limit = {64 * MEGABYTE}",
)


class SqliteDatabase(DatabaseBase):
    """A single writer with group commit, and readers that never wait for it."""

    is_shared = False

    def __init__(self, path: Path, read_only: bool = False, is_beside: bool = False) -> None:
        super().__init__()
        self.path = path.absolute()
        self.url = f"sqlite:///{self.path}"
        self._read_only, self._is_beside = read_only, is_beside
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._lock_file: BinaryIO | None = None
        self._readers: ThreadPoolExecutor | None = None
        self._writer: GroupCommit | None = None

    def open(self) -> None:
        try:
            with self._failing_in_words():
                if self._read_only:
                    check_version(SqliteTransaction(self._connect("ro")))
                else:
                    self._open_writer()
                self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="sqlite-reader")
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        if self._readers is not None:
            self._readers.shutdown()
        # The writer's, made first, goes last: it copies the log back into the file.
        for connection in reversed(self._connections):
            connection.close()
        self._connections.clear()
        if self._lock_file is not None:
            self._lock_file.close()

    def join(self, *, is_alone: bool) -> None:
        """There is nobody else: whoever opens it to write has its lock."""

    def _queue(self, job: Job) -> None:
        if self._writer is None:
            raise Unavailable(f"expected {self.path.name} open for writing; found it is not")
        self._writer.submit(job)

    def submit_read(self, work: Callable[[Transaction], T]) -> Future[T]:
        if self._readers is None:
            raise Unavailable("expected an open database; found it closed")
        try:
            return self._readers.submit(self._read, work)
        except RuntimeError:  # the pool has been shut down
            raise Unavailable("expected an open database; found it closed") from None

    # --- Opening --------------------------------------------------------------------------------

    def _failing_in_words(self) -> AbstractContextManager[None]:
        return failing_in_words(self.path, "an SQLite database", sqlite3.Error, OSError)

    def _open_writer(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self._is_beside:
            self._take_lock()
        self.path.touch(mode=0o600)  # others on this machine are not to read it
        connection = self._connect("rwc")
        for pragma in WRITER_PRAGMAS:
            connection.execute(pragma)
        connection.execute("BEGIN IMMEDIATE")
        migrate(SqliteTransaction(connection))
        connection.execute("COMMIT")
        self._writer = GroupCommit(SqliteWriter(connection, self._tell).commit, 1, "sqlite-writer")

    def _take_lock(self) -> None:
        """Two writing processes would not hear each other's news, so the second is refused."""
        self._lock_file = open(f"{self.path}-lock", "ab")  # noqa: SIM115  # closed with the database
        deadline = time.monotonic() + PATIENCE
        while not try_lock(self._lock_file):
            if time.monotonic() > deadline:
                message = "expected a database that is free; found another process using it"
                raise Unavailable(message)
            time.sleep(0.05)

    def _connect(self, mode: str) -> sqlite3.Connection:
        uri = f"{self.path.as_uri()}?mode={mode}"
        connection = sqlite3.connect(
            uri, uri=True, isolation_level=None, check_same_thread=False, cached_statements=256
        )
        self._connections.append(connection)
        return connection

    # --- Reading, in a thread of the pool -------------------------------------------------------

    def _read(self, work: Callable[[Transaction], T]) -> T:
        connection = self._reader()
        transaction = SqliteTransaction(connection)
        try:
            connection.execute("BEGIN")
            result = work(transaction)
            transaction.check()
            return result
        except sqlite3.Error as error:
            raise translated(error) from error
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def _reader(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            with self._failing_in_words():
                connection = self._local.connection = self._connect("ro")
        return connection


def try_lock(file: BinaryIO) -> bool:
    """Whether the file is ours now; the lock goes when it is closed, or when we are killed."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
