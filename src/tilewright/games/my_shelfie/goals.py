"""Kernels that decide whether a shelf, given as three planes, fulfils a common goal (MS-15).

``progress`` measures the progress towards a goal.
"""

from __future__ import annotations

from tilewright.games.my_shelfie.shelf import (
    count_groups,
    find_grouped_tiles,
    find_inner_tiles,
    find_squares,
    grow_group,
    match_adjacent,
    match_neighbours,
    match_type,
)
from tilewright.games.my_shelfie.state import (
    COLUMN,
    COLUMN_FEET,
    COLUMN_STEP,
    CORNERS,
    FEWEST_TILES,
    FULL_SHELF,
    HIGH_STAIRS_DOWN,
    HIGH_STAIRS_UP,
    LOW_STAIRS_DOWN,
    LOW_STAIRS_UP,
    Word,
)
from tilewright.games.my_shelfie.tables import NUM_TYPES, SHELF_ROWS
from tilewright.kernel import keep_lowest, kernel, popcount, u64


@kernel
def has_six_groups_of_2(plane0: Word, plane1: Word, plane2: Word) -> bool:
    """Return True if a shelf has six groups of at least 2 tiles (MS-15a).

    By Euler's formula, tiles minus links plus squares is the number of groups minus the number of
    rings. So groups are counted one by one only if this is less than six and there may be a ring,
    which has at least 8 links and a bend at its first and last inner place.
    """
    right, up = match_adjacent(plane0, plane1, plane2)
    joined = find_grouped_tiles(right, up)
    square = find_squares(right, up)
    links = popcount(right) + popcount(up)
    if popcount(joined) - links + popcount(square) >= 6:
        return True
    upper_bend = up & (right >> 1) & u64(~square)
    lower_bend = right & (up >> COLUMN_STEP) & u64(~square)
    if links < 8 or upper_bend == u64(0) or lower_bend == u64(0):
        return False
    return count_groups(joined, right, up, 2) >= 6


@kernel
def has_diagonal(plane0: Word, plane1: Word, plane2: Word) -> bool:
    """Return True if a shelf has five tiles of one type on a diagonal (MS-15b)."""
    rising = match_neighbours(plane0, plane1, plane2, COLUMN_STEP + 1)
    rising &= rising >> (COLUMN_STEP + 1)
    falling = match_neighbours(plane0, plane1, plane2, COLUMN_STEP - 1)
    falling &= falling >> (COLUMN_STEP - 1)
    five = (rising & (rising >> 2 * (COLUMN_STEP + 1))) | (
        falling & (falling >> 2 * (COLUMN_STEP - 1))
    )
    return five != u64(0)


@kernel
def has_stairs(filled: Word) -> bool:
    """Return True if the heights of the columns are 1 to 5 or 2 to 6, rising or falling
    (MS-15c)."""
    return (
        filled == u64(LOW_STAIRS_UP)
        or filled == u64(LOW_STAIRS_DOWN)
        or filled == u64(HIGH_STAIRS_UP)
        or filled == u64(HIGH_STAIRS_DOWN)
    )


@kernel
def has_eight_equal(plane0: Word, plane1: Word, plane2: Word) -> bool:
    """Return True if a shelf has eight tiles of one type (MS-15d)."""
    for code in range(1, NUM_TYPES + 1):
        if popcount(match_type(plane0, plane1, plane2, code)) >= 8:
            return True
    return False


@kernel
def has_two_squares(plane0: Word, plane1: Word, plane2: Word) -> bool:
    """Return True if two groups of a shelf contain a 2x2 square each (MS-15f)."""
    right, up = match_adjacent(plane0, plane1, plane2)
    squares = find_squares(right, up)
    if popcount(squares) < 2:
        return False
    group = grow_group(keep_lowest(squares), right, up)
    return (squares & u64(~group)) != u64(0)


@kernel
def has_corners(plane0: Word, plane1: Word, plane2: Word) -> bool:
    """Return True if the four corners of a shelf have tiles of one type (MS-15h)."""
    corners = u64(CORNERS)
    alike0 = (plane0 & corners) == u64(0) or (plane0 & corners) == corners
    alike1 = (plane1 & corners) == u64(0) or (plane1 & corners) == corners
    alike2 = (plane2 & corners) == u64(0) or (plane2 & corners) == corners
    return ((plane0 | plane1 | plane2) & corners) == corners and alike0 and alike1 and alike2


@kernel
def has_x_shape(plane0: Word, plane1: Word, plane2: Word) -> bool:
    """Return True if five tiles of one type form an X in a 3x3 square (MS-15i)."""
    rising = match_neighbours(plane0, plane1, plane2, COLUMN_STEP + 1)
    falling = match_neighbours(plane0, plane1, plane2, COLUMN_STEP - 1)
    centres = rising & u64(rising << (COLUMN_STEP + 1))
    centres &= falling & u64(falling << (COLUMN_STEP - 1))
    return centres != u64(0)


