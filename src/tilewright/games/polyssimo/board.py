"""Kernels for the board: where a piece fits, and how placements become actions.

The free cells are three words (``free0``, ``free1``, ``free2``; see ``state``), a hand is a bit set
of pieces. A few shifts find where an orientation fits: shift the free cells back by each step of
the piece, so that the cell one step ahead coincides with the anchor, and intersect the results:

    piece   free      behind by 0   by 12   by 13   all three: anchors
    # .     . . #      1 1 0        1 0 0   0 0 .    0 0 0
    # #     . # #      1 0 0        1 1 1   1 1 .    1 0 0
            . . .      1 1 1        . . .   . . .    . . .

A placement is passed as (orientation, cell of the anchor); its number is the action.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import groupby

from tilewright.errors import TextError
from tilewright.game import Action, Actions, State, append_actions
from tilewright.games.polyssimo.pieces import (
    ANCHOR_COLUMNS,
    FIRST_PLACEMENT,
    LEFTMOST,
    NUM_ORIENTATIONS,
    ORIENTATION_START,
    ORIENTATIONS,
    PIECE_IDS,
    PIECE_INDEX,
    PIECE_LETTERS,
    PLACES_PER_ROW,
    SHAPES,
    STEPS,
)
from tilewright.games.polyssimo.state import BAND_CELLS, BAND_ROWS, FULL_BAND, FULL_LAST_BAND
from tilewright.games.polyssimo.tables import COLUMNS, NUM_PIECES, ROWS
from tilewright.kernel import Word, drop_lowest, keep_lowest, kernel, lowest, popcount, u64
from tilewright.text import quote

NUM_STEPS = STEPS.shape[1]
FULL_ROW = (1 << COLUMNS) - 1


# --- Where a piece fits ---------------------------------------------------------------------------


@kernel
def find_free_cells(state: State) -> tuple[Word, Word, Word]:
    """Return the free cells of the board, one word per band."""
    board = state["board"]
    return (
        u64(board[0]) ^ u64(FULL_BAND),
        u64(board[1]) ^ u64(FULL_BAND),
        u64(board[2]) ^ u64(FULL_LAST_BAND),
    )


@kernel
def find_anchors(
    free0: Word, free1: Word, free2: Word, orientation: int
) -> tuple[Word, Word, Word]:
    """Return the cells on which an orientation's anchor fits, one word per band (PC-3)."""
    columns = u64(ANCHOR_COLUMNS[orientation])
    anchors0 = free0 & columns
    anchors1 = free1 & columns
    anchors2 = free2 & columns
    for index in range(NUM_STEPS):
        step = u64(STEPS[orientation, index])
        rest = u64(BAND_CELLS) - step
        anchors0 &= (free0 >> step) | u64(free1 << rest)
        anchors1 &= (free1 >> step) | u64(free2 << rest)
        anchors2 &= free2 >> step
    return anchors0, anchors1, anchors2


@kernel
def fits_at(free0: Word, free1: Word, free2: Word, orientation: int, cell: int) -> bool:
    """Return True if an orientation fits with its anchor on this cell."""
    band = cell // BAND_CELLS
    bit = u64(cell - band * BAND_CELLS)
    near = free0 if band == 0 else (free1 if band == 1 else free2)
    far = free1 if band == 0 else (free2 if band == 1 else u64(0))
    ahead = (near >> bit) | u64(far << (u64(BAND_CELLS) - bit))
    shape = u64(SHAPES[orientation])
    is_inside = (u64(ANCHOR_COLUMNS[orientation]) >> bit) & u64(1)
    return (ahead & shape) == shape and is_inside != u64(0)


@kernel
def count_placements(free0: Word, free1: Word, free2: Word, piece: int) -> int:
    """Return the number of legal placements of a piece on the given free cells."""
    count = 0
    for orientation in range(int(ORIENTATION_START[piece]), int(ORIENTATION_START[piece + 1])):
        anchors0, anchors1, anchors2 = find_anchors(free0, free1, free2, orientation)
        count += popcount(anchors0) + popcount(anchors1) + popcount(anchors2)
    return count


