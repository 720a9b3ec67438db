"""All finished games of somebody as records, in one file."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator
from functools import partial
from typing import Any, Final

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from tilewright.server.http.dependencies import ClientKey, CurrentPerson, TheServices
from tilewright.server.http.structs import refusals
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Database
from tilewright.server.storage.tables import TableRow
from tilewright.server.tables.record_files import file_name, record_of

__all__ = ["router"]

router = APIRouter(tags=["records"])

MOST: Final = 10_000
"""Games in one file, the latest."""
MOST_COUNTED: Final = 100
"""Studies that it counts as, one for each game: nobody is shut out by what they have played."""


class ZipResponse(StreamingResponse):
    """A file of files."""

    media_type = "application/zip"


@router.get("/me/games.zip", response_class=ZipResponse, responses=refusals(401))
async def own_games(person: CurrentPerson, services: TheServices, client: ClientKey) -> ZipResponse:
    """The records of all games that you have finished, one file each."""
    find = partial(store.tables_of, person=person.id, status="over", limit=MOST)
    rows = await services.database.read(find)
    services.admission.studies.take(client, min(len(rows), MOST_COUNTED))
    headers = {"Content-Disposition": 'attachment; filename="tilewright-games.zip"'}
    return ZipResponse(_pack(services.database, rows), headers=headers)


async def _pack(database: Database, rows: list[TableRow]) -> AsyncIterator[bytes]:
    """Game by game, as fast as it is read; each is played again in a thread."""
    buffer = Buffer()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for row in rows:
            if (text := await asyncio.to_thread(record_of, database, row)) is not None:
                archive.writestr(file_name(row), text)
                yield buffer.take()
    yield buffer.take()


class Buffer(io.RawIOBase):
    """What has been written and not been sent yet."""

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
        """All of it; then it is empty."""
        taken = bytes(self._data)
        self._data.clear()
        return taken
