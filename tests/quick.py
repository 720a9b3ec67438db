"""A game's rules as the tests run them."""

from __future__ import annotations

import os

from tilewright.game import Game, Rules
from tilewright.kernel import compiled

__all__ = ["rules_of"]


def rules_of(game: Game) -> Rules:
    """Compiled, or as they are under ``TILEWRIGHT_JIT=0``: slower, but at hand at once."""
    if os.environ.get("TILEWRIGHT_JIT") == "0":
        return game.rules
    return Rules(*(compiled(function) for function in game.rules))
