"""Ratings in storage: each table counts once, people and bots share one scale."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple
from functools import partial
from itertools import combinations, permutations

import pytest

from server.storage.samples import INDEX, event, facts, read, write
from tilewright.arena.ratings import ANCHORS, BEGINNER, Rating, rate_players
from tilewright.server.storage import ratings, tables
from tilewright.server.storage.database import Conflict, Database, Row, Transaction, open_database
from tilewright.server.storage.ratings import Category, RatingChange, SubjectRating

TWO = Category("nova-luna", 2)
THREE = Category("nova-luna", 3)
BOT = "bot:level-3"


def rate(database: Database, table: str, *subjects: str, at: int = 0) -> list[RatingChange]:
    """Rate a table whose seats finished in the given order."""
    category = Category("nova-luna", len(subjects))
    places = list(range(1, len(subjects) + 1))
    return write(database, lambda tx: ratings.rate_game(tx, table, category, subjects, places, at))


def standing(database: Database, subject: str, category: Category = TWO) -> SubjectRating:
    found = read(database, lambda tx: ratings.list_ratings(tx, subject))
    return next(standing for standing in found if standing.category == category)


def test_rate_game_raises_winners_and_lowers_losers(database: Database) -> None:
    changes = rate(database, "t1", "ada", "bob")
    up, down = rate_players([BEGINNER, BEGINNER], [1, 2])
    assert changes == [RatingChange(0, "ada", BEGINNER, up), RatingChange(1, "bob", BEGINNER, down)]
    assert down.mu < BEGINNER.mu < up.mu
    rows = [
        (0, "ada", *astuple(BEGINNER), *astuple(up)),
        (1, "bob", *astuple(BEGINNER), *astuple(down)),
    ]
    sql = "SELECT seat, subject, mu_before, sigma_before, mu_after, sigma_after FROM rating_changes"
    assert read(database, lambda tx: tx.rows(f"{sql} WHERE table_id = 't1' ORDER BY seat")) == rows
    assert standing(database, "ada") == SubjectRating("ada", TWO, up, 1)


def test_rate_game_leaves_bots_fixed(database: Database) -> None:
    (change,) = rate(database, "t1", "ada", BOT)
    up, _ = rate_players([BEGINNER, ANCHORS["level-3"]], [1, 2])
    assert change == RatingChange(0, "ada", BEGINNER, up)
    assert read(database, lambda tx: ratings.list_ratings(tx, BOT)) == []
    assert [one.subject for one in people(database, TWO, 100)] == ["ada"]


def test_rate_game_weighs_repeated_pairs_less(database: Database) -> None:
    first, second, third = (rate(database, f"t{number}", "ada", "bob")[0] for number in range(3))
    full = rate_players([second.before, rate_of(database, "t1", 1)], [1, 2])[0]
    assert second.after.mu - second.before.mu == pytest.approx((full.mu - second.before.mu) / 2)
    assert third.after.mu - third.before.mu < second.after.mu - second.before.mu
    year = 365 * 24 * 3600 * 1000
    later = rate(database, "later", "ada", "bob", at=year)[0]
    again = rate(database, "again", "ada", "cleo", at=year)[0]
    assert later.after.mu - later.before.mu > third.after.mu - third.before.mu
    assert again.after.mu > again.before.mu and first.after.mu > first.before.mu


@pytest.mark.parametrize("halves", [0, 1, 2])
def test_pair_heat_halves_after_its_half_life(database: Database, halves: int) -> None:
    """The half-life is in ms; a test over a year would not notice seconds."""
    rate(database, "t1", "ada", "bob", at=1000)
    later = 1000 + halves * 7 * 24 * 3600 * 1000
    ada, bob = rate(database, "t2", "ada", "bob", at=later)
    full = rate_players([ada.before, bob.before], [1, 2])[0]
    weight = 1 / (1 + 0.5**halves)
    assert ada.after.mu - ada.before.mu == pytest.approx(weight * (full.mu - ada.before.mu))


def test_rating_history_has_the_latest_games_oldest_first(database: Database) -> None:
    for number in range(5):
        rows = [event(1, at=100 * number + 1)]
        table = f"t{number}"
        write(database, lambda tx, t=table, r=rows: tables.create(tx, facts(t), r, INDEX))  # type: ignore[misc]
        rate(database, table, "ada", f"bob {number}")
    found = read(database, lambda tx: ratings.list_rating_history(tx, "ada", 3))
    assert [point.at for point in found] == [201, 301, 401]
    assert found[0].rating.mu < found[1].rating.mu < found[2].rating.mu
    assert found[2].rating == standing(database, "ada").rating


def rate_of(database: Database, table: str, seat: int) -> Rating:
    sql = "SELECT mu_before, sigma_before FROM rating_changes WHERE table_id = ? AND seat = ?"
    row = read(database, lambda tx: tx.row(sql, table, seat))
    assert row is not None
    return Rating(*row)


def test_rate_game_of_three_weighs_by_the_most_frequent_opponent(database: Database) -> None:
    """Ada has met Bob twice and Cleo never: for her the game counts a third."""
    for number in range(2):
        rate(database, f"t{number}", "ada", "bob")
    ada, bob, cleo = rate(database, "three", "ada", "bob", "cleo")
    full = rate_players([ada.before, bob.before, cleo.before], [1, 2, 3])
    gain, loss = ada.after.mu - ada.before.mu, cleo.after.mu - cleo.before.mu
    assert gain == pytest.approx((full[0].mu - ada.before.mu) / 3)
    assert loss == pytest.approx(full[2].mu - cleo.before.mu)


@pytest.mark.parametrize("order", list(permutations(["ada", "bob", "cleo"])))
def test_rate_game_of_three_counts_each_meeting_in_any_order(
    database: Database, order: tuple[str, str, str]
) -> None:
    rate(database, "t1", *order)
    for one, other in combinations(order, 2):
        rows = read(database, lambda tx, o=(one, other): meetings(tx, *o))  # type: ignore[misc]
        assert rows == [(1.0,)], f"{one} and {other} have met once"
    again, *_ = rate(database, "t2", *reversed(order))
    full = rate_players([rate_of(database, "t2", seat) for seat in range(3)], [1, 2, 3])[0]
    assert again.after.mu - again.before.mu == pytest.approx((full.mu - again.before.mu) / 2)


def meetings(tx: Transaction, one: str, other: str) -> list[Row]:
    first, second = sorted((one, other))
    return tx.rows("SELECT heat FROM rating_pairs WHERE one = ? AND other = ?", first, second)


@pytest.mark.parametrize("winner", [0, 1])
def test_rate_game_early_end_raises_no_rating(database: Database, winner: int) -> None:
    rate(database, "t0", "bob", "cleo")  # their ratings differ

    def work(tx: Transaction) -> list[RatingChange]:
        places = [1, 2] if winner == 0 else [2, 1]
        return ratings.rate_game(tx, "t1", TWO, ["ada", "bob"], places, 0, is_early=True)

    changes = write(database, work)
    won, lost = changes[winner], changes[1 - winner]
    assert won.after == won.before and lost.after.mu < lost.before.mu


def test_rate_game_twice_conflicts(database: Database) -> None:
    rate(database, "t1", "ada", BOT)
    before = standing(database, "ada")
    with pytest.raises(Conflict):
        rate(database, "t1", "ada", BOT)
    assert standing(database, "ada") == before


def test_game_end_and_rating_share_a_transaction(database: Database) -> None:
    """A last move that comes too late changes no rating."""
    write(database, lambda tx: tables.create(tx, facts("t1"), [event(1)], INDEX))

    def end(tx: Transaction) -> None:
        ratings.rate_game(tx, "t1", TWO, ["ada", BOT], [1, 2], 0)
        tables.append(tx, "t1", 7, [event(8)], INDEX)

    with pytest.raises(Conflict, match="expected 7 events; found 1 events"):
        write(database, end)
    assert read(database, lambda tx: ratings.list_ratings(tx, "ada")) == []


def test_rate_game_with_one_player_changes_nothing(database: Database) -> None:
    assert rate(database, "t1", "ada") == []
    assert read(database, lambda tx: ratings.list_ratings(tx, "ada")) == []


def people(database: Database, category: Category, limit: int) -> list[SubjectRating]:
    """Return the best people of a category."""
    return read(database, lambda tx: ratings.list_leaders(tx, category, limit))


def test_leaderboard_takes_three_deviations_off(database: Database) -> None:
    """With two the first of them would lead."""
    for name, mu, sigma in (("unsure", 32.0, 5.2), ("sure", 27.0, 3.5)):
        put = partial(ratings._set_rating, subject=name, category=TWO, rating=Rating(mu, sigma))
        write(database, put)
    assert [one.subject for one in people(database, TWO, 2)] == ["sure", "unsure"]


def test_leaderboard_sorts_by_conservative_skill(database: Database) -> None:
    for number in range(10):
        rate(database, f"old-{number}", "ada", f"bob {number}")
    rate(database, "new", "cleo", "dan")
    found = people(database, TWO, 2)
    assert [leader.subject for leader in found] == ["ada", "cleo"]
    assert found[0].rating.ordinal > found[1].rating.ordinal
    assert people(database, THREE, 2) == []


def test_leaderboard_ranks_one_win_low(database: Database) -> None:
    """The single win of a newcomer gives a higher but less certain rating."""
    for number in range(20):
        rate(database, f"old-{number}", *(("ada", BOT) if number % 2 else (BOT, "ada")))
    rate(database, "new", "cleo", "dan")
    first, second, _ = people(database, TWO, 3)
    assert (first.subject, second.subject) == ("ada", "cleo")


def test_rate_game_by_two_processes_counts_every_table(database_url: str) -> None:
    """One person plays at every table, in two processes: no result overwrites another."""
    first = open_database(database_url)
    databases = [first, open_database(database_url)] if first.is_shared else [first]
    with ThreadPoolExecutor(8) as threads:
        work = lambda n: rate(databases[n % len(databases)], f"t{n}", f"p{n}", "ada")  # noqa: E731
        list(threads.map(work, range(40)))
    assert standing(first, "ada").games == 40
    alone = BEGINNER
    for _ in range(40):  # the order does not matter: they are all alike
        alone = rate_players([BEGINNER, alone], [1, 2])[1]
    mu, sigma = pytest.approx(alone.mu), pytest.approx(alone.sigma)
    assert standing(first, "ada").rating == Rating(mu, sigma)  # type: ignore[arg-type]
    for database in databases:
        database.close()


def test_rate_game_counts_a_game_that_changes_no_rating(database: Database) -> None:
    """The winner of a game that ended early gains nothing, and has played it nevertheless."""

    def work(tx: Transaction) -> None:
        tables.create(tx, facts("t1"), [event(1)], INDEX)
        ratings.rate_game(tx, "t1", TWO, ["ada", "bob"], [1, 2], 9, is_early=True)

    write(database, work)
    won, lost = standing(database, "ada"), standing(database, "bob")
    assert (won.rating, won.games, lost.games) == (BEGINNER, 1, 1)
    assert lost.rating.mu < BEGINNER.mu
    leaders = read(database, lambda tx: ratings.list_leaders(tx, TWO, 9))
    assert {one.subject for one in leaders} == {"ada", "bob"}
