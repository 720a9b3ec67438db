"""Somebody who was deleted is nameless everywhere, in the logs of finished games, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from tilewright.events import (
    Event,
    HandedOver,
    Person,
    Renamed,
    Said,
    Sat,
    parse_event,
    write_event,
)
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.people import DELETED_NAME
from tilewright.server.tables.rows import read_summary

__all__ = ["FORGOTTEN", "forget_at", "nameless"]

FORGOTTEN = "forgotten"
"""The channel on which the tables are told whose logs have changed."""


def nameless(events: Sequence[Event], person: str) -> Iterator[tuple[int, Event]]:
    """The events of a log that named somebody, by number, as they read without that name."""
    owners: dict[int, str | None] = {}
    for seq, event in enumerate(events, 1):
        if isinstance(event, Sat | HandedOver):
            owners[event.seat] = event.who.id if isinstance(event.who, Person) else None
        if isinstance(event, Renamed) and owners.get(event.seat) == person:
            yield seq, replace(event, name=DELETED_NAME)
        elif isinstance(event, Sat | HandedOver | Said) and isinstance(event.who, Person):
            if event.who.id == person:
                yield seq, replace(event, who=Person(person, DELETED_NAME))


def forget_at(tx: Transaction, table_id: str, person: str) -> None:
    """Take somebody's name out of the log of a table, and out of the lists."""
    rows, found = store.events_since(tx, table_id, 0), store.find(tx, table_id)
    if found is None:
        return
    events = [parse_event(row.data) for row in rows]
    data = {seq: write_event(event) for seq, event in nameless(events, person)}
    summary = read_summary(found.summary)
    for seat in store.seats_of(tx, table_id, person):
        summary.chairs[seat] = DELETED_NAME
    store.rewrite(tx, table_id, data, msgspec.json.encode(summary).decode())
    tx.notify(FORGOTTEN, table_id)
