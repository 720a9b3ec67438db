"""Cells and pieces by name: ``c4``, ``d3,cde4,c5``, ``H07``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import groupby

from tilewright.errors import TextError
from tilewright.game import Action, State
from tilewright.games.polyssimo.board import anchor_of, orientation_of
from tilewright.games.polyssimo.pieces import ORIENTATIONS, PIECE_IDS, PIECE_INDEX, PIECE_LETTERS
from tilewright.games.polyssimo.state import BAND_CELLS
from tilewright.games.polyssimo.tables import COLUMNS, NUM_PIECES, ROWS
from tilewright.kernel import Word, keep_lowest, kernel, u64
from tilewright.text import quote

Cell = tuple[int, int]
"""(row, column), both from 0."""

COLUMN_LETTERS = "abcdefghijkl"
HEXOMINO = "H"  # begins the ids of those
FREE = "."
NONE = "none"


def pieces_in(mask: int) -> list[int]:
    """Return the pieces of a bit mask."""
    word = int(mask)
    return [piece for piece in range(NUM_PIECES) if word >> piece & 1]


def placed_cells(action: Action) -> list[Cell]:
    """Return the cells that a placement covers, in reading order."""
    return list(_cells_of(action))


@cache
def _cells_of(action: Action) -> tuple[Cell, ...]:
    orientation = orientation_of(action)
    anchor = anchor_of(action, orientation)
    return tuple(divmod(anchor + step, COLUMNS) for step in ORIENTATIONS[orientation].steps)


def cell_name(cell: Cell) -> str:
    """Return a cell as people call it: ``c4``."""
    return f"{COLUMN_LETTERS[cell[1]]}{cell[0] + 1}"


def format_cells(cells: Iterable[Cell]) -> str:
    """Format cells row by row: ``d3,cde4,c5``."""
    return ",".join(
        "".join(COLUMN_LETTERS[column] for _, column in group) + str(row + 1)
        for row, group in groupby(sorted(cells), key=lambda cell: cell[0])
    )


def piece_names(pieces: Iterable[int]) -> str:
    """Format pieces as their ids in the given order: ``F H07``."""
    return " ".join(PIECE_IDS[piece] for piece in pieces) or NONE


def parse_piece(text: str) -> int:
    """Return a piece by its id; ``H7`` will do for ``H07``."""
    name = f"{HEXOMINO}0{text[1]}" if re.fullmatch(rf"{HEXOMINO}[1-9]", text) else text
    if name not in PIECE_INDEX:
        hint = ""
        if text in PIECE_LETTERS:
            hint = f", which is drawn for {PIECE_IDS[PIECE_LETTERS.index(text)]}"
        raise TextError(f"expected a piece, F to Z or H01 to H12; found {quote(text)}{hint}")
    return PIECE_INDEX[name]


def draw_board(state: State) -> list[str]:
    """Draw the board as 11 rows of 12 letters, one letter for each piece."""
    board = [[FREE] * COLUMNS for _ in range(ROWS)]
    for piece, action in enumerate(state["lies"].tolist()):
        for row, column in _cells_of(action) if action else ():
            board[row][column] = PIECE_LETTERS[piece]
    return ["".join(row) for row in board]


def example_cells(piece: int) -> str:
    """Return the cells of a piece in the top left corner of the board, as an example."""
    return format_cells(next(way for way in ORIENTATIONS if way.piece == piece).cells)


# --- Holes --------------------------------------------------------------------------------------

FIRST_COLUMN = sum(1 << row * COLUMNS for row in range(BAND_CELLS // COLUMNS))
LAST_COLUMN = FIRST_COLUMN << COLUMNS - 1
LAST_ROW = BAND_CELLS - COLUMNS  # how far it is from the first row of a band to the last


@kernel
def find_hole(free0: Word, free1: Word, free2: Word) -> tuple[Word, Word, Word]:
    """Return the whole region of the first free cell."""
    hole0 = keep_lowest(free0)
    hole1 = keep_lowest(free1) if free0 == u64(0) else u64(0)
    hole2 = keep_lowest(free2) if (free0 | free1) == u64(0) else u64(0)
    while True:
        grown0 = free0 & (spread(hole0) | u64(hole1 << LAST_ROW))
        grown1 = free1 & (spread(hole1) | (hole0 >> LAST_ROW) | u64(hole2 << LAST_ROW))
        grown2 = free2 & (spread(hole2) | (hole1 >> LAST_ROW))
        if grown0 == hole0 and grown1 == hole1 and grown2 == hole2:
            return hole0, hole1, hole2
        hole0, hole1, hole2 = grown0, grown1, grown2


@kernel
def spread(cells: Word) -> Word:
    """Return some cells of a band and their neighbours in it."""
    right = u64((cells & u64(~LAST_COLUMN)) << 1)
    left = (cells & u64(~FIRST_COLUMN)) >> 1
    return cells | right | left | u64(cells << COLUMNS) | (cells >> COLUMNS)
