"""Imported records in storage."""

from __future__ import annotations

import pytest

from server.storage.samples import read, write
from tilewright.server.storage import records
from tilewright.server.storage.database import Conflict, Database
from tilewright.server.storage.records import RecordHead, SavedRecord


def add(database: Database, name: str, created: int, person: str = "ada") -> SavedRecord:
    record = SavedRecord(name, person, "nova-luna", f"the game {name}\n", created)
    write(database, lambda tx: records.add(tx, record))
    return record


def test_add_stores_a_record(database: Database) -> None:
    record = add(database, "r1", 5)
    assert read(database, lambda tx: records.find(tx, "r1")) == record
    assert read(database, lambda tx: records.find(tx, "r2")) is None
    with pytest.raises(Conflict):
        add(database, "r1", 6)


def test_list_heads_returns_latest_first(database: Database) -> None:
    kept = [add(database, name, created) for name, created in (("a", 3), ("b", 1), ("c", 3))]
    made = [RecordHead(one.id, one.game, one.created) for one in kept]
    add(database, "d", 9, person="bob")
    found = read(database, lambda tx: records.list_heads(tx, "ada", limit=9))
    assert found == [made[2], made[0], made[1]]
    rest = read(
        database, lambda tx: records.list_heads(tx, "ada", before=found[0].page_key, limit=9)
    )
    assert rest == found[1:]
    assert read(database, lambda tx: records.list_heads(tx, "ada", limit=1)) == found[:1]


def test_list_after_pages_by_id(database: Database) -> None:
    made = [add(database, name, created) for name, created in (("a", 3), ("b", 1), ("c", 2))]
    add(database, "d", 9, person="bob")
    assert read(database, lambda tx: records.list_after(tx, "ada", "", 2)) == made[:2]
    assert read(database, lambda tx: records.list_after(tx, "ada", "b", 2)) == made[2:]


def test_count_bytes_sums_the_texts_of_one_person(database: Database) -> None:
    kept = [add(database, name, 1) for name in ("a", "bb")]
    add(database, "c", 1, person="bob")
    expected = sum(len(one.text) for one in kept)
    assert read(database, lambda tx: records.count_bytes(tx, "ada")) == expected
    assert read(database, lambda tx: records.count_bytes(tx, "eve")) == 0


def test_remove_needs_the_owner(database: Database) -> None:
    record = add(database, "r1", 5)
    assert not write(database, lambda tx: records.remove(tx, "r1", "bob"))
    assert read(database, lambda tx: records.find(tx, "r1")) == record
    assert write(database, lambda tx: records.remove(tx, "r1", "ada"))
    assert read(database, lambda tx: records.find(tx, "r1")) is None
