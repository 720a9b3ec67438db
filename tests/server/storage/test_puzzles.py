"""Puzzle attempts: one counts and changes the ratings; anonymised people lose theirs."""

from __future__ import annotations

import pytest

from server.storage.samples import read, write
from tilewright.arena.ratings import compute_puzzle_shift, rate_attempt
from tilewright.server.storage import people, puzzles
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.puzzles import SolverRating

GAME = "polyssimo"


def attempt(
    database: Database, name: str, is_right: bool, person: str = "ada", *, is_rated: bool = True
) -> SolverRating:
    def work(tx: Transaction) -> SolverRating:
        puzzle = name, 30.0
        return puzzles.add_attempt(
            tx, person, GAME, puzzle, is_right=is_right, is_rated=is_rated, now=5
        )

    return write(database, work)


def shifts(database: Database) -> dict[str, float]:
    return read(database, lambda tx: puzzles.list_rating_shifts(tx, GAME))


def test_add_attempt_counts_the_first_only(database: Database) -> None:
    first = attempt(database, "a", False)
    assert first.rating < 25 and [one.is_right for one in first.attempts] == [False]
    assert attempt(database, "a", True) == first
    second = attempt(database, "b", True)
    assert second.rating > first.rating
    assert [one.puzzle for one in second.attempts] == ["a", "b"]
    assert read(database, lambda tx: puzzles.read_solver(tx, "ada", GAME)) == second
    assert read(database, lambda tx: puzzles.read_solver(tx, "ada", "my-shelfie")).attempts == []


def test_add_attempt_unrated_changes_no_rating(database: Database) -> None:
    found = attempt(database, "a", True, is_rated=False)
    assert (found.rating, len(found.attempts), shifts(database)) == (25.0, 1, {})
    assert attempt(database, "a", True).rating == 25.0


def test_add_attempt_shifts_puzzles_slowly(database: Database) -> None:
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


def test_add_attempt_rates_by_the_difficulty_that_was_found(database: Database) -> None:
    """A puzzle published at 30 that turned out to be one of 42, tried by 60."""
    sql = "INSERT INTO puzzle_shifts (game, puzzle, shift, tries) VALUES (?, 'hard', 12.0, 60)"
    write(database, lambda tx: tx.execute(sql, GAME))
    attempt(database, "other", False)
    before = attempt(database, "other", False).rating
    found = attempt(database, "hard", True)
    assert found.rating == pytest.approx(rate_attempt(before, 1, 42.0, True))
    moved = compute_puzzle_shift(42.0, 60, before, 1, True)
    assert shifts(database)["hard"] == pytest.approx(12.0 + moved)
    rows = read(database, lambda tx: tx.rows("SELECT tries FROM puzzle_shifts WHERE shift > 1"))
    assert rows == [(61,)]


def test_attempts_at_one_moment_stay_in_their_order(database: Database) -> None:
    for name in ("b", "c", "a"):
        attempt(database, name, True)
    found = read(database, lambda tx: puzzles.read_solver(tx, "ada", GAME)).attempts
    assert [(one.puzzle, one.at) for one in found] == [("b", 5), ("c", 6), ("a", 7)]


def test_anonymize_deletes_attempts(database: Database) -> None:
    write(database, lambda tx: people.add_guest(tx, "ada", "Ada", 1))
    attempt(database, "a", True)
    write(database, lambda tx: people.anonymize(tx, "ada"))
    assert read(database, lambda tx: puzzles.read_solver(tx, "ada", GAME)).attempts == []
