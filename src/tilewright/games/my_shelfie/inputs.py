"""Network inputs of My Shelfie: each seat's shelf, the mover's first, then the room.

For each shelf: its tiles, the heights and top tiles of its columns, its personal card (sampled if
hidden), its groups and whether they can still grow, its progress towards the common goals and their
next payments. For the room: its tiles, and for each type the number of free tiles and the longest
line of them.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tilewright.game import MAX_PLAYERS, Blocks, Inputs, Scratch, Seat, State
from tilewright.games.my_shelfie.evaluation import get_next_token, measure_goal
from tilewright.games.my_shelfie.room import find_free_tiles, find_longest_line, get_code
from tilewright.games.my_shelfie.rules import score_tokens
from tilewright.games.my_shelfie.shelf import (
    find_grouped_tiles,
    find_squares,
    grow_group,
    match_adjacent,
    match_type,
)
from tilewright.games.my_shelfie.state import COLUMN_FEET, COLUMN_STEP, FULL_SHELF, ROOM_BITS
from tilewright.games.my_shelfie.tables import (
    CARDS,
    GOALS_IN_PLAY,
    GROUP_POINTS,
    NUM_TYPES,
    SHELF_COLUMNS,
    SHELF_ROWS,
)
from tilewright.kernel import Word, called, drop_lowest, keep_lowest, kernel, lowest, popcount, u64

SHELF_SIZE: Final = SHELF_COLUMNS * SHELF_ROWS
NUM_GOALS: Final = 12
HEIGHTS: Final = SHELF_ROWS + 1
GOAL_STEPS: Final = 12  # steps of progress towards a goal
GOAL_STATES: Final = 1 + 4 * (GOAL_STEPS + 1)  # already paid; or by token and progress
CARD_STATES: Final = 8  # 0 to 5: free places below; 6: filled with another type; 7: fulfilled
LARGEST_GROUP: Final = 6
SIZES: Final = LARGEST_GROUP - 1  # group sizes 2 to 6 or more

_seat = Blocks()
CELLS: Final = _seat.allocate(SHELF_SIZE * NUM_TYPES)
TOPS: Final = _seat.allocate(SHELF_COLUMNS * HEIGHTS * (NUM_TYPES + 1))
TILES: Final = _seat.allocate(SHELF_SIZE + 1)
CARD: Final = _seat.allocate(NUM_TYPES * CARD_STATES)
MATCHES: Final = _seat.allocate(NUM_TYPES + 1)
GROUPS: Final = _seat.allocate(NUM_TYPES * SIZES * 2)
COUNTS: Final = _seat.allocate(SIZES * 8)
SINGLES: Final = _seat.allocate(16)
POINTS: Final = _seat.allocate(32)
GOALS: Final = _seat.allocate(NUM_GOALS * GOAL_STATES)
TOKENS: Final = _seat.allocate(18)
HAS_END_TOKEN: Final = _seat.allocate(1)
IS_FIRST: Final = _seat.allocate(1)
SEAT_INPUTS: Final = _seat.size

_table = Blocks()
_table.allocate(MAX_PLAYERS * SEAT_INPUTS)
ROOM: Final = _table.allocate((1 + max(ROOM_BITS.values())) * NUM_TYPES)
FREE: Final = _table.allocate(NUM_TYPES * 8)
LINES: Final = _table.allocate(NUM_TYPES * 4)
ROOM_TILES: Final = _table.allocate(46)
FULLEST: Final = _table.allocate(SHELF_SIZE + 1)
PLAYERS: Final = _table.allocate(MAX_PLAYERS)
NUM_INPUTS: Final = _table.size
# At most 30 tiles, 15 groups, 5 columns, 6 + 1 for the card, 5 sizes, 2 goals, 6 others.
MAX_SEAT_INPUTS: Final = 70
MAX_TABLE_INPUTS: Final = 45 + 2 * NUM_TYPES + 3

# int64[35]: index of the cell of each bit of a shelf, not counting guards.
CELL_OF_BIT = np.array([bit - bit // COLUMN_STEP for bit in range(SHELF_COLUMNS * COLUMN_STEP)])
# int64[13, 6]: bit of the place that a personal card shows for each type; card 0 is none.
CARD_BITS = np.zeros((len(CARDS) + 1, NUM_TYPES), dtype=np.int64)
for _card, _cells in enumerate(CARDS):
    for _row, _column, _type in _cells:
        CARD_BITS[_card + 1, _type] = _column * COLUMN_STEP + SHELF_ROWS - 1 - _row


@kernel
def write_tiles(
    plane0: Word, plane1: Word, plane2: Word, base: int, out: Inputs, count: int
) -> int:
    """Write the inputs for a shelf's tiles and for the height and top tile of each column.

    Returns:
        The new count.
    """
    filled = plane0 | plane1 | plane2
    left = filled
    while left != u64(0):
        bit = lowest(left)
        left = drop_lowest(left)
        code = get_code(plane0, plane1, plane2, bit)
        out[count] = base + CELLS + int(CELL_OF_BIT[bit]) * NUM_TYPES + code - 1
        count += 1
    for column in range(SHELF_COLUMNS):
        height = get_height(filled, column)
        top = 0
        if height > 0:
            top = get_code(plane0, plane1, plane2, COLUMN_STEP * column + height - 1)
        out[count] = base + TOPS + (column * HEIGHTS + height) * (NUM_TYPES + 1) + top
        count += 1
    out[count] = base + TILES + popcount(filled)
    return count + 1


@kernel
def get_height(filled: Word, column: int) -> int:
    """Return the number of tiles in a column of a shelf."""
    return popcount((filled >> u64(COLUMN_STEP * column)) & u64(63))


@kernel
def write_card(
    plane0: Word, plane1: Word, plane2: Word, card: int, base: int, out: Inputs, count: int
) -> int:
    """Write the inputs for the places of a personal card.

    For each place it is the number of free places below it, or whether its tile matches.

    Returns:
        The new count.
    """
    filled = plane0 | plane1 | plane2
    matches = 0
    for item in range(NUM_TYPES):
        bit = int(CARD_BITS[card, item])
        column = bit // COLUMN_STEP
        to_go = bit - COLUMN_STEP * column - get_height(filled, column)
        if to_go < 0:
            is_match = get_code(plane0, plane1, plane2, bit) == item + 1
            matches += int(is_match)
            to_go = 7 if is_match else 6
        out[count] = base + CARD + item * CARD_STATES + to_go
        count += 1
    out[count] = base + MATCHES + matches
    return count + 1


@kernel
def write_groups(
    plane0: Word, plane1: Word, plane2: Word, base: int, out: Inputs, count: int
) -> tuple[int, int, int]:
    """Write the inputs for the groups on a shelf.

    Returns:
        The new count, the number of groups by size (2 to 6, one byte each), and the number of
        groups that contain a square.
    """
    filled = plane0 | plane1 | plane2
    right, up = match_adjacent(plane0, plane1, plane2)
    squares = find_squares(right, up)
    starts = find_grouped_tiles(right, up)
    singles = popcount(filled) - popcount(starts)
    slots = u64(filled + u64(COLUMN_FEET)) & u64(FULL_SHELF)
    near = u64(slots << COLUMN_STEP) | (slots >> COLUMN_STEP) | (slots >> 1)
    points = 0
    num_squares = 0
    sizes = 0
    while starts != u64(0):
        group = grow_group(keep_lowest(starts), right, up)
        starts &= u64(~group)
        size = min(popcount(group), LARGEST_GROUP)
        code = get_code(plane0, plane1, plane2, lowest(group))
        can_grow = int((group & near) != u64(0))
        out[count] = base + GROUPS + ((code - 1) * SIZES + size - 2) * 2 + can_grow
        count += 1
        points += int(GROUP_POINTS[size])
        num_squares += int((group & squares) != u64(0))
        sizes += 1 << (8 * (size - 2))
    for size in range(SIZES):
        out[count] = base + COUNTS + size * 8 + min((sizes >> (8 * size)) & 255, 7)
        count += 1
    out[count] = base + SINGLES + min(singles, 15)
    out[count + 1] = base + POINTS + min(points, 31)
    return count + 2, sizes, num_squares


@kernel
def write_goals(
    state: State,
    seat: Seat,
    plane0: Word,
    plane1: Word,
    plane2: Word,
    sizes: int,
    num_squares: int,
    base: int,
    out: Inputs,
    count: int,
) -> int:
    """Write the inputs for each common goal: its next token and the progress of a seat.

    Returns:
        The new count.
    """
    twos = sizes & 255
    threes = (sizes >> 8) & 255
    larger = ((sizes >> 16) & 255) + ((sizes >> 24) & 255) + ((sizes >> 32) & 255)
    large = min(4, larger)
    in_fours = 4 * large + 3 * min(4 - large, threes)
    in_fours += 2 * min(max(0, 4 - large - threes), twos)
    most = 0
    for code in range(1, NUM_TYPES + 1):
        most = max(most, popcount(match_type(plane0, plane1, plane2, code)))
    for index in range(GOALS_IN_PLAY):
        goal = int(state["goals"][index])
        if goal > 0:
            token = get_next_token(state, index, seat)
            status = 0
            if token > 0:
                progress = measure_goal(
                    plane0,
                    plane1,
                    plane2,
                    goal,
                    twos + threes + larger,
                    in_fours,
                    num_squares,
                    most,
                )
                status = 1 + (token // 2 - 1) * (GOAL_STEPS + 1) + int(progress * GOAL_STEPS + 0.5)
            out[count] = base + GOALS + (goal - 1) * GOAL_STATES + status
            count += 1
    return count


@kernel
def write_seat(state: State, seat: Seat, base: int, out: Inputs, count: int) -> tuple[int, int]:
    """Write all inputs for one seat. Return the new count and the number of tiles on its shelf."""
    shelf = state["shelves"][seat]
    plane0 = u64(shelf[0])
    plane1 = u64(shelf[1])
    plane2 = u64(shelf[2])
    count = write_tiles(plane0, plane1, plane2, base, out, count)
    count = write_card(plane0, plane1, plane2, int(state["cards"][seat]), base, out, count)
    count, sizes, num_squares = write_groups(plane0, plane1, plane2, base, out, count)
    count = write_goals(state, seat, plane0, plane1, plane2, sizes, num_squares, base, out, count)
    out[count] = base + TOKENS + min(17, score_tokens(state, seat))
    count += 1
    if int(state["end_token"]) == seat + 1:
        out[count] = base + HAS_END_TOKEN
        count += 1
    if int(state["first"]) == seat:
        out[count] = base + IS_FIRST
        count += 1
    return count, popcount(plane0 | plane1 | plane2)


@kernel
def write_room(state: State, out: Inputs, count: int) -> int:
    """Write the inputs for the living room.

    They describe all tiles, and the free tiles and the longest line of each type.

    Returns:
        The new count.
    """
    plane0 = u64(state["room"][0])
    plane1 = u64(state["room"][1])
    plane2 = u64(state["room"][2])
    room = plane0 | plane1 | plane2
    left = room
    while left != u64(0):
        bit = lowest(left)
        left = drop_lowest(left)
        out[count] = ROOM + bit * NUM_TYPES + get_code(plane0, plane1, plane2, bit) - 1
        count += 1
    free = find_free_tiles(room)
    for item in range(NUM_TYPES):
        tiles = match_type(plane0, plane1, plane2, item + 1) & free
        out[count] = FREE + item * 8 + min(7, popcount(tiles))
        out[count + 1] = LINES + item * 4 + find_longest_line(tiles)
        count += 2
    out[count] = ROOM_TILES + popcount(room)
    return count + 1


@called
def write_inputs(state: State, out: Inputs, scratch: Scratch) -> int:
    """Write the indices of the active inputs and return their number."""
    players = int(state["players"])
    seat = int(state["mover"])
    count = 0
    fullest = 0
    for place in range(players):
        count, tiles = write_seat(state, seat, place * SEAT_INPUTS, out, count)
        fullest = max(fullest, tiles)
        seat += 1
        if seat == players:
            seat = 0
    count = write_room(state, out, count)
    out[count] = FULLEST + fullest
    out[count + 1] = PLAYERS + players - 1
    return count + 2
