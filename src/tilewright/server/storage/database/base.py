"""The interface of databases and transactions, and the errors they raise."""

from __future__ import annotations

import asyncio
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar

from tilewright.errors import Code, TilewrightError

if TYPE_CHECKING:
    from tilewright.server.storage.database.group_commit import GroupCommit

__all__ = [
    "CommitUnknown",
    "Conflict",
    "Database",
    "InvalidValue",
    "RetryTransaction",
    "Row",
    "Transaction",
    "Unavailable",
    "error_context",
    "validate_params",
]

T = TypeVar("T")
Row = tuple[Any, ...]
Work = Callable[["Transaction"], T]

MAX_INT = 2**63 - 1


# --- Errors -------------------------------------------------------------------------------------


class Conflict(TilewrightError):
    """A unique key is taken: another writer was faster, or the work was already done."""

    code = Code.CONFLICT


class Unavailable(TilewrightError):
    """The database is unreachable or refuses writes."""

    code = Code.UNAVAILABLE


class CommitUnknown(Unavailable):
    """The connection was lost during the commit, so the work may or may not be stored.

    Such work is not retried. The caller checks the result, or retries it with a unique key.
    """


class InvalidValue(TilewrightError):
    """A value that no column can store: an integer over 64 bits, or text with a NUL."""

    code = Code.UNSTORABLE


class RetryTransaction(Exception):
    """The work was rolled back for a temporary reason and may be retried."""


@contextmanager
def error_context(location: object, expected: str, *errors: type[BaseException]) -> Iterator[None]:
    """Convert `errors` to Unavailable within the context. The message contains `location`."""
    try:
        yield
    except Unavailable as error:
        raise Unavailable(f"{location}: {error}") from error
    except errors as error:
        raise Unavailable(f"{location}: expected {expected}; found: {error}") from error


# --- Parameters ---------------------------------------------------------------------------------


def validate_params(parameters: Iterable[Any]) -> list[Any]:
    """Return parameters as storable types. Raises InvalidValue if one cannot be stored."""
    checks = CHECKS.get
    return [
        None if value is None else checks(type(value), _refuse_type)(value) for value in parameters
    ]


def _refuse_type(value: Any) -> NoReturn:
    """Raise InvalidValue for a value whose type no column can store."""
    expected = "None, an integer, a float, text or bytes"
    raise InvalidValue(f"expected {expected}; found {type(value).__name__}")


def _validate_int(value: int) -> int:
    """Return `value` unchanged. Raises InvalidValue if it exceeds 64 bits."""
    if not -MAX_INT - 1 <= value <= MAX_INT:
        raise InvalidValue(f"expected an integer of 64 bits; found one of {value.bit_length()}")
    return value


def _validate_float(value: float) -> float:
    """Return `value` unchanged. Raises InvalidValue unless it is finite."""
    if not math.isfinite(value):
        raise InvalidValue(f"expected a finite number; found {value}")
    return value


def _validate_text(value: str) -> str:
    """Return `value` unchanged. Raises InvalidValue if it has a NUL or cannot be encoded."""
    if "\0" in value:
        raise InvalidValue(f"expected text without NUL; found one at {value.index(chr(0))}")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise InvalidValue(
                f"expected Unicode text; it contains a lone surrogate: {error}"
            ) from None
    return value


# Exact types only: the backends store enums and NumPy numbers differently.
CHECKS: dict[type, Callable[[Any], Any]] = {
    bool: int,
    int: _validate_int,
    float: _validate_float,
    str: _validate_text,
    bytes: bytes,
}


# --- Transactions -------------------------------------------------------------------------------


