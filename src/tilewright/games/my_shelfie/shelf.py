"""Kernels of the shelf: groups, common goals, points. See ``state`` for the bits of a word.

A shelf is given as its three planes. Two words tell all about its groups: the places whose tile is
like the one to the right of it, and those whose tile is like the one above it.
"""

from __future__ import annotations

from tilewright.games.my_shelfie.state import (
    CARD_PLANES,
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
from tilewright.games.my_shelfie.tables import (
    GROUP_POINTS,
    NUM_TYPES,
    PERSONAL_POINTS,
    SHELF_ROWS,
)
from tilewright.kernel import keep_lowest, kernel, popcount, u64

__all__ = [
    "count_groups",
    "find_joined",
    "find_open_columns",
    "find_squares",
    "fulfils_goal",
    "grow_group",
    "match_card",
    "match_sides",
    "match_type",
    "pack_columns",
    "score_card",
    "score_groups",
]


@kernel
def find_open_columns(filled: Word, size: int) -> Word:
    """The columns with room for so many tiles (MS-8), one bit each at the column's foot."""
    return u64(~(filled >> (SHELF_ROWS - size))) & u64(COLUMN_FEET)


@kernel
def pack_columns(columns: Word) -> Word:
    """The feet of columns, one bit in seven, as five bits in a row."""
    packed = columns | (columns >> 6) | (columns >> 12) | (columns >> 18) | (columns >> 24)
    return packed & u64(31)


# --- Groups -------------------------------------------------------------------------------------


@kernel
def match_step(plane0: Word, plane1: Word, plane2: Word, step: int) -> Word:
    """The tiles that are of one type with the tile so many bits further on."""
    differ = (plane0 ^ (plane0 >> step)) | (plane1 ^ (plane1 >> step)) | (plane2 ^ (plane2 >> step))
    return (plane0 | plane1 | plane2) & u64(~differ)


@kernel
def match_sides(plane0: Word, plane1: Word, plane2: Word) -> tuple[Word, Word]:
    """The tiles that are of one type with the tile to the right, and with the one above."""
    right = match_step(plane0, plane1, plane2, COLUMN_STEP)
    return right, match_step(plane0, plane1, plane2, 1)


@kernel
def match_type(plane0: Word, plane1: Word, plane2: Word, code: int) -> Word:
    """The tiles of one type."""
    # 0 - 1 is a word of ones.
    differ = plane0 ^ u64(0 - (code & 1))
    differ |= plane1 ^ u64(0 - ((code >> 1) & 1))
    differ |= plane2 ^ u64(0 - (code >> 2))
    return u64(~differ)


@kernel
def grow_group(start: Word, right: Word, up: Word) -> Word:
    """The whole group around a tile, by the words of likeness to the right and up."""
    group = start
    while True:
        grown = group | u64((group & right) << COLUMN_STEP) | ((group >> COLUMN_STEP) & right)
        grown |= u64((group & up) << 1) | ((group >> 1) & up)
        if grown == group:
            return group
        group = grown


@kernel
def find_joined(right: Word, up: Word) -> Word:
    """The tiles of all groups of two or more."""
    return right | u64(right << COLUMN_STEP) | up | u64(up << 1)


@kernel
def find_squares(right: Word, up: Word) -> Word:
    """The lower left tile of each square of one type."""
    return right & (right >> 1) & up


@kernel
def find_inner_tiles(right: Word, up: Word) -> Word:
    """The tiles with two or more neighbours of their type; every group of 3 or more has one."""
    left = u64(right << COLUMN_STEP)
    down = u64(up << 1)
    return ((right | left) & (up | down)) | (right & left) | (up & down)


@kernel
def count_groups(starts: Word, right: Word, up: Word, least: int) -> int:
    """How many groups hold one of the starts and at least so many tiles."""
    count = 0
    while starts != u64(0):
        group = grow_group(keep_lowest(starts), right, up)
        starts = starts & u64(~group)
        if popcount(group) >= least:
            count += 1
    return count


# --- Points (MS-13) -----------------------------------------------------------------------------


@kernel
def score_groups(plane0: Word, plane1: Word, plane2: Word) -> int:
    """The points for the groups on a shelf."""
    right, up = match_sides(plane0, plane1, plane2)
    starts = find_inner_tiles(right, up)
    points = 0
    while starts != u64(0):
        group = grow_group(keep_lowest(starts), right, up)
        starts = starts & u64(~group)
        points += GROUP_POINTS[min(popcount(group), 6)]
    return points


@kernel
def match_card(plane0: Word, plane1: Word, plane2: Word, card: int) -> Word:
    """The tiles that stand where a personal card shows them."""
    shown0 = u64(CARD_PLANES[card, 0])
    shown1 = u64(CARD_PLANES[card, 1])
    shown2 = u64(CARD_PLANES[card, 2])
    differ = (plane0 ^ shown0) | (plane1 ^ shown1) | (plane2 ^ shown2)
    return (shown0 | shown1 | shown2) & u64(~differ)


@kernel
def score_card(plane0: Word, plane1: Word, plane2: Word, card: int) -> int:
    """The points for a personal card; none for a hidden one."""
    return PERSONAL_POINTS[popcount(match_card(plane0, plane1, plane2, card))]


# --- Common goals (MS-15) -----------------------------------------------------------------------


@kernel
def has_six_groups_of_2(plane0: Word, plane1: Word, plane2: Word) -> bool:
    """MS-15a: six groups of at least 2.

    Tiles less likenesses plus squares is the number of groups less the number of rings (Euler), so
    groups are grown one by one only where that falls short and there might be a ring: it takes 8
    likenesses, and a bend around its first and its last inner place.
    """
    right, up = match_sides(plane0, plane1, plane2)
    joined = find_joined(right, up)
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
    """MS-15b: five of one type on a diagonal."""
    rising = match_step(plane0, plane1, plane2, COLUMN_STEP + 1)
    rising &= rising >> (COLUMN_STEP + 1)
    falling = match_step(plane0, plane1, plane2, COLUMN_STEP - 1)
    falling &= falling >> (COLUMN_STEP - 1)
    five = (rising & (rising >> 2 * (COLUMN_STEP + 1))) | (
        falling & (falling >> 2 * (COLUMN_STEP - 1))
    )
    return five != u64(0)


@kernel
def has_stairs(filled: Word) -> bool:
    """MS-15c: heights 1 to 5 or 2 to 6, either way round."""
    return (
        filled == u64(LOW_STAIRS_UP)
        or filled == u64(LOW_STAIRS_DOWN)
        or filled == u64(HIGH_STAIRS_UP)
        or filled == u64(HIGH_STAIRS_DOWN)
    )


@kernel
def has_eight_equal(plane0: Word, plane1: Word, plane2: Word) -> bool:
    """MS-15d: eight of one type."""
    for code in range(1, NUM_TYPES + 1):
        if popcount(match_type(plane0, plane1, plane2, code)) >= 8:
            return True
    return False


@kernel
def has_two_squares(plane0: Word, plane1: Word, plane2: Word) -> bool:
    """MS-15f: two different groups that each contain a 2x2 square."""
    right, up = match_sides(plane0, plane1, plane2)
    squares = find_squares(right, up)
    if popcount(squares) < 2:
        return False
    group = grow_group(keep_lowest(squares), right, up)
    return (squares & u64(~group)) != u64(0)


@kernel
def has_corners(plane0: Word, plane1: Word, plane2: Word) -> bool:
    """MS-15h: the four corners of one type."""
    corners = u64(CORNERS)
    alike0 = (plane0 & corners) == u64(0) or (plane0 & corners) == corners
    alike1 = (plane1 & corners) == u64(0) or (plane1 & corners) == corners
    alike2 = (plane2 & corners) == u64(0) or (plane2 & corners) == corners
    return ((plane0 | plane1 | plane2) & corners) == corners and alike0 and alike1 and alike2


@kernel
def has_x_shape(plane0: Word, plane1: Word, plane2: Word) -> bool:
    """MS-15i: five of one type forming an X in a 3x3."""
    rising = match_step(plane0, plane1, plane2, COLUMN_STEP + 1)
    falling = match_step(plane0, plane1, plane2, COLUMN_STEP - 1)
    centres = rising & u64(rising << (COLUMN_STEP + 1))
    centres &= falling & u64(falling << (COLUMN_STEP - 1))
    return centres != u64(0)


@kernel
def has_four_groups_of_4(plane0: Word, plane1: Word, plane2: Word) -> bool:
    """MS-15l: four groups of at least 4."""
    right, up = match_sides(plane0, plane1, plane2)
    if popcount(right) + popcount(up) < 12:  # a group of 4 has at least 3 likenesses
        return False
    return count_groups(find_inner_tiles(right, up), right, up, 4) >= 4


# Rows and columns. A word has one bit for each line: its place in the first column or bottom row.


@kernel
def fold_rows(tiles: Word) -> Word:
    """The rows that hold one of these tiles."""
    two = tiles | (tiles >> COLUMN_STEP)
    return (two | (two >> 2 * COLUMN_STEP) | (tiles >> 4 * COLUMN_STEP)) & u64(COLUMN)


@kernel
def fold_columns(tiles: Word) -> Word:
    """The columns that hold one of these tiles."""
    two = tiles | (tiles >> 1)
    return (two | (two >> 2) | (two >> 4)) & u64(COLUMN_FEET)


@kernel
def find_full_rows(filled: Word) -> Word:
    """The rows without an empty place."""
    return u64(COLUMN) & u64(~fold_rows(filled ^ u64(FULL_SHELF)))


@kernel
def find_full_columns(filled: Word) -> Word:
    """The columns without an empty place: a column is full when its top is."""
    return (filled >> (SHELF_ROWS - 1)) & u64(COLUMN_FEET)


@kernel
def find_rows_of_5_types(plane0: Word, plane1: Word, plane2: Word) -> Word:
    """MS-15e: the rows in which just one type is missing; they are full."""
    none_missing = u64(COLUMN)
    one_missing = u64(0)
    for code in range(1, NUM_TYPES + 1):
        present = fold_rows(match_type(plane0, plane1, plane2, code))
        one_missing = (one_missing & present) | (none_missing & u64(~present))
        none_missing &= present
    return one_missing


@kernel
def count_4_types(plane0: Word, plane1: Word, plane2: Word, is_rows: bool) -> Word:
    """The rows, or columns, with at least 4 types."""
    one = two = three = four = u64(0)
    for code in range(1, NUM_TYPES + 1):
        tiles = match_type(plane0, plane1, plane2, code)
        present = fold_rows(tiles) if is_rows else fold_columns(tiles)
        four |= three & present
        three |= two & present
        two |= one & present
        one |= present
    return four


@kernel
def has_plain_lines(plane0: Word, plane1: Word, plane2: Word, is_rows: bool, wanted: int) -> bool:
    """MS-15g, MS-15j: whether so many full rows, or columns, are of at most 3 types each."""
    filled = plane0 | plane1 | plane2
    full = find_full_rows(filled) if is_rows else find_full_columns(filled)
    if popcount(full) < wanted:
        return False
    return popcount(full & u64(~count_4_types(plane0, plane1, plane2, is_rows))) >= wanted


@kernel
def find_columns_of_6_types(plane0: Word, plane1: Word, plane2: Word) -> Word:
    """MS-15k: the columns in which no type is missing; they are full."""
    columns = u64(COLUMN_FEET)
    for code in range(1, NUM_TYPES + 1):
        columns &= fold_columns(match_type(plane0, plane1, plane2, code))
    return columns


@kernel
def fulfils_goal(plane0: Word, plane1: Word, plane2: Word, goal: int) -> bool:
    """Whether a shelf fulfils a common goal, 1 to 12 for MS-15a to MS-15l; goal 0 is none."""
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
        return has_plain_lines(plane0, plane1, plane2, True, 4)
    if goal == 8:
        return has_corners(plane0, plane1, plane2)
    if goal == 9:
        return has_x_shape(plane0, plane1, plane2)
    if goal == 10:
        return has_plain_lines(plane0, plane1, plane2, False, 3)
    if goal == 11:
        return popcount(find_columns_of_6_types(plane0, plane1, plane2)) >= 2
    return has_four_groups_of_4(plane0, plane1, plane2)
