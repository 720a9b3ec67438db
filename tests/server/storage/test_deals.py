"""Deals and their results on both databases."""

from __future__ import annotations

from concurrent.futures import wait
from functools import partial

import pytest

from server.storage.samples import read, write
from tilewright.server.storage import deals, people
from tilewright.server.storage.database import Conflict, Database, Transaction, open_database
from tilewright.server.storage.deals import Deal, DealSetup, GameScore

DAY = "2026-11-15"
DEAL = f"{DAY}-toy"


def deal_of(secret: bytes, day: str = DAY) -> Deal:
    return Deal(f"{day}-toy", "toy", day, DealSetup(seats=[None, "level-2"]), secret, "keys")


def test_get_or_create_keeps_the_first_secret(database: Database) -> None:
    assert read(database, lambda tx: deals.find(tx, DEAL)) is None
    first = write(database, lambda tx: deals.get_or_create(tx, deal_of(b"a" * 32), 1))
    second = write(database, lambda tx: deals.get_or_create(tx, deal_of(b"b" * 32), 2))
    assert first == second == deal_of(b"a" * 32)
    other = write(database, lambda tx: deals.get_or_create(tx, deal_of(b"b" * 32, "2026-11-16"), 3))
    assert other.secret == b"b" * 32
    assert read(database, lambda tx: deals.list_by_day(tx, DAY)) == [first]


def test_get_or_create_by_two_processes_returns_one_secret(postgres_url: str) -> None:
    """Both processes find no deal at first."""
    processes = [open_database(postgres_url) for _ in range(2)]
    try:
        for number in range(20):
            day = f"2026-10-{number + 1:02}"
            futures = [
                process.submit_write(_making(day, bytes([own]) * 32))
                for own, process in enumerate(processes)
            ]
            wait(futures)
            assert len({future.result().secret for future in futures}) == 1
    finally:
        for process in processes:
            process.close()


def _making(day: str, secret: bytes):  # type: ignore[no-untyped-def]
    return lambda tx: deals.get_or_create(tx, deal_of(secret, day), 1)


@pytest.mark.parametrize(
    "setup, day, expected",
    [
        (DealSetup(seats=[None]), DAY, (0, False, DAY, None)),
        (DealSetup(seats=["a", None]), DAY, (1, False, DAY, None)),
        (DealSetup(seats=["a", "b", None, None], until="2027"), None, (2, False, "2027", None)),
        (
            DealSetup(seats=[None] * 2, until=DAY, evening="eve", filler="a"),
            *(None, (0, True, DAY, "eve")),
        ),
    ],
)
def test_deal_tells_its_seat_its_last_day_and_its_evening(
    setup: DealSetup, day: str | None, expected: tuple[int, bool, str, str | None]
) -> None:
    deal = Deal("d", "toy", day, setup, bytes(32), "keys")
    assert (setup.seat, setup.is_together, deal.last_day, deal.evening) == expected


def test_score_stats_above_is_against_the_mean_of_a_seat() -> None:
    stats = deals.ScoreStats(3, 4.0, {0: 3.0, 1: -2.5})
    made = GameScore(1, 30, 5, "")
    assert [stats.margin_above_mean(made, seat) for seat in (0, 1, 2)] == [2.0, 7.5, 5.0]


def test_find_adjacent_days_skips_the_day_itself_and_shared_deals(database: Database) -> None:
    for day in ("2026-11-10", "2026-11-13", "2026-11-15", "2026-11-20", "2026-11-21"):
        write(database, lambda tx, d=day: deals.get_or_create(tx, deal_of(b"a" * 32, d), 1))  # type: ignore[misc]
    shared = Deal("x", "toy", None, DealSetup(seats=[None], until=DAY), bytes(32), "keys")
    write(database, lambda tx: deals.get_or_create(tx, shared, 1))

    def around(day: str) -> tuple[str | None, str | None]:
        return read(database, lambda tx: deals.find_adjacent_days(tx, day))

    assert around("2026-11-15") == ("2026-11-13", "2026-11-20")
    assert around("2026-11-16") == ("2026-11-15", "2026-11-20")
    assert around("2026-11-10") == (None, "2026-11-13")
    assert around("2026-11-21") == ("2026-11-20", None)


