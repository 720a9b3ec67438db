"""The state of a Nova Luna game: one record of 1032 bytes for 1 to 4 players.

Tiles are identified by their ids, 1 to 68, and 0 means "no tile", so a zeroed record is an empty
table. The areas of all players share the same per-tile arrays, because a tile is in at most one
area. Ids form four blocks of 17, one per colour:

    ids        1..17   18..34   35..51   52..68
    block      0       1        2        3
    colour     cyan    blue     red      yellow

A place is one 16-bit number. A step north adds 137, a step east adds 1, and each seat has its own
origin; sums wrap around at 65536:

              +137                    place = ORIGIN + 16384 * seat + x + 137 * y
               |
        -1 --- p --- +1               No area extends further than 68 steps from its first tile, so
               |                      the places of all seats have different numbers, and none is
              -137                    0: a search through `place` finds at most one tile.

The neighbours of a tile are four ids in the bytes of one word, lowest byte first:

    sides = north | east << 8 | south << 16 | west << 24

A group of one colour is a bit set of its members, bit i for tile i of the block. Above these 17
bits is the shift of its colour in a packed word of counts, which has one byte per block:

    group = members | 8 * block << 17           counts = block 0 | block 1 << 8 | ...

All members of a group store the same word, and no other group has it.
"""

from __future__ import annotations

import numpy as np

from tilewright.game import MAX_PLAYERS, state_dtype
from tilewright.games.nova_luna.tables import (
    MOST_TASKS,
    NUM_CHOICES,
    NUM_COLOURS,
    NUM_SLOTS,
    NUM_TILES,
    TILES,
)
from tilewright.kernel import kernel

BLOCK = NUM_TILES // NUM_COLOURS
MEMBERS = (1 << BLOCK) - 1  # of a group, below its colour

# --- Places -------------------------------------------------------------------------------------

NORTH, EAST, SOUTH, WEST = range(4)
NUM_DIRECTIONS = 4
ROW = 137
STEP = np.array([ROW, 1, -ROW, -1])
ORIGIN = 206
SEAT_STEP = 16384
LANES = 80  # length of `place`, rounded up for SIMD: it is searched as a whole


def pack_place(seat: int, x: int, y: int) -> int:
    """Return the number of the place at x and y in a seat's area."""
    return (ORIGIN + SEAT_STEP * seat + x + ROW * y) & 0xFFFF


