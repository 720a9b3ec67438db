"""No help with a game that is played for something, by whatever detour.

A view of a running game tells its seat enough to write down a whole position like it, or a record,
and to have that analysed. So whoever plays a rated game, or the deal of the day, gets no analysis
of any such game until it is over.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec

from tilewright.errors import Code, Refused
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Database
from tilewright.server.storage.tables import TableRow
from tilewright.server.tables.rows import Summary

__all__ = ["refuse_help"]

LOOKED_AT: Final = 200
"""Running tables of one person, the latest ones."""


async def refuse_help(database: Database, person: str, game: str) -> None:
    """Raise Refused where somebody plays such a game for something."""
    running = partial(store.tables_of, person=person, status="running", limit=LOOKED_AT)
    for row in await database.read(running):
        if row.game == game and _counts(row):
            message = f"you play a game of {game} that counts: analyses are there when it is over"
            raise Refused(Code.NO_HINTS, message)


def _counts(row: TableRow) -> bool:
    terms = msgspec.json.decode(row.summary, type=Summary).terms
    return terms.rated or terms.day is not None
