"""What a try says of who tries, and of the puzzle.

Whoever tries meets a puzzle as they would an opponent, see ``grading``. The first tries move
somebody's rating most. A puzzle's own moves slowly: the bots that graded it count for GRADED tries,
and somebody who has tried little is little evidence.
"""

from __future__ import annotations

from typing import Final

from tilewright.study.puzzles.grading import SPREAD, expect

__all__ = ["BEGINNER", "after_try", "shift_puzzle"]

BEGINNER: Final = 25.0
FIRST_STEP, LAST_STEP = 6.0, 1.0
FAMILIAR: Final = 5
"""Tries after which a step is half the first."""
GRADED: Final = 40
TRUSTED: Final = 10
"""Tries after which somebody counts half."""


def after_try(rating: float, tries: int, puzzle: float, is_right: bool) -> float:
    """Somebody's rating after one more try."""
    step = max(LAST_STEP, FIRST_STEP / (1 + tries / FAMILIAR))
    return rating + step * (is_right - expect(rating, puzzle))


def shift_puzzle(puzzle: float, met: int, rating: float, tries: int, is_right: bool) -> float:
    """How much harder a puzzle is than it was thought, after one more try by somebody of that
    rating and so many tries; ``met`` have tried it before."""
    trust = tries / (tries + TRUSTED)
    # A step of Newton's method: a try tells most, a quarter, where it may go either way.
    return 4 * SPREAD * trust * (expect(rating, puzzle) - is_right) / (GRADED + met)
