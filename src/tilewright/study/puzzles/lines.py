"""How it goes on after a move, as far as that is proven: why a move is wrong, or right."""

from __future__ import annotations

from threading import Event
from typing import Final

from tilewright.game import Action
from tilewright.position import Position

__all__ = ["NODES", "go_on"]

NODES: Final = 300_000
"""What the proof of one ply may look at."""


def go_on(position: Position, action: Action, stop: Event | None = None) -> list[str]:
    """The move, then the best of both sides: to the end, or to where nothing is proven."""
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
