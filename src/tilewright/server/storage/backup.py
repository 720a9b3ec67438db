"""Back up a database to a single SQLite file, and restore it to either backend.

The file is an ordinary database. Its `meta` table stores the row count and SHA-256 of each table,
because SQLite does not detect a corrupt byte within a value.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Final

from tilewright.errors import TextError, TilewrightError
from tilewright.server.storage.backup_v1 import BackupHeader, is_backup_v1, read_backup
from tilewright.server.storage.database import Row, Transaction
from tilewright.server.storage.database.migrations import (
    DAILY_DEALS,
    FILL_COLUMNS_11,
    MOVE_DAILY_DEALS,
)
from tilewright.server.storage.database.schema import (
    TABLES,
    check_can_migrate,
    migrate,
    newest_version,
    read_version,
)
from tilewright.server.storage.database.sqlite import SqliteTransaction

__all__ = ["Progress", "RowCounts", "check_backup", "restore", "write_backup"]

RowCounts = dict[str, int]
"""Number of rows, by table."""
Fingerprint = dict[str, list[int | str]]
Progress = Callable[[str, int], None]
"""Callback that receives a table name and the number of rows processed so far."""

ROWS_PER_INSERT: Final = 32
"""Limits memory use: a row may be as large as 1 MB."""
ROWS_PER_REPORT: Final = 1024
SCHEMA_TABLE: Final = "sqlite_schema"
"""SQLite's own table of all definitions."""
FINGERPRINT_KEY: Final = "backup"
"""Key in `meta` that marks a database as a backup."""


# --- Writing ------------------------------------------------------------------------------------


def write_backup(tx: Transaction, path: Path, now: int, progress: Progress) -> RowCounts:
    """Write a transaction's snapshot to a new file. Return the number of rows per table.

    Only the file's owner may read it. It appears at `path` when it is complete.
    """
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as file:
            file.execute("PRAGMA journal_mode = OFF")  # an incomplete file is never resumed
            counts = _write_tables(tx, file, now, progress)
        _fsync_file(part)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return counts


def _write_tables(
    tx: Transaction, file: sqlite3.Connection, now: int, progress: Progress
) -> RowCounts:
    """Copy all tables to `file` with their fingerprint. Return the number of rows per table."""
    file.execute("BEGIN")
    copy = SqliteTransaction(file)
    migrate(copy)
    counts = {table: _copy_table(tx, copy, table, progress) for table in TABLES}
    fact = {"created": now, "tables": _compute_fingerprint(copy, (SCHEMA_TABLE, *TABLES))}
    sql = "INSERT INTO meta (key, value) VALUES (?, ?)"
    copy.execute(sql, FINGERPRINT_KEY, json.dumps(fact))
    file.execute("COMMIT")
    _check_integrity(file)
    return counts


def _copy_table(source: Transaction, target: Transaction, table_id: str, progress: Progress) -> int:
    """Copy all rows of a table and return their number."""
    columns, done = target.columns(table_id), 0
    names, marks = ", ".join(columns), f"({', '.join('?' * len(columns))})"
    for rows in _split_into_batches(source.stream(f"SELECT {names} FROM {table_id}")):
        values = ", ".join([marks] * len(rows))
        sql = f"INSERT INTO {table_id} ({names}) VALUES {values}"
        target.execute(sql, *(value for row in rows for value in row))
        done += len(rows)
        if done % ROWS_PER_REPORT == 0:
            progress(table_id, done)
    progress(table_id, done)
    return done


