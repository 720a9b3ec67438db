"""Progress of a shelf on a common goal (MS-15): how much is done, and which tiles count.

Tiles never leave the shelf. So patterns and lines count only if they can still qualify.
"""

from __future__ import annotations

from tilewright.game import Words
from tilewright.games.my_shelfie.evaluation import CROSSES, DIAGONALS, FOUR_CORNERS, STAIRS
from tilewright.games.my_shelfie.shelf import (
    count_groups,
    find_grouped_tiles,
    find_squares,
    grow_group,
    match_adjacent,
    match_type,
)
from tilewright.games.my_shelfie.state import COLUMN, COLUMN_FEET, COLUMN_STEP, Word
from tilewright.games.my_shelfie.tables import NUM_TYPES, SHELF_COLUMNS, SHELF_ROWS
from tilewright.kernel import called, frozen, keep_lowest, kernel, popcount, u64

Progress = tuple[int, Word]
"""Progress towards a goal, out of GOAL_OF, and the tiles that count."""

# int8[12]: the amount that each goal requires, MS-15a to MS-15l.
GOAL_OF = frozen(
    [
        *(6, 5, SHELF_COLUMNS, 8),
        *(2 * SHELF_COLUMNS, 2, 4 * SHELF_COLUMNS, 4),
        *(5, 3 * SHELF_ROWS, 2 * SHELF_ROWS, 16),
    ],
    "i1",
)
# uint64[6] and uint64[5]: the places of each row, from the top, and of each column, from the left.
ROWS = frozen([COLUMN_FEET << row for row in reversed(range(SHELF_ROWS))], "u8")
COLUMNS = frozen([COLUMN << COLUMN_STEP * column for column in range(SHELF_COLUMNS)], "u8")
MOST_IN_LINE = 6
MOST_PLAIN_TYPES = 3


@called
def find_progress(plane0: Word, plane1: Word, plane2: Word, goal: int) -> Progress:
    """Return the progress of a shelf on a common goal.

    Goals 0 to 11 are MS-15a to MS-15l.
    """
    if goal == 0:
        return find_six_groups(plane0, plane1, plane2)
    if goal == 1:
        return find_pattern(plane0, plane1, plane2, DIAGONALS)
    if goal == 2:
        return find_stairs(plane0 | plane1 | plane2)
    if goal == 3:
        return find_eight_equal(plane0, plane1, plane2)
    if goal == 4:
        return find_lines(plane0, plane1, plane2, ROWS, 2, True)
    if goal == 5:
        return find_two_squares(plane0, plane1, plane2)
    if goal == 6:
        return find_lines(plane0, plane1, plane2, ROWS, 4, False)
    if goal == 7:
        return find_pattern(plane0, plane1, plane2, FOUR_CORNERS)
    if goal == 8:
        return find_pattern(plane0, plane1, plane2, CROSSES)
    if goal == 9:
        return find_lines(plane0, plane1, plane2, COLUMNS, 3, False)
    if goal == 10:
        return find_lines(plane0, plane1, plane2, COLUMNS, 2, True)
    return find_four_groups(plane0, plane1, plane2)


@called
def find_eight_equal(plane0: Word, plane1: Word, plane2: Word) -> Progress:
    """Return the progress on MS-15d: the tiles of the most frequent type, up to 8."""
    best = u64(0)
    for code in range(1, NUM_TYPES + 1):
        tiles = match_type(plane0, plane1, plane2, code)
        if popcount(tiles) > popcount(best):
            best = tiles
    return min(popcount(best), 8), best


# --- Groups -------------------------------------------------------------------------------------


@called
def find_six_groups(plane0: Word, plane1: Word, plane2: Word) -> Progress:
    """Return the progress on MS-15a: the groups of two or more tiles, up to 6."""
    right, up = match_adjacent(plane0, plane1, plane2)
    joined = find_grouped_tiles(right, up)
    return min(count_groups(joined, right, up, 2), 6), joined


