"""Positions: the objects with which programs play, inspect and copy games.

>>> import tilewright as tw
>>> p = tw.new("my-shelfie", players=2, seed=7)
>>> p.play(p.legal_moves[0])
>>> p.ply
1
"""

from __future__ import annotations

from tilewright.game.rules import Outcome
from tilewright.position.position import Chance, Position
from tilewright.position.text import LegalMoves

__all__ = ["Chance", "LegalMoves", "Outcome", "Position"]