@pytest.mark.parametrize(
    "plays, ranked",
    [
        ([("ann", "home"), ("bob", "home"), ("cid", "work")], [True, False, True]),
        ([("ann", None), ("bob", None)], [True, True]),
    ],
)
def test_add_play_of_a_second_person_at_an_address_is_not_ranked(
    database: Database, plays: list[tuple[str, str | None]], ranked: list[bool]
) -> None:
    found = []
    for person, address in plays:
        write(
            database,
            lambda tx, p=person, a=address: deals.add_play(tx, DEAL, p, f"t {p}", 0, address=a),  # type: ignore[misc]
        )
        play = read(database, lambda tx, p=person: deals.find_play(tx, DEAL, p))  # type: ignore[misc]
        assert play is not None
        found.append(play.is_ranked)
    assert found == ranked
    write(database, lambda tx: deals.add_play(tx, "other", "dan", "t", 0, address="home"))
    other = read(database, lambda tx: deals.find_play(tx, "other", "dan"))
    assert other is not None and other.is_ranked, "of another deal it is the first"


def test_save_end_marks_an_end_without_a_result(database: Database) -> None:
    for seat, person in enumerate(("ann", "bob")):
        write(database, lambda tx, p=person, s=seat: deals.add_play(tx, DEAL, p, "t1", s))  # type: ignore[misc]
    write(database, lambda tx: deals.save_end(tx, "t1", 1, 9))
    found = [read(database, lambda tx, p=p: deals.find_play(tx, DEAL, p)) for p in ("ann", "bob")]  # type: ignore[misc]
    assert [one.has_ended for one in found if one] == [False, True]
    write(database, lambda tx: deals.save_result(tx, "t1", 0, GameScore(2, 5, -1, ""), 8))
    write(database, lambda tx: deals.save_end(tx, "t1", 0, 99))
    mine = read(database, lambda tx: deals.find_play(tx, DEAL, "ann"))
    assert mine == deals.DealPlay("t1", 0, True, GameScore(2, 5, -1, ""), 1, True)


def test_delete_addresses_keeps_those_of_the_day(database: Database) -> None:
    """Later that day a second account from the same address must still be found."""
    for day in ("2026-11-14", DAY):
        write(database, lambda tx, day=day: deals.get_or_create(tx, deal_of(b"a" * 32, day), 1))  # type: ignore[misc]
        add = partial(deals.add_play, deal_id=f"{day}-toy", person_id="ann", seat=0, address="home")
        write(database, partial(add, table_id=f"table of {day}"))
    write(database, lambda tx: deals.delete_addresses(tx, DAY))
    sql = "SELECT deal FROM deal_plays WHERE address IS NOT NULL"
    assert read(database, lambda tx: tx.rows(sql)) == [(DEAL,)]


def test_set_par_keeps_the_first(database: Database) -> None:
    write(database, lambda tx: deals.get_or_create(tx, deal_of(b"a" * 32), 1))
    for score in (86, 85):
        par = GameScore(1, score, 7, "a\nb")
        write(database, lambda tx, par=par: deals.set_par(tx, DEAL, par))  # type: ignore[misc]
    found = read(database, lambda tx: deals.find(tx, DEAL))
    assert found is not None and found.par == GameScore(1, 86, 7, "a\nb")


def test_add_play_twice_conflicts(database: Database) -> None:
    write(database, lambda tx: deals.add_play(tx, DEAL, "ann", "t1", 0))
    with pytest.raises(Conflict):
        write(database, lambda tx: deals.add_play(tx, DEAL, "ann", "t2", 0))
    write(database, lambda tx: deals.add_play(tx, "2026-11-16-toy", "ann", "t2", 0))
    play = read(database, lambda tx: deals.find_play(tx, DEAL, "ann"))
    assert play == deals.DealPlay("t1", 0, False, None, None, True)
    assert read(database, lambda tx: deals.find_play(tx, DEAL, "bob")) is None


