"""Games between a database and files: finished tables as records, and records brought in."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tilewright.errors import TilewrightError
from tilewright.events import parse_event
from tilewright.match import Match, fold
from tilewright.record import format_match, read_record, read_text, write_text
from tilewright.server.storage import records, tables
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.records import Record
from tilewright.server.storage.tables import TableRow

__all__ = ["Counts", "export_records", "file_name", "import_records", "record_of"]

PAGE: Final = 100

Progress = Callable[[int], None]
"""Told how many have been dealt with."""


@dataclass
class Counts:
    """What became of the games."""

    done: int = 0
    kept: int = 0
    """Were there already."""


# --- Out ----------------------------------------------------------------------------------------


def export_records(database: Database, folder: Path, show: Progress) -> Counts:
    """Write every finished game into a folder, each in a file of its own; none is written twice."""
    folder.mkdir(parents=True, exist_ok=True)
    counts = Counts()
    for table in finished_tables(database):
        _export(database, table, folder / file_name(table), counts)
        show(counts.done + counts.kept)
    return counts


def _export(database: Database, table: TableRow, path: Path, counts: Counts) -> None:
    if path.exists():
        counts.kept += 1
        return
    if (text := record_of(database, table)) is not None:
        write_text(path, text)
        counts.done += 1


def record_of(database: Database, table: TableRow) -> str | None:
    """A finished game as a record. Some tables are closed before a game begins; the deal of a day
    is sealed till it is over."""
    match = _load(database, table)
    is_whole = match.position is not None and match.is_revealed
    return format_match(match) if is_whole else None


def finished_tables(database: Database) -> Iterator[TableRow]:
    """The tables whose game is over, a page at a time: there may be very many."""
    page = _page(database, "")
    while page:
        yield from page
        page = _page(database, page[-1].id)


def _page(database: Database, after: str) -> list[TableRow]:
    return database.submit_read(lambda tx: tables.finished(tx, after, PAGE)).result()


def file_name(table: TableRow) -> str:
    """Sorted by their names they are so by their days."""
    day = datetime.fromtimestamp(table.created / 1000, UTC).date().isoformat()
    return f"{day}-{table.game}-{table.id}.txt"


def _load(database: Database, table: TableRow) -> Match:
    rows = database.submit_read(lambda tx: tables.events_since(tx, table.id, 0)).result()
    return fold(table.secret, [parse_event(row.data) for row in rows])


# --- In -----------------------------------------------------------------------------------------


def import_records(
    database: Database, owner: str, paths: Iterable[Path], now: int, show: Progress
) -> Counts:
    """Keep the records in these files, each checked move by move, as somebody's own."""
    counts = Counts()
    for path in record_paths(paths):
        is_new = _keep(database, _read(path, owner, now))
        counts.done += is_new
        counts.kept += not is_new
        show(counts.done + counts.kept)
    return counts


def record_paths(paths: Iterable[Path]) -> Iterator[Path]:
    """Files as they are; of a folder its text files."""
    for path in paths:
        yield from sorted(path.glob("*.txt")) if path.is_dir() else [path]


def _read(path: Path, owner: str, now: int) -> Record:
    text = read_text(path)
    try:
        game = read_record(text).position.game.name
    except TilewrightError as error:
        raise TilewrightError(f"{path}: {error}") from error
    return Record(record_id(owner, text), owner, game, text, now)


def record_id(owner: str, text: str) -> str:
    """The same record of the same person gets the same id: imported twice, it is kept once."""
    digest = hashlib.sha256(f"{owner}\n{text}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()


def _keep(database: Database, record: Record) -> bool:
    """Whether it is new."""

    def work(tx: Transaction) -> bool:
        is_new = records.find(tx, record.id) is None
        if is_new:
            records.add(tx, record)
        return is_new

    return database.submit_write(work).result()
