"""Exports finished tables as record files, and imports record files."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tilewright.errors import TilewrightError
from tilewright.match import Match, format_match, replay
from tilewright.match.events import parse_event
from tilewright.records.record import normalize_record, read_record, read_text, write_text
from tilewright.server.storage import records, tables
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.records import SavedRecord
from tilewright.server.storage.tables import TableRow

__all__ = [
    "FileCounts",
    "export_records",
    "format_table_record",
    "import_records",
    "record_file_name",
]

PAGE_SIZE: Final = 100

Progress = Callable[[int], None]
"""Called with the number of games processed so far."""


@dataclass
class FileCounts:
    """Counts of processed games."""

    done: int = 0
    kept: int = 0
    """Games that already existed."""


# --- Export -------------------------------------------------------------------------------------


def export_records(database: Database, folder: Path, progress: Progress) -> FileCounts:
    """Write each finished game to its own file in `folder`. Existing files are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    counts = FileCounts()
    for table in iter_finished_tables(database):
        _export_table(database, table, folder / record_file_name(table), counts)
        progress(counts.done + counts.kept)
    return counts


def _export_table(database: Database, table: TableRow, path: Path, counts: FileCounts) -> None:
    """Write a finished game to `path` and update `counts`. An existing file is kept."""
    if path.exists():
        counts.kept += 1
        return
    if (text := format_table_record(database, table)) is not None:
        write_text(path, text)
        counts.done += 1


def format_table_record(database: Database, table: TableRow) -> str | None:
    """Return a finished game's record, or None if it has none.

    There is none if no game began, or if its shared deal is still secret.
    """
    match = _load_match(database, table)
    is_whole = match.position is not None and match.is_revealed
    return format_match(match) if is_whole else None


def iter_finished_tables(database: Database) -> Iterator[TableRow]:
    """Yield all finished tables, reading one page at a time."""
    page = _read_page(database, "")
    while page:
        yield from page
        page = _read_page(database, page[-1].id)


def _read_page(database: Database, after: str) -> list[TableRow]:
    return database.submit_read(lambda tx: tables.list_finished(tx, after, PAGE_SIZE)).result()


def record_file_name(table: TableRow) -> str:
    """Return the name of a table's record file. It begins with the date."""
    day = datetime.fromtimestamp(table.created / 1000, UTC).date().isoformat()
    return f"{day}-{table.game}-{table.id}.txt"


def _load_match(database: Database, table: TableRow) -> Match:
    rows = database.submit_read(lambda tx: tables.list_events(tx, table.id, 0)).result()
    return replay(table.secret, [parse_event(row.data) for row in rows])


# --- Import -------------------------------------------------------------------------------------


def import_records(
    database: Database, owner_id: str, paths: Iterable[Path], now: int, progress: Progress
) -> FileCounts:
    """Import record files for a person. Each record is validated by replaying it.

    Raises:
        TilewrightError: A record is invalid.
    """
    counts = FileCounts()
    for path in iter_record_files(paths):
        is_new = _save_if_new(database, _read_file(path, owner_id, now))
        counts.done += is_new
        counts.kept += not is_new
        progress(counts.done + counts.kept)
    return counts


def iter_record_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the given files and the text files in the given folders."""
    for path in paths:
        yield from sorted(path.glob("*.txt")) if path.is_dir() else [path]


def _read_file(path: Path, owner_id: str, now: int) -> SavedRecord:
    """Read and validate a record file. Raises TilewrightError if it is invalid."""
    text = read_text(path)
    try:
        record = read_record(text)
    except TilewrightError as error:
        raise TilewrightError(f"{path}: {error}") from error
    game, normalized = record.position.game.name, normalize_record(text, record)
    return SavedRecord(make_record_id(owner_id, text), owner_id, game, normalized, now)


def make_record_id(owner_id: str, text: str) -> str:
    """Return a record's id, derived from its owner and text.

    Importing the same record twice therefore adds one record.
    """
    digest = hashlib.sha256(f"{owner_id}\n{text}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()


def _save_if_new(database: Database, record: SavedRecord) -> bool:
    """Save a record. Return False if it exists already."""

    def insert_if_new(tx: Transaction) -> bool:
        is_new = records.find(tx, record.id) is None
        if is_new:
            records.add(tx, record)
        return is_new

    return database.submit_write(insert_if_new).result()
