"""The store of ratings: each table counts once, people and bots on one scale."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple

import pytest

from server.storage.samples import INDEX, event, facts, read, write
from tilewright.ratings import BEGINNER, Rating, after_game
from tilewright.server.storage import ratings, tables
from tilewright.server.storage.database import Conflict, Database, Transaction, open_database
from tilewright.server.storage.ratings import Category, Change, Standing

TWO = Category("nova-luna", 2)
THREE = Category("nova-luna", 3)
BOT = "bot:level-3"


def rate(database: Database, table: str, *subjects: str) -> list[Change]:
    """Rate a table whose seats came in this order."""
    category = Category("nova-luna", len(subjects))
    places = range(1, len(subjects) + 1)
    return write(database, lambda tx: ratings.rate(tx, table, category, subjects, list(places)))


def standing(database: Database, subject: str, category: Category = TWO) -> Standing:
    found = read(database, lambda tx: ratings.ratings_of(tx, subject))
    return next(standing for standing in found if standing.category == category)


def test_winners_rise_and_losers_fall(database: Database) -> None:
    changes = rate(database, "t1", "ada", BOT)
    up, down = after_game([BEGINNER, BEGINNER], [1, 2])
    assert changes == [Change(0, "ada", BEGINNER, up), Change(1, BOT, BEGINNER, down)]
    assert down.mu < BEGINNER.mu < up.mu
    rows = [
        (0, "ada", *astuple(BEGINNER), *astuple(up)),
        (1, BOT, *astuple(BEGINNER), *astuple(down)),
    ]
    sql = "SELECT seat, subject, mu_before, sigma_before, mu_after, sigma_after FROM rating_changes"
    assert read(database, lambda tx: tx.rows(f"{sql} WHERE table_id = 't1' ORDER BY seat")) == rows
    assert standing(database, "ada") == Standing("ada", TWO, up, 1)
    assert standing(database, BOT) == Standing(BOT, TWO, down, 1)


def test_the_next_game_goes_on_from_there(database: Database) -> None:
    rate(database, "t1", "ada", BOT)
    rate(database, "t2", BOT, "bob")
    rate(database, "t3", BOT, "ada", "bob")  # another category
    _, bot = after_game([BEGINNER, BEGINNER], [1, 2])
    bot, bob = after_game([bot, BEGINNER], [1, 2])
    assert standing(database, BOT) == Standing(BOT, TWO, bot, 2)
    assert standing(database, "bob") == Standing("bob", TWO, bob, 1)
    assert standing(database, BOT, THREE).games == 1
    assert len(read(database, lambda tx: ratings.ratings_of(tx, BOT))) == 2


def test_a_table_counts_once(database: Database) -> None:
    rate(database, "t1", "ada", BOT)
    before = standing(database, "ada")
    with pytest.raises(Conflict):
        rate(database, "t1", "ada", BOT)
    assert standing(database, "ada") == before


def test_the_end_of_a_table_and_its_rating_are_one(database: Database) -> None:
    """Who comes too late with the last move changes no rating either."""
    write(database, lambda tx: tables.create(tx, facts("t1"), [event(1)], INDEX))

    def end(tx: Transaction) -> None:
        ratings.rate(tx, "t1", TWO, ["ada", BOT], [1, 2])
        tables.append(tx, "t1", 7, [event(8)], INDEX)

    with pytest.raises(Conflict, match="expected 7 events; found 1 events"):
        write(database, end)
    assert read(database, lambda tx: ratings.ratings_of(tx, "ada")) == []


def test_a_bot_on_two_seats_learns_from_both(database: Database) -> None:
    changes = rate(database, "t1", BOT, "ada", BOT)
    first, _, third = (change.after for change in changes)
    found = standing(database, BOT, THREE)
    assert found.rating.mu == pytest.approx((first.mu + third.mu) / 2)
    assert found.games == 1


def test_a_game_alone_says_nothing(database: Database) -> None:
    assert rate(database, "t1", "ada") == []
    assert read(database, lambda tx: ratings.ratings_of(tx, "ada")) == []


def test_leaders_are_those_one_may_be_sure_of(database: Database) -> None:
    for number in range(10):
        rate(database, f"old-{number}", "ada", "bob")
    rate(database, "new", "cleo", "dan")
    found = read(database, lambda tx: ratings.leaders(tx, TWO, 2))
    assert [leader.subject for leader in found] == ["ada", "cleo"]
    assert found[0].rating.ordinal > found[1].rating.ordinal
    assert read(database, lambda tx: ratings.leaders(tx, THREE, 2)) == []


def test_one_lucky_game_leads_nobody(database: Database) -> None:
    """A newcomer's one win makes the higher guess, and the less certain one."""
    for number in range(20):
        rate(database, f"old-{number}", *(("ada", "bob") if number % 2 else ("bob", "ada")))
    rate(database, "new", "cleo", "dan")
    found = read(database, lambda tx: ratings.leaders(tx, TWO, 3))
    assert {leader.subject for leader in found[:2]} == {"ada", "bob"}
    assert found[2].subject == "cleo" and found[2].rating.mu > found[0].rating.mu


def test_tables_that_end_at_once_all_count(database_url: str) -> None:
    """The same bot at every table, in two processes: no result is overwritten by another."""
    first = open_database(database_url)
    databases = [first, open_database(database_url)] if first.is_shared else [first]
    with ThreadPoolExecutor(8) as threads:
        work = lambda n: rate(databases[n % len(databases)], f"t{n}", f"p{n}", BOT)  # noqa: E731
        list(threads.map(work, range(40)))
    found = standing(first, BOT)
    assert found.games == 40
    alone = [BEGINNER] * 41
    for number in range(40):  # the order does not matter: they are all alike
        alone[number], alone[40] = after_game([alone[number], alone[40]], [1, 2])
    assert found.rating == Rating(pytest.approx(alone[40].mu), pytest.approx(alone[40].sigma))  # type: ignore[arg-type]
    for database in databases:
        database.close()
