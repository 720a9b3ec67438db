"""Puzzles: positions with one correct answer that is proven by exact search.

    from tilewright.study.puzzles import find_puzzle, verify_puzzle, read_puzzles

    puzzles = read_puzzles("polyssimo")
    proof = verify_puzzle(puzzles[0])
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
    explain_move,
    find_puzzle,
    format_puzzles,
    read_puzzles,
    verify_puzzle,
)
from tilewright.study.puzzles.generator import MiningRun, grade_puzzle, mine

__all__ = [
    "MiningRun",
    "Proof",
    "Puzzle",
    "Source",
    "are_puzzles",
    "count_puzzles",
    "explain_move",
    "find_puzzle",
    "format_puzzles",
    "grade_puzzle",
    "mine",
    "read_puzzles",
    "verify_puzzle",
]
