"""Where everything is kept: one interface, two backends, one dialect of SQL.

Work is a plain function of a transaction. It is committed when it returns and undone when it
raises; whoever awaits a write knows that it is on disk.

    def rename(tx: Transaction) -> None:
        tx.execute("UPDATE people SET name = ? WHERE id = ?", name, person)

    await database.write(rename)

Statements are written once, for SQLite and PostgreSQL alike: ``?`` marks a parameter, times are
whole milliseconds since 1970, truth is 0 or 1, ``ON CONFLICT`` and ``RETURNING`` may be used.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

from tilewright.errors import TilewrightError

__all__ = ["Conflict", "Database", "Row", "Transaction", "Unavailable"]

T = TypeVar("T")
Row = tuple[Any, ...]


class Conflict(TilewrightError):
    """A unique key is taken: somebody else was faster, or this has been done before."""


class Unavailable(TilewrightError):
    """The database cannot be reached or cannot write."""


class Transaction(Protocol):
    """One piece of work in progress, in one thread."""

    skip_locked: str
    """What to put after a SELECT so that two workers never claim the same row; may be empty."""

    def execute(self, sql: str, *parameters: Any) -> int:
        """Run a statement; how many rows it touched. Raises Conflict on a taken unique key."""
        ...

    def rows(self, sql: str, *parameters: Any) -> list[Row]:
        """All rows of a query."""
        ...

    def row(self, sql: str, *parameters: Any) -> Row | None:
        """The first row of a query."""
        ...

    def lock(self, name: str) -> None:
        """Until the end of this transaction nobody else holds that name."""
        ...

    def notify(self, channel: str, payload: str) -> None:
        """Tell every listener of a channel, in all processes, once this is committed."""
        ...


class Database(Protocol):
    """A backend. ``open`` brings the schema up to date."""

    url: str
    is_shared: bool
    """Whether several processes may use it at once."""

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

    def listen(self, channel: str, heard: Callable[[str], None]) -> None:
        """Call ``heard(payload)``, in a thread of the database's, for every notification."""
        ...
