"""``tilewright records export`` and ``tilewright records import``."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from tilewright.server.commands import DatabaseUrl, DataFolder, opened_database

__all__ = ["records_app"]

records_app = typer.Typer(
    help="Games between a server's database and files.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@records_app.command("export")
def export_command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the files go.")],
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Write every finished game as a record into a folder, while the server goes on.

    Files that are there already are left alone, so that the same command adds what is new.
    """
    from tilewright.server.tables.record_files import export_records

    with opened_database(data, database_url, read_only=True) as database, _progress() as show:
        counts = export_records(database, folder, show)
    print(f"{folder}: {counts.done:,} records written, {counts.kept:,} were there")


@records_app.command("import")
def import_command(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records, or folders.")],
    login: Annotated[str, typer.Option(help="Whose they will be.")],
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Bring records in as somebody's own. Each is played through and checked first.

    An SQLite file can be written by one process at a time: stop the server before.
    """
    from tilewright.server.tables.record_files import find_owner, import_records

    with opened_database(data, database_url, read_only=False) as database, _progress() as show:
        now = time.time_ns() // 1_000_000
        counts = import_records(database, find_owner(database, login), paths, now, show)
    print(f"{database.url}: {counts.done:,} records imported, {counts.kept:,} were there")


@contextmanager
def _progress() -> Iterator[Callable[[int], None]]:
    from rich.console import Console

    with Console(stderr=True).status("") as status:
        yield lambda count: status.update(f"{count:,} games")
