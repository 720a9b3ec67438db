"""Where everything is kept: one interface, two backends, one dialect of SQL.

Work is a plain function of a transaction. It is committed when it returns and undone when it
raises; whoever awaits a write knows that it is on disk.

    def rename(tx: Transaction) -> None:
        tx.execute("UPDATE people SET name = ? WHERE id = ?", name, person)

    await database.write(rename)

Statements are written once, for SQLite and PostgreSQL alike: ``?`` marks a parameter, times are
whole milliseconds since 1970, truth is 0 or 1, ``ON CONFLICT`` and ``RETURNING`` may be used.
Work may be run again, when a connection was lost or its neighbour in a batch failed: so it changes
nothing but the database.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from tilewright.errors import Code, TilewrightError

__all__ = [
    "MISSED",
    "Conflict",
    "Database",
    "Row",
    "Transaction",
    "Unavailable",
    "Unstorable",
    "open_database",
]

T = TypeVar("T")
Row = tuple[Any, ...]

MISSED: Final = "\0"
"""What a listener hears after a gap: something may have been said that it did not hear."""


class Conflict(TilewrightError):
    """A unique key is taken: somebody else was faster, or this has been done before."""

    code = Code.CONFLICT


class Unavailable(TilewrightError):
    """The database cannot be reached or cannot write."""

    code = Code.UNAVAILABLE


class Unstorable(TilewrightError):
    """A value that a column cannot hold: an integer beyond 64 bits, text with a NUL."""

    code = Code.UNSTORABLE


class Transaction(Protocol):
    """One piece of work in progress, in one thread.

    A statement that failed has spoilt all of it: nothing more can be done with the transaction,
    and catching the error does not save it. ``ON CONFLICT DO NOTHING`` is the way to try.
    """

    @property
    def skip_locked(self) -> str:
        """What to put after a SELECT so that two workers never claim the same row."""
        ...

    def execute(self, sql: str, *parameters: Any) -> int:
        """Run a statement; how many rows it touched. Raises Conflict on a taken unique key."""
        ...

    def rows(self, sql: str, *parameters: Any) -> list[Row]:
        """All rows of a query."""
        ...

    def row(self, sql: str, *parameters: Any) -> Row | None:
        """The first row of a query."""
        ...

    def define(self, sql: str) -> None:
        """Run a statement of the schema, written with SQLite's names of types."""
        ...

    def lock(self, name: str) -> None:
        """Until the end of this transaction nobody else holds that name."""
        ...

    def notify(self, channel: str, payload: str) -> None:
        """Tell every listener of a channel, in all processes, once this is committed."""
        ...


class Database(Protocol):
    """A backend. ``open`` brings the schema up to date."""

    @property
    def url(self) -> str:
        """Where it is, fit to be shown: without a password."""
        ...

    @property
    def is_shared(self) -> bool:
        """Whether several processes may use it at once."""
        ...

    def open(self) -> None: ...

    def close(self) -> None:
        """Finish what is under way, then let go."""
        ...

    def submit_write(self, work: Callable[[Transaction], T]) -> Future[T]:
        """Queue work that changes something; the future is done after the commit."""
        ...

    def submit_read(self, work: Callable[[Transaction], T]) -> Future[T]:
        """Queue work that only reads: a consistent snapshot."""
        ...

    async def write(self, work: Callable[[Transaction], T]) -> T: ...

    async def read(self, work: Callable[[Transaction], T]) -> T: ...

    def join(self, *, is_alone: bool) -> None:
        """Serve from it together with others, who meet elsewhere, or alone; until it is closed.
        Raises Unavailable where others are there who do not go with that."""
        ...

    def listen(self, channel: str, heard: Callable[[str], None]) -> None:
        """Call ``heard(payload)``, in a thread of the database's, for every notification.

        ``heard`` returns at once: it only passes the word on. It hears ``MISSED`` when a lost
        connection is back, and takes whatever it holds for out of date.
        """
        ...


def open_database(url: str | Path, *, read_only: bool = False, is_beside: bool = False) -> Database:
    """Open ``postgresql://...``, ``sqlite:///...`` or the path of an SQLite file.

    Read-only, nothing is migrated and a server may go on using the same SQLite file. So it may
    where somebody writes beside it: what it looks up by itself, since it hears of nothing else.
    """
    database = _backend(str(url), read_only, is_beside)
    database.open()
    return database


def _backend(url: str, read_only: bool, is_beside: bool) -> Database:
    if url.startswith(("postgresql://", "postgres://")):
        from tilewright.server.storage.database.postgres import PostgresDatabase

        return PostgresDatabase(url, read_only)
    scheme, separator, path = url.partition(":///")
    if "://" in url and (scheme != "sqlite" or not separator):
        expected = "postgresql://..., sqlite:///... or a path"
        raise Unavailable(f"expected {expected}; found a url of {url.partition(':')[0]}")
    from tilewright.server.storage.database.sqlite import SqliteDatabase

    return SqliteDatabase(Path(path if separator else url), read_only, is_beside)
