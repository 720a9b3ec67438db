"""``tilewright backup`` and ``tilewright restore``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tilewright.errors import TilewrightError
from tilewright.server.commands import DatabaseUrl, DataFolder, opened_database
from tilewright.server.storage import backup
from tilewright.server.storage.backup_file import Counts
from tilewright.server.storage.database import Transaction

__all__ = ["backup_command", "restore_command"]


def backup_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write; a new file.")],
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Write a whole database into one file, while the server goes on.

    The file fits SQLite and PostgreSQL alike. It holds secrets: keep it as safe as the database.
    """
    if file.exists():
        raise TilewrightError(f"expected a new file; found that {file} exists")
    with (
        opened_database(data, database_url, read_only=True) as database,
        _progress("saved") as show,
    ):
        now = time.time_ns() // 1_000_000
        counts = database.submit_read(lambda tx: _write(tx, file, now, show)).result()
    print(f"{file}: {_summary(counts)} from {database.url}")


def _write(tx: Transaction, file: Path, now: int, show: backup.Progress) -> Counts:
    try:
        return backup.write_backup(tx, file, now, show)
    except OSError as error:
        raise TilewrightError(f"expected to write {file}; found: {error}") from error


def restore_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `backup` has written.")],
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Fill an empty database from a backup: all of it, or nothing if something is wrong."""
    backup.check_backup(file)  # before a database is made for it
    with (
        opened_database(data, database_url, read_only=False) as database,
        _progress("restored") as show,
    ):
        counts = database.submit_write(lambda tx: backup.restore(tx, file, show)).result()
    print(f"{database.url}: {_summary(counts)} from {file}")


@contextmanager
def _progress(verb: str) -> Iterator[backup.Progress]:
    console = Console(stderr=True)
    with console.status("") as status:
        yield lambda table, count: status.update(f"{table}: {count:,} rows {verb}")


def _summary(counts: Counts) -> str:
    total = sum(counts.values())
    return f"{total:,} rows, {counts['tables']:,} tables with {counts['events']:,} events"
