"""The SQLite backend: one file, one writing process."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeVar

from tilewright.server.storage.database.base import (
    Conflict,
    Database,
    Transaction,
    Unavailable,
    Work,
    error_context,
)
from tilewright.server.storage.database.group_commit import GroupCommit, Works
from tilewright.server.storage.database.schema import check_version, migrate

try:
    import fcntl
except ImportError:  # on Windows a second process is not refused
    fcntl = None  # type: ignore[assignment]

__all__ = ["SqliteDatabase"]

T = TypeVar("T")

NUM_READERS: Final = 4
LOCK_TIMEOUT_SECONDS: Final = 10.0
"""Time to wait for a previous process to release the file."""
MEGABYTE: Final = 1 << 20
# A completed commit is on disk: FULL syncs the log on every commit, fullfsync is for macOS.
WRITER_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA wal_autocheckpoint = 4000",
    f"PRAGMA journal_size_limit = {64 * MEGABYTE}",
)

UNIQUE_CODES = {sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE}
# Errors caused by the disk, the file or another process, rather than the statement.
UNAVAILABLE_CODES = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}


def map_error(error: Exception) -> Exception:
    """Convert an sqlite3 error to one of our own. Other errors are returned unchanged."""
    code = getattr(error, "sqlite_errorcode", 0)
    if code in UNIQUE_CODES:
        return Conflict(f"expected a new key; found it taken: {error}")
    if code & 0xFF in UNAVAILABLE_CODES:
        return Unavailable(f"expected a working SQLite database; found: {error}")
    return error


class SqliteTransaction(Transaction):
    """A transaction on one connection. Named locks are unnecessary with a single writer."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__()
        self._connection = connection

    def _execute(self, sql: str, values: list[Any]) -> sqlite3.Cursor:
        return self._connection.execute(sql, values)

    def _map_error(self, error: Exception) -> Exception:
        return map_error(error)


class SqliteDatabase(Database):
    """One writer with group commit, and readers that never wait for it."""

    is_shared = False

    def __init__(
        self, path: Path, read_only: bool = False, allow_other_server: bool = False
    ) -> None:
        self.path = path.absolute()
        super().__init__(f"sqlite:///{self.path}")
        self._read_only, self._is_beside = read_only, allow_other_server
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._lock_file: BinaryIO | None = None

    def open(self) -> None:
        """Open the file for reading and, unless read-only, for writing."""
        try:
            with self._error_context():
                if self._read_only:
                    check_version(SqliteTransaction(self._connect("ro")))
                else:
                    self._open_writer()
                self._readers = ThreadPoolExecutor(NUM_READERS, thread_name_prefix="sqlite-reader")
        except BaseException:
            self.close()
            raise

    def _disconnect(self) -> None:
        """Close all connections and unlock the file."""
        # Close the writer's connection (the first) last: that checkpoints the log into the file.
        for connection in reversed(self._connections):
            connection.close()
        self._connections.clear()
        if self._lock_file is not None:
            self._lock_file.close()

    # --- Opening --------------------------------------------------------------------------------

    def _error_context(self) -> AbstractContextManager[None]:
        return error_context(self.path, "an SQLite database", sqlite3.Error, OSError)

    def _open_writer(self) -> None:
        """Create or migrate the file and start the writer."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self._is_beside:
            self._acquire_file_lock()
        self.path.touch(mode=0o600)  # not readable by other users
        connection = self._connect("rwc")
        for pragma in WRITER_PRAGMAS:
            connection.execute(pragma)
        connection.execute("BEGIN IMMEDIATE")
        migrate(SqliteTransaction(connection))
        connection.execute("COMMIT")
        self._commits = GroupCommit(
            lambda works, _queued_at: run_works(connection, works), 1, "sqlite-writer"
        )

    def _acquire_file_lock(self) -> None:
        """Lock the database against other servers. Raises Unavailable if one is running.

        Two servers would not see each other's events.
        """
        self._lock_file = open(f"{self.path}-lock", "ab")  # noqa: SIM115  # closed with the database
        deadline = time.monotonic() + LOCK_TIMEOUT_SECONDS
        while not try_lock(self._lock_file):
            if time.monotonic() > deadline:
                message = "expected a database that is free; found another process using it"
                raise Unavailable(message)
            time.sleep(0.05)

    def _connect(self, mode: str) -> sqlite3.Connection:
        """Open a connection in SQLite's URI mode `ro` or `rwc`."""
        uri = f"{self.path.as_uri()}?mode={mode}"
        connection = sqlite3.connect(
            uri, uri=True, isolation_level=None, check_same_thread=False, cached_statements=256
        )
        self._connections.append(connection)
        return connection

    # --- In a reader thread ---------------------------------------------------------------------

    def _read(self, work: Work[T], queued_at: float) -> T:
        """Run work on a snapshot, using this thread's connection."""
        with begin_transaction(self._get_reader(), "BEGIN") as transaction:
            result = work(transaction)
            transaction.check_not_aborted()
            return result

    def _get_reader(self) -> sqlite3.Connection:
        """Return this thread's connection, opening it on first use."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            with self._error_context():
                connection = self._local.connection = self._connect("ro")
        return connection


def run_works(connection: sqlite3.Connection, works: Works) -> list[Any]:
    """Run `works` in one transaction, commit it, and return their results."""
    with begin_transaction(connection, "BEGIN IMMEDIATE") as transaction:
        results = transaction.run_all(works)
        connection.execute("COMMIT")
        return results


@contextmanager
def begin_transaction(
    connection: sqlite3.Connection, begin_sql: str
) -> Iterator[SqliteTransaction]:
    """Begin a transaction within the context. It is rolled back unless the context commits it."""
    try:
        connection.execute(begin_sql)
        yield SqliteTransaction(connection)
    except sqlite3.Error as error:
        raise map_error(error) from error
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def try_lock(file: BinaryIO) -> bool:
    """Lock a file until it is closed. Return False if another process holds the lock.

    On Windows nothing is locked, and the result is True.
    """
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