@kernel
def has_four_groups_of_4(plane0: Word, plane1: Word, plane2: Word) -> bool:
    """Return True if a shelf has four groups of at least 4 tiles (MS-15l)."""
    right, up = match_adjacent(plane0, plane1, plane2)
    if popcount(right) + popcount(up) < 12:  # a group of 4 has at least 3 links
        return False
    return count_groups(find_inner_tiles(right, up), right, up, 4) >= 4


# Rows and columns. A set of lines has one bit per line: its place in the first column or bottom
# row.


@kernel
def find_occupied_rows(tiles: Word) -> Word:
    """Return the rows with at least one of the tiles, as bits of their places in column 0."""
    two = tiles | (tiles >> COLUMN_STEP)
    return (two | (two >> 2 * COLUMN_STEP) | (tiles >> 4 * COLUMN_STEP)) & u64(COLUMN)


@kernel
def find_occupied_columns(tiles: Word) -> Word:
    """Return the columns with at least one of the tiles, as bits of their bottom places."""
    two = tiles | (tiles >> 1)
    return (two | (two >> 2) | (two >> 4)) & u64(COLUMN_FEET)


@kernel
def find_full_rows(filled: Word) -> Word:
    """Return the rows without an empty place, as bits of their places in column 0."""
    return u64(COLUMN) & u64(~find_occupied_rows(filled ^ u64(FULL_SHELF)))


@kernel
def find_full_columns(filled: Word) -> Word:
    """Return the columns without an empty place, as bits of their bottom places."""
    return (filled >> (SHELF_ROWS - 1)) & u64(COLUMN_FEET)


@kernel
def find_rows_of_5_types(plane0: Word, plane1: Word, plane2: Word) -> Word:
    """Return the rows with five different types, as bits of their places in column 0 (MS-15e)."""
    none_missing = u64(COLUMN)
    one_missing = u64(0)
    for code in range(1, NUM_TYPES + 1):
        present = find_occupied_rows(match_type(plane0, plane1, plane2, code))
        one_missing = (one_missing & present) | (none_missing & u64(~present))
        none_missing &= present
    return one_missing


@kernel
def find_lines_of_4_types(plane0: Word, plane1: Word, plane2: Word, is_rows: bool) -> Word:
    """Return the rows or columns with at least 4 types.

    Rows are bits of their places in column 0, columns are bits of their bottom places.
    """
    one = two = three = four = u64(0)
    for code in range(1, NUM_TYPES + 1):
        tiles = match_type(plane0, plane1, plane2, code)
        present = find_occupied_rows(tiles) if is_rows else find_occupied_columns(tiles)
        four |= three & present
        three |= two & present
        two |= one & present
        one |= present
    return four


@kernel
def has_lines_of_3_types(
    plane0: Word, plane1: Word, plane2: Word, is_rows: bool, num_wanted: int
) -> bool:
    """Return True if ``num_wanted`` full rows or columns have at most 3 types each (MS-15g,
    MS-15j)."""
    filled = plane0 | plane1 | plane2
    full = find_full_rows(filled) if is_rows else find_full_columns(filled)
    if popcount(full) < num_wanted:
        return False
    return (
        popcount(full & u64(~find_lines_of_4_types(plane0, plane1, plane2, is_rows))) >= num_wanted
    )


@kernel
def find_columns_of_6_types(plane0: Word, plane1: Word, plane2: Word) -> Word:
    """Return the columns with all six types, as bits of their bottom places (MS-15k)."""
    columns = u64(COLUMN_FEET)
    for code in range(1, NUM_TYPES + 1):
        columns &= find_occupied_columns(match_type(plane0, plane1, plane2, code))
    return columns


@kernel
def fulfils_goal(plane0: Word, plane1: Word, plane2: Word, goal: int) -> bool:
    """Return True if a shelf fulfils a common goal.

    Goals 1 to 12 are MS-15a to MS-15l. Goal 0 is no goal, which no shelf fulfils.
    """
    if popcount(plane0 | plane1 | plane2) < int(FEWEST_TILES[goal]):
        return False
    if goal == 1:
        return has_six_groups_of_2(plane0, plane1, plane2)
    if goal == 2:
        return has_diagonal(plane0, plane1, plane2)
    if goal == 3:
        return has_stairs(plane0 | plane1 | plane2)
    if goal == 4:
        return has_eight_equal(plane0, plane1, plane2)
    if goal == 5:
        return popcount(find_rows_of_5_types(plane0, plane1, plane2)) >= 2
    if goal == 6:
        return has_two_squares(plane0, plane1, plane2)
    if goal == 7:
        return has_lines_of_3_types(plane0, plane1, plane2, True, 4)
    if goal == 8:
        return has_corners(plane0, plane1, plane2)
    if goal == 9:
        return has_x_shape(plane0, plane1, plane2)
    if goal == 10:
        return has_lines_of_3_types(plane0, plane1, plane2, False, 3)
    if goal == 11:
        return popcount(find_columns_of_6_types(plane0, plane1, plane2)) >= 2
    return has_four_groups_of_4(plane0, plane1, plane2)
