"""The rules of the solo game, NLS-1 to NLS-8, as far as they differ from those for more players."""

from __future__ import annotations

from tilewright.game import Scores, State, Values
from tilewright.games.nova_luna import rules
from tilewright.games.nova_luna.area import lay_tile
from tilewright.games.nova_luna.rules import deal_tiles, determinize, view
from tilewright.games.nova_luna.state import COST, FINISH
from tilewright.games.nova_luna.tables import SOLO_DISCS_TO_LAY, SOLO_PENALTY, SOLO_PILES
from tilewright.games.nova_luna.wheel import refill_wheel, take_tile
from tilewright.kernel import Word, bound, kernel, u64

__all__ = [
    "FIRST_PILE",
    "apply",
    "apply_finish",
    "apply_take",
    "count_laid_discs",
    "count_missing",
    "determinize",
    "legal_actions",
    "may_finish",
    "outcome",
    "setup",
    "sum_costs",
    "view",
]

FIRST_PILE = SOLO_PILES[0]


@kernel
def setup(state: State, seed: Word, players: int, options: Values) -> None:
    """Deal a solo game with both piles of discs (NLS-1)."""
    state["rng"] = deal_tiles(state, u64(seed), players)
    state["discs"][0] = SOLO_DISCS_TO_LAY
    state["phase"] = 1


@kernel
def count_laid_discs(state: State) -> int:
    """Return the number of discs laid from both piles (NLS-3)."""
    return SOLO_DISCS_TO_LAY - int(state["discs"][0])


@kernel
def may_finish(state: State) -> int:
    """Return 1 if the player may end phase one now, else 0 (NLS-3)."""
    return int(int(state["phase"]) == 1 and count_laid_discs(state) >= FIRST_PILE)


@kernel
def apply_finish(state: State) -> None:
    """End phase one by the player's choice (NLS-3)."""
    state["ply"] = int(state["ply"]) + 1
    end_phase_one(state)


@kernel
def apply_take(state: State, choice: int, place: int, sides: int) -> None:
    """Take a tile and lay it.

    The wheel is not refilled within a phase (NLS-2).
    """
    tile = take_tile(state, choice)
    lay_tile(state, 0, tile, place, sides)
    state["distance"][0] = int(state["distance"][0]) + int(COST[tile])
    state["ply"] = int(state["ply"]) + 1
    is_empty = int(state["occupied"]) == 0
    if int(state["phase"]) == 1:
        if is_empty:
            end_phase_one(state)  # NLS-3
    elif is_empty or int(state["discs"][0]) == 0:
        state["over"] = 1  # NLS-6


@kernel
def end_phase_one(state: State) -> None:
    """Store the first sum, refill the wheel and start phase two (NLS-4, NLS-5)."""
    state["first_sum"] = sum_costs(state, FIRST_PILE)
    state["first_missing"] = 1 + count_missing(state, FIRST_PILE)
    state["phase"] = 2
    refill_wheel(state)
    if int(state["discs"][0]) == 0:
        state["over"] = 1  # NLS-6: phase two ends before it begins


@kernel
def count_missing(state: State, discs: int) -> int:
    """Return the number of the first ``discs`` discs that are not laid yet."""
    return max(0, discs - count_laid_discs(state))


@kernel
def sum_costs(state: State, discs: int) -> int:
    """Return the costs of the area plus the penalty for missing discs (NLS-4, NLS-7).

    The penalty is 10 for each of the first ``discs`` discs that is not laid.
    """
    return int(state["distance"][0]) + SOLO_PENALTY * count_missing(state, discs)


@kernel
def outcome(state: State, scores: Scores, ranks: Scores) -> None:
    """Write the sum of both phases as the score (NLS-8).

    An unfinished phase is scored as if it ended now.
    """
    first_sum = int(state["first_sum"])
    if int(state["phase"]) == 1:
        first_sum = sum_costs(state, FIRST_PILE)
    scores[0] = first_sum + sum_costs(state, SOLO_DISCS_TO_LAY)
    ranks[0] = 0


# The only other action is to finish, in place of the refill in other games (NLS-2, NLS-3).
legal_actions = bound(rules.legal_actions, may_refill=may_finish, REFILL=FINISH)
apply = bound(rules.apply, REFILL=FINISH, apply_refill=apply_finish, apply_take=apply_take)
