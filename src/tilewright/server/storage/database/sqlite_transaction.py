"""One piece of work on an SQLite connection, and what its errors mean."""

from __future__ import annotations

import sqlite3
from typing import Any

from tilewright.server.storage.database import Conflict, Row, Unavailable
from tilewright.server.storage.database.common import Notice, checked, checked_notice

__all__ = ["SqliteTransaction", "translated"]

TAKEN = {sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE}
# The disk, the file or another process is in the way; nothing is wrong with the statement.
OUT_OF_ORDER = {
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


def translated(error: sqlite3.Error) -> Exception:
    """The error as others know it; one that only a wrong statement can cause stays as it is."""
    code = getattr(error, "sqlite_errorcode", 0)
    if code in TAKEN:
        return Conflict(f"expected a new key; found it taken: {error}")
    if code & 0xFF in OUT_OF_ORDER:
        return Unavailable(f"expected a working SQLite database; found: {error}")
    return error


class SqliteTransaction:
    """Statements between BEGIN and COMMIT; whoever makes one sees to both."""

    skip_locked = ""  # nobody else writes

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._spoilt: Exception | None = None
        self.notices: list[Notice] = []

    def execute(self, sql: str, *parameters: Any) -> int:
        return self._run(sql, parameters).rowcount

    def rows(self, sql: str, *parameters: Any) -> list[Row]:
        return self._run(sql, parameters).fetchall()

    def row(self, sql: str, *parameters: Any) -> Row | None:
        cursor = self._run(sql, parameters)
        first: Row | None = cursor.fetchone()
        cursor.close()
        return first

    def define(self, sql: str) -> None:
        self._run(sql, ())

    def lock(self, name: str) -> None:
        """Nothing to do: there is one writer, and it does one work at a time."""

    def notify(self, channel: str, payload: str) -> None:
        self.notices.append(checked_notice(channel, payload))

    def check(self) -> None:
        """Raise what spoilt this transaction, should the work have caught it."""
        if self._spoilt is not None:
            raise self._spoilt

    def _run(self, sql: str, parameters: tuple[Any, ...]) -> sqlite3.Cursor:
        self.check()
        values = checked(parameters)
        try:
            return self._connection.execute(sql, values)
        except sqlite3.Error as error:
            self._spoilt = translated(error)
            raise self._spoilt from error
