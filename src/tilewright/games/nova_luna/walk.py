"""A walk through all lines of play, one state and its untried actions a depth."""

from __future__ import annotations

import numpy as np

from tilewright.game import Actions, State, States
from tilewright.games.nova_luna.state import MAX_LEGAL, STATE
from tilewright.kernel import kernel

__all__ = ["NEW", "begin_walk", "go_on_walking"]

NEW = -1
"""Stands for how many actions are left where nobody has looked yet."""


def begin_walk(state: State, size: int) -> tuple[States, Actions, Actions]:
    """A walk from a state through lines of less than ``size`` actions; nobody has looked there yet.

    Its states, record[size]; the actions of each, [size, MAX_LEGAL]; how many are left to try.
    """
    states = np.full(size, state, dtype=STATE)
    return states, np.zeros((size, MAX_LEGAL), np.int32), np.full(size, NEW, np.int32)


@kernel
def go_on_walking(states: States, counts: Actions, depth: int) -> int:
    """The depth where a walk goes on: below, with a copy of the state there to play the action on
    whose number is left in ``counts``; or above, where no action is left.

    states: record[n]. counts: [n], how many actions are left to try.
    """
    left = int(counts[depth])
    if left == 0:
        return depth - 1
    counts[depth] = left - 1
    counts[depth + 1] = NEW
    states[depth + 1] = states[depth]
    return depth + 1
