"""What a search should know about Polyssimo Challenge, as kernels.

**Ratings.** A piece to draft is rated by ``PIECE_WORTH``. A placement is rated by the room it takes
from whom: of each piece that still fits, a *share* of one is spread evenly over its placements, and
a cell is worth to its owner what lies on it. Taking cells that are worth much to the others and
little to oneself is what play is about; besides that, big and awkward pieces go first.

**Estimates.** While the draft is on, the worth of each hand; after it, each seat's *strength*: the
cells and pieces still in hand, the room for them and the cells they reach, weighted by how many
pieces are left in all. Chances are in proportion to ``exp(strength)``.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from tilewright.game import Knowledge, Level
from tilewright.games.polyssimo.board import find_anchors, free_cells, number_placement
from tilewright.games.polyssimo.pieces import ORIENTATION_START, STEPS
from tilewright.games.polyssimo.policy import choose_bit, choose_placement
from tilewright.games.polyssimo.rules import allowed_pieces, cells_left
from tilewright.games.polyssimo.state import BAND_CELLS, FULL_BAND, HEXOMINOES
from tilewright.games.polyssimo.tables import NUM_CELLS
from tilewright.kernel import kernel, lowest, mix, popcount, u64

__all__ = ["KNOWLEDGE", "estimate", "greedy_action", "rate_actions"]

CANDIDATES: Final = 96  # placements that are passed on

# float64[24]: what holding a piece, rather than seeing it with the other, does to the logarithm of
# the odds of winning. Logistic regression over 15,485 games of two with nearly random drafts,
# placed by the ratings below and solved exactly from 13 pieces left on.
PIECE_WORTH = np.array(
    [
        *(0.10, 0.47, 0.72, 0.45, 0.85, -0.01, 0.30, 0.30, 0.09, -0.17, 0.57, 0.00),  # F to Z
        *(-0.27, -0.29, -0.34, -0.25, -0.33, -0.30, -0.25, -0.35, -0.35, -0.30, -0.32, -0.32),
    ]
)

# float64[24]: how well a piece still fits late in the game: the same regression over 30,000 games
# without the solver, times ten. Those that do not go first.
PIECE_EASE = np.array(
    [
        *(-0.40, 1.93, 1.77, 0.92, 1.06, -0.49, 0.48, 0.43, -0.48, -0.83, 1.47, -0.57),  # F to Z
        *(-0.23, -0.23, -0.62, -0.24, -0.51, -0.54, -0.18, -0.43, -0.48, -0.52, -0.62, -0.70),
    ]
)

# Weights of a placement's rating, found by matches of 2,000 to 3,000 games between players that
# place what is rated best.
ROOM_TAKEN: Final = 0.8  # from the others
ROOM_LOST: Final = 0.7  # by oneself
HEXOMINO_FIRST: Final = 3.0
EASY_LAST: Final = 1.0
ROOM_SPREAD: Final = 1.2  # a piece with n placements has 1 / (n + this) of a share on each

TIE_BREAK: Final = 1e-5  # times a number below 1,024

DRAFT_SHARPNESS: Final = 4.0  # ratings per unit of PIECE_WORTH

# float64[13, 5]: weights of a seat's strength by half the number of pieces left in all: cells in
# hand, pieces in hand, room (square roots of the numbers of placements), cells reached; and what it
# is worth to be on the move. Logistic regressions of who wins, as solved exactly from 13 pieces
# left on (or from there, if fewer), over 54,970 positions for each row but the last.
STRENGTH = np.array(
    [
        *[(-0.47, 0.58, 0.00, 0.94, 0.56)] * 4,
        (-1.18, 4.84, 0.00, 0.46, 0.63),
        (-0.93, 3.57, 0.05, 0.37, 0.98),
        (-0.66, 2.15, 0.17, 0.33, 1.62),
        (-0.57, 3.83, 0.18, 0.34, -0.45),
        (-0.45, 3.26, 0.11, 0.30, -0.44),
        (-0.46, 3.35, 0.07, 0.30, -0.47),
        (-0.49, 3.61, 0.04, 0.35, -0.52),
        (-0.51, 3.71, 0.03, 0.46, -0.54),
        (-0.52, 3.80, 0.02, 0.46, -0.55),
    ]
)


@kernel
def is_hexomino(piece):
    """Whether a piece has six cells."""
    return ((u64(HEXOMINOES) >> u64(piece)) & u64(1)) != u64(0)


# --- Ratings --------------------------------------------------------------------------------------
#
# Scratch lies at the far end of ``ratings``, where no placement kept ever gets to, rows of one
# number per cell (read through ``np.float64`` to be rounded alike on every target):
#
#     rows 0 .. 11    the shares of each of the mover's pieces
#     row 12          those of all of them
#     row 13          those of all the others' pieces
#     row 14          for what is being worked on

OWN_TOTAL: Final = 12
RIVAL_TOTAL: Final = 13
SPARE: Final = 14
NUM_ROWS: Final = 15


@kernel
def spread_share(free0, free1, free2, piece, row):
    """Spread the share of one piece over the cells of its placements. row: float32[132]."""
    row[:] = 0.0
    count = 0
    num_steps = 5 if is_hexomino(piece) else 4
    for orientation in range(int(ORIENTATION_START[piece]), int(ORIENTATION_START[piece + 1])):
        anchors0, anchors1, anchors2 = find_anchors(free0, free1, free2, orientation)
        for band in range(3):
            anchors = anchors0 if band == 0 else (anchors1 if band == 1 else anchors2)
            while anchors != u64(0):
                cell = BAND_CELLS * band + lowest(anchors)
                anchors &= anchors - u64(1)
                count += 1
                row[cell] += 1.0
                for index in range(num_steps):
                    row[cell + int(STEPS[orientation, index])] += 1.0
    share = 1.0 / (count + ROOM_SPREAD)
    for cell in range(NUM_CELLS):
        row[cell] = share * np.float64(row[cell])


@kernel
def spread_shares(state, rows):
    """Fill the rows of scratch: what each cell is worth, and to whom."""
    free0, free1, free2 = free_cells(state)
    mover = int(state["mover"])
    rows[OWN_TOTAL:] = 0.0
    index = 0
    for seat in range(int(state["players"])):
        total = rows[OWN_TOTAL] if seat == mover else rows[RIVAL_TOTAL]
        left = u64(0) if (int(state["out"]) >> seat) & 1 else u64(state["hands"][seat])
        while left != u64(0):
            row = rows[index] if seat == mover else rows[SPARE]
            spread_share(free0, free1, free2, lowest(left), row)
            left &= left - u64(1)
            for cell in range(NUM_CELLS):
                total[cell] = np.float64(total[cell]) + np.float64(row[cell])
            if seat == mover:
                index += 1


@kernel
def keep_candidate(actions, ratings, kept, action, rating):
    """Put a placement in its place among the best; returns how many there are now."""
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
def rate_placements(state, rng, actions, ratings):
    """The best rated placements, best first."""
    rows = ratings[len(ratings) - NUM_ROWS * NUM_CELLS :].reshape((NUM_ROWS, NUM_CELLS))
    spread_shares(state, rows)
    free0, free1, free2 = free_cells(state)
    left = u64(state["hands"][int(state["mover"])])
    rivals = max(1, int(state["players"]) - 1)
    gain = rows[SPARE]
    index = 0
    kept = 0
    while left != u64(0):
        piece = lowest(left)
        left &= left - u64(1)
        for cell in range(NUM_CELLS):
            taken = np.float64(rows[RIVAL_TOTAL, cell]) / rivals
            lost = np.float64(rows[OWN_TOTAL, cell]) - np.float64(rows[index, cell])
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
                    anchors &= anchors - u64(1)
                    rating = urgency + np.float64(gain[cell])
                    for step in range(num_steps):
                        rating += np.float64(gain[cell + int(STEPS[orientation, step])])
                    action = number_placement(orientation, cell)
                    # Ties are broken by chance: the board has its symmetries at first.
                    rating += TIE_BREAK * float(int(mix(rng ^ u64(action)) >> 54))
                    kept = keep_candidate(actions, ratings, kept, action, rating)
    return kept


@kernel
def rate_actions(state, rng, actions, ratings, scratch):
    """Pieces to draft by their worth, or the most promising placements."""
    if int(state["pool"]) == 0:
        return rate_placements(state, rng, actions, ratings)
    count = 0
    pieces = allowed_pieces(state)
    while pieces != u64(0):
        piece = lowest(pieces)
        pieces &= pieces - u64(1)
        actions[count] = piece
        ratings[count] = DRAFT_SHARPNESS * PIECE_WORTH[piece]
        count += 1
    return count


# --- Estimates ------------------------------------------------------------------------------------


@kernel
def measure_room(free0, free1, free2, hand):
    """(room, reach) of a hand: the square roots of its pieces' placements, the cells they cover."""
    room = 0.0
    reach0 = u64(0)
    reach1 = u64(0)
    reach2 = u64(0)
    left = u64(hand)
    while left != u64(0):
        piece = lowest(left)
        left &= left - u64(1)
        count = 0
        for orientation in range(int(ORIENTATION_START[piece]), int(ORIENTATION_START[piece + 1])):
            anchors0, anchors1, anchors2 = find_anchors(free0, free1, free2, orientation)
            if (anchors0 | anchors1 | anchors2) == u64(0):
                continue
            count += popcount(anchors0) + popcount(anchors1) + popcount(anchors2)
            reach0 |= anchors0
            reach1 |= anchors1
            reach2 |= anchors2
            for index in range(5):
                step = u64(STEPS[orientation, index])
                rest = u64(BAND_CELLS) - step
                reach0 |= u64(anchors0 << step)
                reach1 |= u64(anchors1 << step) | (anchors0 >> rest)
                reach2 |= u64(anchors2 << step) | (anchors1 >> rest)
        room += math.sqrt(count)
    full = u64(FULL_BAND)
    reach = popcount(reach0 & full) + popcount(reach1 & full) + popcount(reach2)
    return room, reach


