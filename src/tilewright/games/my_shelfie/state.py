"""The state of a My Shelfie game: one record of 160 bytes, and the bit tables derived from the box.

``STATE`` is the record; its docstring explains every field.

Tiles are stored as *planes*. A tile's code is 1 to 6 (cats to plants, MS-1), 0 means no tile. Plane
i contains bit i of the code of every cell, so three words represent a whole room or shelf, and
``plane0 | plane1 | plane2`` are the cells with a tile.

Bits of a room word (MS-2). A step down is 6 or 9, depending on the row:

    row\\column 0  1  2  3  4  5  6  7  8
        0      .  .  .  0  1  .  .  .  .
        1      .  .  .  6  7  8  .  .  .      step down 6
        2      .  . 11 12 13 14 15  .  .
        3      . 16 17 18 19 20 21 22 23
        4     24 25 26 27 28 29 30 31 32      step down 9 (rows 3 and 4)
        5     33 34 35 36 37 38 39 40  .
        6      .  . 41 42 43 44 45  .  .
        7      .  .  . 48 49 50  .  .  .      step down 6
        8      .  .  .  . 55 56  .  .  .

Bits of a shelf word (MS-3). The seventh place of a column is always empty, to guard the next
column.

    column 0  1  2  3  4
           6 13 20 27 34      guard, always 0
           5 12 19 26 33      top row
           4 11 18 25 32
           3 10 17 24 31      step right 7
           2  9 16 23 30      step up 1
           1  8 15 22 29
           0  7 14 21 28      bottom row
"""

from __future__ import annotations

from itertools import permutations
from typing import Any, Final, NamedTuple

import numpy as np

from tilewright.game import MAX_PLAYERS, state_dtype
from tilewright.games.my_shelfie.tables import (
    CARDS,
    MOST_TILES_TAKEN,
    PLAYER_COUNTS,
    SHELF_COLUMNS,
    SHELF_ROWS,
    TOKENS,
    Cell,
    room_cells,
)
from tilewright.kernel import frozen

Word = int
"""An unsigned 64-bit word."""

NUM_PLANES: Final = 3
NOBODY: Final = 0

STATE: Final[np.dtype[Any]] = state_dtype(
    [
        ("room", "u8", (NUM_PLANES,)),
        ("shelves", "u8", (MAX_PLAYERS, NUM_PLANES)),
        ("first", "u1"),
        ("refill", "u1"),
        ("goals", "u1", (2,)),
        ("tokens", "u1", (2, MAX_PLAYERS)),
        ("end_token", "u1"),
        ("cards", "u1", (MAX_PLAYERS,)),
    ]
)
"""Dtype of the record. After the header of ``tilewright.game.states`` come:

    room       u8[3]     planes of the living room, as room words (MS-2)
    shelves    u8[4, 3]  by seat: planes of the shelf, as shelf words (MS-3)
    first      u1        seat of the first player
    refill     u1        option ``refill`` (MS-11): 0 for ``four``, 1 for ``isolated``
    goals      u1[2]     common goals in play (MS-4): 1 to 12 for MS-15a to MS-15l, 0 for none
    tokens     u1[2, 4]  by goal and seat: points of the token taken, 0 for none
    end_token  u1        1 + the seat that filled its shelf first (MS-12), 0 before that
    cards      u1[4]     by seat: personal goal card (MS-5), 1 to 12; 0 if hidden or no such seat

The bag is not stored: it contains all tiles that are neither in the room nor on a shelf.
"""


# --- The living room ----------------------------------------------------------------------------

# Bit of column 0 in each row, even if there is no cell.
_ROW_OFFSETS: Final = (-3, 3, 9, 15, 24, 33, 39, 45, 51)

ALL_CELLS: Final = room_cells(MAX_PLAYERS)
ROOM_BITS: Final[dict[Cell, int]] = {
    (row, column): _ROW_OFFSETS[row] + column for row, column in ALL_CELLS
}
ROOM_CELL_OF_BIT: Final[dict[int, Cell]] = {bit: cell for cell, bit in ROOM_BITS.items()}
NO_BIT: Final = 63  # bit of a missing tile


def word_of(bits: Any) -> Word:
    """Return the word in which ``bits`` are set."""
    return sum(1 << bit for bit in set(bits))


# uint64[5]: the cells in play by number of players (MS-2).
ROOM_WORDS = frozen(
    [
        word_of(ROOM_BITS[cell] for cell in room_cells(players)) if players in PLAYER_COUNTS else 0
        for players in range(MAX_PLAYERS + 1)
    ],
    "u8",
)


def _cells_with_step(down: int, right: int, step: int) -> Word:
    """Return the cells whose neighbour in a direction has a bit ``step`` higher."""
    return word_of(
        bit
        for (row, column), bit in ROOM_BITS.items()
        if ROOM_BITS.get((row + down, column + right)) == bit + step
    )


