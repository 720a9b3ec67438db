"""Expiry of sessions and of guests who cannot return."""

from __future__ import annotations

import pytest

from server.storage.samples import INDEX, event, facts, read, write
from tilewright.server.accounts import service
from tilewright.server.storage import people as store
from tilewright.server.storage import tables
from tilewright.server.storage.database import Database, Transaction


def add_guest(database: Database, person: str) -> None:
    write(database, lambda tx: store.add_guest(tx, person, person.title(), 1))


async def test_expiry_works_in_batches(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other writers wait for one transaction at most."""
    monkeypatch.setattr(service, "ROWS_PER_TRANSACTION", 2)
    for number in range(5):
        add_guest(database, f"p{number}")
    forget, pieces = store.delete_stale_guests, []

    def noting(tx: Transaction, person_ids: list[str]) -> int:
        pieces.append(len(person_ids))
        return forget(tx, person_ids)

    monkeypatch.setattr(store, "delete_stale_guests", noting)
    assert await service.Accounts(database, lambda: 1).delete_expired() == 5
    assert pieces == [2, 2, 1]
    assert read(database, lambda tx: tx.rows("SELECT id FROM people")) == []


def test_expiry_keeps_a_guest_who_returns_meanwhile(database: Database) -> None:
    for person in ("ada", "bob"):
        add_guest(database, person)
    assert read(database, lambda tx: store.is_stale_guest(tx, "ada"))
    sit = "INSERT INTO seats (table_id, seat, person) VALUES ('table', 0, 'ada')"
    write(database, lambda tx: tx.execute(sit))
    assert write(database, lambda tx: store.delete_stale_guests(tx, ["ada", "bob"])) == 1
    assert read(database, lambda tx: tx.rows("SELECT id FROM people")) == [("ada",)]


TRACES = {
    "session": "INSERT INTO sessions VALUES (?, 'ada', 'session', '', 1, 1, NULL)",
    "seat": "INSERT INTO seats (table_id, seat, person) VALUES ('t', 0, 'ada')",
    "record": (
        "INSERT INTO records (id, person, game, text, created) VALUES ('r', 'ada', 'toy', '', 1)"
    ),
}


@pytest.mark.parametrize("trace", [*TRACES, "table"])
async def test_expiry_keeps_guests_with_data(database: Database, trace: str) -> None:
    """One who had only saved a record would be forgotten, by a fault that no test saw."""
    add_guest(database, "ada")
    if trace == "table":
        write(database, lambda tx: tables.create(tx, facts("t"), [event(1)], INDEX))
    else:
        values = [b"key"] if trace == "session" else []
        write(database, lambda tx: tx.execute(TRACES[trace], *values))
    assert not read(database, lambda tx: store.is_stale_guest(tx, "ada"))
    assert await service.Accounts(database, lambda: 1).delete_expired() == 0
    assert read(database, lambda tx: tx.rows("SELECT id FROM people")) == [("ada",)]
