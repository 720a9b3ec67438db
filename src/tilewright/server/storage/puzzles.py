"""Puzzle attempts, and the ratings of solvers and puzzles."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.arena.ratings import PUZZLE_BEGINNER, compute_puzzle_shift, rate_attempt
from tilewright.server.storage.database import Transaction

__all__ = [
    "PuzzleAttempt",
    "SolverRating",
    "add_attempt",
    "delete_attempts",
    "list_rating_shifts",
    "read_solver",
]


@dataclass(frozen=True, slots=True)
class PuzzleAttempt:
    """A person's first attempt at a puzzle. Later attempts do not count."""

    puzzle: str
    is_right: bool
    rating: float
    """The solver's rating after the attempt."""
    at: int


@dataclass(frozen=True, slots=True)
class SolverRating:
    """A solver's rating in one game and the attempts that led to it."""

    attempts: list[PuzzleAttempt]
    """Oldest first."""

    @property
    def rating(self) -> float:
        return self.attempts[-1].rating if self.attempts else PUZZLE_BEGINNER


def add_attempt(
    tx: Transaction,
    person_id: str,
    game: str,
    puzzle: tuple[str, float],
    *,
    is_right: bool,
    is_rated: bool,
    now: int,
) -> SolverRating:
    """Store a person's first attempt at a puzzle. Later attempts change nothing.

    Args:
        tx: A transaction.
        person_id: Person id of the solver.
        game: Name of the game.
        puzzle: Puzzle id, and the rating with which it was published.
        is_right: True for a correct answer.
        is_rated: False to store the attempt without changing any rating.
        now: Time (ms).

    Returns:
        The solver's rating after the attempt.
    """
    tx.lock(f"puzzles of {person_id}")
    solver, (name, graded) = read_solver(tx, person_id, game), puzzle
    if any(one.puzzle == name for one in solver.attempts):
        return solver
    rating, count = solver.rating, len(solver.attempts)
    if is_rated:
        shift, met = _lock_and_read_shift(tx, game, name)
        found = graded + shift
        shift += compute_puzzle_shift(found, met, rating, count, is_right)
        _set_shift(tx, game, name, shift)
        rating = rate_attempt(rating, count, found, is_right)
    latest = solver.attempts[-1].at + 1 if solver.attempts else now
    one = PuzzleAttempt(name, is_right, rating, max(now, latest))
    tx.execute(
        "INSERT INTO puzzle_tries (person, game, puzzle, is_right, rating, at)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        *(person_id, game, name, int(is_right), float(rating), one.at),
    )
    return SolverRating([*solver.attempts, one])


def read_solver(tx: Transaction, person_id: str, game: str) -> SolverRating:
    """Return a person's puzzle rating and attempts in a game."""
    rows = tx.rows(
        "SELECT puzzle, is_right, rating, at FROM puzzle_tries"
        " WHERE person = ? AND game = ? ORDER BY at, puzzle",
        *(person_id, game),
    )
    return SolverRating(
        [PuzzleAttempt(puzzle, bool(is_right), *rest) for puzzle, is_right, *rest in rows]
    )


def delete_attempts(tx: Transaction, person_id: str) -> None:
    """Delete a person's attempts. The puzzle ratings do not change."""
    tx.execute("DELETE FROM puzzle_tries WHERE person = ?", person_id)


def list_rating_shifts(tx: Transaction, game: str) -> dict[str, float]:
    """Return the rating change of each attempted puzzle since its publication, by puzzle id."""
    return dict(tx.rows("SELECT puzzle, shift FROM puzzle_shifts WHERE game = ?", game))


def _lock_and_read_shift(tx: Transaction, game: str, puzzle_id: str) -> tuple[float, int]:
    """Lock a puzzle. Return its rating change and its number of rated attempts."""
    tx.lock(f"puzzle {game} {puzzle_id}")
    sql = "SELECT shift, tries FROM puzzle_shifts WHERE game = ? AND puzzle = ?"
    row = tx.row(sql, game, puzzle_id)
    return (float(row[0]), int(row[1])) if row else (0.0, 0)


def _set_shift(tx: Transaction, game: str, puzzle_id: str, shift: float) -> None:
    """Store a puzzle's rating change. Increment its number of rated attempts."""
    tx.execute(
        "INSERT INTO puzzle_shifts (game, puzzle, shift, tries) VALUES (?, ?, ?, 1)"
        " ON CONFLICT (game, puzzle) DO UPDATE"
        " SET shift = excluded.shift, tries = puzzle_shifts.tries + 1",
        *(game, puzzle_id, float(shift)),
    )
