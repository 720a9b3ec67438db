"""What a seat of Polyssimo Challenge may expect.

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

__all__ = ["chance_key", "estimate"]


@kernel
def measure_room(free0: Word, free1: Word, free2: Word, hand: Word) -> tuple[float, int]:
    """(room, reach) of a hand: the square roots of its pieces' placements, the cells they cover."""
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
def worth_of(hand: Word) -> float:
    """What the pieces of a hand are worth in the draft."""
    worth = 0.0
    left = u64(hand)
    while left != u64(0):
        worth += PIECE_WORTH[lowest(left)]
        left = drop_lowest(left)
    return worth


@kernel
def strength_of(state: State, seat: Seat, weights: Scratch) -> float:
    """How well a seat stands after the draft; only differences between seats mean anything."""
    free0, free1, free2 = free_cells(state)
    hand = u64(state["hands"][seat])
    room, reach = measure_room(free0, free1, free2, hand)
    strength = weights[0] * cells_left(hand) + weights[1] * popcount(hand)
    strength += weights[2] * room + weights[3] * reach
    return strength + weights[4] if seat == int(state["mover"]) else strength


@kernel
def estimate(state: State, rng: Word, rewards: Rewards, scratch: Scratch) -> None:
    """Each seat's chance to win."""
    players = int(state["players"])
    left = 0
    for seat in range(players):
        left += popcount(u64(state["hands"][seat]))
    weights = STRENGTH[(left + 1) // 2]
    for seat in range(players):
        if int(state["pool"]) != 0:
            rewards[seat] = worth_of(state["hands"][seat])
        else:
            rewards[seat] = strength_of(state, seat, weights)
    share_chances(rewards, players)


@kernel
def chance_key(state: State) -> Word:
    """Nothing is left to chance."""
    return u64(0)
