"""The store of ratings: each table counts once, people and bots on one scale."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple

import pytest

from server.storage.samples import INDEX, event, facts, read, write
from tilewright.ratings import ANCHORS, BEGINNER, Rating, after_game
from tilewright.server.storage import ratings, tables
from tilewright.server.storage.database import Conflict, Database, Transaction, open_database
from tilewright.server.storage.ratings import Category, Change, Standing

TWO = Category("nova-luna", 2)
THREE = Category("nova-luna", 3)
BOT = "bot:level-3"


def rate(database: Database, table: str, *subjects: str, at: int = 0) -> list[Change]:
    """Rate a table whose seats came in this order."""
    category = Category("nova-luna", len(subjects))
    places = list(range(1, len(subjects) + 1))
    return write(database, lambda tx: ratings.rate(tx, table, category, subjects, places, at))


def standing(database: Database, subject: str, category: Category = TWO) -> Standing:
    found = read(database, lambda tx: ratings.ratings_of(tx, subject))
    return next(standing for standing in found if standing.category == category)


def test_winners_rise_and_losers_fall(database: Database) -> None:
    changes = rate(database, "t1", "ada", "bob")
    up, down = after_game([BEGINNER, BEGINNER], [1, 2])
    assert changes == [Change(0, "ada", BEGINNER, up), Change(1, "bob", BEGINNER, down)]
    assert down.mu < BEGINNER.mu < up.mu
    rows = [
        (0, "ada", *astuple(BEGINNER), *astuple(up)),
        (1, "bob", *astuple(BEGINNER), *astuple(down)),
    ]
    sql = "SELECT seat, subject, mu_before, sigma_before, mu_after, sigma_after FROM rating_changes"
    assert read(database, lambda tx: tx.rows(f"{sql} WHERE table_id = 't1' ORDER BY seat")) == rows
    assert standing(database, "ada") == Standing("ada", TWO, up, 1)


def test_bots_stand_where_they_stand(database: Database) -> None:
    (change,) = rate(database, "t1", "ada", BOT)
    up, _ = after_game([BEGINNER, ANCHORS["level-3"]], [1, 2])
    assert change == Change(0, "ada", BEGINNER, up)
    assert read(database, lambda tx: ratings.ratings_of(tx, BOT)) == []
    assert [one.subject for one in people(database, TWO, 100)] == ["ada"]


def test_the_same_two_count_less_and_less_and_time_heals(database: Database) -> None:
    first, second, third = (rate(database, f"t{number}", "ada", "bob")[0] for number in range(3))
    full = after_game([second.before, rate_of(database, "t1", 1)], [1, 2])[0]
    assert second.after.mu - second.before.mu == pytest.approx((full.mu - second.before.mu) / 2)
    assert third.after.mu - third.before.mu < second.after.mu - second.before.mu
    year = 365 * 24 * 3600 * 1000
    later = rate(database, "later", "ada", "bob", at=year)[0]
    again = rate(database, "again", "ada", "cleo", at=year)[0]
    assert later.after.mu - later.before.mu > third.after.mu - third.before.mu
    assert again.after.mu > again.before.mu and first.after.mu > first.before.mu


def rate_of(database: Database, table: str, seat: int) -> Rating:
    sql = "SELECT mu_before, sigma_before FROM rating_changes WHERE table_id = ? AND seat = ?"
    row = read(database, lambda tx: tx.row(sql, table, seat))
    assert row is not None
    return Rating(*row)


def test_a_game_that_ended_early_raises_nobody(database: Database) -> None:
    def work(tx: Transaction) -> list[Change]:
        return ratings.rate(tx, "t1", TWO, ["ada", "bob"], [1, 2], 0, is_early=True)

    ada, bob = write(database, work)
    assert ada.after == ada.before and bob.after.mu < bob.before.mu


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
        ratings.rate(tx, "t1", TWO, ["ada", BOT], [1, 2], 0)
        tables.append(tx, "t1", 7, [event(8)], INDEX)

    with pytest.raises(Conflict, match="expected 7 events; found 1 events"):
        write(database, end)
    assert read(database, lambda tx: ratings.ratings_of(tx, "ada")) == []


def test_a_game_alone_says_nothing(database: Database) -> None:
    assert rate(database, "t1", "ada") == []
    assert read(database, lambda tx: ratings.ratings_of(tx, "ada")) == []


def people(database: Database, category: Category, limit: int) -> list[Standing]:
    """The best of a category."""
    return read(database, lambda tx: ratings.leaders(tx, category, limit))


def test_leaders_are_those_one_may_be_sure_of(database: Database) -> None:
    for number in range(10):
        rate(database, f"old-{number}", "ada", f"bob {number}")
    rate(database, "new", "cleo", "dan")
    found = people(database, TWO, 2)
    assert [leader.subject for leader in found] == ["ada", "cleo"]
    assert found[0].rating.ordinal > found[1].rating.ordinal
    assert people(database, THREE, 2) == []


def test_one_lucky_game_leads_nobody(database: Database) -> None:
    """A newcomer's one win makes the higher guess, and the less certain one."""
    for number in range(20):
        rate(database, f"old-{number}", *(("ada", BOT) if number % 2 else (BOT, "ada")))
    rate(database, "new", "cleo", "dan")
    first, second, _ = people(database, TWO, 3)
    assert (first.subject, second.subject) == ("ada", "cleo")


def test_tables_that_end_at_once_all_count(database_url: str) -> None:
    """The same person at every table, in two processes: no result is overwritten by another."""
    first = open_database(database_url)
    databases = [first, open_database(database_url)] if first.is_shared else [first]
    with ThreadPoolExecutor(8) as threads:
        work = lambda n: rate(databases[n % len(databases)], f"t{n}", f"p{n}", "ada")  # noqa: E731
        list(threads.map(work, range(40)))
    assert standing(first, "ada").games == 40
    alone = BEGINNER
    for _ in range(40):  # the order does not matter: they are all alike
        alone = after_game([BEGINNER, alone], [1, 2])[1]
    mu, sigma = pytest.approx(alone.mu), pytest.approx(alone.sigma)
    assert standing(first, "ada").rating == Rating(mu, sigma)  # type: ignore[arg-type]
    for database in databases:
        database.close()
