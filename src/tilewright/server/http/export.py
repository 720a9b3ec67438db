"""Downloads of a person's own data: one JSON file, and a ZIP file of game records.

Both are streamed: rows are read in small pages while the client receives.
"""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, Final

from tilewright.server.http.msgspec_support import encode
from tilewright.server.http.routers.lobby import to_cards
from tilewright.server.storage import records, tables
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.tables import TableRow
from tilewright.server.tables.import_export import file_name, format_table_record
from tilewright.wire.records import OwnHead, OwnRecord
from tilewright.wire.tables import TableCard

__all__ = ["stream_data", "stream_games"]

TABLES_PER_READ: Final = 100
RECORDS_PER_READ: Final = 10
"""A record may have a million characters."""

FindPage = Callable[[str, Transaction], list[TableCard] | list[OwnRecord]]
"""Finds the next rows after an id."""


async def stream_data(database: Database, person: str, head: OwnHead) -> AsyncIterator[str]:
    """Yield the JSON of an `OwnData` piece by piece."""

    def find_tables(after: str, tx: Transaction) -> list[TableCard]:
        rows = tables.list_by_player_after(tx, person, after, TABLES_PER_READ)
        return to_cards(tx, person, rows, person)

    def find_records(after: str, tx: Transaction) -> list[OwnRecord]:
        rows = records.list_after(tx, person, after, RECORDS_PER_READ)
        return [OwnRecord(id=r.id, game=r.game, created=r.created, text=r.text) for r in rows]

    yield encode(head)[:-1]
    yield ',"tables":['
    async for piece in _stream_rows(database, find_tables):
        yield piece
    yield '],"records":['
    async for piece in _stream_rows(database, find_records):
        yield piece
    yield "]}"


async def _stream_rows(database: Database, find: FindPage) -> AsyncIterator[str]:
    """Yield all rows as JSON, separated by commas, one page per read."""
    after = ""
    while page := await database.read(partial(find, after)):
        rows = encode(page)[1:-1]
        yield f",{rows}" if after else rows
        after = page[-1].id


async def stream_games(database: Database, rows: list[TableRow]) -> AsyncIterator[bytes]:
    """Yield a ZIP file of records, game by game; each game is replayed in a thread."""
    stream = ZipStream()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for row in rows:
            if (text := await asyncio.to_thread(format_table_record, database, row)) is not None:
                archive.writestr(file_name(row), text)
                yield stream.take()
    yield stream.take()


class ZipStream(io.RawIOBase):
    """The written bytes that have not been sent yet."""

    def __init__(self) -> None:
        super().__init__()
        self._data = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        piece = bytes(data)
        self._data += piece
        return len(piece)

    def take(self) -> bytes:
        """Return all bytes written so far and clear them."""
        taken = bytes(self._data)
        self._data.clear()
        return taken
