"""All orientations and placements of the pieces, derived from the drawings in ``tables`` (PC-1).

Numbering, always in a fixed order:

    piece         0..23   as in the table: 12 pentominoes, then 12 hexominoes
    orientation   0..146  by piece; rotations and reflections of a piece sorted by their cells
    placement     0..12717  by orientation, then in reading order of the anchor
    action        0..23: draft a piece; NUM_PIECES + placement: place a piece

A cell is ``12 * row + column``. The *anchor* of an orientation is its first cell in reading order.
All other cells come later, so an orientation is a set of steps from its anchor: a word whose bit 0
is always set. Shifting this word moves the piece on the board:

     .  0  .        the X covers its anchor and the cells 11, 12, 13 and 24 further on,
    11 12 13        so its shape is the word 1 << 0 | 1 << 11 | 1 << 12 | 1 << 13 | 1 << 24
     . 24  .
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import accumulate
from typing import NamedTuple

from tilewright.games.polyssimo.tables import COLUMNS, NUM_PIECES, PIECES, ROWS, Piece
from tilewright.kernel import frozen

Cells = tuple[tuple[int, int], ...]
"""Cells as (row, column), sorted."""

MOST_CELLS = 6
BAND_ROWS = 5  # rows per word of the board; see ``state``


class Orientation(NamedTuple):
    """A piece in one orientation, moved to the top left corner."""

    piece: int
    cells: Cells

    @property
    def height(self) -> int:
        return 1 + max(row for row, _ in self.cells)

    @property
    def width(self) -> int:
        return 1 + max(column for _, column in self.cells)

    @property
    def steps(self) -> tuple[int, ...]:
        """Distances of the cells from the anchor, in reading order; the first is 0."""
        return tuple(COLUMNS * row + column - self.cells[0][1] for row, column in self.cells)


def _normalise(cells: Cells) -> Cells:
    """Return cells moved to the top left corner and sorted."""
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return tuple(sorted((row - top, column - left) for row, column in cells))


def drawn_cells(piece: Piece) -> Cells:
    """Return the cells of a piece as it is drawn in ``tables``."""
    return tuple(
        (row, column)
        for row, line in enumerate(piece.rows)
        for column, mark in enumerate(line)
        if mark == "#"
    )


def _orientations(piece: Piece) -> list[Cells]:
    """Return the different rotations and reflections of a piece, sorted."""
    cells = drawn_cells(piece)
    ways: set[Cells] = set()
    for _ in range(4):
        cells = tuple((column, -row) for row, column in cells)
        ways |= {_normalise(cells), _normalise(tuple((row, -column) for row, column in cells))}
    return sorted(ways)


ORIENTATIONS: tuple[Orientation, ...] = tuple(
    Orientation(index, cells)
    for index, piece in enumerate(PIECES)
    for cells in _orientations(piece)
)
NUM_ORIENTATIONS = len(ORIENTATIONS)

PIECE_IDS: tuple[str, ...] = tuple(piece.id for piece in PIECES)
PIECE_INDEX: dict[str, int] = {name: index for index, name in enumerate(PIECE_IDS)}

# On drawn boards a pentomino is its own letter, and the hexominoes are a, b, c ...
PIECE_LETTERS: tuple[str, ...] = tuple(
    chr(ord("a") + sum(earlier.is_hexomino for earlier in PIECES[:index]))
    if piece.is_hexomino
    else piece.id
    for index, piece in enumerate(PIECES)
)


# --- Tables for the kernels, 4 KB in all ----------------------------------------------------------
#
# Small numbers are signed: in compiled code, unsigned numbers make sums unsigned.


def _anchor_columns(way: Orientation) -> int:
    """Return the columns in which the anchor may be, as bits.

    The bits are repeated for each row of a band.
    """
    left = way.cells[0][1]
    row = sum(1 << column for column in range(left, left + COLUMNS - way.width + 1))
    return sum(row << (COLUMNS * index) for index in range(BAND_ROWS))


def _pad_steps(steps: tuple[int, ...]) -> tuple[int, ...]:
    """Return the steps of an orientation without the anchor's, padded to five.

    The last step of a pentomino is repeated.
    """
    return (*steps[1:], *steps[-1:] * (MOST_CELLS - len(steps)))


def _count_positions(way: Orientation) -> int:
    return (ROWS - way.height + 1) * (COLUMNS - way.width + 1)


# ORIENTATION_START: int16[25], first orientation of each piece, then the number of orientations.
ORIENTATION_START = frozen(
    [sum(way.piece < piece for way in ORIENTATIONS) for piece in range(NUM_PIECES + 1)], "i2"
)
# SHAPES: uint64[147], the steps as a bit set; the anchor is bit 0.
SHAPES = frozen([sum(1 << step for step in way.steps) for way in ORIENTATIONS], "u8")
# STEPS: uint8[147, 5], the steps except the anchor's.
STEPS = frozen([_pad_steps(way.steps) for way in ORIENTATIONS], "u1")
# ANCHOR_COLUMNS: uint64[147], anchors with which the piece is within the columns of the board.
ANCHOR_COLUMNS = frozen([_anchor_columns(way) for way in ORIENTATIONS], "u8")
# LEFTMOST, PLACES_PER_ROW: int16[147], first column of the anchor, and number of its columns.
LEFTMOST = frozen([way.cells[0][1] for way in ORIENTATIONS], "i2")
PLACES_PER_ROW = frozen([COLUMNS - way.width + 1 for way in ORIENTATIONS], "i2")
# FIRST_PLACEMENT: int16[148], first placement of each orientation, then the number of placements.
FIRST_PLACEMENT = frozen(list(accumulate(map(_count_positions, ORIENTATIONS), initial=0)), "i2")
NUM_PLACEMENTS = int(FIRST_PLACEMENT[-1])


def count_board_placements(piece: int) -> int:
    """Return the number of placements of a piece on the empty board."""
    first, end = ORIENTATION_START[piece], ORIENTATION_START[piece + 1]
    return int(FIRST_PLACEMENT[end]) - int(FIRST_PLACEMENT[first])


# --- From cells to orientations -------------------------------------------------------------------

_ORIENTATION_BY_CELLS = {way: index for index, way in enumerate(ORIENTATIONS)}


def find_orientation(piece: int, cells: Collection[tuple[int, int]]) -> int | None:
    """Return the orientation of a piece with the shape of ``cells``, or None."""
    if not cells:
        return None
    return _ORIENTATION_BY_CELLS.get(Orientation(piece, _normalise(tuple(cells))))