def _finish(
    tx: Transaction, person: str, made: GameScore, at: int, *, is_ranked: bool = True
) -> None:
    people.add_guest(tx, person, person.title(), 0)
    deals.add_play(tx, DEAL, person, f"table of {person}", 0, is_ranked=is_ranked)
    deals.save_result(tx, f"table of {person}", 0, made, at)


def test_list_results_sorts_by_place_margin_and_time(database: Database) -> None:
    for person, made, at, is_ranked in (
        ("ann", GameScore(1, 30, 4, ""), 30, True),
        ("bob", GameScore(2, 45, 0, ""), 1, True),
        ("cleo", GameScore(1, 30, 4, ""), 20, True),
        ("dora", GameScore(1, 28, 6, ""), 40, True),
        ("fred", GameScore(1, 50, 5, ""), 40, False),
    ):
        write(
            database,
            lambda tx, p=person, m=made, a=at, r=is_ranked: _finish(tx, p, m, a, is_ranked=r),  # type: ignore[misc]
        )
    write(database, lambda tx: deals.add_play(tx, DEAL, "eve", "unfinished", 0))
    found = read(database, lambda tx: deals.list_results(tx, DEAL, 100))
    assert [one.name for one in found] == ["Dora", "Cleo", "Ann", "Bob"]
    assert [_rank(database, one.person) for one in found] == [1, 2, 3, 4]
    assert _rank(database, "fred") == 2  # what it would be there
    assert len(read(database, lambda tx: deals.list_results(tx, DEAL, 2))) == 2
    assert read(database, lambda tx: deals.read_stats(tx, DEAL)) == deals.ScoreStats(
        4, 3.5, {0: 3.5}
    )
    assert read(database, lambda tx: deals.read_stats(tx, "none")) == deals.ScoreStats(0, 0.0)


def test_read_stats_weighs_each_result_once(database: Database) -> None:
    """Two results on one seat and one on another: a mean of the seats' means would be 5."""
    for person, seat, margin in (("ann", 0, 2), ("bob", 0, 4), ("cleo", 1, 7)):
        table = f"table of {person}"

        def work(tx: Transaction, who: str = person, at: str = table, s: int = seat) -> None:
            people.add_guest(tx, who, who.title(), 0)
            deals.add_play(tx, DEAL, who, at, s)

        write(database, work)
        made = GameScore(1, 30, margin, "")
        write(database, lambda tx, t=table, s=seat, m=made: deals.save_result(tx, t, s, m, 1))  # type: ignore[misc]
    found = read(database, lambda tx: deals.read_stats(tx, DEAL))
    assert found.margin == pytest.approx(13 / 3)
    assert (found.count, found.means) == (3, {0: 3.0, 1: 7.0})


def _rank(database: Database, person: str) -> int | None:
    mine = read(database, lambda tx: deals.find_play(tx, DEAL, person))
    assert mine is not None
    return mine.rank


def test_save_result_keeps_the_first(database: Database) -> None:
    made = GameScore(1, 90, 3, "x")
    write(database, lambda tx: _finish(tx, "ann", made, 1))
    write(database, lambda tx: deals.save_result(tx, "table of ann", 0, GameScore(1, 80, 9, ""), 2))
    mine = read(database, lambda tx: deals.find_play(tx, DEAL, "ann"))
    assert mine == deals.DealPlay("table of ann", 0, True, made, 1, True)


def test_list_results_shows_current_names(database: Database) -> None:
    write(database, lambda tx: _finish(tx, "ann", GameScore(1, 90, 3, ""), 1))
    write(database, lambda tx: people.rename(tx, "ann", "Anna"))
    [result] = read(database, lambda tx: deals.list_results(tx, DEAL, 9))
    assert result.name == "Anna"
