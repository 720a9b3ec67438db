"""Another baseline bot: *territory*, which looks one ply ahead.

A cell is a seat's territory if only this seat can still cover it. *territory* chooses the placement
that maximises its lead in territory over all rivals together, ties at random. It drafts at random.
"""

from __future__ import annotations

from typing import Final

from tilewright.game import Action, Actions, State, Yardstick, update_best
from tilewright.games.polyssimo.board import (
    cover_cells,
    find_free_cells,
    find_reach,
    get_anchor,
    get_orientation,
    get_piece,
)
from tilewright.games.polyssimo.playout import sample_bit
from tilewright.games.polyssimo.rules import find_allowed_pieces, legal_actions
from tilewright.kernel import Word, drop_lowest, kernel, lowest, popcount, u64


@kernel
def add_hand_reach(
    free0: Word, free1: Word, free2: Word, hand: Word, reach0: Word, reach1: Word, reach2: Word
) -> tuple[Word, Word, Word]:
    """Return the given cells together with the cells that a hand's pieces can cover.

    They are one word per band.
    """
    left = u64(hand)
    while left != u64(0):
        _, cells0, cells1, cells2 = find_reach(free0, free1, free2, lowest(left))
        left = drop_lowest(left)
        reach0 |= cells0
        reach1 |= cells1
        reach2 |= cells2
    return reach0, reach1, reach2


@kernel
def measure_territory_lead(state: State, seat: int, piece: int) -> int:
    """Return a seat's lead in territory over its rivals together, without one of its pieces."""
    free0, free1, free2 = find_free_cells(state)
    none = u64(0)
    hand = u64(state["hands"][seat]) & u64(~u64(u64(1) << u64(piece)))
    mine0, mine1, mine2 = add_hand_reach(free0, free1, free2, hand, none, none, none)
    theirs0 = theirs1 = theirs2 = none
    for other in range(int(state["players"])):
        if other != seat and (int(state["out"]) >> other) & 1 == 0:
            theirs0, theirs1, theirs2 = add_hand_reach(
                free0, free1, free2, state["hands"][other], theirs0, theirs1, theirs2
            )
    own = popcount(mine0 & u64(~theirs0)) + popcount(mine1 & u64(~theirs1))
    lost = popcount(theirs0 & u64(~mine0)) + popcount(theirs1 & u64(~mine1))
    return own + popcount(mine2 & u64(~theirs2)) - lost - popcount(theirs2 & u64(~mine2))


@kernel
def territory_action(state: State, rng: Word, actions: Actions) -> tuple[Action, Word]:
    """Return the action with the largest lead in territory, and the next generator state.

    Ties are broken at random.

    The state is restored afterwards.
    """
    if int(state["pool"]) != 0:
        return sample_bit(find_allowed_pieces(state), rng)
    rng = u64(rng)
    board = state["board"]
    before0, before1, before2 = u64(board[0]), u64(board[1]), u64(board[2])
    seat = int(state["mover"])
    best = -1000
    chosen = ties = 0
    for index in range(legal_actions(state, actions)):
        action = int(actions[index])
        orientation = get_orientation(action)
        cover_cells(state, orientation, get_anchor(action, orientation))
        lead = measure_territory_lead(state, seat, get_piece(orientation))
        board[0] = before0
        board[1] = before1
        board[2] = before2
        is_better, best, ties, rng = update_best(lead, best, ties, rng)
        if is_better:
            chosen = action
    return chosen, rng


YARDSTICKS: Final[dict[str, Yardstick]] = {"territory": territory_action}
