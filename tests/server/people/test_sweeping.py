"""Forgetting who has been gone for long."""

from __future__ import annotations

import asyncio

import pytest

from server.storage.samples import read, write
from tilewright.server.people import sweeping
from tilewright.server.storage import people as store
from tilewright.server.storage.database import Database, Transaction


def add_guest(database: Database, person: str) -> None:
    write(database, lambda tx: store.add_guest(tx, person, person.title(), 1))


def test_it_works_in_small_pieces(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody who moves meanwhile waits for more than one of them."""
    monkeypatch.setattr(sweeping, "AT_ONCE", 2)
    for number in range(5):
        add_guest(database, f"p{number}")
    forget, pieces = store.forget_guests, []

    def noting(tx: Transaction, people: list[str]) -> int:
        pieces.append(len(people))
        return forget(tx, people)

    monkeypatch.setattr(store, "forget_guests", noting)
    assert asyncio.run(sweeping.sweep(database, 1)) == 5
    assert pieces == [2, 2, 1]
    assert read(database, lambda tx: tx.rows("SELECT id FROM people")) == []


def test_who_comes_back_meanwhile_is_kept(database: Database) -> None:
    for person in ("ada", "bob"):
        add_guest(database, person)
    assert read(database, lambda tx: store.is_gone(tx, "ada"))
    sit = "INSERT INTO seats (table_id, seat, person) VALUES ('table', 0, 'ada')"
    write(database, lambda tx: tx.execute(sit))
    assert write(database, lambda tx: store.forget_guests(tx, ["ada", "bob"])) == 1
    assert read(database, lambda tx: tx.rows("SELECT id FROM people")) == [("ada",)]
