"""Deals that many play and their results, on both databases."""

from __future__ import annotations

from concurrent.futures import wait

import pytest

from server.storage.samples import read, write
from tilewright.server.storage import deals, people
from tilewright.server.storage.database import Conflict, Database, Transaction, open_database
from tilewright.server.storage.deals import Deal, Made, Setup

DAY = "2026-11-15"
DEAL = f"{DAY}-toy"


def deal_of(secret: bytes, day: str = DAY) -> Deal:
    return Deal(f"{day}-toy", "toy", day, Setup(seats=[None, "level-2"]), secret, "keys")


def test_the_first_secret_of_a_deal_is_the_one(database: Database) -> None:
    assert read(database, lambda tx: deals.find(tx, DEAL)) is None
    first = write(database, lambda tx: deals.find_or_make(tx, deal_of(b"a" * 32), 1))
    second = write(database, lambda tx: deals.find_or_make(tx, deal_of(b"b" * 32), 2))
    assert first == second == deal_of(b"a" * 32)
    other = write(database, lambda tx: deals.find_or_make(tx, deal_of(b"b" * 32, "2026-11-16"), 3))
    assert other.secret == b"b" * 32
    assert read(database, lambda tx: deals.of_day(tx, DAY)) == [first]


def test_two_processes_agree_on_a_secret(postgres_url: str) -> None:
    """Both ask first; one of them is."""
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
    return lambda tx: deals.find_or_make(tx, deal_of(secret, day), 1)


def test_par_is_found_once(database: Database) -> None:
    write(database, lambda tx: deals.find_or_make(tx, deal_of(b"a" * 32), 1))
    for score in (86, 85):
        par = Made(1, score, 7, "a\nb")
        write(database, lambda tx, par=par: deals.set_par(tx, DEAL, par))  # type: ignore[misc]
    found = read(database, lambda tx: deals.find(tx, DEAL))
    assert found is not None and found.par == Made(1, 86, 7, "a\nb")


def test_somebody_takes_a_deal_once(database: Database) -> None:
    write(database, lambda tx: deals.add_play(tx, DEAL, "ann", "t1", 0))
    with pytest.raises(Conflict):
        write(database, lambda tx: deals.add_play(tx, DEAL, "ann", "t2", 0))
    write(database, lambda tx: deals.add_play(tx, "2026-11-16-toy", "ann", "t2", 0))
    play = read(database, lambda tx: deals.play_of(tx, DEAL, "ann"))
    assert play == deals.Play("t1", 0, False, None, None, True)
    assert read(database, lambda tx: deals.play_of(tx, DEAL, "bob")) is None


def _finish(tx: Transaction, person: str, made: Made, at: int, *, is_ranked: bool = True) -> None:
    people.add_guest(tx, person, person.title(), 0)
    deals.add_play(tx, DEAL, person, f"table of {person}", 0, is_ranked=is_ranked)
    deals.keep_result(tx, f"table of {person}", 0, made, at)


def test_results_are_sorted_by_place_then_margin_then_time(database: Database) -> None:
    for person, made, at, is_ranked in (
        ("ann", Made(1, 30, 4, ""), 30, True),
        ("bob", Made(2, 45, 0, ""), 1, True),
        ("cleo", Made(1, 30, 4, ""), 20, True),
        ("dora", Made(1, 28, 6, ""), 40, True),
        ("fred", Made(1, 50, 5, ""), 40, False),
    ):
        write(
            database,
            lambda tx, p=person, m=made, a=at, r=is_ranked: _finish(tx, p, m, a, is_ranked=r),  # type: ignore[misc]
        )
    write(database, lambda tx: deals.add_play(tx, DEAL, "eve", "unfinished", 0))
    found = read(database, lambda tx: deals.results(tx, DEAL, 100))
    assert [one.name for one in found] == ["Dora", "Cleo", "Ann", "Bob"]
    assert [_rank(database, one.person) for one in found] == [1, 2, 3, 4]
    assert _rank(database, "fred") == 2  # what it would be there
    assert len(read(database, lambda tx: deals.results(tx, DEAL, 2))) == 2
    assert read(database, lambda tx: deals.field_of(tx, DEAL)) == deals.Field(4, 3.5, {0: 3.5})
    assert read(database, lambda tx: deals.field_of(tx, "none")) == deals.Field(0, 0.0)


def _rank(database: Database, person: str) -> int | None:
    mine = read(database, lambda tx: deals.play_of(tx, DEAL, person))
    assert mine is not None
    return mine.rank


def test_the_first_result_stays(database: Database) -> None:
    made = Made(1, 90, 3, "x")
    write(database, lambda tx: _finish(tx, "ann", made, 1))
    write(database, lambda tx: deals.keep_result(tx, "table of ann", 0, Made(1, 80, 9, ""), 2))
    mine = read(database, lambda tx: deals.play_of(tx, DEAL, "ann"))
    assert mine == deals.Play("table of ann", 0, True, made, 1, True)


def test_names_are_as_they_are_now(database: Database) -> None:
    write(database, lambda tx: _finish(tx, "ann", Made(1, 90, 3, ""), 1))
    write(database, lambda tx: people.rename(tx, "ann", "Anna"))
    [result] = read(database, lambda tx: deals.results(tx, DEAL, 9))
    assert result.name == "Anna"