@kernel
def unpack_place(seat: int, place: int) -> tuple[int, int]:
    """Return the x and y of a place in a seat's area."""
    offset = ((place - ORIGIN - SEAT_STEP * seat + 0x8000) & 0xFFFF) - 0x8000
    y = (offset + ROW // 2) // ROW
    return offset - ROW * y, y


# --- Actions ------------------------------------------------------------------------------------
#
# Take the tile on offer with index `choice`, lay it next to tile t + 1 in direction d:
#
#     action = choice * 272 + t * 4 + d
#
# A place with several neighbours is named by the lowest; that of a first tile by t = 0, d = 0.

TAKES_PER_CHOICE = NUM_TILES * NUM_DIRECTIONS
REFILL = NUM_CHOICES * TAKES_PER_CHOICE
FINISH = REFILL + 1
NUM_ACTIONS = FINISH + 1

# An area of n tiles has the most open places, 2n + 2, if it is a single row.
MAX_LEGAL = NUM_CHOICES * (2 * (NUM_TILES - NUM_CHOICES) + 2)

# --- The record ---------------------------------------------------------------------------------
#
# Small numbers are signed, because Numba widens shifted unsigned numbers to 64-bit words.

STATE = state_dtype(
    [
        ("occupied", "i2"),
        ("area", "u8", (MAX_PLAYERS, 2)),
        ("free", "u8", (NUM_DIRECTIONS, 2)),
        ("sides", "i4", (NUM_TILES + 1,)),
        ("group", "i4", (NUM_TILES + 1,)),
        ("place", "u2", (LANES,)),
        ("distance", "i2", (MAX_PLAYERS,)),
        ("first_sum", "i2"),
        ("height", "i1", (MAX_PLAYERS,)),
        ("discs", "i1", (MAX_PLAYERS,)),
        ("crescent", "i1"),
        ("supply_size", "i1"),
        ("wheel", "i1", (NUM_SLOTS,)),
        ("supply", "i1", (NUM_TILES,)),
        ("fulfilled", "i1", (NUM_TILES + 1,)),
        ("phase", "i1"),
        ("first_missing", "i1"),
        ("unused", "i1", (5,)),
    ]
)
"""Dtype of the record. After the header of ``tilewright.game.states`` come:

    occupied       i2        bit s is set if there is a tile in slot s of the wheel
    area           u8[4, 2]  by seat: the set of tiles laid
    free           u8[4, 2]  by direction: the set of laid tiles without a neighbour there
    sides          i4[69]    by tile: its four neighbours
    group          i4[69]    by tile: the group that it belongs to
    place          u2[80]    by tile: its place; 0 if it is not laid, and from 69 on
    distance       i2[4]     by seat: steps on the moon track (NL-5, NL-11); solo: cost of the area
    first_sum      i2        solo: result of phase one, which is the first sum (NLS-4); 0 before
    height         i1[4]     by seat: number of discs below its disc on the same space of the track
    discs          i1[4]     by seat: discs left to lay
    crescent       i1        slot of the crescent
    supply_size    i1        number of tiles in the supply
    wheel          i1[12]    by slot: tile in it, 0 for none (NL-2)
    supply         i1[68]    tiles to be drawn; the one at supply_size - 1 is next
    fulfilled      i1[69]    by tile: bit j is set once task j is fulfilled (NL-15)
    phase          i1        solo: phase 1 or 2 (NLS-3); 0 in other games
    first_missing  i1        solo: 1 + discs missing when phase one ended (NLS-4); 0 if unknown
    unused         i1[5]     always 0: padding whose value is fixed

A set of tiles is two words: bit i of these 128 is tile i, and bit 0 is never set. ``first_missing``
is also 0 in positions from texts of older versions, which omit it.
"""

# --- Derived tables, by tile id; entry 0 is "no tile" -------------------------------------------


def _index_by_id(values: list[int], dtype: type[np.generic]) -> np.ndarray:
    return np.array([0, *values], dtype=dtype)


def _pack_counts(counts: tuple[int, ...]) -> int:
    """Pack counts by colour into one word, one byte per block."""
    return sum(counts[COLOUR_OF_BLOCK[block]] << 8 * block for block in range(NUM_COLOURS))


COLOUR_OF_BLOCK = tuple(TILES[block * BLOCK].colour for block in range(NUM_COLOURS))
assert all(tile.colour == COLOUR_OF_BLOCK[(tile.id - 1) // BLOCK] for tile in TILES)

COST = _index_by_id([tile.cost for tile in TILES], np.int8)
BLOCK_OF = _index_by_id([(tile.id - 1) // BLOCK for tile in TILES], np.int8)

# The group of a single tile.
ALONE = _index_by_id(
    [1 << (tile.id - 1) % BLOCK | 8 * ((tile.id - 1) // BLOCK) << BLOCK for tile in TILES], np.int32
)

# Packed counts needed by each task; NEVER, which cannot be reached, if a tile has no such task.
NEVER = 0x7F7F7F7F
NEED = np.full((NUM_TILES + 1, MOST_TASKS), NEVER, dtype=np.int32)
# By tile id and fulfilled tasks: bit b is set if an open task needs colour block b.
WANTS = np.zeros((NUM_TILES + 1, 1 << MOST_TASKS), dtype=np.int8)
for _tile in TILES:
    for _index, _task in enumerate(_tile.tasks):
        NEED[_tile.id, _index] = _pack_counts(_task)
        for _fulfilled in range(1 << MOST_TASKS):
            if not _fulfilled >> _index & 1:
                for _block in range(NUM_COLOURS):
                    if _task[COLOUR_OF_BLOCK[_block]]:
                        WANTS[_tile.id, _fulfilled] |= 1 << _block

for _table in (STEP, COST, BLOCK_OF, ALONE, NEED, WANTS):
    _table.setflags(write=False)
