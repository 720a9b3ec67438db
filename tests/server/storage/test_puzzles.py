"""Tries at puzzles: one counts, ratings move by it, and who is forgotten takes them along."""

from __future__ import annotations

from server.storage.samples import read, write
from tilewright.server.storage import people, puzzles
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.puzzles import Solver

GAME = "polyssimo"


def attempt(
    database: Database, name: str, is_right: bool, person: str = "ada", *, is_rated: bool = True
) -> Solver:
    def work(tx: Transaction) -> Solver:
        puzzle = name, 30.0
        return puzzles.add_try(tx, person, GAME, puzzle, is_right=is_right, is_rated=is_rated, at=5)

    return write(database, work)


def shifts(database: Database) -> dict[str, float]:
    return read(database, lambda tx: puzzles.shifts_of(tx, GAME))


def test_the_first_try_counts_and_no_other(database: Database) -> None:
    first = attempt(database, "a", False)
    assert first.rating < 25 and [one.is_right for one in first.tries] == [False]
    assert attempt(database, "a", True) == first
    second = attempt(database, "b", True)
    assert second.rating > first.rating
    assert [one.puzzle for one in second.tries] == ["a", "b"]
    assert read(database, lambda tx: puzzles.tries_of(tx, "ada", GAME)) == second
    assert read(database, lambda tx: puzzles.tries_of(tx, "ada", "my-shelfie")).tries == []


def test_what_is_not_rated_is_tried_and_moves_nothing(database: Database) -> None:
    found = attempt(database, "a", True, is_rated=False)
    assert (found.rating, len(found.tries), shifts(database)) == (25.0, 1, {})
    assert attempt(database, "a", True).rating == 25.0


def test_a_puzzle_moves_slowly_and_by_those_who_have_tried_some(database: Database) -> None:
    attempt(database, "hard", False)
    assert shifts(database) == {"hard": 0.0}  # nothing is known of them yet
    for number in range(20):
        attempt(database, f"other {number}", True)
    for name in ("bob", "eve"):
        for number in range(20):
            attempt(database, f"other {number}", True, name)
    before = shifts(database)
    assert all(-3 < shift <= 0 for shift in before.values())
    for name in ("bob", "eve"):
        attempt(database, "hard", False, name)
    assert 0 < shifts(database)["hard"] < 1


def test_who_is_forgotten_leaves_no_tries(database: Database) -> None:
    write(database, lambda tx: people.add_guest(tx, "ada", "Ada", 1))
    attempt(database, "a", True)
    write(database, lambda tx: people.erase(tx, "ada"))
    assert read(database, lambda tx: puzzles.tries_of(tx, "ada", GAME)).tries == []
