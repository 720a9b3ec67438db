"""A position: the friendly face of a game.

>>> import tilewright as tw
>>> p = tw.new("my-shelfie", players=2, seed=7)
>>> p.play(p.legal_moves[0])
>>> p.ply
1
"""

from __future__ import annotations

from tilewright.position.chance import Chance
from tilewright.position.moves import LegalMoves
from tilewright.position.outcome import Outcome
from tilewright.position.position import Position

__all__ = ["Chance", "LegalMoves", "Outcome", "Position"]
