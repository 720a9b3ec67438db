"""What goes in and out of an environment, as Gymnasium's spaces."""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.envs.numbers import numbers_of
from tilewright.extras import needing
from tilewright.game import Game

with needing("envs"):
    from gymnasium import spaces

__all__ = ["Observed", "action_space", "observation_space"]

Observed = dict[str, Any]
"""``observation``: float32[size], what a seat sees; ``action_mask``: int8[num_actions]."""


def observation_space(game: Game) -> spaces.Dict:
    """The numbers a seat sees, and a mask of what it may do: all zeros when it is not its turn."""
    highest = numbers_of(game).highest
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(highest), highest, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (game.num_actions,), dtype=np.int8),
        }
    )


def action_space(game: Game) -> spaces.Space[Any]:
    """All actions of a game, legal or not."""
    return spaces.Discrete(game.num_actions)
