"""How far a shelf is on its way to a common goal (MS-15), and which tiles count for that.

A tile never leaves the shelf. So where a goal wants places of one type, or lines without too many
types, only those count that may still come to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from tilewright.games.my_shelfie.evaluation import CROSSES, DIAGONALS, FOUR_CORNERS, STAIRS
from tilewright.games.my_shelfie.grids import Planes
from tilewright.games.my_shelfie.score import find_groups
from tilewright.games.my_shelfie.shelf import match_step, match_type
from tilewright.games.my_shelfie.state import (
    COLUMN,
    COLUMN_FEET,
    COLUMN_STEP,
    Word,
    shelf_bit,
)
from tilewright.games.my_shelfie.tables import NUM_TYPES, SHELF_COLUMNS, SHELF_ROWS

__all__ = ["MEASURES", "Measure", "Progress", "cells_of", "measure_goal"]

ROWS = tuple(COLUMN_FEET << row for row in reversed(range(SHELF_ROWS)))
COLUMNS = tuple(COLUMN << COLUMN_STEP * column for column in range(SHELF_COLUMNS))
_CELLS = [
    (shelf_bit(row, column), row, column)
    for row in range(SHELF_ROWS)
    for column in range(SHELF_COLUMNS)
]


class Progress(NamedTuple):
    """What of a goal is done, and the tiles that did it."""

    done: int
    tiles: Word


class Measure(NamedTuple):
    """How the way to a goal is measured; it is fulfilled when all of it is done."""

    of: int
    find: Callable[[Planes], Progress]


def cells_of(tiles: Word) -> list[list[int]]:
    """The places of a word as [row, column], in reading order."""
    return [[row, column] for bit, row, column in _CELLS if tiles >> bit & 1]


@lru_cache(maxsize=256)  # of all previews of a turn, the shelf before them is the same
def measure_goal(goal: int, planes: Planes) -> Progress:
    """How far a shelf is towards goal 0 to 11, MS-15a to MS-15l."""
    return MEASURES[goal].find(planes)


# --- Tiles --------------------------------------------------------------------------------------


def _tiles_by_type(planes: Planes) -> list[Word]:
    return [match_type(*planes, code) for code in range(1, NUM_TYPES + 1)]


def _union(words: Iterable[Word]) -> Word:
    union = 0
    for word in words:
        union |= word
    return union


def _largest(words: Iterable[Word], count: int) -> list[Word]:
    """So many of the words with most tiles; of equals the first."""
    return sorted(words, key=int.bit_count, reverse=True)[:count]


def _find_eight_equal(planes: Planes) -> Progress:
    """MS-15d: the tiles of the most frequent type."""
    (tiles,) = _largest(_tiles_by_type(planes), 1)
    return Progress(min(tiles.bit_count(), 8), tiles)


# --- Groups -------------------------------------------------------------------------------------


def _find_six_groups(planes: Planes) -> Progress:
    """MS-15a: the groups of two tiles or more."""
    groups = [group for _, group in find_groups(planes) if group.bit_count() >= 2]
    return Progress(min(len(groups), 6), _union(groups))


def _find_four_groups(planes: Planes) -> Progress:
    """MS-15l: the tiles of the four largest groups, four of each at most."""
    groups = _largest((group for _, group in find_groups(planes) if group.bit_count() >= 2), 4)
    return Progress(sum(min(group.bit_count(), 4) for group in groups), _union(groups))


def _find_two_squares(planes: Planes) -> Progress:
    """MS-15f: the groups with a square in them, and their squares."""
    right, up = match_step(*planes, COLUMN_STEP), match_step(*planes, 1)
    corners = right & right >> 1 & up  # the lower left tile of each square
    groups = [group for _, group in find_groups(planes) if group & corners]
    sides = corners | corners << COLUMN_STEP
    return Progress(min(len(groups), 2), sides | sides << 1)


# --- Patterns of one type -----------------------------------------------------------------------


def _find_pattern(planes: Planes, patterns: Iterable[Word]) -> Progress:
    """The most tiles on a pattern on which there is but one type."""
    types = _tiles_by_type(planes)
    pure = (
        tiles & pattern
        for pattern in patterns
        for tiles in types
        if not (planes[0] | planes[1] | planes[2]) & pattern & ~tiles
    )
    (best,) = _largest(pure, 1) or [0]
    return Progress(best.bit_count(), best)


def _pattern_measure(of: int, patterns: Iterable[Word]) -> Measure:
    words = [int(pattern) for pattern in patterns]
    return Measure(of, lambda planes: _find_pattern(planes, words))


def _find_stairs(planes: Planes) -> Progress:
    """MS-15c: the columns that have their height, of stairs above which no tile stands."""
    filled = planes[0] | planes[1] | planes[2]
    stairs = [int(shape) for shape in STAIRS if not filled & ~int(shape)]
    done = [
        [column & filled for column in COLUMNS if filled & column == shape & column]
        for shape in stairs
    ]
    best = max(done, key=len, default=[])
    return Progress(len(best), _union(best))


# --- Lines --------------------------------------------------------------------------------------


def _find_lines(planes: Planes, lines: Iterable[Word], wanted: int, *, is_varied: bool) -> Progress:
    """The tiles on the fullest lines that may still be all different, or of at most 3 types."""
    filled, types = planes[0] | planes[1] | planes[2], _tiles_by_type(planes)
    fitting = []
    for line in lines:
        tiles = filled & line
        num_types = sum(1 for of_type in types if of_type & line)
        if num_types == tiles.bit_count() if is_varied else num_types <= 3:
            fitting.append(tiles)
    best = _union(_largest(fitting, wanted))
    return Progress(best.bit_count(), best)


def _line_measure(wanted: int, lines: tuple[Word, ...], *, is_varied: bool) -> Measure:
    return Measure(
        wanted * lines[0].bit_count(),
        lambda planes: _find_lines(planes, lines, wanted, is_varied=is_varied),
    )


MEASURES = (
    Measure(6, _find_six_groups),
    _pattern_measure(5, DIAGONALS),
    Measure(SHELF_COLUMNS, _find_stairs),
    Measure(8, _find_eight_equal),
    _line_measure(2, ROWS, is_varied=True),
    Measure(2, _find_two_squares),
    _line_measure(4, ROWS, is_varied=False),
    _pattern_measure(4, FOUR_CORNERS),
    _pattern_measure(5, CROSSES),
    _line_measure(3, COLUMNS, is_varied=False),
    _line_measure(2, COLUMNS, is_varied=True),
    Measure(16, _find_four_groups),
)
"""By goal, MS-15a to MS-15l."""
