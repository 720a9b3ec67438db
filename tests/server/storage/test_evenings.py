"""Participants of evenings, and the games that count."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.storage.samples import read, write
from tilewright.server.storage import deals, evenings, people
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.deals import Deal, DealSetup, GameScore
from tilewright.server.storage.evenings import Evening

DEALS = tuple(
    Deal(name, "polyssimo", None, DealSetup(seats=[None, None]), bytes(32), "keys")
    for name in ("second", "first")
)


@pytest.fixture
def evening(database: Database) -> str:
    def work(tx: Transaction) -> None:
        for name in ("ada", "bob", "cem"):
            people.add_guest(tx, name, name.title(), 1)
        evenings.add(tx, Evening("eve", "Friday", "ada", DEALS), 1)

    write(database, work)
    return "eve"


def participants(database: Database, evening: str) -> list[str]:
    found = read(database, lambda tx: evenings.list_participants(tx, evening))
    return [one.id for one in found]


def join(database: Database, evening: str, person: str, at: int) -> None:
    write(database, lambda tx: evenings.join(tx, evening, person, at))


def test_list_participants_is_in_the_order_of_joining(database: Database, evening: str) -> None:
    for at, person in ((5, "cem"), (6, "bob"), (6, "ada")):
        join(database, evening, person, at)
    assert participants(database, evening) == ["cem", "ada", "bob"]
    join(database, evening, "cem", 9)
    assert participants(database, evening)[0] == "cem", "to join again changes nothing"
    write(database, lambda tx: evenings.leave(tx, evening, "cem"))
    join(database, evening, "cem", 9)
    assert participants(database, evening) == ["ada", "bob", "cem"]


def test_find_has_the_deals_in_their_order(database: Database, evening: str) -> None:
    found = read(database, lambda tx: evenings.find(tx, evening))
    assert found is not None and [deal.id for deal in found.deals] == ["second", "first"]


def test_close_twice_keeps_the_first_end(database: Database, evening: str) -> None:
    for at in (10, 20):
        write(database, lambda tx, t=at: evenings.close(tx, evening, t))  # type: ignore[misc]
    found = read(database, lambda tx: evenings.find(tx, evening))
    assert found == replace(Evening("eve", "Friday", "ada", DEALS), closed=10)


def test_list_plays_tells_games_from_results(database: Database, evening: str) -> None:
    def work(tx: Transaction) -> None:
        for seat, person in enumerate(("bob", "ada")):
            deals.add_play(tx, "first", person, "t1", seat)
        deals.add_play(tx, "second", "cem", "t2", 0)
        deals.save_result(tx, "t1", 0, GameScore(1, 40, 7, "F"), 10)
        deals.save_end(tx, "t1", 1, 11)

    write(database, work)
    found = read(database, lambda tx: evenings.list_plays(tx, "first", 10))
    assert [(one.person, one.seat, one.at, one.margin) for one in found] == [
        ("ada", 1, 11, None),
        ("bob", 0, 10, 7),
    ]
