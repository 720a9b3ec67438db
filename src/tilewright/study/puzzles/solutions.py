"""Proofs of puzzles, and lines that show why a move is right or wrong."""

from __future__ import annotations

import time
from dataclasses import dataclass
from threading import Event
from typing import Final

from tilewright.errors import TilewrightError
from tilewright.game import Action, Posed
from tilewright.position import Position
from tilewright.registry import get_game
from tilewright.study.puzzles.files import Puzzle, Source, find_puzzling

MAX_PROOF_NODES: Final = 4_000_000
"""Most nodes of a proof; mining uses far fewer."""


# --- Proofs ---------------------------------------------------------------------------------------

# A proof shows that a puzzle comes from the game it names, and that its answer is the only one.


@dataclass(frozen=True)
class Proof:
    """The result of a proof."""

    fault: str
    """Reason why the puzzle does not hold; empty if it does."""
    answers: tuple[str, ...] = ()
    num_moves: int = 0
    """Number of legal moves; those that are no answer are proven wrong."""
    nodes: int = 0
    seconds: float = 0.0

    @property
    def holds(self) -> bool:
        return not self.fault


def prove(puzzle: Puzzle, nodes: int = MAX_PROOF_NODES) -> Proof:
    """Prove a puzzle again: first from its position alone, then that its game leads there."""
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
    """Return the first wrong statement of a puzzle as text, "" if all are right."""
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
    """Return the game of a puzzle up to its position."""
    source: Source = puzzle.source
    game = get_game(puzzle.game)
    position = Position.again(game, source.players, source.seed, source.options)
    for move in source.moves:
        position.play(move)
    return position


# --- Lines ----------------------------------------------------------------------------------------

# They end where moves are no longer proven.

LINE_NODES: Final = 300_000
"""Most nodes of the proof of one ply."""


def explain(
    view: Position, action: Action, stop: Event | None = None
) -> tuple[Position, list[str]]:
    """Return a complete position consistent with a view, and a line that shows why a move is right
    or wrong.

    The line goes to the end, or as far as moves are proven.
    """
    puzzling = find_puzzling(view.game)
    if puzzling.explain is None:
        position = view.determinize(0)
        return position, _play_on(position, action, stop)
    states, line = puzzling.explain(view.state, action)
    position = Position(view.game, states)
    return position, _format(position, line)


def _format(position: Position, line: list[Action]) -> list[str]:
    steps, words = position.copy(), []
    for action in line:
        words.append(steps.format_move(action))
        steps.play(action)
    return words


def _play_on(position: Position, action: Action, stop: Event | None) -> list[str]:
    """Return the move, then best play of both sides."""
    steps, line = position.copy(), [position.format_move(action)]
    steps.play(action)
    while (best := _prove(steps, stop)) is not None:
        line.append(steps.format_move(best))
        steps.play(best)
    return line


def _prove(position: Position, stop: Event | None) -> Action | None:
    """Return a move proven best from its mover's view; None if there is none."""
    knowledge = position.game.knowledge
    if position.is_over or knowledge is None or knowledge.prove is None:
        return None
    found = knowledge.prove(position.view(position.mover).state, None, LINE_NODES, stop)
    return found[0] if found else None
