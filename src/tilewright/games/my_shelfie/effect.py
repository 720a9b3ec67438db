"""Effects of My Shelfie: the consequences of a move as data; see docs/reference/scenes.md."""

from __future__ import annotations

from typing import Literal, TypedDict

from tilewright.game import Action, SheetBuffer, State, write_int, write_optional, write_pair
from tilewright.games.my_shelfie.notation import ROOM_CELL_AT, get_taken_bit
from tilewright.games.my_shelfie.progress import GOAL_OF, find_progress
from tilewright.games.my_shelfie.room import find_free_tiles, find_longest_line, get_code
from tilewright.games.my_shelfie.rules import split_action
from tilewright.games.my_shelfie.scene import count_goals
from tilewright.games.my_shelfie.shelf import grow_group, match_adjacent, match_card, match_type
from tilewright.games.my_shelfie.shelf_scene import (
    Group,
    Item,
    Place,
    Points,
    score_group,
    score_parts,
    write_group,
)
from tilewright.games.my_shelfie.state import COLUMN_STEP, FULL_SHELF, Word
from tilewright.games.my_shelfie.tables import NUM_TYPES, SHELF_ROWS
from tilewright.kernel import called, drop_lowest, keep_lowest, kernel, lowest, popcount, u64


class Token(TypedDict):
    """A token taken for a common goal (MS-10)."""

    goal: int
    points: int


class Matches(TypedDict):
    """Number of tiles that match the personal card."""

    before: int
    after: int


class Way(TypedDict):
    """Progress that a move makes towards a common goal."""

    before: int
    after: int
    of: int


class Line(TypedDict):
    """A line of tiles of one type."""

    type: Item
    count: int


class Effect(TypedDict):
    """The tiles taken, where they land and what they gain; new tiles in the room are not
    included."""

    kind: Literal["take"]
    cells: list[Place]
    types: list[Item]
    column: int
    lands: list[Place]
    """Places of the tiles on the shelf, lowest first (MS-9)."""
    tokens: list[Token]
    fills: bool
    refills: bool
    gains: Points
    matches: Matches | None
    progress: list[Way]
    groups: list[Group]
    """Scoring groups that contain one of the tiles."""
    leaves: list[Line]
    """Lines of one type that can be taken next; empty if the room is refilled."""


@kernel
def write_effect(before: State, action: Action, after: State, buffer: SheetBuffer) -> int:
    """Write the ``Effect`` of an action. Return the number of integers."""
    seat = int(before["mover"])
    old, new = before["shelves"][seat], after["shelves"][seat]
    old0, old1, old2 = u64(old[0]), u64(old[1]), u64(old[2])
    new0, new1, new2 = u64(new[0]), u64(new[1]), u64(new[2])
    filled = new0 | new1 | new2
    lands = filled & u64(~(old0 | old1 | old2))
    refills = u64(after["rng"]) != u64(before["rng"])  # chance was involved
    offset = write_take(before, action, buffer, 0)
    offset = write_landed(lands, buffer, offset)
    offset = write_tokens(before, after, buffer, offset)
    offset = write_pair(buffer, offset, int(filled == u64(FULL_SHELF)), int(refills))
    offset = write_gains(before, after, buffer, offset)
    card = int(before["cards"][seat])
    offset = write_int(buffer, offset, int(card != 0))
    if card:
        matches = popcount(match_card(old0, old1, old2, card))
        offset = write_pair(buffer, offset, matches, popcount(match_card(new0, new1, new2, card)))
    num_goals = count_goals(before)
    offset = write_int(buffer, offset, num_goals)
    for index in range(num_goals):
        goal = int(before["goals"][index]) - 1
        was, _ = find_progress(old0, old1, old2, goal)
        now, _ = find_progress(new0, new1, new2, goal)
        offset = write_int(buffer, write_pair(buffer, offset, was, now), int(GOAL_OF[goal]))
    offset = write_joined(new0, new1, new2, lands, buffer, offset)
    if refills:
        return write_int(buffer, offset, 0)
    return write_lines(after, buffer, offset)


