"""Kernels for areas: places and neighbours of tiles, groups of a colour, and tasks."""

from __future__ import annotations

import numpy as np

from tilewright.game import Seat, State, Words
from tilewright.games.nova_luna.state import (
    ALONE,
    BLOCK,
    BLOCK_OF,
    LANES,
    MEMBERS,
    NEED,
    NEVER,
    NUM_DIRECTIONS,
    ORIGIN,
    ROW,
    SEAT_STEP,
    STEP,
    WANTS,
)
from tilewright.kernel import Word, drop_lowest, find_nth, kernel, lowest, popcount, u64

IDS = np.arange(LANES, dtype=np.uint16)
IDS_HIGH = IDS << np.uint16(8)


# --- Places -------------------------------------------------------------------------------------


@kernel
def get_origin(seat: Seat) -> int:
    """Return the place at x = 0, y = 0 of a seat's area.

    The first tile is laid there.
    """
    return ORIGIN + SEAT_STEP * seat


@kernel
def get_neighbour_place(state: State, tile: int, direction: int) -> int:
    """Return the place next to a laid tile in a direction from 0 (north) to 3 (west)."""
    return (int(state["place"][tile]) + int(STEP[direction])) & 0xFFFF


@kernel
def find_neighbours(state: State, place: int) -> int:
    """Return the ids of the tiles around a place, packed as in the field ``sides``.

    The id is 0 where there is no tile.

    The loop has no early exit and only table lookups, so that the compiler compares 16 at a time.
    """
    places = state["place"]
    north = np.uint16((place + ROW) & 0xFFFF)
    east = np.uint16((place + 1) & 0xFFFF)
    south = np.uint16((place - ROW) & 0xFFFF)
    west = np.uint16((place - 1) & 0xFFFF)
    none = np.uint16(0)
    north_east = none
    south_west = none
    for i in range(LANES):
        here = places[i]
        north_east = np.uint16(
            north_east
            | (IDS[i] if here == north else none)
            | (IDS_HIGH[i] if here == east else none)
        )
        south_west = np.uint16(
            south_west
            | (IDS[i] if here == south else none)
            | (IDS_HIGH[i] if here == west else none)
        )
    return int(north_east) + 65536 * int(south_west)


@kernel
def get_neighbour(sides: int, direction: int) -> int:
    """Return the tile in one direction from ``sides``, or 0 if there is none."""
    return (sides >> (8 * direction)) & 0xFF


@kernel
def find_lowest_neighbour(sides: int) -> int:
    """Return the lowest id among the tiles packed in ``sides``.

    There must be at least one.
    """
    # Subtracting 1 turns "none" into the greatest byte.
    a = min((sides - 1) & 0xFF, ((sides >> 8) - 1) & 0xFF)
    b = min(((sides >> 16) - 1) & 0xFF, ((sides >> 24) - 1) & 0xFF)
    return min(a, b) + 1


# --- Sets of tiles: two words, bit i of 128 is tile i -------------------------------------------


@kernel
def count_tiles(area: Words) -> int:
    """Return the number of tiles in an area, which is a set of two words."""
    return popcount(u64(area[0])) + popcount(u64(area[1]))


@kernel
def add_tile(tiles: Words, tile: int) -> None:
    """Add a tile to a set, in place."""
    word = tile >> 6
    tiles[word] = u64(tiles[word]) | u64(u64(1) << u64(tile & 63))


@kernel
def remove_tile(tiles: Words, tile: int) -> None:
    """Remove a tile from a set, in place."""
    word = tile >> 6
    tiles[word] = u64(tiles[word]) & u64(~u64(u64(1) << u64(tile & 63)))


@kernel
def has_tile(tiles: Words, tile: int) -> int:
    """Return 1 if a set contains a tile, else 0."""
    return int((u64(tiles[tile >> 6]) >> u64(tile & 63)) & u64(1))


@kernel
def pop_lowest(low: Word, high: Word) -> tuple[int, Word, Word]:
    """Remove the lowest tile from a set that is not empty.

    Returns:
        The tile and the two remaining words of the set.
    """
    if low != u64(0):
        return lowest(low), drop_lowest(low), high
    return 64 + lowest(high), low, drop_lowest(high)


@kernel
def is_open_task(tile: int, task: int, fulfilled: int) -> bool:
    """Return True if task ``task`` of a tile exists and is not fulfilled yet."""
    return int(NEED[tile, task]) != NEVER and (fulfilled >> task) & 1 == 0


