"""Search evaluation of Polyssimo Challenge.

During the draft, a seat is evaluated by the worth of its pieces. Afterwards by its *strength*: a
weighted sum of the cells and pieces in hand, the room for them and the cells they reach, with
weights that depend on the number of pieces left. Probabilities are a softmax of these values.
"""

from __future__ import annotations

import math

from tilewright.game import Rewards, Scratch, Seat, State, apply_softmax
from tilewright.games.polyssimo.board import find_free_cells, find_reach
from tilewright.games.polyssimo.rules import count_cells_left
from tilewright.games.polyssimo.weights import PIECE_WORTH, STRENGTH
from tilewright.kernel import Word, drop_lowest, kernel, lowest, popcount, u64


@kernel
def measure_room(free0: Word, free1: Word, free2: Word, hand: Word) -> tuple[float, int]:
    """Return the room of a hand and the number of cells in its reach.

    The room is the sum over its pieces of the square root of their numbers of placements. The reach
    is the set of cells that they can cover.
    """
    room = 0.0
    reach0 = u64(0)
    reach1 = u64(0)
    reach2 = u64(0)
    left = u64(hand)
    while left != u64(0):
        piece = lowest(left)
        left = drop_lowest(left)
        count, piece0, piece1, piece2 = find_reach(free0, free1, free2, piece)
        reach0 |= piece0
        reach1 |= piece1
        reach2 |= piece2
        room += math.sqrt(count)
    reach = popcount(reach0) + popcount(reach1) + popcount(reach2)
    return room, reach


@kernel
def sum_piece_worth(hand: Word) -> float:
    """Return the sum of the draft values of the pieces in a hand."""
    worth = 0.0
    left = u64(hand)
    while left != u64(0):
        worth += PIECE_WORTH[lowest(left)]
        left = drop_lowest(left)
    return worth


@kernel
def measure_strength(state: State, seat: Seat, weights: Scratch) -> float:
    """Return the strength of a seat after the draft.

    Only differences between seats matter.
    """
    free0, free1, free2 = find_free_cells(state)
    hand = u64(state["hands"][seat])
    room, reach = measure_room(free0, free1, free2, hand)
    strength = weights[0] * count_cells_left(hand) + weights[1] * popcount(hand)
    strength += weights[2] * room + weights[3] * reach
    return strength + weights[4] if seat == int(state["mover"]) else strength


@kernel
def estimate(state: State, rng: Word, rewards: Rewards, scratch: Scratch) -> None:
    """Write each seat's estimated probability of coming first."""
    players = int(state["players"])
    left = 0
    for seat in range(players):
        left += popcount(u64(state["hands"][seat]))
    weights = STRENGTH[(left + 1) // 2]
    for seat in range(players):
        if int(state["pool"]) != 0:
            rewards[seat] = sum_piece_worth(state["hands"][seat])
        else:
            rewards[seat] = measure_strength(state, seat, weights)
    apply_softmax(rewards, players)


@kernel
def chance_key(state: State) -> Word:
    """Return 0, because the game has no chance."""
    return u64(0)
