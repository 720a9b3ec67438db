"""Who has tried which puzzle, and what became of their ratings and of the puzzles'."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.server.storage.database import Transaction
from tilewright.study.puzzles.skill import BEGINNER, after_try, shift_puzzle

__all__ = ["Solver", "Try", "add_try", "forget", "shifts_of", "tries_of"]


@dataclass(frozen=True, slots=True)
class Try:
    """Somebody's first try at a puzzle, the one that counts."""

    puzzle: str
    is_right: bool
    rating: float
    """Of whoever tried, after it."""
    at: int


@dataclass(frozen=True, slots=True)
class Solver:
    """How somebody does at the puzzles of a game."""

    tries: list[Try]
    """The oldest first."""

    @property
    def rating(self) -> float:
        return self.tries[-1].rating if self.tries else BEGINNER


def add_try(
    tx: Transaction,
    person: str,
    game: str,
    puzzle: tuple[str, float],
    *,
    is_right: bool,
    is_rated: bool,
    at: int,
) -> Solver:
    """Count a try at a puzzle, given by its id and the rating it came with, unless there was one
    before. What is not rated moves nothing, and is tried all the same."""
    tx.lock(f"puzzles of {person}")
    solver, (name, graded) = tries_of(tx, person, game), puzzle
    if any(one.puzzle == name for one in solver.tries):
        return solver
    rating, count = solver.rating, len(solver.tries)
    if is_rated:
        shift, met = _meet(tx, game, name)
        found = graded + shift
        shift += shift_puzzle(found, met, rating, count, is_right)
        _set_shift(tx, game, name, shift)
        rating = after_try(rating, count, found, is_right)
    latest = solver.tries[-1].at + 1 if solver.tries else at
    one = Try(name, is_right, rating, max(at, latest))
    tx.execute(
        "INSERT INTO puzzle_tries (person, game, puzzle, is_right, rating, at)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        *(person, game, name, int(is_right), float(rating), one.at),
    )
    return Solver([*solver.tries, one])


def tries_of(tx: Transaction, person: str, game: str) -> Solver:
    """All that somebody has tried of a game: one row for each of its puzzles at most."""
    rows = tx.rows(
        "SELECT puzzle, is_right, rating, at FROM puzzle_tries"
        " WHERE person = ? AND game = ? ORDER BY at, puzzle",
        *(person, game),
    )
    return Solver([Try(puzzle, bool(is_right), *rest) for puzzle, is_right, *rest in rows])


def forget(tx: Transaction, person: str) -> None:
    """What somebody has tried; the puzzles stay as hard as they proved to be."""
    tx.execute("DELETE FROM puzzle_tries WHERE person = ?", person)


def shifts_of(tx: Transaction, game: str) -> dict[str, float]:
    """How much harder the puzzles of a game have proved than they came."""
    return dict(tx.rows("SELECT puzzle, shift FROM puzzle_shifts WHERE game = ?", game))


def _meet(tx: Transaction, game: str, puzzle: str) -> tuple[float, int]:
    """How much harder a puzzle has proved, and by how many tries."""
    tx.lock(f"puzzle {game} {puzzle}")
    sql = "SELECT shift, tries FROM puzzle_shifts WHERE game = ? AND puzzle = ?"
    row = tx.row(sql, game, puzzle)
    return (float(row[0]), int(row[1])) if row else (0.0, 0)


def _set_shift(tx: Transaction, game: str, puzzle: str, shift: float) -> None:
    tx.execute(
        "INSERT INTO puzzle_shifts (game, puzzle, shift, tries) VALUES (?, ?, ?, 1)"
        " ON CONFLICT (game, puzzle) DO UPDATE"
        " SET shift = excluded.shift, tries = puzzle_shifts.tries + 1",
        *(game, puzzle, float(shift)),
    )
