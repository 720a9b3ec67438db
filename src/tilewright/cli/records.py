"""``tilewright records export`` and ``tilewright records import``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.databases import opened_database
from tilewright.cli.options import DatabaseUrl, DataFolder
from tilewright.cli.output import progress_line

__all__ = ["export_records", "import_records"]


def export_records(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the files go.")],
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Write every finished game as a record into a folder.

    The server may go on meanwhile. Files that are there already are left alone, so that the same
    command adds what is new.
    """
    from tilewright.server.tables.record_files import export_records as export

    with (
        opened_database(data, database_url, read_only=True) as database,
        progress_line("{:,} games") as show,
    ):
        counts = export(database, folder, show)
    print(f"{folder}: {counts.done:,} records written, {counts.kept:,} were there")


def import_records(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records, or folders.")],
    login: Annotated[str, typer.Option(help="Whose they will be.")],
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Bring records in as somebody's own, checked first.

    An SQLite file can be written by one process at a time: stop the server before.
    """
    from tilewright.days import now_ms
    from tilewright.server.people.administration import find_owner
    from tilewright.server.tables.record_files import import_records as bring_in

    with (
        opened_database(data, database_url, read_only=False) as database,
        progress_line("{:,} games") as show,
    ):
        counts = bring_in(database, find_owner(database, login), paths, now_ms(), show)
    print(f"{database.url}: {counts.done:,} records imported, {counts.kept:,} were there")
