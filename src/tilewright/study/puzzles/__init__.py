"""Puzzles: positions with one correct answer that is proven by exact search.

    from tilewright.study.puzzles import find_puzzle, prove, read_puzzles

    puzzles = read_puzzles("polyssimo")
    proof = prove(puzzles[0])
    proof.holds

A game defines its puzzle kinds and their proofs: ``Game.puzzles``.
"""

from __future__ import annotations

from tilewright.study.puzzles.files import (
    Proof,
    Puzzle,
    Source,
    are_puzzles,
    count_puzzles,
    explain,
    find_puzzle,
    format_puzzles,
    prove,
    read_puzzles,
)
from tilewright.study.puzzles.generator import MiningRun, grade, mine

__all__ = [
    "MiningRun",
    "Proof",
    "Puzzle",
    "Source",
    "are_puzzles",
    "count_puzzles",
    "explain",
    "find_puzzle",
    "format_puzzles",
    "grade",
    "mine",
    "prove",
    "read_puzzles",
]
