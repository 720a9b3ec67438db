"""How it goes on after a move, as far as that is proven: why a move is wrong, or right."""

from __future__ import annotations

from threading import Event
from typing import Final

from tilewright.game import Action
from tilewright.position import Position
from tilewright.study.puzzles.files import find_puzzling

__all__ = ["NODES", "explain"]

NODES: Final = 300_000
"""What the proof of one ply may look at."""


def explain(
    view: Position, action: Action, stop: Event | None = None
) -> tuple[Position, list[str]]:
    """A whole position that a view may be, and the move in it with what shows that it is right, or
    wrong: to the end, or to where nothing more is proven."""
    puzzling = find_puzzling(view.game)
    if puzzling.explain is None:
        position = view.determinize(0)
        return position, _go_on(position, action, stop)
    states, line = puzzling.explain(view.state, action)
    position = Position(view.game, states)
    return position, _format(position, line)


def _format(position: Position, line: list[Action]) -> list[str]:
    steps, words = position.copy(), []
    for action in line:
        words.append(steps.format_move(action))
        steps.play(action)
    return words


def _go_on(position: Position, action: Action, stop: Event | None) -> list[str]:
    """The move, then the best of both sides."""
    steps, line = position.copy(), [position.format_move(action)]
    steps.play(action)
    while (best := _prove(steps, stop)) is not None:
        line.append(steps.format_move(best))
        steps.play(best)
    return line


def _prove(position: Position, stop: Event | None) -> Action | None:
    """A move proven best from what its mover sees; None where there is none."""
    knowledge = position.game.knowledge
    if position.is_over or knowledge is None or knowledge.prove is None:
        return None
    found = knowledge.prove(position.view(position.mover).state, None, NODES, stop)
    return found[0] if found else None
