"""Effects of My Shelfie: the consequences of a move as data; see docs/reference/scenes.md."""

from __future__ import annotations

from typing import Literal, TypedDict

from tilewright.game import Action, Figures, State, put, put_optional, put_pair
from tilewright.games.my_shelfie.notation import ROOM_CELL_AT, find_taken
from tilewright.games.my_shelfie.progress import GOAL_OF, find_progress
from tilewright.games.my_shelfie.room import code_at, find_longest, free_tiles
from tilewright.games.my_shelfie.rules import split_action
from tilewright.games.my_shelfie.scene import count_goals
from tilewright.games.my_shelfie.shelf import grow_group, match_card, match_sides, match_type
from tilewright.games.my_shelfie.shelf_scene import (
    Group,
    Item,
    Place,
    Points,
    put_group,
    score_group,
    score_parts,
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
def write_effect(before: State, action: Action, after: State, out: Figures) -> int:
    """Write an ``Effect``."""
    seat = int(before["mover"])
    old, new = before["shelves"][seat], after["shelves"][seat]
    old0, old1, old2 = u64(old[0]), u64(old[1]), u64(old[2])
    new0, new1, new2 = u64(new[0]), u64(new[1]), u64(new[2])
    filled = new0 | new1 | new2
    lands = filled & u64(~(old0 | old1 | old2))
    refills = u64(after["rng"]) != u64(before["rng"])  # chance was involved
    at = put_take(before, action, out, 0)
    at = put_landed(lands, out, at)
    at = put_tokens(before, after, out, at)
    at = put_pair(out, at, int(filled == u64(FULL_SHELF)), int(refills))
    at = put_gains(before, after, out, at)
    card = int(before["cards"][seat])
    at = put(out, at, int(card != 0))
    if card:
        matches = popcount(match_card(old0, old1, old2, card))
        at = put_pair(out, at, matches, popcount(match_card(new0, new1, new2, card)))
    num_goals = count_goals(before)
    at = put(out, at, num_goals)
    for index in range(num_goals):
        goal = int(before["goals"][index]) - 1
        was, _ = find_progress(old0, old1, old2, goal)
        now, _ = find_progress(new0, new1, new2, goal)
        at = put(out, put_pair(out, at, was, now), int(GOAL_OF[goal]))
    at = put_joined(new0, new1, new2, lands, out, at)
    if refills:
        return put(out, at, 0)
    return put_lines(after, out, at)


@called
def put_take(state: State, action: Action, out: Figures, at: int) -> int:
    """Write the keys ``cells`` to ``column``."""
    room = state["room"]
    room0, room1, room2 = u64(room[0]), u64(room[1]), u64(room[2])
    line, size, order, column = split_action(action)
    at = put(out, at, size)
    for place in range(size):
        bit = find_taken(line, size, order, place)
        at = put_pair(out, at, int(ROOM_CELL_AT[bit, 0]), int(ROOM_CELL_AT[bit, 1]))
    at = put(out, at, size)
    for place in range(size):
        bit = find_taken(line, size, order, place)
        at = put(out, at, code_at(room0, room1, room2, bit) - 1)
    return put(out, at, column)


@kernel
def put_landed(lands: Word, out: Figures, at: int) -> int:
    """Write the places of newly stacked tiles, lowest first."""
    at = put(out, at, popcount(lands))
    while lands != u64(0):
        bit = lowest(lands)
        lands = drop_lowest(lands)
        at = put_pair(out, at, SHELF_ROWS - 1 - bit % COLUMN_STEP, bit // COLUMN_STEP)
    return at


@kernel
def put_tokens(before: State, after: State, out: Figures, at: int) -> int:
    """Write the tokens that the mover has just taken (MS-10)."""
    seat = int(before["mover"])
    start = at
    at = put(out, at, 0)
    count = 0
    for index in range(count_goals(before)):
        points = int(after["tokens"][index, seat])
        if points != 0 and int(before["tokens"][index, seat]) == 0:
            at = put_pair(out, at, int(before["goals"][index]) - 1, points)
            count += 1
    put(out, start, count)
    return at


@called
def put_gains(before: State, after: State, out: Figures, at: int) -> int:
    """Write the mover's immediate gain as ``Points``."""
    seat = int(before["mover"])
    tokens0, end0, card0, groups0 = score_parts(before, seat)
    tokens1, end1, card1, groups1 = score_parts(after, seat)
    tokens, end, card, groups = tokens1 - tokens0, end1 - end0, card1 - card0, groups1 - groups0
    at = put_pair(out, at, tokens, end)
    at = put_optional(out, at, int(after["cards"][seat]) != 0, card)
    return put_pair(out, at, groups, tokens + end + card + groups)


@called
def put_joined(plane0: Word, plane1: Word, plane2: Word, lands: Word, out: Figures, at: int) -> int:
    """Write the scoring groups that contain one of the new tiles, in the order of the tiles."""
    right, up = match_sides(plane0, plane1, plane2)
    start = at
    at = put(out, at, 0)
    count = 0
    while lands != u64(0):
        group = grow_group(keep_lowest(lands), right, up)
        if score_group(group):
            at = put_group(code_at(plane0, plane1, plane2, lowest(lands)), group, out, at)
            count += 1
        lands &= u64(~group)
    put(out, start, count)
    return at


@called
def put_lines(state: State, out: Figures, at: int) -> int:
    """Write the longest line of each type that can be taken next, triples before pairs (MS-7)."""
    room = state["room"]
    room0, room1, room2 = u64(room[0]), u64(room[1]), u64(room[2])
    free = free_tiles(room0 | room1 | room2)
    start = at
    at = put(out, at, 0)
    count = 0
    for size in range(3, 1, -1):
        for code in range(NUM_TYPES, 0, -1):
            tiles = match_type(room0, room1, room2, code) & free
            if find_longest(tiles) == size:
                at = put_pair(out, at, code - 1, size)
                count += 1
    put(out, start, count)
    return at
