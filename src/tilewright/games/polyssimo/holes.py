"""Holes: the regions of free cells."""

from __future__ import annotations

from tilewright.games.polyssimo.state import BAND_CELLS
from tilewright.games.polyssimo.tables import COLUMNS
from tilewright.kernel import Word, keep_lowest, kernel, u64

__all__ = ["find_hole"]

FIRST_COLUMN = sum(1 << row * COLUMNS for row in range(BAND_CELLS // COLUMNS))
LAST_COLUMN = FIRST_COLUMN << COLUMNS - 1
LAST_ROW = BAND_CELLS - COLUMNS  # how far it is from the first row of a band to the last


@kernel
def find_hole(free0: Word, free1: Word, free2: Word) -> tuple[Word, Word, Word]:
    """The whole region of the first free cell."""
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
    """Some cells of a band and their neighbours in it."""
    right = u64((cells & u64(~LAST_COLUMN)) << 1)
    left = (cells & u64(~FIRST_COLUMN)) >> 1
    return cells | right | left | u64(cells << COLUMNS) | (cells >> COLUMNS)
