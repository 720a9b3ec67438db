"""The store of records."""

from __future__ import annotations

import pytest

from server.storage.samples import read, write
from tilewright.server.storage import records
from tilewright.server.storage.database import Conflict, Database
from tilewright.server.storage.records import Record


def add(database: Database, name: str, created: int, person: str = "ada") -> Record:
    record = Record(name, person, "nova-luna", f"the game {name}\n", created)
    write(database, lambda tx: records.add(tx, record))
    return record


def test_records_are_kept(database: Database) -> None:
    record = add(database, "r1", 5)
    assert read(database, lambda tx: records.find(tx, "r1")) == record
    assert read(database, lambda tx: records.find(tx, "r2")) is None
    with pytest.raises(Conflict):
        add(database, "r1", 6)


def test_people_find_their_records_the_latest_first(database: Database) -> None:
    made = [add(database, name, created) for name, created in (("a", 3), ("b", 1), ("c", 3))]
    add(database, "d", 9, person="bob")
    found = read(database, lambda tx: records.records_of(tx, "ada", limit=9))
    assert found == [made[2], made[0], made[1]]
    rest = read(database, lambda tx: records.records_of(tx, "ada", before=found[0].place, limit=9))
    assert rest == found[1:]
    assert read(database, lambda tx: records.records_of(tx, "ada", limit=1)) == found[:1]


def test_only_the_owner_throws_a_record_away(database: Database) -> None:
    record = add(database, "r1", 5)
    assert not write(database, lambda tx: records.remove(tx, "r1", "bob"))
    assert read(database, lambda tx: records.find(tx, "r1")) == record
    assert write(database, lambda tx: records.remove(tx, "r1", "ada"))
    assert read(database, lambda tx: records.find(tx, "r1")) is None
