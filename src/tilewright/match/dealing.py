"""The first position of a game: freshly dealt, or from the middle of another."""

from __future__ import annotations

from tilewright.events import Terms
from tilewright.position import Position
from tilewright.registry import get_game

__all__ = ["deal"]


def deal(terms: Terms, seed: int) -> Position:
    """The first position of a game, all of it, from the seed of its shuffle."""
    game = get_game(terms.game)
    if terms.start is None:
        return Position.again(game, terms.players, seed, terms.options)
    return Position.from_text(game, terms.start).determinize(seed)
