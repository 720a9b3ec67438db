"""The interface of a database and its transactions, and the errors they raise."""

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
    """A unique key is taken: another writer was faster, or the work was done before."""

    code = Code.CONFLICT


class Unavailable(TilewrightError):
    """The database cannot be reached, or cannot write."""

    code = Code.UNAVAILABLE


class CommitUnknown(Unavailable):
    """The connection was lost during the commit: the work may or may not be saved.

    Such work is not run again. The caller reads the result, or repeats it under a unique key.
    """


class InvalidValue(TilewrightError):
    """A value that a column cannot hold: an integer over 64 bits, or text with a NUL."""

    code = Code.UNSTORABLE


class RetryTransaction(Exception):
    """The work was rolled back through no fault of its own, and may run again."""


@contextmanager
def error_context(where: object, expected: str, *errors: type[BaseException]) -> Iterator[None]:
    """Raise Unavailable for these errors, with the database in the message."""
    try:
        yield
    except Unavailable as error:
        raise Unavailable(f"{where}: {error}") from error
    except errors as error:
        raise Unavailable(f"{where}: expected {expected}; found: {error}") from error


# --- Parameters ---------------------------------------------------------------------------------


def validate_params(parameters: Iterable[Any]) -> list[Any]:
    """Return the parameters of a statement. Raises InvalidValue if one cannot be stored."""
    checks = CHECKS.get
    return [None if value is None else checks(type(value), _refuse)(value) for value in parameters]


def _refuse(value: Any) -> NoReturn:
    expected = "None, an integer, a float, text or bytes"
    raise InvalidValue(f"expected {expected}; found {type(value).__name__}")


def _check_int(value: int) -> int:
    if not -MAX_INT - 1 <= value <= MAX_INT:
        raise InvalidValue(f"expected an integer of 64 bits; found one of {value.bit_length()}")
    return value


def _check_float(value: float) -> float:
    if not math.isfinite(value):
        raise InvalidValue(f"expected a finite number; found {value}")
    return value


def _check_text(value: str) -> str:
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


# Exact types: an enum or a NumPy number would be stored differently by each backend.
CHECKS: dict[type, Callable[[Any], Any]] = {
    bool: int,
    int: _check_int,
    float: _check_float,
    str: _check_text,
    bytes: bytes,
}


# --- Transactions -------------------------------------------------------------------------------


class Transaction(ABC):
    """The statements between BEGIN and COMMIT, run in one thread.

    A failed statement spoils the transaction: no other statement runs, and the commit is refused
    even if the work caught the error. To try an insert use `ON CONFLICT DO NOTHING`.
    """

    def __init__(self) -> None:
        self._failure: Exception | None = None

    def execute(self, sql: str, *parameters: Any) -> int:
        """Run a statement and return the number of rows changed. Raises Conflict if a unique key
        is taken."""
        count: int = self._run(sql, parameters).rowcount
        return count

    def rows(self, sql: str, *parameters: Any) -> list[Row]:
        """Return all rows of a query."""
        found: list[Row] = self._run(sql, parameters).fetchall()
        return found

    def row(self, sql: str, *parameters: Any) -> Row | None:
        """Return the first row of a query; None if it has none."""
        cursor = self._run(sql, parameters)
        first: Row | None = cursor.fetchone()
        cursor.close()
        return first

    def stream(self, sql: str) -> Iterator[Row]:
        """Yield the rows of a query with few of them in memory at once."""
        yield from self._run(sql, ())

    def columns(self, table: str) -> tuple[str, ...]:
        """Return the column names of a table, in order."""
        cursor = self._run(f"SELECT * FROM {table} LIMIT 0", ())
        names = tuple(column[0] for column in cursor.description)
        cursor.close()
        return names

    def define(self, sql: str) -> None:
        """Run a schema statement, written with the type names of SQLite."""
        self._run(sql, ())

    def lock(self, name: str) -> None:
        """Lock a name until the end of this transaction; other transactions wait for it."""
        return  # a backend with one writer needs no lock

    def check(self) -> None:
        """Raise the error that spoilt this transaction, if any.

        PostgreSQL answers the COMMIT of a spoilt transaction with a silent ROLLBACK.
        """
        if self._failure is not None:
            raise self._failure

    def run_all(self, works: Iterable[Work[Any]]) -> list[Any]:
        """Run work items one after the other and return their results."""
        results = []
        for work in works:
            results.append(work(self))
            self.check()
        return results

    def _run(self, sql: str, parameters: tuple[Any, ...]) -> Any:
        """Run a statement and return its DB-API cursor."""
        self.check()
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
        """Convert an error of the driver to one of ours."""


class Database(ABC):
    """A database backend. `open` migrates the schema."""

    is_shared: ClassVar[bool]
    """True if several processes may use the database at once."""

    def __init__(self, url: str) -> None:
        self.url = url
        """URL without any part of a password."""
        self._commits: GroupCommit | None = None
        self._readers: ThreadPoolExecutor | None = None

    @abstractmethod
    def open(self) -> None: ...

    def close(self) -> None:
        """Finish the queued work and close all connections."""
        if self._commits is not None:
            self._commits.close()
        if self._readers is not None:
            self._readers.shutdown()
        self._disconnect()

    @abstractmethod
    def _disconnect(self) -> None: ...

    def join(self, *, is_alone: bool) -> None:
        """Register this process as a server of the database until it is closed. Raises Unavailable
        if another server forbids it."""
        return  # a backend for one process has no other server

    @abstractmethod
    def _read(self, work: Work[T], since: float) -> T:
        """Run work on a consistent snapshot in a reader thread; `since` is when it was queued."""

    def submit_write(self, work: Work[T]) -> Future[T]:
        """Queue work that writes; the future is done after the commit."""
        future: Future[T] = Future()
        self._writer().submit(work, future)
        return future

    def submit_read(self, work: Work[T]) -> Future[T]:
        """Queue work that reads a consistent snapshot."""
        try:
            if self._readers is not None:
                return self._readers.submit(self._read, work, time.monotonic())
        except RuntimeError:  # the readers have been shut down
            pass
        raise Unavailable("expected an open database; found it closed")

    async def write(self, work: Work[T]) -> T:
        """Run work in a transaction; it is on disk when this returns."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._writer().submit(work, future)
        return await future

    async def read(self, work: Work[T]) -> T:
        """Run work that reads a consistent snapshot."""
        return await asyncio.wrap_future(self.submit_read(work))

    def _writer(self) -> GroupCommit:
        """Return the group commit. Raises Unavailable if the database is not open for writing."""
        if self._commits is None:
            raise Unavailable("expected a database open for writing; found it is not")
        return self._commits
