"""One piece of work on a PostgreSQL connection, and what its errors mean."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import Any

import psycopg
from psycopg import errors

from tilewright.server.storage.database import Conflict, Row, Unavailable
from tilewright.server.storage.database.common import checked, checked_notice

__all__ = ["NOTICES", "Again", "PostgresTransaction", "translated"]

# All notifications share one channel of the server's: `channel payload`. So a listener hears
# everything from its first moment on, and a new channel costs no round trip.
NOTICES = "tilewright"

# Texts compare byte by byte, as they do in SQLite.
TYPES = {
    "INTEGER": "BIGINT",
    "REAL": "DOUBLE PRECISION",
    "BLOB": "BYTEA",
    "TEXT": 'TEXT COLLATE "C"',
}
SQLITE_ONLY = re.compile(r"\) STRICT(, WITHOUT ROWID)?\s*$")

IN_THE_WAY = (errors.DeadlockDetected, errors.LockNotAvailable, errors.SerializationFailure)
OUT_OF_ORDER = (psycopg.OperationalError, psycopg.InterfaceError, errors.ReadOnlySqlTransaction)


class Again(Exception):
    """The work did nothing wrong and is undone: it may be run again."""


def translated(error: psycopg.Error, is_lost: bool) -> Exception:
    """The error as others know it; one that only a wrong statement can cause stays as it is."""
    if isinstance(error, errors.UniqueViolation):
        # The error's own words would show the key, which may be secret.
        return Conflict(f"expected a new key; found it taken: {error.diag.constraint_name}")
    if is_lost or isinstance(error, IN_THE_WAY):
        return Again(str(error))
    if isinstance(error, OUT_OF_ORDER):
        return Unavailable(f"expected a working PostgreSQL database; found: {error}")
    return error


@lru_cache(maxsize=1024)
def in_dialect(sql: str) -> bytes:
    """A statement with psycopg's marks for parameters."""
    return sql.replace("%", "%%").replace("?", "%s").encode()


def key_of(name: str) -> int:
    """A name as the 64-bit number that an advisory lock wants."""
    digest = hashlib.blake2b(name.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


class PostgresTransaction:
    """Statements between BEGIN and COMMIT; whoever makes one sees to both."""

    skip_locked = "FOR UPDATE SKIP LOCKED"

    def __init__(self, connection: psycopg.Connection[Row]) -> None:
        self._connection = connection
        self._spoilt: Exception | None = None

    def execute(self, sql: str, *parameters: Any) -> int:
        return self._run(in_dialect(sql), parameters).rowcount

    def rows(self, sql: str, *parameters: Any) -> list[Row]:
        return self._run(in_dialect(sql), parameters).fetchall()

    def row(self, sql: str, *parameters: Any) -> Row | None:
        return self._run(in_dialect(sql), parameters).fetchone()

    def define(self, sql: str) -> None:
        for ours, theirs in TYPES.items():
            sql = re.sub(rf"\b{ours}\b", theirs, sql)
        self._run(in_dialect(SQLITE_ONLY.sub(")", sql)), ())

    def lock(self, name: str) -> None:
        self._run(b"SELECT pg_advisory_xact_lock(%s)", (key_of(name),))

    def notify(self, channel: str, payload: str) -> None:
        notice = " ".join(checked_notice(channel, payload))
        self._run(b"SELECT pg_notify(%s, %s)", (NOTICES, notice))

    def check(self) -> None:
        """Raise what spoilt this transaction, should the work have caught it.

        PostgreSQL answers COMMIT with a silent ROLLBACK then, and nobody must take that for done.
        """
        if self._spoilt is not None:
            raise self._spoilt

    def _run(self, sql: bytes, parameters: tuple[Any, ...]) -> psycopg.Cursor[Row]:
        self.check()
        values = checked(parameters)
        try:
            return self._connection.execute(sql, values)
        except psycopg.Error as error:
            self._spoilt = translated(error, self._connection.broken)
            raise self._spoilt from error
