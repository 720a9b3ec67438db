"""The database: one interface and one SQL dialect for two backends.

Work is a plain function of a transaction. It is committed when the function returns, and rolled
back when it raises. An awaited write is on disk.

    def rename(tx: Transaction) -> None:
        tx.execute("UPDATE people SET name = ? WHERE id = ?", name, person)

    await database.write(rename)

Statements must run on both SQLite and PostgreSQL: `?` marks a parameter, times are integer
milliseconds since 1970, booleans are 0 or 1, `ON CONFLICT` and `RETURNING` are available. Work may
run again if a connection is lost or its batch fails, so it must have no other side effects.
"""

from __future__ import annotations

from pathlib import Path

from tilewright.server.storage.database.base import (
    CommitUnknown,
    Conflict,
    Database,
    InvalidValue,
    Row,
    Transaction,
    Unavailable,
)

__all__ = [
    "CommitUnknown",
    "Conflict",
    "Database",
    "InvalidValue",
    "Row",
    "Transaction",
    "Unavailable",
    "open_database",
]


def open_database(
    url: str | Path, *, read_only: bool = False, allow_other_server: bool = False
) -> Database:
    """Open the database at a URL, or an SQLite file at a path.

    Args:
        url: URL, or path of an SQLite file.
        read_only: Neither migrate nor write. A server may be using the same SQLite file.
        allow_other_server: Write even though a server may be using the same SQLite file.
    """
    database = _make_database(str(url), read_only, allow_other_server)
    database.open()
    return database


def _make_database(url: str, read_only: bool, allow_other_server: bool) -> Database:
    """Create the backend for a URL without opening it. Raises Unavailable for other schemes."""
    if url.startswith(("postgresql://", "postgres://")):
        from tilewright.server.storage.database.postgres import PostgresDatabase

        return PostgresDatabase(url, read_only)
    scheme, separator, path = url.partition(":///")
    if "://" in url and (scheme != "sqlite" or not separator):
        expected = "postgresql://..., sqlite:///... or a path"
        raise Unavailable(f"expected {expected}; found a url of {url.partition(':')[0]}")
    from tilewright.server.storage.database.sqlite import SqliteDatabase

    return SqliteDatabase(Path(path if separator else url), read_only, allow_other_server)
