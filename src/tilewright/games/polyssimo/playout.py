"""Random play, uniform over all legal actions.

While the board is open, a placement is sampled by rejection: random pairs of orientation and anchor
are drawn until one fits. If that fails, or the board is crowded, placements are counted instead.
"""

from __future__ import annotations

import numpy as np

from tilewright.game import Action, State
from tilewright.games.polyssimo.board import (
    count_placements,
    encode_placement,
    find_anchors,
    find_free_cells,
    fits_at,
    is_free,
)
from tilewright.games.polyssimo.pieces import ORIENTATION_START
from tilewright.games.polyssimo.rules import (
    draft_piece,
    eliminate,
    find_allowed_pieces,
    find_next_seat,
    place_piece,
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
OPEN_BOARD = 80  # with fewer free cells, rejection sampling misses too often


@kernel
def sample_bit(word: Word, rng: Word) -> tuple[int, Word]:
    """Return the index of a random set bit of a word, and the next generator state."""
    rng = next_random(rng)
    return find_nth(word, below(rng, popcount(word))), rng


@kernel
def count_orientations(hand: Word) -> int:
    """Return the number of orientations of all pieces in a hand."""
    count = 0
    left = u64(hand)
    while left != u64(0):
        piece = lowest(left)
        left = drop_lowest(left)
        count += int(ORIENTATION_START[piece + 1]) - int(ORIENTATION_START[piece])
    return count


@kernel
def select_orientation(hand: Word, index: int) -> tuple[int, int]:
    """Return the ``index``-th orientation of all pieces in a hand.

    Returns:
        The piece and the orientation.
    """
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
    """Sample a legal placement uniformly, by rejection.

    All pairs of orientation and anchor are equally likely, so the result is uniform. The piece is
    -1 if no pair fitted.

    Returns:
        The piece, the orientation, the cell of the anchor, and the next generator state.
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
    """Return the ``index``-th legal placement of a piece, as orientation and anchor cell."""
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
def sample_by_counting(
    free0: Word, free1: Word, free2: Word, hand: Word, rng: Word
) -> tuple[int, int, int, Word]:
    """Sample a legal placement uniformly, by counting.

    In a single pass, each piece replaces the previous choice with a probability equal to its share
    of all placements counted so far. The piece is -1 if there is no legal placement.

    Returns:
        The piece, the orientation, the cell of the anchor, and the next generator state.
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
def sample_placement(
    free0: Word, free1: Word, free2: Word, hand: Word, rng: Word
) -> tuple[int, int, int, Word]:
    """Sample a legal placement uniformly.

    The hand must not be empty. The piece is -1 if there is no legal placement.

    Returns:
        The piece, the orientation, the cell of the anchor, and the next generator state.
    """
    if popcount(free0) + popcount(free1) + popcount(free2) >= OPEN_BOARD:
        piece, orientation, cell, rng = sample_by_rejection(free0, free1, free2, hand, rng)
        if piece >= 0:
            return piece, orientation, cell, rng
    return sample_by_counting(free0, free1, free2, hand, rng)


# --- Kernels of the rules -------------------------------------------------------------------------


@kernel
def random_action(state: State, rng: Word) -> tuple[Action, Word]:
    """Return a uniformly random legal action and the next generator state."""
    if int(state["pool"]) != 0:
        return sample_bit(find_allowed_pieces(state), rng)
    free0, free1, free2 = find_free_cells(state)
    hand = state["hands"][int(state["mover"])]
    _, orientation, cell, rng = sample_placement(free0, free1, free2, hand, rng)
    return encode_placement(orientation, cell), rng


@kernel
def playout(state: State, rng: Word) -> Word:
    """Play random actions until the game is over. Return the next generator state.

    Seats that cannot place are found while choosing a placement.
    """
    while int(state["pool"]) != 0:
        piece, rng = sample_bit(find_allowed_pieces(state), rng)
        draft_piece(state, piece)
    seat = int(state["mover"])
    while int(state["over"]) == 0:
        free0, free1, free2 = find_free_cells(state)
        hand = state["hands"][seat]
        piece, orientation, cell, later = sample_placement(free0, free1, free2, hand, rng)
        if piece < 0:
            eliminate(state, seat)
        else:
            rng = later
            state["mover"] = seat
            place_piece(state, piece, orientation, cell)
        if int(state["over"]) == 0:
            seat = find_next_seat(state, seat)
    return rng
