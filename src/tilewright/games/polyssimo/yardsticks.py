"""Further baseline opponents: one that fights for territory and looks one ply ahead.

A cell is a seat's territory where only it can still cover it. *territory* takes the
placement after which it has most more of that than the others have together, any of equals; at
first all are equal, so it begins anywhere. It drafts at random.
"""

from __future__ import annotations

from typing import Final

from tilewright.game import Action, Actions, State, Yardstick, prefer
from tilewright.games.polyssimo.board import (
    anchor_of,
    cover,
    find_reach,
    free_cells,
    orientation_of,
    piece_of,
)
from tilewright.games.polyssimo.playout import choose_bit
from tilewright.games.polyssimo.rules import allowed_pieces, legal_actions
from tilewright.kernel import Word, drop_lowest, kernel, lowest, popcount, u64


@kernel
def reach_of(
    free0: Word, free1: Word, free2: Word, hand: Word, reach0: Word, reach1: Word, reach2: Word
) -> tuple[Word, Word, Word]:
    """Return the cells that the pieces of a hand can cover, added to others."""
    left = u64(hand)
    while left != u64(0):
        _, cells0, cells1, cells2 = find_reach(free0, free1, free2, lowest(left))
        left = drop_lowest(left)
        reach0 |= cells0
        reach1 |= cells1
        reach2 |= cells2
    return reach0, reach1, reach2


@kernel
def lead_in_territory(state: State, seat: int, piece: int) -> int:
    """Return how many more cells only the seat can cover, without a piece, than only others can."""
    free0, free1, free2 = free_cells(state)
    none = u64(0)
    hand = u64(state["hands"][seat]) & u64(~u64(u64(1) << u64(piece)))
    mine0, mine1, mine2 = reach_of(free0, free1, free2, hand, none, none, none)
    theirs0 = theirs1 = theirs2 = none
    for other in range(int(state["players"])):
        if other != seat and (int(state["out"]) >> other) & 1 == 0:
            theirs0, theirs1, theirs2 = reach_of(
                free0, free1, free2, state["hands"][other], theirs0, theirs1, theirs2
            )
    own = popcount(mine0 & u64(~theirs0)) + popcount(mine1 & u64(~theirs1))
    lost = popcount(theirs0 & u64(~mine0)) + popcount(theirs1 & u64(~mine1))
    return own + popcount(mine2 & u64(~theirs2)) - lost - popcount(theirs2 & u64(~mine2))


@kernel
def territory_action(state: State, rng: Word, actions: Actions) -> tuple[Action, Word]:
    """Return (action, rng): the action that gives most territory, ties at random; the state is
    left unchanged."""
    if int(state["pool"]) != 0:
        return choose_bit(allowed_pieces(state), rng)
    rng = u64(rng)
    board = state["board"]
    before0, before1, before2 = u64(board[0]), u64(board[1]), u64(board[2])
    seat = int(state["mover"])
    best = -1000
    chosen = ties = 0
    for index in range(legal_actions(state, actions)):
        action = int(actions[index])
        orientation = orientation_of(action)
        cover(state, orientation, anchor_of(action, orientation))
        lead = lead_in_territory(state, seat, piece_of(orientation))
        board[0] = before0
        board[1] = before1
        board[2] = before2
        is_better, best, ties, rng = prefer(lead, best, ties, rng)
        if is_better:
            chosen = action
    return chosen, rng


YARDSTICKS: Final[dict[str, Yardstick]] = {"territory": territory_action}