@kernel
def find_reach(free0: Word, free1: Word, free2: Word, piece: int) -> tuple[int, Word, Word, Word]:
    """Return the number of legal placements of a piece, and the cells that they cover.

    The cells are one word per band.
    """
    count = 0
    reach0 = u64(0)
    reach1 = u64(0)
    reach2 = u64(0)
    for orientation in range(int(ORIENTATION_START[piece]), int(ORIENTATION_START[piece + 1])):
        anchors0, anchors1, anchors2 = find_anchors(free0, free1, free2, orientation)
        if (anchors0 | anchors1 | anchors2) == u64(0):
            continue
        count += popcount(anchors0) + popcount(anchors1) + popcount(anchors2)
        reach0 |= anchors0
        reach1 |= anchors1
        reach2 |= anchors2
        for index in range(NUM_STEPS):
            step = u64(STEPS[orientation, index])
            rest = u64(BAND_CELLS) - step
            reach0 |= u64(anchors0 << step)
            reach1 |= u64(anchors1 << step) | (anchors0 >> rest)
            reach2 |= u64(anchors2 << step) | (anchors1 >> rest)
    return count, reach0 & u64(FULL_BAND), reach1 & u64(FULL_BAND), reach2


@kernel
def can_place(free0: Word, free1: Word, free2: Word, hand: Word) -> bool:
    """Return True if at least one piece of a hand fits on the free cells (PC-4)."""
    left = u64(hand)
    while left != u64(0):
        piece = lowest(left)
        left = drop_lowest(left)
        for orientation in range(int(ORIENTATION_START[piece]), int(ORIENTATION_START[piece + 1])):
            anchors0, anchors1, anchors2 = find_anchors(free0, free1, free2, orientation)
            if anchors0 | anchors1 | anchors2:
                return True
    return False


@kernel
def is_free(free0: Word, free1: Word, free2: Word, cell: int) -> bool:
    """Return True if ``cell`` is one of the free cells."""
    band = cell // BAND_CELLS
    word = free0 if band == 0 else (free1 if band == 1 else free2)
    return ((word >> u64(cell - band * BAND_CELLS)) & u64(1)) != u64(0)


# --- Placements and their numbers -----------------------------------------------------------------


@kernel
def encode_placement(orientation: int, cell: int) -> Action:
    """Return the action that places an orientation with its anchor on this cell."""
    row = cell // COLUMNS
    place = row * int(PLACES_PER_ROW[orientation]) + cell - row * COLUMNS
    return NUM_PIECES + int(FIRST_PLACEMENT[orientation]) + place - int(LEFTMOST[orientation])


@kernel
def get_orientation(action: Action) -> int:
    """Return the orientation that an action places, found by binary search."""
    low = 0
    high = NUM_ORIENTATIONS
    while high - low > 1:
        middle = (low + high) // 2
        if int(FIRST_PLACEMENT[middle]) <= action - NUM_PIECES:
            low = middle
        else:
            high = middle
    return low


@kernel
def get_anchor(action: Action, orientation: int) -> int:
    """Return the cell of the anchor of an action, given its orientation."""
    place = action - NUM_PIECES - int(FIRST_PLACEMENT[orientation])
    width = int(PLACES_PER_ROW[orientation])
    row = place // width
    return row * COLUMNS + place - row * width + int(LEFTMOST[orientation])


@kernel
def get_piece(orientation: int) -> int:
    """Return the piece of an orientation."""
    piece = 0
    while int(ORIENTATION_START[piece + 1]) <= orientation:
        piece += 1
    return piece


@kernel
def cover_cells(state: State, orientation: int, cell: int) -> None:
    """Mark the cells of a placement on the board as covered."""
    band = cell // BAND_CELLS
    bit = u64(cell - band * BAND_CELLS)
    shape = u64(SHAPES[orientation])
    board = state["board"]
    board[band] = u64(board[band]) | (u64(shape << bit) & u64(FULL_BAND))
    if band < 2:
        board[band + 1] = u64(board[band + 1]) | (shape >> (u64(BAND_CELLS) - bit))


@kernel
def append_rows(anchors: Word, first: int, width: int, out: Actions, count: int) -> int:
    """Append the placements in one band, row by row. Return the new number of actions.

    ``anchors`` are shifted so that the leftmost possible anchor is in column 0.
    """
    while anchors != u64(0):
        row = lowest(anchors) // COLUMNS
        places = (anchors >> (COLUMNS * row)) & u64(FULL_ROW)
        anchors ^= u64(places << (COLUMNS * row))
        count = append_actions(out, count, first + row * width, places)
    return count


@kernel
def append_placements(
    free0: Word, free1: Word, free2: Word, orientation: int, out: Actions, count: int
) -> int:
    """Append the legal placements of an orientation. Return the new number of actions."""
    anchors0, anchors1, anchors2 = find_anchors(free0, free1, free2, orientation)
    left = int(LEFTMOST[orientation])
    width = int(PLACES_PER_ROW[orientation])
    first = NUM_PIECES + int(FIRST_PLACEMENT[orientation])
    count = append_rows(anchors0 >> left, first, width, out, count)
    count = append_rows(anchors1 >> left, first + BAND_ROWS * width, width, out, count)
    return append_rows(anchors2 >> left, first + 2 * BAND_ROWS * width, width, out, count)