@called
def write_take(state: State, action: Action, buffer: SheetBuffer, offset: int) -> int:
    """Write the keys ``cells``, ``types`` and ``column``. Return the next offset."""
    room = state["room"]
    room0, room1, room2 = u64(room[0]), u64(room[1]), u64(room[2])
    line, size, order, column = split_action(action)
    offset = write_int(buffer, offset, size)
    for place in range(size):
        bit = get_taken_bit(line, size, order, place)
        offset = write_pair(buffer, offset, int(ROOM_CELL_AT[bit, 0]), int(ROOM_CELL_AT[bit, 1]))
    offset = write_int(buffer, offset, size)
    for place in range(size):
        bit = get_taken_bit(line, size, order, place)
        offset = write_int(buffer, offset, get_code(room0, room1, room2, bit) - 1)
    return write_int(buffer, offset, column)


@kernel
def write_landed(lands: Word, buffer: SheetBuffer, offset: int) -> int:
    """Write the places of the tiles new on the shelf, lowest first. Return the next offset."""
    offset = write_int(buffer, offset, popcount(lands))
    while lands != u64(0):
        bit = lowest(lands)
        lands = drop_lowest(lands)
        offset = write_pair(buffer, offset, SHELF_ROWS - 1 - bit % COLUMN_STEP, bit // COLUMN_STEP)
    return offset


@kernel
def write_tokens(before: State, after: State, buffer: SheetBuffer, offset: int) -> int:
    """Write the tokens that an action gave the mover, as a list of ``Token`` (MS-10).

    Returns:
        The next offset.
    """
    seat = int(before["mover"])
    start = offset
    offset = write_int(buffer, offset, 0)
    count = 0
    for index in range(count_goals(before)):
        points = int(after["tokens"][index, seat])
        if points != 0 and int(before["tokens"][index, seat]) == 0:
            offset = write_pair(buffer, offset, int(before["goals"][index]) - 1, points)
            count += 1
    write_int(buffer, start, count)
    return offset


@called
def write_gains(before: State, after: State, buffer: SheetBuffer, offset: int) -> int:
    """Write the points that an action gave the mover, as ``Points``. Return the next offset."""
    seat = int(before["mover"])
    tokens0, end0, card0, groups0 = score_parts(before, seat)
    tokens1, end1, card1, groups1 = score_parts(after, seat)
    tokens, end, card, groups = tokens1 - tokens0, end1 - end0, card1 - card0, groups1 - groups0
    offset = write_pair(buffer, offset, tokens, end)
    offset = write_optional(buffer, offset, int(after["cards"][seat]) != 0, card)
    return write_pair(buffer, offset, groups, tokens + end + card + groups)


@called
def write_joined(
    plane0: Word, plane1: Word, plane2: Word, lands: Word, buffer: SheetBuffer, offset: int
) -> int:
    """Write the scoring groups that contain a new tile, as a list of ``Group``. Return the next
    offset."""
    right, up = match_adjacent(plane0, plane1, plane2)
    start = offset
    offset = write_int(buffer, offset, 0)
    count = 0
    while lands != u64(0):
        group = grow_group(keep_lowest(lands), right, up)
        if score_group(group):
            offset = write_group(
                get_code(plane0, plane1, plane2, lowest(lands)), group, buffer, offset
            )
            count += 1
        lands &= u64(~group)
    write_int(buffer, start, count)
    return offset


@called
def write_lines(state: State, buffer: SheetBuffer, offset: int) -> int:
    """Write the longest free line of each type as a list of ``Line`` (MS-7).

    Types without a line of two or more are left out.

    Returns:
        The next offset.
    """
    room = state["room"]
    room0, room1, room2 = u64(room[0]), u64(room[1]), u64(room[2])
    free = find_free_tiles(room0 | room1 | room2)
    start = offset
    offset = write_int(buffer, offset, 0)
    count = 0
    for size in range(3, 1, -1):
        for code in range(NUM_TYPES, 0, -1):
            tiles = match_type(room0, room1, room2, code) & free
            if find_longest_line(tiles) == size:
                offset = write_pair(buffer, offset, code - 1, size)
                count += 1
    write_int(buffer, start, count)
    return offset
