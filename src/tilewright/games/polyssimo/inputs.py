"""Network inputs of Polyssimo Challenge: hand and room of each seat, the mover's first, then the
table.

For each seat: its pieces, the number of placements of each, the number of dead pieces, the number
of cells in reach, the number of cells that only it can reach, and the number of pieces that fit
there. For the table: the pieces still to be drafted, and the covered cells of the board.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tilewright.game import MAX_PLAYERS, Blocks, Inputs, Scratch, Seat, State
from tilewright.games.polyssimo.board import can_place, find_free_cells, find_reach
from tilewright.games.polyssimo.state import BAND_CELLS, HEXOMINOES
from tilewright.games.polyssimo.tables import NUM_CELLS, NUM_PIECES
from tilewright.kernel import Word, called, drop_lowest, keep_lowest, kernel, lowest, popcount, u64

MOST_HELD: Final = NUM_PIECES // 2
NUM_FITS: Final = 8  # classes of the number of placements, in steps of about two
NUM_BANDS: Final = 3

_seat = Blocks()
HAND: Final = _seat.allocate(NUM_PIECES)
CELLS_LEFT: Final = _seat.allocate(6 * MOST_HELD + 1)
PIECES_LEFT: Final = _seat.allocate(MOST_HELD + 1)
IS_OUT: Final = _seat.allocate(1)
FITS: Final = _seat.allocate(NUM_PIECES * NUM_FITS)
DEAD_PIECES: Final = _seat.allocate(MOST_HELD + 1)
ROOM: Final = _seat.allocate(64)
REACH: Final = _seat.allocate(NUM_CELLS // 2 + 1)
OWN_REACH: Final = _seat.allocate(64)
SAFE: Final = _seat.allocate(MOST_HELD + 1)
SEAT_INPUTS: Final = _seat.size

_table = Blocks()
_table.allocate(MAX_PLAYERS * SEAT_INPUTS)
POOL: Final = _table.allocate(NUM_PIECES)
NUM_IN_POOL: Final = _table.allocate(NUM_PIECES + 1)
BOARD: Final = _table.allocate(NUM_CELLS)
NUM_FREE: Final = _table.allocate(NUM_CELLS // 2 + 1)
ALL_PIECES_LEFT: Final = _table.allocate(NUM_PIECES + 1)
FIRST: Final = _table.allocate(MAX_PLAYERS)
PLAYERS: Final = _table.allocate(MAX_PLAYERS)
NUM_INPUTS: Final = _table.size
MAX_SEAT_INPUTS: Final = 8
# Each piece is in a hand, with a class of placements, or in the pool, or on the board.
MAX_TABLE_INPUTS: Final = 2 * NUM_PIECES + NUM_CELLS + 6

# int64[1024]: class of a number of placements: 0, 1, 2, 3-4, 5-8, 9-16, 17-40, more.
STEP_OF_COUNT = np.array(
    [sum(count > bound for bound in (0, 1, 2, 4, 8, 16, 40)) for count in range(1024)]
)

# Scratch: the cells that each seat reaches. A float64 cannot represent the 60 bits of a band, so
# they are stored as two halves.
HALF: Final = 30
HALVES: Final = 2 * NUM_BANDS


@kernel
def write_placement_inputs(
    free0: Word, free1: Word, free2: Word, hand: Word, base: int, out: Inputs, count: int
) -> tuple[int, int, int, Word, Word, Word]:
    """Write the inputs for the placements of each piece.

    Returns:
        The new count, the number of pieces without a placement, the room, and the cells in reach.
    """
    reach0 = u64(0)
    reach1 = u64(0)
    reach2 = u64(0)
    num_dead = 0
    room = 0
    left = hand
    while left != u64(0):
        piece = lowest(left)
        left = drop_lowest(left)
        ways, piece0, piece1, piece2 = find_reach(free0, free1, free2, piece)
        reach0 |= piece0
        reach1 |= piece1
        reach2 |= piece2
        kind = int(STEP_OF_COUNT[min(ways, 1023)])
        num_dead += int(ways == 0)
        room += kind
        out[count] = base + FITS + piece * NUM_FITS + kind
        count += 1
    return count, num_dead, room, reach0, reach1, reach2


@kernel
def store_reach(scratch: Scratch, seat: Seat, reach0: Word, reach1: Word, reach2: Word) -> None:
    """Store the cells in a seat's reach in ``scratch``, as halves of words."""
    half = u64((1 << HALF) - 1)
    start = HALVES * seat
    scratch[start] = float(int(reach0 & half))
    scratch[start + 1] = float(int(reach0 >> u64(HALF)))
    scratch[start + 2] = float(int(reach1 & half))
    scratch[start + 3] = float(int(reach1 >> u64(HALF)))
    scratch[start + 4] = float(int(reach2 & half))
    scratch[start + 5] = float(int(reach2 >> u64(HALF)))


