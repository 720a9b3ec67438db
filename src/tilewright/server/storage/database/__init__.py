"""The database: one interface, two backends, one dialect of SQL.

Work is a plain function of a transaction. It is committed when it returns and rolled back when it
raises. An awaited write is on disk.

def rename(tx: Transaction) -> None: tx.execute("UPDATE people SET name = ? WHERE id = ?", name,
person)

await database.write(rename)

Statements run on SQLite and PostgreSQL alike: `?` marks a parameter, times are whole milliseconds
since 1970, booleans are 0 or 1, `ON CONFLICT` and `RETURNING` may be used. Work may run again if a
connection is lost or other work of its batch fails, so it must change nothing but the database.
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


def open_database(url: str | Path, *, read_only: bool = False, is_beside: bool = False) -> Database:
    """Open `postgresql://...`, `sqlite:///...` or the path of an SQLite file.

    Args:
        url: The database.
        read_only: Migrate and write nothing; a server may use the SQLite file meanwhile.
        is_beside: Write although a server uses the SQLite file meanwhile.

    """
    database = _make_database(str(url), read_only, is_beside)
    database.open()
    return database


def _make_database(url: str, read_only: bool, is_beside: bool) -> Database:
    """Return the closed database of a URL. Raises Unavailable for an unknown scheme."""
    if url.startswith(("postgresql://", "postgres://")):
        from tilewright.server.storage.database.postgres import PostgresDatabase

        return PostgresDatabase(url, read_only)
    scheme, separator, path = url.partition(":///")
    if "://" in url and (scheme != "sqlite" or not separator):
        expected = "postgresql://..., sqlite:///... or a path"
        raise Unavailable(f"expected {expected}; found a url of {url.partition(':')[0]}")
    from tilewright.server.storage.database.sqlite import SqliteDatabase

    return SqliteDatabase(Path(path if separator else url), read_only, is_beside)
