"""Perft: count the move sequences of a given length.

Almost every change to the rules changes a count. There is no branching over chance, which follows
from the seed, so a count is specific to a seed.
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
def count_leaves(
    states: States, actions: Actions, num_untried: npt.NDArray[np.int64], depth: int
) -> int:
    """Count the sequences of ``depth`` actions from ``states[0]``.

    A game that ends earlier counts once.

    states: record[depth + 1]. actions: int32[depth + 1, max_legal]. num_untried: int64[depth + 1],
    the number of untried actions on each level.
    """
    total = 0
    num_untried[0] = legal_actions(states[0], actions[0])
    level = 0
    while level >= 0:
        if num_untried[level] == 0:
            level -= 1
            continue
        if level == depth - 1:
            total += num_untried[level]
            num_untried[level] = 0
            continue
        num_untried[level] -= 1
        states[level + 1] = states[level]
        apply(states[level + 1], actions[level, num_untried[level]])
        if states[level + 1]["over"]:
            total += 1
            continue
        level += 1
        num_untried[level] = legal_actions(states[level], actions[level])
    return total


def count(position: Position, depth: int) -> int:
    """Count the sequences of ``depth`` moves from a position.

    Args:
        position: The first position; it is not changed.
        depth: Number of moves, 0 or more. It counts millions of sequences per second.

    Returns:
        The number of sequences. A game that ends earlier counts once.

    Examples:
        >>> import tilewright as tw
        >>> from tilewright import perft
        >>> p = tw.new("my-shelfie", seed=7)
        >>> [perft.count(p, depth) for depth in range(3)]
        [1, 160, 27300]
    """
    if depth == 0 or position.is_over:
        return 1
    game = position.game
    states = np.zeros(depth + 1, dtype=game.dtype)
    states[0] = position.state
    actions = np.zeros((depth + 1, game.max_legal), dtype=np.int32)
    bound = compiled(count_leaves, legal_actions=game.rules.legal_actions, apply=game.rules.apply)
    return int(bound(states, actions, np.zeros(depth + 1, dtype=np.int64), depth))


def divide(position: Position, depth: int) -> dict[str, int]:
    """Count the sequences of `depth` moves separately for each first move, as ``{move: count}``.

    If two programs disagree on a count, this shows which move to investigate.

    Args:
        position: The first position; it is not changed.
        depth: Number of moves, 1 or more.

    Examples:
        >>> import tilewright as tw
        >>> from tilewright import perft
        >>> p = tw.new("my-shelfie", seed=7)
        >>> counts = perft.divide(p, 2)
        >>> sum(counts.values()) == perft.count(p, 2)
        True
    """
    counts: dict[str, int] = {}
    for action in position.legal_actions:
        after = position.copy()
        after.play(int(action))
        counts[position.format_move(int(action))] = count(after, depth - 1)
    return counts
