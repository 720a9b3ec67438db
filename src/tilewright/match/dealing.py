"""The first position of a game: freshly dealt, or from the middle of another."""

from __future__ import annotations

from tilewright.events import ChanceRule, Terms
from tilewright.position import Position
from tilewright.registry import get_game
from tilewright.shuffle import Shuffle

__all__ = ["deal"]


def deal(terms: Terms, shuffle: Shuffle, chance: ChanceRule) -> Position:
    """The first position of a game, all of it, from its shuffle."""
    game = get_game(terms.game)
    if terms.start is None:
        position = Position.again(game, terms.players, shuffle.seed, terms.options)
    else:
        position = Position.from_text(game, terms.start).determinize(shuffle.seed)
    if chance == "keys":
        position.draw_from(shuffle)
    return position
