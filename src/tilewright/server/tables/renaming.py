"""A name that was changed, or is to be forgotten, is so at the tables, too."""

from __future__ import annotations

from functools import partial
from typing import Final

from tilewright.events import Event, Person
from tilewright.match import Match, seating
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.people import DELETED_NAME
from tilewright.server.tables.forgetting import forget_at
from tilewright.server.tables.service import Tables

__all__ = ["forget_name", "rename_seats"]

MOST: Final = 100
"""Tables of each kind that are renamed: the latest."""


async def rename_seats(tables: Tables, was: Person, name: str) -> None:
    """Give somebody their new name wherever a game of theirs has not ended."""

    def wish(match: Match, now: int) -> list[Event]:
        return seating.rename(match, was, name, now)

    for table in await tables.database.read(lambda tx: _going_on(tx, was.id)):
        await tables.do(table, wish)


async def forget_name(tables: Tables, was: Person) -> None:
    """Somebody is deleted: the name they had is told nowhere any more."""
    await rename_seats(tables, was, DELETED_NAME)
    for table in await tables.database.read(lambda tx: store.tables_naming(tx, was.id)):
        await tables.database.write(partial(forget_at, table_id=table, person=was.id))
        tables.rewritten(table)


def _going_on(tx: Transaction, person: str) -> list[str]:
    opened = store.tables_of(tx, person, status="open", limit=MOST)
    running = store.tables_of(tx, person, status="running", limit=MOST)
    return [row.id for row in opened + running]
