"""Random play: uniform over all legal actions.

In the draft that is any piece allowed, later any legal placement of any of one's pieces. While the
board is open, a placement is drawn by throwing (orientation, anchor) pairs at it until one fits,
which favours none; when that fails, or on a crowded board, the placements are counted exactly.
"""

from __future__ import annotations

import numpy as np

from tilewright.game import Action, State
from tilewright.games.polyssimo.board import (
    count_placements,
    find_anchors,
    fits_at,
    free_cells,
    is_free,
    number_placement,
)
from tilewright.games.polyssimo.pieces import ORIENTATION_START
from tilewright.games.polyssimo.rules import (
    allowed_pieces,
    draft_piece,
    eliminate,
    next_seat,
    put_piece,
)
from tilewright.games.polyssimo.state import BAND_CELLS
from tilewright.games.polyssimo.tables import NUM_CELLS
from tilewright.kernel import (
    Word,
    below,
    drop_lowest,
    find_nth,
    kernel,
    lowest,
    mix,
    next_random,
    popcount,
    u64,
)

MOST_THROWS = 16
OPEN_BOARD = 80  # with fewer free cells than this, throwing misses too often to pay


@kernel
def choose_bit(word: Word, rng: Word) -> tuple[int, Word]:
    """Return (bit, rng): a random set bit of a word."""
    rng = next_random(rng)
    return find_nth(word, below(rng, popcount(word))), rng


@kernel
def count_orientations(hand: Word) -> int:
    """Return in how many ways the pieces of a hand can be held."""
    count = 0
    left = u64(hand)
    while left != u64(0):
        piece = lowest(left)
        left = drop_lowest(left)
        count += int(ORIENTATION_START[piece + 1]) - int(ORIENTATION_START[piece])
    return count


@kernel
def select_orientation(hand: Word, index: int) -> tuple[int, int]:
    """Return the orientation of that number among those of a hand."""
    left = u64(hand)
    piece = lowest(left)
    size = int(ORIENTATION_START[piece + 1]) - int(ORIENTATION_START[piece])
    while index >= size:
        index -= size
        left = drop_lowest(left)
        piece = lowest(left)
        size = int(ORIENTATION_START[piece + 1]) - int(ORIENTATION_START[piece])
    return piece, int(ORIENTATION_START[piece]) + index


@kernel
def sample_by_rejection(
    free0: Word, free1: Word, free2: Word, hand: Word, rng: Word
) -> tuple[int, int, int, Word]:
    """Draw a placement by rejection: (piece, orientation, cell, rng), piece -1 if none was hit.

    Each pair of an orientation and an anchor is equally likely, so each legal one is, too.
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
def select_anchor(free0: Word, free1: Word, free2: Word, piece: int, index: int) -> tuple[int, int]:
    """Return (orientation, cell) of the placement with this number among a piece's legal ones."""
    orientation = int(ORIENTATION_START[piece])
    while True:
        anchors0, anchors1, anchors2 = find_anchors(free0, free1, free2, orientation)
        count0 = popcount(anchors0)
        count1 = popcount(anchors1)
        count = count0 + count1 + popcount(anchors2)
        if index < count0:
            return orientation, find_nth(anchors0, index)
        if index < count0 + count1:
            return orientation, BAND_CELLS + find_nth(anchors1, index - count0)
        if index < count:
            return orientation, 2 * BAND_CELLS + find_nth(anchors2, index - count0 - count1)
        index -= count
        orientation += 1


@kernel
def sample_exactly(
    free0: Word, free1: Word, free2: Word, hand: Word, rng: Word
) -> tuple[int, int, int, Word]:
    """Draw a uniform legal placement: (piece, orientation, cell, rng), piece -1 if there is none.

    One pass: each piece in turn replaces the choice so far with the probability that is its share
    of all placements counted up to then.
    """
    chosen = -1
    chosen_index = 0
    total = 0
    left = u64(hand)
    while left != u64(0):
        piece = lowest(left)
        left = drop_lowest(left)
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
def choose_placement(
    free0: Word, free1: Word, free2: Word, hand: Word, rng: Word
) -> tuple[int, int, int, Word]:
    """Draw a uniform legal placement: (piece, orientation, cell, rng), piece -1 if there is none.

    The hand must not be empty.
    """
    if popcount(free0) + popcount(free1) + popcount(free2) >= OPEN_BOARD:
        piece, orientation, cell, rng = sample_by_rejection(free0, free1, free2, hand, rng)
        if piece >= 0:
            return piece, orientation, cell, rng
    return sample_exactly(free0, free1, free2, hand, rng)


# --- What the rules ask ---------------------------------------------------------------------------


@kernel
def random_action(state: State, rng: Word) -> tuple[Action, Word]:
    """Choose a legal action; all are equally likely."""
    if int(state["pool"]) != 0:
        return choose_bit(allowed_pieces(state), rng)
    free0, free1, free2 = free_cells(state)
    hand = state["hands"][int(state["mover"])]
    _, orientation, cell, rng = choose_placement(free0, free1, free2, hand, rng)
    return number_placement(orientation, cell), rng


@kernel
def playout(state: State, rng: Word) -> Word:
    """Play to the end by ``random_action``; whether a seat can place is found while choosing."""
    while int(state["pool"]) != 0:
        piece, rng = choose_bit(allowed_pieces(state), rng)
        draft_piece(state, piece)
    seat = int(state["mover"])
    while int(state["over"]) == 0:
        free0, free1, free2 = free_cells(state)
        hand = state["hands"][seat]
        piece, orientation, cell, later = choose_placement(free0, free1, free2, hand, rng)
        if piece < 0:
            eliminate(state, seat)
        else:
            rng = later
            state["mover"] = seat
            put_piece(state, piece, orientation, cell)
        if int(state["over"]) == 0:
            seat = next_seat(state, seat)
    return rng