# --- Cells and pieces by name ---------------------------------------------------------------------


Cell = tuple[int, int]
"""(row, column), both counted from 0."""

COLUMN_LETTERS = "abcdefghijkl"
HEXOMINO = "H"  # prefix of the ids of hexominoes
FREE = "."
NONE = "none"


def list_pieces(mask: int) -> list[int]:
    """Return the pieces in a bit set, in ascending order."""
    word = int(mask)
    return [piece for piece in range(NUM_PIECES) if word >> piece & 1]


def list_cells(action: Action) -> list[Cell]:
    """Return the cells that a placement covers, in reading order."""
    return list(_cached_cells(action))


@cache
def _cached_cells(action: Action) -> tuple[Cell, ...]:
    """Return the cells of a placement.

    They are cached, because drawings and texts need them often.
    """
    orientation = get_orientation(action)
    anchor = get_anchor(action, orientation)
    return tuple(divmod(anchor + step, COLUMNS) for step in ORIENTATIONS[orientation].steps)


def format_cell(cell: Cell) -> str:
    """Format a cell, such as ``c4``.

    Columns are a to l from the left, rows are 1 to 11 from the top.
    """
    return f"{COLUMN_LETTERS[cell[1]]}{cell[0] + 1}"


def format_cells(cells: Iterable[Cell]) -> str:
    """Format cells row by row, such as ``d3,cde4,c5``."""
    return ",".join(
        "".join(COLUMN_LETTERS[column] for _, column in group) + str(row + 1)
        for row, group in groupby(sorted(cells), key=lambda cell: cell[0])
    )


def format_pieces(pieces: Iterable[int]) -> str:
    """Format pieces as ids such as ``F H07``, or as "none" if there are none."""
    return " ".join(PIECE_IDS[piece] for piece in pieces) or NONE


def parse_piece(text: str) -> int:
    """Parse the id of a piece, such as ``F`` or ``H07``.

    ``H7`` is accepted, too.

    Raises:
        TextError: There is no such piece.
    """
    name = f"{HEXOMINO}0{text[1]}" if re.fullmatch(rf"{HEXOMINO}[1-9]", text) else text
    if name not in PIECE_INDEX:
        hint = ""
        if text in PIECE_LETTERS:
            hint = f", which is drawn for {PIECE_IDS[PIECE_LETTERS.index(text)]}"
        raise TextError(f"expected a piece, F to Z or H01 to H12; found {quote(text)}{hint}")
    return PIECE_INDEX[name]


def format_board(state: State) -> list[str]:
    """Format the board as 11 lines of 12 characters, one letter per piece."""
    board = [[FREE] * COLUMNS for _ in range(ROWS)]
    for piece, action in enumerate(state["lies"].tolist()):
        for row, column in _cached_cells(action) if action else ():
            board[row][column] = PIECE_LETTERS[piece]
    return ["".join(row) for row in board]


def example_cells(piece: int) -> str:
    """Return the text of cells that a piece could cover, for error messages."""
    return format_cells(next(way for way in ORIENTATIONS if way.piece == piece).cells)


# --- Holes --------------------------------------------------------------------------------------

FIRST_COLUMN = sum(1 << row * COLUMNS for row in range(BAND_CELLS // COLUMNS))
LAST_COLUMN = FIRST_COLUMN << COLUMNS - 1
LAST_ROW = BAND_CELLS - COLUMNS  # distance from the first row of a band to the last


@kernel
def find_hole(free0: Word, free1: Word, free2: Word) -> tuple[Word, Word, Word]:
    """Return the connected region that contains the first free cell, one word per band."""
    hole0 = keep_lowest(free0)
    hole1 = keep_lowest(free1) if free0 == u64(0) else u64(0)
    hole2 = keep_lowest(free2) if (free0 | free1) == u64(0) else u64(0)
    while True:
        grown0 = free0 & (add_neighbours(hole0) | u64(hole1 << LAST_ROW))
        grown1 = free1 & (add_neighbours(hole1) | (hole0 >> LAST_ROW) | u64(hole2 << LAST_ROW))
        grown2 = free2 & (add_neighbours(hole2) | (hole1 >> LAST_ROW))
        if grown0 == hole0 and grown1 == hole1 and grown2 == hole2:
            return hole0, hole1, hole2
        hole0, hole1, hole2 = grown0, grown1, grown2


@kernel
def add_neighbours(cells: Word) -> Word:
    """Return cells of a band together with their neighbours in this band."""
    right = u64((cells & u64(~LAST_COLUMN)) << 1)
    left = (cells & u64(~FIRST_COLUMN)) >> 1
    return cells | right | left | u64(cells << COLUMNS) | (cells >> COLUMNS)
