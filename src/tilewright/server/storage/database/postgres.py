"""The PostgreSQL backend, for several servers on one or more machines."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import lru_cache, partial
from typing import Any, Final, TypeVar
from urllib.parse import quote

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from tilewright.server.storage.database.base import (
    CommitUnknown,
    Conflict,
    Database,
    RetryTransaction,
    Row,
    Transaction,
    Unavailable,
    Work,
    error_context,
)
from tilewright.server.storage.database.group_commit import (
    MIN_TRIES,
    RETRY_DELAY_SECONDS,
    RETRY_FOR_SECONDS,
    GroupCommit,
    Works,
)
from tilewright.server.storage.database.postgres_pool import (
    PostgresConnection,
    PostgresPool,
    ServerLock,
)
from tilewright.server.storage.database.schema import check_version, migrate

__all__ = ["PostgresDatabase", "map_error", "redact_url"]

T = TypeVar("T")

NUM_READERS: Final = 6
NUM_WRITERS: Final = 2
"""Two, so that one can work while the other waits for the disk."""
MIN_SERVER_VERSION: Final = 15
ROWS_PER_FETCH: Final = 32
"""Batch size of streamed queries; a row may be as large as 1 MB."""
BEGIN_WRITE: Final = b"BEGIN"
BEGIN_READ: Final = b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

# Text is compared byte by byte, as in SQLite.
TYPES_BY_SQLITE_NAME = {
    "INTEGER": "BIGINT",
    "REAL": "DOUBLE PRECISION",
    "BLOB": "BYTEA",
    "TEXT": 'TEXT COLLATE "C"',
}
NAME_PATTERN: Final = re.compile(r"[^@/?#:\s]*")
PORTS_PATTERN: Final = re.compile(r"[\d,]*")
SQLITE_OPTIONS = re.compile(r"\) STRICT(, WITHOUT ROWID)?\s*$")

RETRYABLE_ERRORS = (errors.DeadlockDetected, errors.LockNotAvailable, errors.SerializationFailure)
UNAVAILABLE_ERRORS = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    errors.ReadOnlySqlTransaction,
)


def map_error(error: Exception, *, is_lost: bool) -> Exception:
    """Convert a psycopg error to one of our own. Other errors are returned unchanged."""
    if not isinstance(error, psycopg.Error):
        return error
    if isinstance(error, errors.UniqueViolation):
        # The driver's message would contain the key, which may be secret.
        return Conflict(f"expected a new key; found it taken: {error.diag.constraint_name}")
    if is_lost or isinstance(error, RETRYABLE_ERRORS):
        return RetryTransaction(str(error))
    if isinstance(error, UNAVAILABLE_ERRORS):
        return Unavailable(f"expected a working PostgreSQL database; found: {error}")
    return error


@lru_cache(maxsize=1024)
def convert_placeholders(sql: str) -> bytes:
    """Convert a statement's `?` placeholders to those of psycopg."""
    return sql.replace("%", "%%").replace("?", "%s").encode()


