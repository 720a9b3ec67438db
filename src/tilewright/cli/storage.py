"""``tilewright backup`` and ``tilewright restore``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.databases import opened_database
from tilewright.cli.options import DatabaseUrl, DataFolder
from tilewright.cli.output import progress_line
from tilewright.days import now_ms
from tilewright.errors import TilewrightError

__all__ = ["backup", "restore"]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write; a new file.")],
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Write a server's whole database into one file.

    The server may go on meanwhile. The file fits SQLite and PostgreSQL alike. It holds secrets:
    keep it as safe as the database.
    """
    from tilewright.server.storage.backup import write_backup

    if file.exists():
        raise TilewrightError(f"{file} exists already: name a new file")
    with (
        opened_database(data, database_url, read_only=True) as database,
        progress_line("{}: {:,} rows saved") as show,
    ):
        work = database.submit_read(lambda tx: write_backup(tx, file, now_ms(), show))
        try:
            counts = work.result()
        except OSError as error:
            raise TilewrightError(f"cannot write {file}: {error}") from error
    print(f"{file}: {_summary(counts)} from {database.url}")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `backup` has written.")],
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Fill an empty database from a backup: all or nothing."""
    from tilewright.server.storage.backup import check_backup
    from tilewright.server.storage.backup import restore as fill

    check_backup(file)  # before a database is made for it
    with (
        opened_database(data, database_url, read_only=False) as database,
        progress_line("{}: {:,} rows restored") as show,
    ):
        counts = database.submit_write(lambda tx: fill(tx, file, show)).result()
    print(f"{database.url}: {_summary(counts)} from {file}")


def _summary(counts: Mapping[str, int]) -> str:
    total = sum(counts.values())
    return f"{total:,} rows, {counts['tables']:,} tables with {counts['events']:,} events"
