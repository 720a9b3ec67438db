"""The rules of a game as the tests run them."""

from __future__ import annotations

import os

from tilewright.game import Game, Rules
from tilewright.kernel import compiled

__all__ = ["rules_of"]


def rules_of(game: Game) -> Rules:
    """Return the compiled rules; under ``TILEWRIGHT_JIT=0`` the interpreted ones."""
    if os.environ.get("TILEWRIGHT_JIT") == "0":
        return game.rules
    return Rules(*(compiled(function) for function in game.rules))