@kernel
def worth_of(hand):
    """What the pieces of a hand are worth in the draft."""
    worth = 0.0
    left = u64(hand)
    while left != u64(0):
        worth += PIECE_WORTH[lowest(left)]
        left &= left - u64(1)
    return worth


@kernel
def strength_of(state, seat, weights):
    """How well a seat stands after the draft; only differences between seats mean anything."""
    free0, free1, free2 = free_cells(state)
    hand = u64(state["hands"][seat])
    room, reach = measure_room(free0, free1, free2, hand)
    strength = weights[0] * cells_left(hand) + weights[1] * popcount(hand)
    strength += weights[2] * room + weights[3] * reach
    return strength + weights[4] if seat == int(state["mover"]) else strength


@kernel
def estimate(state, rng, rewards, scratch):
    """Each seat's chance to win."""
    players = int(state["players"])
    left = 0
    for seat in range(players):
        left += popcount(u64(state["hands"][seat]))
    weights = STRENGTH[(left + 1) // 2]
    best = -1e30
    for seat in range(players):
        if int(state["pool"]) != 0:
            rewards[seat] = worth_of(state["hands"][seat])
        else:
            rewards[seat] = strength_of(state, seat, weights)
        best = max(best, rewards[seat])
    total = 0.0
    for seat in range(players):
        rewards[seat] = math.exp(rewards[seat] - best)
        total += rewards[seat]
    for seat in range(players):
        rewards[seat] /= total


@kernel
def chance_key(state):
    """Nothing is left to chance."""
    return u64(0)


# --- The yardstick --------------------------------------------------------------------------------


@kernel
def greedy_action(state, rng, actions):
    """(action, rng): what leaves the fewest cells in hand right now, any of equals.

    That is a pentomino to draft and a hexomino to place, as long as there is one.
    """
    if int(state["pool"]) != 0:
        pieces = allowed_pieces(state)
        pentominoes = pieces & u64(~u64(HEXOMINOES))
        return choose_bit(pentominoes if pentominoes != u64(0) else pieces, rng)
    free0, free1, free2 = free_cells(state)
    hand = u64(state["hands"][int(state["mover"])])
    hexominoes = hand & u64(HEXOMINOES)
    piece, orientation, cell = -1, 0, 0
    if hexominoes != u64(0):  # of no pieces there is none to choose
        piece, orientation, cell, rng = choose_placement(free0, free1, free2, hexominoes, rng)
    if piece < 0:
        _, orientation, cell, rng = choose_placement(free0, free1, free2, hand, rng)
    return number_placement(orientation, cell), rng


# The ratings see one ply; the estimates see through many of them, so the search may look around.
KNOWLEDGE = Knowledge(
    rate_actions,
    estimate,
    chance_key,
    greedy_action,
    levels=(
        Level(overlooks=0.4, misjudges=1.1),
        Level(overlooks=0.13, misjudges=0.26),
        Level(iterations=9),
        Level(iterations=34),
        Level(iterations=100),
        Level(iterations=500),
        Level(iterations=2500),
        Level(iterations=None),
    ),
    settings={"exploration": 2.0, "widen_base": 8.0, "widen_factor": 2.0},
)
