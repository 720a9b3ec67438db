"""Random play: uniform over the legal actions.

Each takeable tile on each open place, and ``finish`` where it is allowed, are equally likely.
"""

from __future__ import annotations

from tilewright.game import Action, State
from tilewright.games.nova_luna.playout import EXTRA, draw_move
from tilewright.games.nova_luna.solo.rules import apply_finish, apply_take, may_finish
from tilewright.games.nova_luna.state import FINISH, TAKES_PER_CHOICE
from tilewright.kernel import Word, kernel, u64

__all__ = ["playout", "random_action"]


@kernel
def random_action(state: State, rng: Word) -> tuple[Action, Word]:
    """One legal action, all equally likely; the next counter."""
    action, _place, _sides, rng = draw_move(state, may_finish(state), u64(rng))
    return (FINISH if action == EXTRA else action), rng


@kernel
def playout(state: State, rng: Word) -> Word:
    """Random actions to the end; the next counter."""
    rng = u64(rng)
    while int(state["over"]) == 0:
        action, place, sides, rng = draw_move(state, may_finish(state), rng)
        if action == EXTRA:
            apply_finish(state)
        else:
            apply_take(state, action // TAKES_PER_CHOICE, place, sides)
    return rng
