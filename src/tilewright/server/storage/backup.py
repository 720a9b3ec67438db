"""A whole database into one file, and back: the way to another machine, or another backend."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from tilewright.errors import TilewrightError
from tilewright.server.storage.backup_file import BackupWriter, Counts, Group, Header, read_backup
from tilewright.server.storage.database import Row, Transaction
from tilewright.server.storage.database.schema import (
    MIGRATIONS,
    TABLES,
    check_not_newer,
    find_version,
    migrate,
)

__all__ = ["Progress", "check_backup", "restore", "write_backup"]

Progress = Callable[[str, int], None]
"""Told a table and how many of its rows are done."""

PAGE = 1000  # rows read at once


def write_backup(tx: Transaction, path: Path, now: int, progress: Progress) -> Counts:
    """Write all that a transaction sees; the file is there once it is whole, and ours alone."""
    part = path.with_name(path.name + ".part")
    with open(part, "wb", opener=_private) as file:
        writer = BackupWriter(file, find_version(tx), now)
        for table in TABLES:
            _write_table(tx, writer, table, progress)
        counts = writer.finish()
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)
    return counts


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _write_table(tx: Transaction, writer: BackupWriter, table: str, progress: Progress) -> None:
    key, others = TABLES[table]
    writer.begin_table(table, [*key, *others])
    done = 0
    for rows in _pages(tx, table):
        for row in rows:
            writer.add_row(row)
        done += len(rows)
        progress(table, done)


def _pages(tx: Transaction, table: str) -> Iterator[list[Row]]:
    """All rows in the order of their key, so many at a time."""
    key, others = TABLES[table]
    columns, order = ", ".join([*key, *others]), ", ".join(key)
    after = f"WHERE ({order}) > ({', '.join('?' * len(key))})"
    end = f"ORDER BY {order} LIMIT {PAGE}"
    rows = tx.rows(f"SELECT {columns} FROM {table} {end}")
    while rows:
        yield rows
        rows = tx.rows(f"SELECT {columns} FROM {table} {after} {end}", *rows[-1][: len(key)])


# --- Restoring ----------------------------------------------------------------------------------


def check_backup(path: Path) -> None:
    """Read a backup to its end. Raises TextError where it is damaged."""
    for part in read_backup(path):
        if isinstance(part, Header):
            check_not_newer(part.schema)


def restore(tx: Transaction, path: Path, progress: Progress) -> Counts:
    """Fill an empty database. A backup of an older version is brought up to date.

    Damage may show at the very end; the transaction is undone then.
    """
    _check_empty(tx)
    counts: Counts = dict.fromkeys(TABLES, 0)
    for part in read_backup(path):
        if isinstance(part, Header):
            _begin_at(tx, part.schema)
        else:
            _insert(tx, part)
            counts[part.table] = counts.get(part.table, 0) + len(part.rows)
            progress(part.table, counts[part.table])
    migrate(tx)
    return counts


def _check_empty(tx: Transaction) -> None:
    for table in TABLES:
        if tx.row(f"SELECT 1 FROM {table} LIMIT 1"):
            raise TilewrightError(f"expected an empty database; found rows in its {table}")


def _begin_at(tx: Transaction, version: int) -> None:
    """Make the tables anew, as they were when the backup was written."""
    check_not_newer(version)
    if version < len(MIGRATIONS):
        for table in (*TABLES, "meta"):
            tx.define(f"DROP TABLE {table}")
        migrate(tx, version)


def _insert(tx: Transaction, group: Group) -> None:
    marks = f"({', '.join('?' * len(group.columns))})"
    values = ", ".join([marks] * len(group.rows))
    sql = f"INSERT INTO {group.table} ({', '.join(group.columns)}) VALUES {values}"
    tx.execute(sql, *(value for row in group.rows for value in row))