@called
def find_four_groups(plane0: Word, plane1: Word, plane2: Word) -> Progress:
    """Return the progress on MS-15l: the tiles of the four largest groups.

    At most four tiles per group are counted.
    """
    right, up = match_adjacent(plane0, plane1, plane2)
    left = find_grouped_tiles(right, up)
    done = 0
    found = u64(0)
    for _ in range(4):
        best = u64(0)
        for code in range(1, NUM_TYPES + 1):
            tiles = left & match_type(plane0, plane1, plane2, code)
            while tiles != u64(0):
                group = grow_group(keep_lowest(tiles), right, up)
                tiles &= u64(~group)
                if popcount(group) > popcount(best):
                    best = group
        left &= u64(~best)
        found |= best
        done += min(popcount(best), 4)
    return done, found


@called
def find_two_squares(plane0: Word, plane1: Word, plane2: Word) -> Progress:
    """Return the progress on MS-15f: the groups that contain a 2x2 square, up to 2."""
    right, up = match_adjacent(plane0, plane1, plane2)
    corners = find_squares(right, up)
    sides = corners | u64(corners << COLUMN_STEP)
    return min(count_groups(corners, right, up, 1), 2), sides | u64(sides << 1)


# --- Patterns of one type -----------------------------------------------------------------------


@called
def find_pattern(plane0: Word, plane1: Word, plane2: Word, patterns: Words) -> Progress:
    """Return the progress on the fullest pattern that can still be fulfilled.

    All tiles that lie on this pattern have one type.
    """
    best = u64(0)
    for index in range(len(patterns)):
        pattern = u64(patterns[index])
        tiles = (plane0 | plane1 | plane2) & pattern
        is_pure = (
            is_none_or_all(plane0 & pattern, tiles)
            and is_none_or_all(plane1 & pattern, tiles)
            and is_none_or_all(plane2 & pattern, tiles)
        )
        if is_pure and popcount(tiles) > popcount(best):
            best = tiles
    return popcount(best), best


@kernel
def is_none_or_all(some: Word, tiles: Word) -> bool:
    """Return True if ``some`` is empty or equals ``tiles``.

    The tiles then agree in the plane from which ``some`` was taken.
    """
    return some == u64(0) or some == tiles


@called
def find_stairs(filled: Word) -> Progress:
    """Return the progress on MS-15c: the columns that have their final height.

    Only stairs that no tile rises above are counted.
    """
    most = 0
    best = u64(0)
    for index in range(len(STAIRS)):
        shape = u64(STAIRS[index])
        if (filled & u64(~shape)) == u64(0):
            done = 0
            found = u64(0)
            for place in range(SHELF_COLUMNS):
                column = u64(COLUMNS[place])
                if (filled & column) == (shape & column):
                    done += 1
                    found |= filled & column
            if done > most:
                most = done
                best = found
    return most, best


# --- Lines --------------------------------------------------------------------------------------


@called
def find_lines(
    plane0: Word, plane1: Word, plane2: Word, lines: Words, num_wanted: int, is_varied: bool
) -> Progress:
    """Return the progress on the ``num_wanted`` fullest lines that can still qualify.

    A varied line must consist of different types; any other has at most three types.
    """
    filled = plane0 | plane1 | plane2
    types = count_types(plane0, plane1, plane2, lines)
    best = u64(0)
    for size in range(MOST_IN_LINE, 0, -1):
        for index in range(len(lines)):
            tiles = filled & u64(lines[index])
            num_types = (types >> (4 * index)) & 15
            fits = num_types == size if is_varied else num_types <= MOST_PLAIN_TYPES
            if num_wanted > 0 and popcount(tiles) == size and fits:
                best |= tiles
                num_wanted -= 1
    return popcount(best), best


@called
def count_types(plane0: Word, plane1: Word, plane2: Word, lines: Words) -> int:
    """Return the number of types on each line, packed in four bits per line."""
    counts = 0
    for code in range(1, NUM_TYPES + 1):
        tiles = match_type(plane0, plane1, plane2, code)
        for index in range(len(lines)):
            if (tiles & u64(lines[index])) != u64(0):
                counts += 1 << (4 * index)
    return counts
