"""The playout policy as kernels: uniform over all legal actions.

In the draft that is any piece allowed, later any legal placement of any of one's pieces. While the
board is open, a placement is drawn by throwing (orientation, anchor) pairs at it until one fits,
which favours none; when that fails, or on a crowded board, the placements are counted exactly.
"""

from __future__ import annotations

import numpy as np

from tilewright.games.polyssimo.board import count_placements, find_anchors, fits_at, is_free
from tilewright.games.polyssimo.pieces import ORIENTATION_START
from tilewright.games.polyssimo.state import BAND_CELLS
from tilewright.games.polyssimo.tables import NUM_CELLS
from tilewright.kernel import below, kernel, lowest, mix, next_random, popcount, u64

__all__ = ["choose_bit", "choose_placement"]

MOST_THROWS = 16
OPEN_BOARD = 80  # with fewer free cells than this, throwing misses too often to pay


@kernel
def select_bit(word, index):
    """The set bit of a word with so many set bits below it."""
    for _ in range(index):
        word &= word - u64(1)
    return lowest(word)


@kernel
def choose_bit(word, rng):
    """(bit, rng): any set bit of a word."""
    rng = next_random(rng)
    return select_bit(word, below(rng, popcount(word))), rng


@kernel
def count_orientations(hand):
    """In how many ways the pieces of a hand can be held."""
    count = 0
    left = u64(hand)
    while left != u64(0):
        piece = lowest(left)
        left &= left - u64(1)
        count += int(ORIENTATION_START[piece + 1]) - int(ORIENTATION_START[piece])
    return count


@kernel
def select_orientation(hand, index):
    """The orientation of that number among those of a hand."""
    left = u64(hand)
    piece = lowest(left)
    size = int(ORIENTATION_START[piece + 1]) - int(ORIENTATION_START[piece])
    while index >= size:
        index -= size
        left &= left - u64(1)
        piece = lowest(left)
        size = int(ORIENTATION_START[piece + 1]) - int(ORIENTATION_START[piece])
    return piece, int(ORIENTATION_START[piece]) + index


@kernel
def throw_placement(free0, free1, free2, hand, rng):
    """(piece, orientation, cell, rng) of a uniform legal placement, piece -1 if not found so.

    Every pair of an orientation and an anchor is thrown alike, so every legal one is hit alike.
    """
    num_orientations = count_orientations(hand)
    for _ in range(MOST_THROWS):
        rng = next_random(rng)
        word = mix(rng)
        cell = int(np.int64(((word >> 32) * u64(NUM_CELLS)) >> 32))
        index = int(np.int64(((word & u64(0xFFFFFFFF)) * u64(num_orientations)) >> 32))
        if is_free(free0, free1, free2, cell):
            piece, orientation = select_orientation(hand, index)
            if fits_at(free0, free1, free2, orientation, cell):
                return piece, orientation, cell, rng
    return -1, 0, 0, rng


@kernel
def select_anchor(free0, free1, free2, piece, index):
    """(orientation, cell) of the placement of that number among the legal ones of a piece."""
    orientation = int(ORIENTATION_START[piece])
    while True:
        anchors0, anchors1, anchors2 = find_anchors(free0, free1, free2, orientation)
        count0 = popcount(anchors0)
        count1 = popcount(anchors1)
        count = count0 + count1 + popcount(anchors2)
        if index < count0:
            return orientation, select_bit(anchors0, index)
        if index < count0 + count1:
            return orientation, BAND_CELLS + select_bit(anchors1, index - count0)
        if index < count:
            return orientation, 2 * BAND_CELLS + select_bit(anchors2, index - count0 - count1)
        index -= count
        orientation += 1


@kernel
def draw_placement(free0, free1, free2, hand, rng):
    """(piece, orientation, cell, rng) of a uniform legal placement, piece -1 if there is none.

    One pass: each piece in turn takes the place of the choice so far with the probability that is
    its share of all placements counted up to then.
    """
    chosen = -1
    chosen_index = 0
    total = 0
    left = u64(hand)
    while left != u64(0):
        piece = lowest(left)
        left &= left - u64(1)
        count = count_placements(free0, free1, free2, piece)
        if count > 0:
            total += count
            rng = next_random(rng)
            index = below(rng, total)
            if index < count:
                chosen = piece
                chosen_index = index
    if chosen < 0:
        return -1, 0, 0, rng
    orientation, cell = select_anchor(free0, free1, free2, chosen, chosen_index)
    return chosen, orientation, cell, rng


@kernel
def choose_placement(free0, free1, free2, hand, rng):
    """(piece, orientation, cell, rng) of a uniform legal placement, piece -1 if there is none.

    There must be a piece in hand.
    """
    if popcount(free0) + popcount(free1) + popcount(free2) >= OPEN_BOARD:
        piece, orientation, cell, rng = throw_placement(free0, free1, free2, hand, rng)
        if piece >= 0:
            return piece, orientation, cell, rng
    return draw_placement(free0, free1, free2, hand, rng)
