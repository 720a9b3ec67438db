"""Golomb's pentomino game: 2 to 4 players place pentominoes; the first who cannot move loses."""

from __future__ import annotations

from golomb import notation
from golomb.pieces import NUM_ACTIONS
from golomb.rules import RULES, STATE
from golomb.scene import SCENERY, draw
from tilewright.game import Game

GAME = Game(
    name="golomb",
    title="Golomb's Game",
    players=(2, 3, 4),
    options=(),
    dtype=STATE,
    num_actions=NUM_ACTIONS,
    max_legal=NUM_ACTIONS,
    rules=RULES,
    notation=notation,
    score_name="pieces laid",
    draw=draw,
    scenery=SCENERY,
)