def _split_into_batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield the rows in lists of up to `ROWS_PER_INSERT`."""
    iterator = iter(rows)
    while group := list(islice(iterator, ROWS_PER_INSERT)):
        yield group


def _compute_fingerprint(tx: Transaction, tables: Iterable[str]) -> Fingerprint:
    """Return the row count and SHA-256 of each table."""
    found: Fingerprint = {}
    for table in tables:
        digest, count = hashlib.sha256(), 0
        for row in tx.stream(f"SELECT * FROM {table}"):
            digest.update(repr(row).encode())
            count += 1
        found[table] = [count, digest.hexdigest()]
    return found


def _fsync_file(path: Path) -> None:
    with open(path, "rb") as file:
        os.fsync(file.fileno())


# --- Checking -----------------------------------------------------------------------------------


def check_backup(path: Path) -> None:
    """Raise an error if a backup is damaged. Reads the whole file.

    Raises:
        TextError: The file is damaged, or is not a backup.
        Unavailable: The schema version is unknown.
    """
    if is_backup_v1(path):
        for part in read_backup(path):
            if isinstance(part, BackupHeader):
                check_can_migrate(part.schema)
        return
    with _open_backup(path) as file:
        _check_integrity(file)
        tx = SqliteTransaction(file)
        check_can_migrate(read_version(tx))
        expected = _read_fingerprint(tx, path)
        if _compute_fingerprint(tx, expected) != expected:
            raise TextError(f"{path}: expected the rows that were saved; found others")


def _check_integrity(file: sqlite3.Connection) -> None:
    """Raise TextError if SQLite finds the file damaged."""
    [found] = file.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise TextError(f"expected a backup that is whole; found: {found}")


def _read_fingerprint(tx: Transaction, path: Path) -> Fingerprint:
    """Return the stored fingerprint. Raises TextError if the file has none."""
    row = tx.row("SELECT value FROM meta WHERE key = ?", FINGERPRINT_KEY)
    if row is None:
        raise TextError(f"{path}: expected a backup; found the database of a server")
    found: Fingerprint = json.loads(row[0])["tables"]
    return found


@contextmanager
def _open_backup(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a backup for reading within the context.

    Raises:
        TextError: The file cannot be opened, or reading it in the context fails.
    """
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as file:
            yield file
    except TilewrightError:
        raise
    except (sqlite3.Error, sqlite3.Warning, KeyError, TypeError, ValueError) as error:
        raise TextError(f"expected a backup at {path}; found: {error}") from error


# --- Restoring ----------------------------------------------------------------------------------


def restore(tx: Transaction, path: Path, progress: Progress) -> RowCounts:
    """Fill an empty database from a backup, and return the number of rows per table.

    The backup must have been verified. An outdated schema is upgraded.
    """
    _check_empty(tx)
    if is_backup_v1(path):
        return _restore_v1(tx, path, progress)
    with (
        tempfile.TemporaryDirectory(dir=path.parent) as folder,
        _open_upgraded(path, folder) as file,
    ):
        source = SqliteTransaction(file)
        return {table: _copy_table(source, tx, table, progress) for table in TABLES}


def _check_empty(tx: Transaction) -> None:
    """Raise TilewrightError unless all tables are empty."""
    for table in TABLES:
        if tx.row(f"SELECT 1 FROM {table} LIMIT 1"):
            raise TilewrightError(f"expected an empty database; found rows in its {table}")


@contextmanager
def _open_upgraded(path: Path, folder: str) -> Iterator[sqlite3.Connection]:
    """Open a backup within the context. An outdated one is copied to `folder` and upgraded."""
    with _open_backup(path) as file:
        if read_version(SqliteTransaction(file)) == newest_version():
            yield file
            return
    copy = Path(folder) / "copy"
    shutil.copyfile(path, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as file:
        migrate(SqliteTransaction(file))
        yield file


def _restore_v1(tx: Transaction, path: Path, progress: Progress) -> RowCounts:
    """Fill an empty database from a backup of version 0.1.0.

    Return the number of rows per table.
    """
    counts: RowCounts = dict.fromkeys(TABLES, 0)
    is_0_1 = False
    for part in read_backup(path):
        if isinstance(part, BackupHeader):
            check_can_migrate(part.schema)
            is_0_1 = part.schema == 2
            for sql in DAILY_DEALS if is_0_1 else ():
                tx.define(sql)
            continue
        marks = f"({', '.join('?' * len(part.columns))})"
        values = ", ".join([marks] * len(part.rows))
        sql = f"INSERT INTO {part.table} ({', '.join(part.columns)}) VALUES {values}"
        tx.execute(sql, *(value for row in part.rows for value in row))
        counts[part.table] = counts.get(part.table, 0) + len(part.rows)
        progress(part.table, counts[part.table])
    for sql in (*(MOVE_DAILY_DEALS if is_0_1 else ()), *FILL_COLUMNS_11):
        tx.define(sql)
    return counts