@kernel
def read_reach(scratch: Scratch, seat: Seat, band: int) -> Word:
    """Return the cells of a band in a seat's reach, as ``store_reach`` stored them."""
    start = HALVES * seat + 2 * band
    return u64(int(scratch[start])) | u64(u64(int(scratch[start + 1])) << u64(HALF))


@kernel
def find_exclusive_cells(scratch: Scratch, seat: Seat, players: int, band: int) -> Word:
    """Return the cells of a band that are in the reach of only one seat."""
    others = u64(0)
    for other in range(players):
        if other != seat:
            others |= read_reach(scratch, other, band)
    return read_reach(scratch, seat, band) & u64(~others)


@kernel
def count_safe_pieces(own0: Word, own1: Word, own2: Word, hand: Word) -> int:
    """Return the number of pieces in a hand that fit on the given cells, each on its own."""
    safe = 0
    left = hand
    while left != u64(0):
        piece = keep_lowest(left)
        left ^= piece
        safe += int(can_place(own0, own1, own2, piece))
    return safe


@kernel
def write_exclusive_cells(
    state: State, seat: Seat, base: int, out: Inputs, count: int, scratch: Scratch
) -> int:
    """Write the inputs for the cells that only one seat can reach.

    They include the number of pieces that fit there.

    Returns:
        The new count.
    """
    players = int(state["players"])
    own0 = find_exclusive_cells(scratch, seat, players, 0)
    own1 = find_exclusive_cells(scratch, seat, players, 1)
    own2 = find_exclusive_cells(scratch, seat, players, 2)
    own = popcount(own0) + popcount(own1) + popcount(own2)
    safe = count_safe_pieces(own0, own1, own2, u64(state["hands"][seat])) if own >= 5 else 0
    out[count] = base + OWN_REACH + min(63, own)
    out[count + 1] = base + SAFE + safe
    return count + 2


@kernel
def write_seat(
    state: State, seat: Seat, base: int, out: Inputs, count: int, scratch: Scratch
) -> int:
    """Write the inputs for a seat's hand and, after the draft, for its room.

    Returns:
        The new count.
    """
    hand = u64(state["hands"][seat])
    num_pieces = popcount(hand)
    left = hand
    while left != u64(0):
        out[count] = base + HAND + lowest(left)
        left = drop_lowest(left)
        count += 1
    out[count] = base + PIECES_LEFT + num_pieces
    out[count + 1] = base + CELLS_LEFT + 5 * num_pieces + popcount(hand & u64(HEXOMINOES))
    count += 2
    is_out = (int(state["out"]) >> seat) & 1 == 1
    if is_out:
        out[count] = base + IS_OUT
        count += 1
    reach0 = u64(0)
    reach1 = u64(0)
    reach2 = u64(0)
    if int(state["pool"]) == 0 and not is_out:
        free0, free1, free2 = find_free_cells(state)
        count, num_dead, room, reach0, reach1, reach2 = write_placement_inputs(
            free0, free1, free2, hand, base, out, count
        )
        reach = popcount(reach0) + popcount(reach1) + popcount(reach2)
        out[count] = base + DEAD_PIECES + num_dead
        out[count + 1] = base + ROOM + min(63, room)
        out[count + 2] = base + REACH + reach // 2
        count += 3
    store_reach(scratch, seat, reach0, reach1, reach2)
    return count


@kernel
def write_table(state: State, out: Inputs, count: int) -> int:
    """Write the inputs for the pool and the board. Return the new count."""
    pool = u64(state["pool"])
    out[count] = NUM_IN_POOL + popcount(pool)
    count += 1
    while pool != u64(0):
        out[count] = POOL + lowest(pool)
        pool = drop_lowest(pool)
        count += 1
    num_taken = 0
    for band in range(NUM_BANDS):
        taken = u64(state["board"][band])
        num_taken += popcount(taken)
        while taken != u64(0):
            out[count] = BOARD + BAND_CELLS * band + lowest(taken)
            taken = drop_lowest(taken)
            count += 1
    out[count] = NUM_FREE + (NUM_CELLS - num_taken) // 2
    return count + 1


@called
def write_inputs(state: State, out: Inputs, scratch: Scratch) -> int:
    """Write the indices of the active inputs and return their number."""
    players = int(state["players"])
    mover = int(state["mover"])
    count = 0
    num_pieces = 0
    for place in range(players):
        seat = (mover + place) % players
        count = write_seat(state, seat, place * SEAT_INPUTS, out, count, scratch)
        num_pieces += popcount(u64(state["hands"][seat]))
    if int(state["pool"]) == 0:
        for place in range(players):
            seat = (mover + place) % players
            count = write_exclusive_cells(state, seat, place * SEAT_INPUTS, out, count, scratch)
    count = write_table(state, out, count)
    out[count] = ALL_PIECES_LEFT + num_pieces
    out[count + 1] = FIRST + (int(state["first"]) - mover) % players
    out[count + 2] = PLAYERS + players - 1
    return count + 3
