"""Cells and pieces by name: ``c4``, ``d3,cde4,c5``, ``H07``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import groupby

from tilewright.errors import TextError
from tilewright.game import Action, State
from tilewright.games.polyssimo.board import anchor_of, orientation_of
from tilewright.games.polyssimo.pieces import (
    ORIENTATIONS,
    PIECE_IDS,
    PIECE_INDEX,
    PIECE_LETTERS,
)
from tilewright.games.polyssimo.tables import COLUMNS, NUM_PIECES, ROWS
from tilewright.text import quote

__all__ = [
    "COLUMN_LETTERS",
    "FREE",
    "HEXOMINO",
    "NONE",
    "Cell",
    "cell_name",
    "draw_board",
    "example_cells",
    "format_cells",
    "parse_piece",
    "piece_names",
    "pieces_in",
    "placed_cells",
]

Cell = tuple[int, int]
"""(row, column), both from 0."""

COLUMN_LETTERS = "abcdefghijkl"
HEXOMINO = "H"  # begins the ids of those
FREE = "."
NONE = "none"


def pieces_in(mask: int) -> list[int]:
    """The pieces of a bit mask."""
    word = int(mask)
    return [piece for piece in range(NUM_PIECES) if word >> piece & 1]


def placed_cells(action: Action) -> list[Cell]:
    """The cells that a placement covers, in reading order."""
    return list(_cells_of(action))


@cache
def _cells_of(action: Action) -> tuple[Cell, ...]:
    orientation = orientation_of(action)
    anchor = anchor_of(action, orientation)
    return tuple(divmod(anchor + step, COLUMNS) for step in ORIENTATIONS[orientation].steps)


def cell_name(cell: Cell) -> str:
    """A cell as people call it: ``c4``."""
    return f"{COLUMN_LETTERS[cell[1]]}{cell[0] + 1}"


def format_cells(cells: Iterable[Cell]) -> str:
    """Cells row by row: ``d3,cde4,c5``."""
    return ",".join(
        "".join(COLUMN_LETTERS[column] for _, column in group) + str(row + 1)
        for row, group in groupby(sorted(cells), key=lambda cell: cell[0])
    )


def piece_names(pieces: Iterable[int]) -> str:
    """Pieces by their ids, in order: ``F H07``."""
    return " ".join(PIECE_IDS[piece] for piece in pieces) or NONE


def parse_piece(text: str) -> int:
    """A piece by its id; ``H7`` will do for ``H07``."""
    name = f"{HEXOMINO}0{text[1]}" if re.fullmatch(rf"{HEXOMINO}[1-9]", text) else text
    if name not in PIECE_INDEX:
        hint = ""
        if text in PIECE_LETTERS:
            hint = f", which is drawn for {PIECE_IDS[PIECE_LETTERS.index(text)]}"
        raise TextError(f"expected a piece, F to Z or H01 to H12; found {quote(text)}{hint}")
    return PIECE_INDEX[name]


def draw_board(state: State) -> list[str]:
    """The board as 11 rows of 12 letters, one letter for each piece."""
    board = [[FREE] * COLUMNS for _ in range(ROWS)]
    for piece, action in enumerate(state["lies"].tolist()):
        for row, column in _cells_of(action) if action else ():
            board[row][column] = PIECE_LETTERS[piece]
    return ["".join(row) for row in board]


def example_cells(piece: int) -> str:
    """The piece in the top left corner of the board, to show what it looks like."""
    return format_cells(next(way for way in ORIENTATIONS if way.piece == piece).cells)
