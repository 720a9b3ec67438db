"""Proofs compiled ahead: they come late in a game, when somebody's clock is running."""

from __future__ import annotations

from functools import cache

from tilewright.game import Game
from tilewright.kernel import to_word
from tilewright.position import Position

__all__ = ["compile_proofs", "last_views", "prove_a_little"]

LATE_PLIES = 12
"""So many plies before the end some games have proofs."""


@cache
def compile_proofs(game: Game) -> None:
    """Ask for a proof before each of the last moves of a random game."""
    for view in last_views(game):
        prove_a_little(view)


def prove_a_little(view: Position) -> None:
    """Compile what a proof needs, by asking for one that gives up at once."""
    knowledge = view.game.knowledge
    if knowledge is not None and knowledge.prove is not None:
        knowledge.prove(view.state, None, 1, None)


def last_views(game: Game) -> list[Position]:
    """What the movers see before the last moves of a random game."""
    played, rng = Position.new(game, game.players[0], seed=1, options={}), to_word(1)
    while not played.is_over:
        action, rng = played.rules.random_action(played.state, rng)
        played.play(int(action))
        rng = to_word(rng)
    positions = [played.after(ply) for ply in range(max(0, played.ply - LATE_PLIES), played.ply)]
    return [position.view(position.mover) for position in positions]
