"""Which events of a log carry the name of a person who is deleted."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from server.storage.samples import INDEX, facts, read, write
from tilewright.match.events import (
    BotSeat,
    ChatMessage,
    Event,
    Person,
    Renamed,
    SeatFreed,
    SeatTaken,
    SeatTransferred,
    Started,
    format_event,
    parse_event,
)
from tilewright.server.storage import tables
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.tables import EventRow
from tilewright.server.tables.cache import read_summary
from tilewright.server.tables.name_changes import anonymize_events, anonymize_table

ANN, BOB, GONE = Person("ann", "Ann"), Person("bob", "Bob"), Person("ann", "deleted")


def test_anonymize_events_changes_all_names_of_one_person() -> None:
    """Seat 1 goes from Bob to Ann; a name there is Bob's before, and Ann's afterwards."""
    events: list[Event] = [
        SeatTaken(at=1, seat=0, who=ANN, salt=""),
        SeatTaken(at=2, seat=1, who=BOB, salt=""),
        SeatTaken(at=3, seat=2, who=BotSeat("random"), salt=""),
        Renamed(at=4, seat=1, name="Bobby"),
        Renamed(at=5, seat=0, name="Anna"),
        ChatMessage(at=6, who=BOB, text="hi"),
        ChatMessage(at=7, who=ANN, text="ho"),
        Started(at=8),
        SeatTransferred(at=9, seat=1, who=ANN, by="owner"),
        Renamed(at=10, seat=1, name="Annie"),
        SeatTransferred(at=11, seat=0, who=BOB, by="host"),
        Renamed(at=12, seat=0, name="Bert"),
    ]
    found = dict(anonymize_events(events, "ann"))
    assert sorted(found) == [1, 5, 7, 9, 10], "numbered from 1"
    assert found[1] == SeatTaken(at=1, seat=0, who=GONE, salt="")
    assert found[5] == Renamed(at=5, seat=0, name="deleted")
    assert found[7] == ChatMessage(at=7, who=GONE, text="ho"), "words stay, names go"
    assert found[9] == SeatTransferred(at=9, seat=1, who=GONE, by="owner")
    assert found[10] == Renamed(at=10, seat=1, name="deleted")
    assert sorted(dict(anonymize_events(events, "bob"))) == [2, 4, 6, 11, 12]
    assert dict(anonymize_events(events, "eve")) == {}


def test_anonymize_events_of_a_seat_that_was_left_and_taken_again() -> None:
    events: list[Event] = [
        SeatTaken(at=1, seat=0, who=ANN, salt=""),
        SeatFreed(at=2, seat=0),
        SeatTaken(at=3, seat=0, who=BOB, salt=""),
        Renamed(at=4, seat=0, name="Bobby"),
    ]
    assert sorted(dict(anonymize_events(events, "ann"))) == [1]
    assert sorted(dict(anonymize_events(events, "bob"))) == [3, 4]


def test_anonymize_table_rewrites_every_event_and_the_chairs(sqlite_database: Database) -> None:
    """The summary names the chairs by seat; the first event of a log counts too."""
    events: list[Event] = [
        SeatTaken(at=1, seat=0, who=BOB, salt=""),
        SeatTaken(at=2, seat=1, who=ANN, salt=""),
        ChatMessage(at=3, who=BOB, text="hi"),
    ]
    terms = {"game": "toy", "players": 2}
    summary = msgspec.json.encode({"terms": terms, "chairs": ["Bob", "Ann"], "ply": 0}).decode()

    def work(tx: Transaction) -> None:
        rows = [
            EventRow(n, n, "x", None, None, format_event(one)) for n, one in enumerate(events, 1)
        ]
        index = replace(INDEX, summary=summary, seats={0: "bob", 1: "ann"})
        tables.create(tx, facts("t"), rows, index)
        anonymize_table(tx, "t", "bob")
        anonymize_table(tx, "other", "bob")

    write(sqlite_database, work)
    rows = read(sqlite_database, lambda tx: tables.list_events(tx, "t", 0))
    found = [parse_event(row.data) for row in rows]
    gone = Person("bob", "deleted")
    assert found == [
        SeatTaken(at=1, seat=0, who=gone, salt=""),
        events[1],
        ChatMessage(at=3, who=gone, text="hi"),
    ]
    table = read(sqlite_database, lambda tx: tables.find(tx, "t"))
    assert table is not None and read_summary(table.summary).chairs == ["deleted", "Ann"]
