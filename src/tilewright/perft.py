"""Perft: how many move sequences of a given length there are from a position.

One number that moves with almost any change of the rules. Chance is not branched over: it comes out
of the seed, so a count belongs to a seed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tilewright.game import Actions, States
from tilewright.game.unbound import apply, legal_actions
from tilewright.kernel import compiled, kernel
from tilewright.position import Position

__all__ = ["count", "divide"]


@kernel
def count_leaves(states: States, actions: Actions, left: npt.NDArray[np.int64], depth: int) -> int:
    """Sequences of ``depth`` actions from states[0]; shorter where a game ends.

    states: record[depth + 1], actions: int32[depth + 1, max_legal], left: int64[depth + 1]. A walk
    with its own stack: ``left[d]`` is how many actions of level d are still to be tried.
    """
    total = 0
    left[0] = legal_actions(states[0], actions[0])
    level = 0
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        if level == depth - 1:
            total += left[level]
            left[level] = 0
            continue
        left[level] -= 1
        states[level + 1] = states[level]
        apply(states[level + 1], actions[level, left[level]])
        if states[level + 1]["over"]:
            total += 1
            continue
        level += 1
        left[level] = legal_actions(states[level], actions[level])
    return total


def count(position: Position, depth: int) -> int:
    """Perft of a position: the number of sequences of ``depth`` moves, finished games included."""
    if depth == 0 or position.is_over:
        return 1
    game = position.game
    states = np.zeros(depth + 1, dtype=game.dtype)
    states[0] = position.state
    actions = np.zeros((depth + 1, game.max_legal), dtype=np.int32)
    bound = compiled(count_leaves, legal_actions=game.rules.legal_actions, apply=game.rules.apply)
    return int(bound(states, actions, np.zeros(depth + 1, dtype=np.int64), depth))


def divide(position: Position, depth: int) -> dict[str, int]:
    """Perft split by the first move."""
    counts: dict[str, int] = {}
    for action in position.legal_actions:
        after = position.copy()
        after.play(int(action))
        counts[position.format_move(int(action))] = count(after, depth - 1)
    return counts
