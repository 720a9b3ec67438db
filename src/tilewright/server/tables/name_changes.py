"""Changes a person's name at their tables after they rename or delete their account."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace

from tilewright.match import Match, lobby_commands
from tilewright.match.events import (
    ChatMessage,
    Event,
    Person,
    Renamed,
    SeatTaken,
    SeatTransferred,
    format_event,
    parse_event,
)
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.people import DELETED_NAME
from tilewright.server.tables.cache import read_summary
from tilewright.server.tables.commands import TableCommands
from tilewright.server.tables.wiring import Tables

__all__ = ["anonymize_events", "anonymize_everywhere", "anonymize_table", "rename_seats"]

MAX_RENAMED_TABLES: Final = 100
"""Maximum number of open tables, and of running tables, that are updated."""


async def rename_seats(
    database: Database, commands: TableCommands, person: Person, name: str
) -> None:
    """Change a person's name at their open and running tables."""

    def rename(match: Match, now: int) -> list[Event]:
        return lobby_commands.rename(match, person, name, now)

    for table in await database.read(lambda tx: _list_unfinished_tables(tx, person.id)):
        await commands.execute(table, rename)


async def anonymize_everywhere(tables: Tables, person: Person) -> None:
    """Replace a deleted person's name at all tables and in all logs."""
    await rename_seats(tables.database, tables.commands, person, DELETED_NAME)
    for table in await tables.database.read(lambda tx: store.list_tables_mentioning(tx, person.id)):
        await tables.database.write(partial(anonymize_table, table_id=table, person_id=person.id))
        await tables.sync.reload_everywhere(table)


def _list_unfinished_tables(tx: Transaction, person_id: str) -> list[str]:
    """Return the ids of a person's open and running tables."""
    opened = store.list_by_player(tx, person_id, status="open", limit=MAX_RENAMED_TABLES)
    running = store.list_by_player(tx, person_id, status="running", limit=MAX_RENAMED_TABLES)
    return [row.id for row in opened + running]


def anonymize_events(events: Sequence[Event], person_id: str) -> Iterator[tuple[int, Event]]:
    """Yield the number and an anonymized copy of each event that contains the person's name."""
    owners: dict[int, str | None] = {}
    for seq, event in enumerate(events, 1):
        if isinstance(event, SeatTaken | SeatTransferred):
            owners[event.seat] = event.who.id if isinstance(event.who, Person) else None
        if isinstance(event, Renamed) and owners.get(event.seat) == person_id:
            yield seq, replace(event, name=DELETED_NAME)
        elif isinstance(event, SeatTaken | SeatTransferred | ChatMessage) and isinstance(
            event.who, Person
        ):
            if event.who.id == person_id:
                yield seq, replace(event, who=Person(person_id, DELETED_NAME))


def anonymize_table(tx: Transaction, table_id: str, person_id: str) -> None:
    """Replace a person's name in a table's log and summary."""
    rows, found = store.list_events(tx, table_id, 0), store.find(tx, table_id)
    if found is None:
        return
    events = [parse_event(row.data) for row in rows]
    data = {seq: format_event(event) for seq, event in anonymize_events(events, person_id)}
    summary = read_summary(found.summary)
    for seat in store.list_seats(tx, table_id, person_id):
        summary.chairs[seat] = DELETED_NAME
    store.rewrite_events(tx, table_id, data, msgspec.json.encode(summary).decode())
