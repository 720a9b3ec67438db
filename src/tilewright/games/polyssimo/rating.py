"""Ratings of actions for the search, and the greedy baseline opponent.

A drafted piece is rated by ``PIECE_WORTH``, a placement by the room it takes from each seat. Each
piece that still fits has a *share* of one, spread evenly over its placements; the value of a cell
to a seat is the sum of the shares on it. Good placements cover cells that are valuable to rivals
and not to the mover. Besides, large and awkward pieces are placed first.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tilewright.game import Action, Actions, Ratings, Scratch, State
from tilewright.games.polyssimo.board import encode_placement, find_anchors, find_free_cells
from tilewright.games.polyssimo.pieces import ORIENTATION_START, STEPS
from tilewright.games.polyssimo.playout import sample_bit, sample_placement
from tilewright.games.polyssimo.rules import find_allowed_pieces
from tilewright.games.polyssimo.state import BAND_CELLS, HEXOMINOES
from tilewright.games.polyssimo.tables import NUM_CELLS
from tilewright.games.polyssimo.weights import PIECE_EASE, PIECE_WORTH
from tilewright.kernel import Word, drop_lowest, kernel, lowest, mix, u64

CANDIDATES: Final = 96  # maximum number of placements returned

# Weights of a placement's rating, tuned in matches of 2,000 to 3,000 games between players that
# choose the best-rated placement.
ROOM_TAKEN: Final = 0.8  # from rivals
ROOM_LOST: Final = 0.7  # by the mover
HEXOMINO_FIRST: Final = 3.0
EASY_LAST: Final = 1.0
ROOM_SPREAD: Final = 1.2  # each of n placements of a piece gets a share of 1 / (n + this)

TIE_BREAK: Final = 1e-5  # multiplied by a number below 1,024

DRAFT_SHARPNESS: Final = 4.0  # ratings per unit of PIECE_WORTH


@kernel
def is_hexomino(piece: int) -> bool:
    """Return True if a piece has six cells."""
    return ((u64(HEXOMINOES) >> u64(piece)) & u64(1)) != u64(0)


# --- Ratings --------------------------------------------------------------------------------------
#
# The end of ``ratings``, beyond all candidates, serves as scratch: rows with one number per cell
# (read through ``np.float64`` so that every target rounds alike):
#
#     rows 0 .. 11    shares of each of the mover's pieces
#     row 12          their total
#     row 13          total of all rivals' pieces
#     row 14          buffer

OWN_TOTAL: Final = 12
RIVAL_TOTAL: Final = 13
SPARE: Final = 14
NUM_ROWS: Final = 15


@kernel
def write_share(free0: Word, free1: Word, free2: Word, piece: int, row: Ratings) -> None:
    """Write each cell's sum of the shares of a piece's placements that cover the cell.

    The sums are written to ``row``, float32[132].
    """
    row[:] = 0.0
    count = 0
    num_steps = 5 if is_hexomino(piece) else 4
    for orientation in range(int(ORIENTATION_START[piece]), int(ORIENTATION_START[piece + 1])):
        anchors0, anchors1, anchors2 = find_anchors(free0, free1, free2, orientation)
        for band in range(3):
            anchors = anchors0 if band == 0 else (anchors1 if band == 1 else anchors2)
            while anchors != u64(0):
                cell = BAND_CELLS * band + lowest(anchors)
                anchors = drop_lowest(anchors)
                count += 1
                row[cell] += 1.0
                for index in range(num_steps):
                    row[cell + int(STEPS[orientation, index])] += 1.0
    share = 1.0 / (count + ROOM_SPREAD)
    for cell in range(NUM_CELLS):
        row[cell] = share * np.float64(row[cell])


@kernel
def write_all_shares(state: State, rows: Ratings) -> None:
    """Write the shares of the mover's pieces, their total, and the total of all rivals.

    Each is a row with one number per cell.
    """
    free0, free1, free2 = find_free_cells(state)
    mover = int(state["mover"])
    rows[NUM_CELLS * OWN_TOTAL :] = 0.0
    index = 0
    for seat in range(int(state["players"])):
        first = NUM_CELLS * (OWN_TOTAL if seat == mover else RIVAL_TOTAL)
        total = rows[first : first + NUM_CELLS]
        left = u64(0) if (int(state["out"]) >> seat) & 1 else u64(state["hands"][seat])
        while left != u64(0):
            first = NUM_CELLS * (index if seat == mover else SPARE)
            row = rows[first : first + NUM_CELLS]
            write_share(free0, free1, free2, lowest(left), row)
            left = drop_lowest(left)
            for cell in range(NUM_CELLS):
                total[cell] = np.float64(total[cell]) + np.float64(row[cell])
            if seat == mover:
                index += 1


@kernel
def insert_candidate(
    actions: Actions, ratings: Ratings, kept: int, action: Action, rating: float
) -> int:
    """Insert a placement into the candidates, which are sorted by rating.

    A placement that is worse than CANDIDATES others is dropped.

    Returns:
        The number of candidates.
    """
    if kept == CANDIDATES:
        if rating <= np.float64(ratings[kept - 1]):
            return kept
        kept -= 1
    place = kept
    while place > 0 and np.float64(ratings[place - 1]) < rating:
        actions[place] = actions[place - 1]
        ratings[place] = ratings[place - 1]
        place -= 1
    actions[place] = action
    ratings[place] = rating
    return kept + 1


@kernel
def rate_placements(state: State, rng: Word, actions: Actions, ratings: Ratings) -> int:
    """Write the best-rated placements with their ratings, best first. Return their number."""
    rows = ratings[len(ratings) - NUM_ROWS * NUM_CELLS :]
    write_all_shares(state, rows)
    free0, free1, free2 = find_free_cells(state)
    left = u64(state["hands"][int(state["mover"])])
    rivals = max(1, int(state["players"]) - 1)
    own = rows[NUM_CELLS * OWN_TOTAL : NUM_CELLS * RIVAL_TOTAL]
    others = rows[NUM_CELLS * RIVAL_TOTAL : NUM_CELLS * SPARE]
    gain = rows[NUM_CELLS * SPARE :]
    index = 0
    kept = 0
    while left != u64(0):
        piece = lowest(left)
        left = drop_lowest(left)
        shares = rows[NUM_CELLS * index : NUM_CELLS * (index + 1)]
        for cell in range(NUM_CELLS):
            taken = np.float64(others[cell]) / rivals
            lost = np.float64(own[cell]) - np.float64(shares[cell])
            gain[cell] = ROOM_TAKEN * taken - ROOM_LOST * lost
        index += 1
        urgency = -EASY_LAST * PIECE_EASE[piece]
        num_steps = 4
        if is_hexomino(piece):
            urgency += HEXOMINO_FIRST
            num_steps = 5
        for orientation in range(int(ORIENTATION_START[piece]), int(ORIENTATION_START[piece + 1])):
            anchors0, anchors1, anchors2 = find_anchors(free0, free1, free2, orientation)
            for band in range(3):
                anchors = anchors0 if band == 0 else (anchors1 if band == 1 else anchors2)
                while anchors != u64(0):
                    cell = BAND_CELLS * band + lowest(anchors)
                    anchors = drop_lowest(anchors)
                    rating = urgency + np.float64(gain[cell])
                    for step in range(num_steps):
                        rating += np.float64(gain[cell + int(STEPS[orientation, step])])
                    action = encode_placement(orientation, cell)
                    # Break ties at random: the empty board is symmetric.
                    rating += TIE_BREAK * float(int(mix(rng ^ u64(action)) >> 54))
                    kept = insert_candidate(actions, ratings, kept, action, rating)
    return kept


@kernel
def rate_actions(
    state: State, rng: Word, actions: Actions, ratings: Ratings, scratch: Scratch
) -> int:
    """Write the pieces to draft, or the best placements, with their ratings.

    Returns:
        Their number.
    """
    if int(state["pool"]) == 0:
        return rate_placements(state, rng, actions, ratings)
    count = 0
    pieces = find_allowed_pieces(state)
    while pieces != u64(0):
        piece = lowest(pieces)
        pieces = drop_lowest(pieces)
        actions[count] = piece
        ratings[count] = DRAFT_SHARPNESS * PIECE_WORTH[piece]
        count += 1
    return count


# --- Baseline opponent ----------------------------------------------------------------------------


@kernel
def greedy_action(state: State, rng: Word, actions: Actions) -> tuple[Action, Word]:
    """Return the action that leaves the fewest cells in hand, and the next generator state.

    Ties are broken at random.

    It drafts a pentomino and places a hexomino whenever possible.
    """
    if int(state["pool"]) != 0:
        pieces = find_allowed_pieces(state)
        pentominoes = pieces & u64(~u64(HEXOMINOES))
        return sample_bit(pentominoes if pentominoes != u64(0) else pieces, rng)
    free0, free1, free2 = find_free_cells(state)
    hand = u64(state["hands"][int(state["mover"])])
    hexominoes = hand & u64(HEXOMINOES)
    piece, orientation, cell = -1, 0, 0
    if hexominoes != u64(0):  # `choose_placement` needs at least one piece
        piece, orientation, cell, rng = sample_placement(free0, free1, free2, hexominoes, rng)
    if piece < 0:
        _, orientation, cell, rng = sample_placement(free0, free1, free2, hand, rng)
    return encode_placement(orientation, cell), rng