def advisory_lock_key(name: str) -> int:
    """Return the 64-bit advisory lock key of a name."""
    digest = hashlib.blake2b(name.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


class PostgresTransaction(Transaction):
    """A transaction on one connection."""

    def __init__(self, connection: PostgresConnection) -> None:
        super().__init__()
        self._connection = connection

    def define(self, sql: str) -> None:
        """Run a schema statement, converting SQLite's type names."""
        for ours, theirs in TYPES_BY_SQLITE_NAME.items():
            sql = re.sub(rf"\b{ours}\b", theirs, sql)
        super().define(SQLITE_OPTIONS.sub(")", sql))

    def lock(self, name: str) -> None:
        self.row("SELECT pg_advisory_xact_lock(?)", advisory_lock_key(name))

    def stream(self, sql: str) -> Iterator[Row]:
        """Yield the rows of a query through a server-side cursor."""
        with self._connection.cursor(name="stream") as cursor:
            cursor.itersize = ROWS_PER_FETCH
            yield from cursor.execute(convert_placeholders(sql))

    def _execute(self, sql: str, values: list[Any]) -> psycopg.Cursor[Any]:
        return self._connection.run(convert_placeholders(sql), values)

    def _map_error(self, error: Exception) -> Exception:
        return map_error(error, is_lost=self._connection.broken)


class PostgresDatabase(Database):
    """Group commit for writes, and one connection per reader thread."""

    is_shared = True

    def __init__(self, url: str, read_only: bool = False) -> None:
        super().__init__(redact_url(url))
        self._read_only = read_only
        self._connections = PostgresPool(url, NUM_READERS + NUM_WRITERS)
        self._lock: ServerLock | None = None

    def open(self) -> None:
        """Open the connection pool, migrate the schema and start the writer."""
        with self._error_context(), self._connections.connect() as connection:
            check_server(connection)
            with connection.transaction():
                prepare = check_version if self._read_only else migrate
                prepare(PostgresTransaction(connection))
        self._connections.open()
        self._readers = ThreadPoolExecutor(NUM_READERS, thread_name_prefix="postgres-reader")
        if not self._read_only:
            self._commits = GroupCommit(self._write, NUM_WRITERS, "postgres-writer")

    def _disconnect(self) -> None:
        """Release the server lock and close the connection pool."""
        if self._lock is not None:
            self._lock.close()
        self._connections.close()

    def register_server(self, *, is_exclusive: bool) -> None:
        """Acquire the server lock, which is held on its own connection until `close`."""
        connect = partial(self._connections.connect, is_watched=True)
        with self._error_context():
            self._lock = ServerLock(connect, is_exclusive=is_exclusive)

    def _error_context(self) -> AbstractContextManager[None]:
        errors = psycopg.Error, RetryTransaction
        return error_context(self.url, "a PostgreSQL database", *errors)

    # --- In a reader or writer thread -----------------------------------------------------------

    def _read(self, work: Work[T], queued_at: float) -> T:
        """Run work on a read-only snapshot. Retry it for up to `RETRY_FOR_SECONDS`."""
        tries = 0
        while True:
            try:
                [result] = self._try_transaction(BEGIN_READ, [work], queued_at)
                return result
            except RetryTransaction as error:
                tries += 1
                if tries >= MIN_TRIES and time.monotonic() > queued_at + RETRY_FOR_SECONDS:
                    expected = "expected a database that answers"
                    raise Unavailable(f"{expected}; found: {error}") from error
                time.sleep(RETRY_DELAY_SECONDS)

    def _write(self, works: Works, queued_at: float) -> list[Any]:
        """Commit `works` and return their results. A registered server must hold its lock."""
        if self._lock is not None:
            self._lock.check()
        return self._try_transaction(BEGIN_WRITE, works, queued_at)

    def _try_transaction(self, begin: bytes, works: Works, queued_at: float) -> list[Any]:
        """Run work items in one transaction, commit it, and return their results.

        Raises:
            RetryTransaction: They were rolled back for a temporary reason.
        """
        with self._connections.borrow(queued_at) as connection:
            transaction = PostgresTransaction(connection)
            try:
                connection.run(begin)
                results = transaction.run_all(works)
            except psycopg.Error as error:
                raise map_error(error, is_lost=connection.broken) from error
            commit(connection)
            return results


def commit(connection: PostgresConnection) -> None:
    """Commit. Raises CommitUnknown if the connection is lost during the commit."""
    try:
        connection.run(b"COMMIT")
    except psycopg.Error as error:
        if connection.broken:
            raise CommitUnknown(f"commit outcome unknown: {error}") from error
        raise map_error(error, is_lost=False) from error


def check_server(connection: PostgresConnection) -> None:
    """Raise Unavailable if the server is too old, or the database's encoding is not UTF-8."""
    version = connection.info.server_version // 10000
    if version < MIN_SERVER_VERSION:
        raise Unavailable(f"expected PostgreSQL {MIN_SERVER_VERSION} or newer; found {version}")
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise Unavailable(f"expected a database with encoding UTF8; found {encoding}")


def redact_url(url: str) -> str:
    """Return a URL reduced to its user, host, port and database.

    A password with `@`, `/` or `?` must be percent-encoded.

    Raises:
        Unavailable: Part of a password might have been parsed as another field. The message does
            not contain the URL.
    """
    try:
        parts = {name: str(value) for name, value in conninfo_to_dict(url).items()}
    except psycopg.Error:
        parts = {"port": "?"}
    shown = [parts.get(name, "") for name in ("user", "host", "port", "dbname")]
    user, host, port, name = shown
    if not PORTS_PATTERN.fullmatch(port) or "@" in host or not NAME_PATTERN.fullmatch(name):
        raise Unavailable(
            "expected an address such as postgresql://user:password@host:5432/name; found one that"
            " cannot be read: percent-encode @ (%40), / (%2F) and ? (%3F) in the password"
        ) from None
    is_folder = host.startswith("/")
    place = "" if is_folder else host + (port and f":{port}")
    where = f"?host={host}" if is_folder else ""
    return f"postgresql://{quote(user)}{user and '@'}{place}/{name}{where}"
