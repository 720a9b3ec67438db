"""Puzzles: positions with one right answer, and a proof of it by exact search.

    from tilewright.study.puzzles import find_puzzle, prove, read_puzzles

    puzzles = read_puzzles("polyssimo")
    proof = prove(puzzles[0])
    proof.holds

Which kinds there are and how they are proven is the game's to say: ``Game.puzzling``.
"""

from __future__ import annotations

from tilewright.study.puzzles.files import (
    Puzzle,
    Source,
    count_puzzles,
    find_puzzle,
    format_puzzles,
    read_puzzles,
)
from tilewright.study.puzzles.grading import grade
from tilewright.study.puzzles.lines import explain
from tilewright.study.puzzles.mining import Mine, mine
from tilewright.study.puzzles.proving import Proof, prove

__all__ = [
    "Mine",
    "Proof",
    "Puzzle",
    "Source",
    "count_puzzles",
    "explain",
    "find_puzzle",
    "format_puzzles",
    "grade",
    "mine",
    "prove",
    "read_puzzles",
]