class Transaction(ABC):
    """A transaction, used by one thread.

    A failed statement aborts the transaction: later statements and the commit fail, even if the
    work caught the error. For a tentative insert, use `ON CONFLICT DO NOTHING`.
    """

    def __init__(self) -> None:
        self._failure: Exception | None = None

    def execute(self, sql: str, *parameters: Any) -> int:
        """Run a statement and return the number of rows it changed.

        Raises:
            Conflict: A unique key is taken.
        """
        count: int = self._run(sql, parameters).rowcount
        return count

    def rows(self, sql: str, *parameters: Any) -> list[Row]:
        """Return all rows of a query."""
        found: list[Row] = self._run(sql, parameters).fetchall()
        return found

    def row(self, sql: str, *parameters: Any) -> Row | None:
        """Return the first row of a query, or None if there are no rows."""
        cursor = self._run(sql, parameters)
        first: Row | None = cursor.fetchone()
        cursor.close()
        return first

    def stream(self, sql: str) -> Iterator[Row]:
        """Yield the rows of a query. They are not loaded into memory at once."""
        yield from self._run(sql, ())

    def columns(self, table_id: str) -> tuple[str, ...]:
        """Return the column names of a table, in order."""
        cursor = self._run(f"SELECT * FROM {table_id} LIMIT 0", ())
        names = tuple(column[0] for column in cursor.description)
        cursor.close()
        return names

    def define(self, sql: str) -> None:
        """Run a schema statement. It uses SQLite's type names."""
        self._run(sql, ())

    def lock(self, name: str) -> None:
        """Acquire a named lock until the end of this transaction."""
        return  # not needed by a backend with a single writer

    def check_not_aborted(self) -> None:
        """Raise the error that aborted this transaction, if there is one.

        PostgreSQL silently turns the COMMIT of an aborted transaction into a ROLLBACK.
        """
        if self._failure is not None:
            raise self._failure

    def run_all(self, works: Iterable[Work[Any]]) -> list[Any]:
        """Run `works` in this transaction, in order, and return their results."""
        results = []
        for work in works:
            results.append(work(self))
            self.check_not_aborted()
        return results

    def _run(self, sql: str, parameters: tuple[Any, ...]) -> Any:
        """Run a statement and return its DB-API cursor."""
        self.check_not_aborted()
        values = validate_params(parameters)
        try:
            return self._execute(sql, values)
        except Exception as error:
            self._failure = self._map_error(error)
            raise self._failure from error

    @abstractmethod
    def _execute(self, sql: str, values: list[Any]) -> Any: ...

    @abstractmethod
    def _map_error(self, error: Exception) -> Exception:
        """Convert a driver's error to one of our own."""


class Database(ABC):
    """A database backend. Opening it migrates the schema."""

    is_shared: ClassVar[bool]
    """True if several processes may use the database at the same time."""

    def __init__(self, url: str) -> None:
        self.url = url
        """URL without the password."""
        self._commits: GroupCommit | None = None
        self._readers: ThreadPoolExecutor | None = None

    @abstractmethod
    def open(self) -> None: ...

    def close(self) -> None:
        """Finish all queued work, then close all connections."""
        if self._commits is not None:
            self._commits.close()
        if self._readers is not None:
            self._readers.shutdown()
        self._disconnect()

    @abstractmethod
    def _disconnect(self) -> None: ...

    def register_server(self, *, is_exclusive: bool) -> None:
        """Register this process as a server of the database, until the database is closed.

        Args:
            is_exclusive: True if no other server may use the database.

        Raises:
            Unavailable: Another server is using the database, and one of the two must be alone.
        """
        return  # a single-process backend has no other servers

    @abstractmethod
    def _read(self, work: Work[T], queued_at: float) -> T:
        """Run work on a consistent snapshot in a reader thread.

        `queued_at` is the monotonic time at which the work was queued.
        """

    def submit_write(self, work: Work[T]) -> Future[T]:
        """Queue work that writes. Its future completes after the commit."""
        future: Future[T] = Future()
        self._get_writer().submit(work, future)
        return future

    def submit_read(self, work: Work[T]) -> Future[T]:
        """Queue work that reads from a consistent snapshot. Its future gets the result."""
        try:
            if self._readers is not None:
                return self._readers.submit(self._read, work, time.monotonic())
        except RuntimeError:  # the readers have been shut down
            pass
        raise Unavailable("expected an open database; found it closed")

    async def write(self, work: Work[T]) -> T:
        """Run work in a transaction and return its result. The transaction is then on disk."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._get_writer().submit(work, future)
        return await future

    async def read(self, work: Work[T]) -> T:
        """Run work that reads from a consistent snapshot and return its result."""
        return await asyncio.wrap_future(self.submit_read(work))

    def _get_writer(self) -> GroupCommit:
        """Return the commit queue. Raises Unavailable if the database is not open for writing."""
        if self._commits is None:
            raise Unavailable("expected a database open for writing; found it is not")
        return self._commits