HAS_RIGHT: Final = _cells_with_step(0, 1, 1)
HAS_DOWN_6: Final = _cells_with_step(1, 0, 6)
HAS_DOWN_9: Final = _cells_with_step(1, 0, 9)
HAS_UP_6: Final = HAS_DOWN_6 << 6
HAS_UP_9: Final = HAS_DOWN_9 << 9
# The cells with four neighbours; tiles on all other cells always have a free side (MS-7).
_INNER: Final = HAS_RIGHT & (HAS_RIGHT << 1) & (HAS_DOWN_6 | HAS_DOWN_9) & (HAS_UP_6 | HAS_UP_9)
INNER_DOWN_6: Final = _INNER & HAS_DOWN_6
INNER_DOWN_9: Final = _INNER & HAS_DOWN_9
INNER_UP_6: Final = _INNER & HAS_UP_6
INNER_UP_9: Final = _INNER & HAS_UP_9


# --- Lines and actions --------------------------------------------------------------------------
#
# An action is a line, an order and a column. Lines are numbered by kind (singles, pairs to the
# right, pairs down, triples to the right, triples down) and within a kind by their first cells in
# reading order, over all 45 cells regardless of the number of players. Orders are the permutations
# of the line's cells, ascending; the tile of the first cell is stacked lowest (MS-9).
#
#     action = FIRST_ACTION[size] + ((line - FIRST_LINE[size]) * orders + order) * 5 + column


class Line(NamedTuple):
    """Cells whose tiles can be taken together, in reading order."""

    cells: tuple[Cell, ...]

    @property
    def size(self) -> int:
        return len(self.cells)


# (size, down, right) of the five kinds of lines.
KINDS: Final = ((1, 0, 0), (2, 0, 1), (2, 1, 0), (3, 0, 1), (3, 1, 0))


def _make_line(cell: Cell, size: int, down: int, right: int) -> Line:
    """Return the line of ``size`` cells that starts at ``cell``."""
    row, column = cell
    return Line(tuple((row + step * down, column + step * right) for step in range(size)))


LINES: Final[tuple[Line, ...]] = tuple(
    line
    for kind in KINDS
    for line in (_make_line(cell, *kind) for cell in ALL_CELLS)
    if all(cell in ROOM_BITS for cell in line.cells)
)
NUM_LINES: Final = len(LINES)

# Permutations as positions in the line; orders of size n are ORDERS[n].
ORDERS: Final[dict[int, tuple[tuple[int, ...], ...]]] = {
    size: tuple(permutations(range(size))) for size in range(1, MOST_TILES_TAKEN + 1)
}

NUM_ORDERS: Final = (0, *(len(ORDERS[size]) for size in (1, 2, 3)))
FIRST_LINE: Final = (0, *(sum(line.size < size for line in LINES) for size in (1, 2, 3)), NUM_LINES)
FIRST_ACTION: Final = (
    0,
    *(
        SHELF_COLUMNS * sum(NUM_ORDERS[line.size] for line in LINES if line.size < size)
        for size in (1, 2, 3)
    ),
)
NUM_ACTIONS: Final = SHELF_COLUMNS * sum(NUM_ORDERS[line.size] for line in LINES)


def _pack_bits(line: Line) -> int:
    """Return the bits of a line's cells, packed as in LINE_BITS."""
    bits = [ROOM_BITS[cell] for cell in line.cells]
    bits += [NO_BIT] * (MOST_TILES_TAKEN - len(bits))
    return sum(bit << (8 * place) for place, bit in enumerate(bits))


# uint32[NUM_LINES]: the bits of a line's cells, one per byte, NO_BIT beyond its size.
LINE_BITS = frozen([_pack_bits(line) for line in LINES], "u4")

# uint64[NUM_LINES]: the cells of a line, as a word.
LINE_WORDS = frozen([word_of(ROOM_BITS[cell] for cell in line.cells) for line in LINES], "u8")

_LINE_NUMBERS: Final = {line: number for number, line in enumerate(LINES)}

NO_LINE: Final = 255
# uint8[5, 64]: number of a line, by its kind and the bit of its first cell.
LINE_AT = frozen(
    [
        [
            _LINE_NUMBERS.get(_make_line(ROOM_CELL_OF_BIT.get(bit, (-9, -9)), *kind), NO_LINE)
            for bit in range(64)
        ]
        for kind in KINDS
    ],
    "u1",
)


# LINE_BITS and LINE_WORDS by kind and first bit, uint32[5, 64] and uint64[5, 64], because two
# dependent loads would slow down playouts.
LINE_BITS_AT = frozen(np.append(LINE_BITS, [0] * 255)[LINE_AT], "u4")
LINE_WORDS_AT = frozen(np.append(LINE_WORDS, np.zeros(255, "u8"))[LINE_AT], "u8")


def _order_shifts(order: tuple[int, ...]) -> list[int]:
    """Return the shifts of the lowest, middle and upper tile of an order, as in ORDER_SHIFTS."""
    places = [*order, *range(len(order), MOST_TILES_TAKEN)]
    return [8 * place for place in places]


