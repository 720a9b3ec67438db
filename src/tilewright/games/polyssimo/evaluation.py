"""Search evaluation of Polyssimo Challenge.

While the draft is on, the worth of each hand; after it, each seat's *strength*: the cells and
pieces still in hand, the room for them and the cells they reach, weighted by how many pieces are
left in all. Chances are in proportion to ``exp(strength)``.
"""

from __future__ import annotations

import math

from tilewright.game import Rewards, Scratch, Seat, State, share_chances
from tilewright.games.polyssimo.board import find_reach, free_cells
from tilewright.games.polyssimo.rules import cells_left
from tilewright.games.polyssimo.weights import PIECE_WORTH, STRENGTH
from tilewright.kernel import Word, drop_lowest, kernel, lowest, popcount, u64


@kernel
def measure_room(free0: Word, free1: Word, free2: Word, hand: Word) -> tuple[float, int]:
    """Return (room, reach) of a hand: the square roots of its pieces' placements, the cells they
    cover."""
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
    """Return the sum of the draft values of a hand's pieces."""
    worth = 0.0
    left = u64(hand)
    while left != u64(0):
        worth += PIECE_WORTH[lowest(left)]
        left = drop_lowest(left)
    return worth


@kernel
def measure_strength(state: State, seat: Seat, weights: Scratch) -> float:
    """Return the strength of a seat after the draft, on a scale without a fixed zero."""
    free0, free1, free2 = free_cells(state)
    hand = u64(state["hands"][seat])
    room, reach = measure_room(free0, free1, free2, hand)
    strength = weights[0] * cells_left(hand) + weights[1] * popcount(hand)
    strength += weights[2] * room + weights[3] * reach
    return strength + weights[4] if seat == int(state["mover"]) else strength


@kernel
def estimate(state: State, rng: Word, rewards: Rewards, scratch: Scratch) -> None:
    """Write each seat's estimated reward."""
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
    share_chances(rewards, players)


@kernel
def chance_key(state: State) -> Word:
    """Return 0: the game has no chance."""
    return u64(0)
