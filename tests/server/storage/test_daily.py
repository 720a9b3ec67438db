"""The deals of days and their results, on both databases."""

from __future__ import annotations

from concurrent.futures import wait

import pytest

from server.storage.samples import read, write
from tilewright.server.storage import daily, people
from tilewright.server.storage.database import Conflict, Database, Transaction, open_database

DAY = "2026-11-15"


def test_the_first_secret_of_a_day_is_the_one(database: Database) -> None:
    assert read(database, lambda tx: daily.find(tx, DAY)) is None
    first = write(database, lambda tx: daily.find_or_make(tx, DAY, b"a" * 32, 1))
    second = write(database, lambda tx: daily.find_or_make(tx, DAY, b"b" * 32, 2))
    assert first == second == daily.Deal(DAY, b"a" * 32, None, "keys")
    other = write(database, lambda tx: daily.find_or_make(tx, "2026-11-16", b"b" * 32, 3))
    assert other.secret == b"b" * 32


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
    return lambda tx: daily.find_or_make(tx, day, secret, 1)


def test_par_is_found_once(database: Database) -> None:
    write(database, lambda tx: daily.find_or_make(tx, DAY, b"a" * 32, 1))
    for par in (86, 85):
        write(database, lambda tx, par=par: daily.set_par(tx, DAY, par))  # type: ignore[misc]
    found = read(database, lambda tx: daily.find(tx, DAY))
    assert found is not None and found.par == 86


def test_somebody_takes_a_deal_once(database: Database) -> None:
    write(database, lambda tx: daily.add_play(tx, DAY, "ann", "t1"))
    with pytest.raises(Conflict):
        write(database, lambda tx: daily.add_play(tx, DAY, "ann", "t2"))
    write(database, lambda tx: daily.add_play(tx, "2026-11-16", "ann", "t2"))
    play = read(database, lambda tx: daily.play_of(tx, DAY, "ann", lower_is_better=True))
    assert play == daily.Play("t1", None, None, True)
    assert read(database, lambda tx: daily.play_of(tx, DAY, "bob", lower_is_better=True)) is None


def _finish(tx: Transaction, person: str, score: int, at: int) -> None:
    people.add_guest(tx, person, person.title(), 0)
    daily.add_play(tx, DAY, person, f"table of {person}")
    daily.keep_result(tx, f"table of {person}", score, at)


@pytest.mark.parametrize(
    "lower_is_better, best_first",
    [(True, ["Bob", "Cleo", "Ann", "Dora"]), (False, ["Dora", "Cleo", "Ann", "Bob"])],
)
def test_results_are_sorted_by_score_then_time(
    database: Database, lower_is_better: bool, best_first: list[str]
) -> None:
    for person, score, at in (("ann", 95, 30), ("bob", 88, 40), ("cleo", 95, 20), ("dora", 99, 1)):
        write(database, lambda tx, *_, p=person, s=score, a=at: _finish(tx, p, s, a))
    write(database, lambda tx: daily.add_play(tx, DAY, "eve", "unfinished"))

    def results(limit: int) -> list[daily.Result]:
        return read(
            database, lambda tx: daily.results(tx, DAY, limit, lower_is_better=lower_is_better)
        )

    def place(person: str) -> int | None:
        mine = read(
            database, lambda tx: daily.play_of(tx, DAY, person, lower_is_better=lower_is_better)
        )
        assert mine is not None
        return mine.place

    assert [one.name for one in results(100)] == best_first
    assert [place(one.person) for one in results(100)] == [1, 2, 3, 4]
    assert [one.name for one in results(2)] == best_first[:2]


def test_the_first_result_stays(database: Database) -> None:
    write(database, lambda tx: _finish(tx, "ann", 90, 1))
    write(database, lambda tx: daily.keep_result(tx, "table of ann", 80, 2))
    mine = read(database, lambda tx: daily.play_of(tx, DAY, "ann", lower_is_better=True))
    assert mine == daily.Play("table of ann", 90, 1, True)


def test_names_are_as_they_are_now(database: Database) -> None:
    write(database, lambda tx: _finish(tx, "ann", 90, 1))
    write(database, lambda tx: people.rename(tx, "ann", "Anna"))
    [result] = read(database, lambda tx: daily.results(tx, DAY, 9, lower_is_better=True))
    assert result.name == "Anna"