# uint8[4, 6, 3]: by size and order, the shifts of the lowest, middle and upper tile in LINE_BITS.
ORDER_SHIFTS = frozen(
    [
        [
            _order_shifts(ORDERS[size][order % NUM_ORDERS[size]]) if size else [0] * 3
            for order in range(6)
        ]
        for size in range(4)
    ],
    "u1",
)


def _canonical_orders(size: int, likeness: int) -> list[int]:
    """Return, for each order, the lowest order that stacks the same types.

    ``likeness`` states which tiles are equal, as returned by ``compare_types``.
    """
    pairs = {(0, 1): likeness & 1, (1, 2): likeness & 2, (0, 2): likeness & 4}
    names = [
        min([place, *(a for (a, b), same in pairs.items() if same and b == place)])
        for place in range(size)
    ]
    stacks = [tuple(names[place] for place in order) for order in ORDERS.get(size, ())]
    lowest = [stacks.index(stack) for stack in stacks]
    return lowest + [0] * (6 - len(lowest))


# uint8[4, 8, 6]: by size, likeness and order. In the likeness, bit 0 is set if the first two tiles
# of the line have the same type, bit 1 if the last two have, bit 2 if the outer two have.
CANONICAL_ORDER = frozen(
    [[_canonical_orders(size, likeness) for likeness in range(8)] for size in range(4)], "u1"
)

# uint64[4, 8]: by size and likeness, a bit for the first column of each listed order.
ORDERS_LISTED = frozen(
    [
        [
            sum(
                1 << (SHELF_COLUMNS * order)
                for order in range(NUM_ORDERS[size])
                if int(CANONICAL_ORDER[size, likeness, order]) == order
            )
            for likeness in range(8)
        ]
        for size in range(4)
    ],
    "u8",
)

# int16[5, 64]: first action of a line, by its kind and the bit of its first cell; -1 for no line.
FIRST_ACTION_AT = frozen(
    [
        [
            -1
            if int(line) == NO_LINE
            else FIRST_ACTION[size]
            + SHELF_COLUMNS * NUM_ORDERS[size] * (int(line) - FIRST_LINE[size])
            for line in LINE_AT[kind]
        ]
        for kind, (size, _, _) in enumerate(KINDS)
    ],
    "i2",
)

# A safe bound, far above any position: every line in every order into every column.
MAX_LEGAL: Final = NUM_ACTIONS


# --- The shelf ----------------------------------------------------------------------------------

COLUMN_STEP: Final = SHELF_ROWS + 1


def shelf_bit(row: int, column: int) -> int:
    """Return the bit of a place on a shelf.

    Row 0 is at the top, as in ``tables``.
    """
    return column * COLUMN_STEP + SHELF_ROWS - 1 - row


COLUMN: Final = word_of(range(SHELF_ROWS))
COLUMN_FEET: Final = word_of(column * COLUMN_STEP for column in range(SHELF_COLUMNS))
FULL_SHELF: Final = COLUMN * COLUMN_FEET
CORNERS: Final = word_of(
    shelf_bit(row, column) for row in (0, SHELF_ROWS - 1) for column in (0, SHELF_COLUMNS - 1)
)


def shelf_of_heights(heights: Any) -> Word:
    """Return the filled places of a shelf whose columns have the given heights."""
    return sum(((1 << height) - 1) << (COLUMN_STEP * place) for place, height in enumerate(heights))


# The four shapes of MS-15c.
_LOW_STAIRS: Final = range(1, SHELF_COLUMNS + 1)
_HIGH_STAIRS: Final = range(2, SHELF_COLUMNS + 2)
LOW_STAIRS_UP: Final = shelf_of_heights(_LOW_STAIRS)
LOW_STAIRS_DOWN: Final = shelf_of_heights(reversed(_LOW_STAIRS))
HIGH_STAIRS_UP: Final = shelf_of_heights(_HIGH_STAIRS)
HIGH_STAIRS_DOWN: Final = shelf_of_heights(reversed(_HIGH_STAIRS))

# uint8[13]: minimum number of tiles on a shelf that fulfils a goal, including those below.
#   a: 6 x 2 · b: heights 1 to 5 · c: heights 1 to 5 · d: 8 · e: 2 rows · f: 2 x 4 · g: 4 rows
#   h: 2 columns and 2 corners' feet are in them · i: heights 3, 2, 3 · j: 3 columns
#   k: 2 columns · l: 4 x 4
FEWEST_TILES = frozen([255, 12, 15, 15, 8, 10, 8, 20, 12, 8, 18, 12, 16], "u1")

# uint8[5, 4]: points of the top token, by number of players and of tokens already taken (MS-4).
TOKEN_POINTS = frozen(
    [[*TOKENS.get(players, ()), 0, 0, 0, 0][:4] for players in range(MAX_PLAYERS + 1)], "u1"
)

# uint64[13, 3]: planes of each personal card; card 0 (hidden) is empty.
CARD_PLANES = frozen(
    [
        [
            word_of(shelf_bit(row, column) for row, column, item in card if (item + 1) >> plane & 1)
            for plane in range(NUM_PLANES)
        ]
        for card in ((), *CARDS)
    ],
    "u8",
)