@kernel
def count_free_sides(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """Return the numbers of tiles in an area with a free north, east, south and west side."""
    area = state["area"][seat]
    free = state["free"]
    low = u64(area[0])
    high = u64(area[1])
    return (
        popcount(low & u64(free[0, 0])) + popcount(high & u64(free[0, 1])),
        popcount(low & u64(free[1, 0])) + popcount(high & u64(free[1, 1])),
        popcount(low & u64(free[2, 0])) + popcount(high & u64(free[2, 1])),
        popcount(low & u64(free[3, 0])) + popcount(high & u64(free[3, 1])),
    )


@kernel
def find_nth_free_tile(state: State, seat: Seat, direction: int, n: int) -> int:
    """Return the n-th tile of an area without a neighbour in a direction.

    Tiles are counted from 0.
    """
    low = u64(state["area"][seat, 0]) & u64(state["free"][direction, 0])
    num_low = popcount(low)
    if n < num_low:
        return find_nth(low, n)
    high = u64(state["area"][seat, 1]) & u64(state["free"][direction, 1])
    return 64 + find_nth(high, n - num_low)


# --- Tasks --------------------------------------------------------------------------------------


@kernel
def pack_group_size(group: int) -> int:
    """Return the size of a group as a packed count, in the byte of its colour."""
    return popcount(u64(group & MEMBERS)) << (group >> BLOCK)


@kernel
def count_adjacent_tiles(state: State, tile: int) -> int:
    """Return the number of tiles that count for the tasks of a laid tile (NL-12, NL-13).

    The counts are packed by colour.

    A group that touches the tile on two sides counts once. The tile itself does not count.
    """
    groups = state["group"]
    sides = int(state["sides"][tile])
    north = int(groups[get_neighbour(sides, 0)])
    east = int(groups[get_neighbour(sides, 1)])
    south = int(groups[get_neighbour(sides, 2)])
    west = int(groups[get_neighbour(sides, 3)])
    counts = pack_group_size(north)
    counts += int(east != north) * pack_group_size(east)
    counts += int(south != north) * int(south != east) * pack_group_size(south)
    counts += int(west != north) * int(west != east) * int(west != south) * pack_group_size(west)
    own = int(groups[tile])
    return counts - (int(own != int(ALONE[tile])) << (own >> BLOCK))


@kernel
def find_fulfilled_tasks(state: State, tile: int) -> int:
    """Return the fulfilled tasks of a laid tile, bit j for task j (NL-12 to NL-14)."""
    counts = count_adjacent_tiles(state, tile)
    return (
        is_satisfied(counts, int(NEED[tile, 0]))
        | (is_satisfied(counts, int(NEED[tile, 1])) << 1)
        | (is_satisfied(counts, int(NEED[tile, 2])) << 2)
    )


@kernel
def is_satisfied(counts: int, need: int) -> int:
    """Return 1 if ``counts`` is at least ``need`` in every colour, else 0.

    Both are packed by colour.
    """
    return int((((counts | 0x80808080) - need) & 0x80808080) == 0x80808080)


@kernel
def cover_tasks(state: State, tile: int) -> int:
    """Mark the tasks that a tile now fulfils. Return the number of new ones (NL-15)."""
    before = int(state["fulfilled"][tile])
    now = find_fulfilled_tasks(state, tile)
    state["fulfilled"][tile] = now
    return popcount(u64(now)) - popcount(u64(before))


# --- Laying -------------------------------------------------------------------------------------


@kernel
def lay_tile(state: State, seat: Seat, tile: int, place: int, sides: int) -> None:
    """Lay a tile at a place, and discs on all tasks that it fulfils (NL-9, NL-15).

    ``sides`` are the tiles around the place.
    """
    state["place"][tile] = place
    add_tile(state["area"][seat], tile)
    link_neighbours(state, tile, sides)
    low, high = assign_group(state, tile, join_groups(state, tile, sides))
    laid = cover_affected_tasks(state, tile, low, high)
    state["discs"][seat] = max(0, int(state["discs"][seat]) - laid)


@kernel
def link_neighbours(state: State, tile: int, sides: int) -> None:
    """Store a new tile and its neighbours as neighbours of each other.

    The free sides are updated, too.
    """
    all_sides = state["sides"]
    all_sides[tile] = sides
    for direction in range(NUM_DIRECTIONS):
        other = get_neighbour(sides, direction)
        if other:
            opposite = direction ^ 2
            all_sides[other] = int(all_sides[other]) | (tile << (8 * opposite))
            remove_tile(state["free"][opposite], other)
        else:
            add_tile(state["free"][direction], tile)


@kernel
def join_groups(state: State, tile: int, sides: int) -> int:
    """Return the group of a new tile, merged with the adjacent groups of its colour (NL-12)."""
    group = int(ALONE[tile])
    for direction in range(NUM_DIRECTIONS):
        other = int(state["group"][get_neighbour(sides, direction)])
        if other >> BLOCK == group >> BLOCK:
            group |= other
    return group


@kernel
def assign_group(state: State, tile: int, group: int) -> tuple[Word, Word]:
    """Store a group for all its members.

    Returns:
        The adjacent tiles with open tasks of the group's colour, as a set of two words.
    """
    block = int(BLOCK_OF[tile])
    first = block * BLOCK + 1
    low = u64(0)
    high = u64(0)
    members = u64(group & MEMBERS)
    while members != u64(0):
        member = first + lowest(members)
        members = drop_lowest(members)
        state["group"][member] = group
        sides = int(state["sides"][member])
        for direction in range(NUM_DIRECTIONS):
            other = get_neighbour(sides, direction)
            wants = int(WANTS[other, int(state["fulfilled"][other])]) >> block
            bit = u64(u64(wants & 1) << u64(other & 63))
            if other < 64:
                low = low | bit
            else:
                high = high | bit
    return low, high


@kernel
def cover_affected_tasks(state: State, tile: int, low: Word, high: Word) -> int:
    """Lay discs on all tasks that a new tile has fulfilled (NL-15).

    Only the tile's own tasks can have changed, and those of tiles that touch its group and need its
    colour. The set (``low``, ``high``) contains the latter.

    Returns:
        The number of discs.
    """
    laid = cover_tasks(state, tile)
    while low != u64(0):
        laid += cover_tasks(state, lowest(low))
        low = drop_lowest(low)
    while high != u64(0):
        laid += cover_tasks(state, 64 + lowest(high))
        high = drop_lowest(high)
    return laid
