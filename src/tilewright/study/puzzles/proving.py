"""Whether a puzzle holds: it comes from the game it says, and its answer is the only one."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from tilewright.errors import TilewrightError
from tilewright.game import Posed
from tilewright.position import Position
from tilewright.registry import get_game
from tilewright.study.puzzles.files import Puzzle, Source, find_puzzling

__all__ = ["NODES", "Proof", "prove", "replay"]

NODES: Final = 4_000_000
"""What a proof may look at; mining stays far below it."""


@dataclass(frozen=True)
class Proof:
    """What became of a proof."""

    fault: str
    """Why the puzzle does not hold; empty where it does."""
    answers: tuple[str, ...] = ()
    num_moves: int = 0
    """All that are legal; those that are no answer are proven wrong."""
    nodes: int = 0
    seconds: float = 0.0

    @property
    def holds(self) -> bool:
        return not self.fault


def prove(puzzle: Puzzle, nodes: int = NODES) -> Proof:
    """Prove a puzzle anew, from its position alone; then that its game leads there."""
    begun = time.perf_counter()
    try:
        position = Position.from_text(get_game(puzzle.game), puzzle.position)
        posed = find_puzzling(position.game).pose(position.state, nodes)
        if posed is None:
            return Proof("no single move is proven right")
        answers = tuple(position.format_move(action) for action in posed.answers)
        source = replay(puzzle)
    except TilewrightError as error:
        return Proof(str(error))
    fault = _find_fault(puzzle, posed, answers, source)
    seconds = time.perf_counter() - begun
    return Proof(fault, answers, len(position.legal_actions), posed.nodes, seconds)


def _find_fault(puzzle: Puzzle, posed: Posed, answers: tuple[str, ...], source: Position) -> str:
    """What a puzzle says that is not so."""
    if sorted(answers) != sorted(puzzle.answers):
        return f"expected the answer {' '.join(answers)}; found {' '.join(puzzle.answers)}"
    if posed.kind != puzzle.kind:
        return f"expected the kind {posed.kind}; found {puzzle.kind}"
    if posed.target != puzzle.target:
        return f"expected the target {posed.target}; found {puzzle.target}"
    if source.view(source.mover).text != puzzle.position:
        return "its game does not lead to its position"
    return ""


def replay(puzzle: Puzzle) -> Position:
    """The game of a puzzle, as far as it goes."""
    source: Source = puzzle.source
    game = get_game(puzzle.game)
    position = Position.again(game, source.players, source.seed, source.options)
    for move in source.moves:
        position.play(move)
    return position
