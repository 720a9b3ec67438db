"""Puzzle attempts, and the ratings of solvers and puzzles."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.arena.ratings import PUZZLE_BEGINNER, after_puzzle, puzzle_shift
from tilewright.server.storage.database import Transaction

__all__ = [
    "PuzzleAttempt",
    "SolverRating",
    "add_attempt",
    "delete_attempts",
    "difficulty_shifts",
    "find_solver",
]


@dataclass(frozen=True, slots=True)
class PuzzleAttempt:
    """The first attempt of a person at a puzzle, the one that counts."""

    puzzle: str
    is_right: bool
    rating: float
    """Rating of the solver after the attempt."""
    at: int


@dataclass(frozen=True, slots=True)
class SolverRating:
    """The attempts of a person at the puzzles of a game."""

    attempts: list[PuzzleAttempt]
    """Attempts, oldest first."""

    @property
    def rating(self) -> float:
        return self.attempts[-1].rating if self.attempts else PUZZLE_BEGINNER


def add_attempt(
    tx: Transaction,
    person: str,
    game: str,
    puzzle: tuple[str, float],
    *,
    is_right: bool,
    is_rated: bool,
    at: int,
) -> SolverRating:
    """Store an attempt at a puzzle, unless the person has attempted it before.

    Args:
        tx: A transaction.
        person: Id of the solver.
        game: Name of the game.
        puzzle: Id of the puzzle, and the rating it was published with.
        is_right: True for a correct answer.
        is_rated: False to store the attempt without changing any rating.
        at: Time in ms.
    """
    tx.lock(f"puzzles of {person}")
    solver, (name, graded) = find_solver(tx, person, game), puzzle
    if any(one.puzzle == name for one in solver.attempts):
        return solver
    rating, count = solver.rating, len(solver.attempts)
    if is_rated:
        shift, met = _read_shift(tx, game, name)
        found = graded + shift
        shift += puzzle_shift(found, met, rating, count, is_right)
        _set_shift(tx, game, name, shift)
        rating = after_puzzle(rating, count, found, is_right)
    latest = solver.attempts[-1].at + 1 if solver.attempts else at
    one = PuzzleAttempt(name, is_right, rating, max(at, latest))
    tx.execute(
        "INSERT INTO puzzle_tries (person, game, puzzle, is_right, rating, at)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        *(person, game, name, int(is_right), float(rating), one.at),
    )
    return SolverRating([*solver.attempts, one])


def find_solver(tx: Transaction, person: str, game: str) -> SolverRating:
    """Return all attempts of a person in a game, at most one per puzzle."""
    rows = tx.rows(
        "SELECT puzzle, is_right, rating, at FROM puzzle_tries"
        " WHERE person = ? AND game = ? ORDER BY at, puzzle",
        *(person, game),
    )
    return SolverRating(
        [PuzzleAttempt(puzzle, bool(is_right), *rest) for puzzle, is_right, *rest in rows]
    )


def delete_attempts(tx: Transaction, person: str) -> None:
    """Delete the attempts of a person; the difficulty of the puzzles stays."""
    tx.execute("DELETE FROM puzzle_tries WHERE person = ?", person)


def difficulty_shifts(tx: Transaction, game: str) -> dict[str, float]:
    """Return the change of each puzzle's rating since it was published."""
    return dict(tx.rows("SELECT puzzle, shift FROM puzzle_shifts WHERE game = ?", game))


def _read_shift(tx: Transaction, game: str, puzzle: str) -> tuple[float, int]:
    """Lock a puzzle; return the change of its rating and the number of attempts."""
    tx.lock(f"puzzle {game} {puzzle}")
    sql = "SELECT shift, tries FROM puzzle_shifts WHERE game = ? AND puzzle = ?"
    row = tx.row(sql, game, puzzle)
    return (float(row[0]), int(row[1])) if row else (0.0, 0)


def _set_shift(tx: Transaction, game: str, puzzle: str, shift: float) -> None:
    """Store the change of a puzzle's rating and count an attempt."""
    tx.execute(
        "INSERT INTO puzzle_shifts (game, puzzle, shift, tries) VALUES (?, ?, ?, 1)"
        " ON CONFLICT (game, puzzle) DO UPDATE"
        " SET shift = excluded.shift, tries = puzzle_shifts.tries + 1",
        *(game, puzzle, float(shift)),
    )
