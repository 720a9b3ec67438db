"""Scenes of My Shelfie: positions as data for the page to draw; see docs/reference/scenes.md.

A card that the viewer may not know is None, and so is everything derived from it (MS-16).
"""

from __future__ import annotations

from typing import TypedDict

import numpy as np

from tilewright.game import Seat, SheetBuffer, State, write_int, write_optional
from tilewright.games.my_shelfie.grids import EMPTY_CELL, NOTHING, ROOM_SIZE
from tilewright.games.my_shelfie.progress import GOAL_OF, find_progress
from tilewright.games.my_shelfie.room import get_code
from tilewright.games.my_shelfie.shelf import match_type
from tilewright.games.my_shelfie.shelf_scene import (
    SIGN_CODES,
    Group,
    Item,
    Place,
    Points,
    write_card,
    write_cells,
    write_groups,
    write_points,
    write_shelf,
)
from tilewright.games.my_shelfie.state import ROOM_BITS, ROOM_WORDS, TOKEN_POINTS
from tilewright.games.my_shelfie.tables import (
    CARDS,
    GOALS,
    GROUP_POINTS,
    ITEM_LETTERS,
    MOST_TILES_TAKEN,
    NUM_TYPES,
    PERSONAL_POINTS,
    SHELF_CELLS,
    SHELF_COLUMNS,
    SHELF_ROWS,
    TILES_PER_TYPE,
)
from tilewright.kernel import called, kernel, popcount, u64

# --- The box ------------------------------------------------------------------------------------


class BoxGoal(TypedDict):
    """A common goal (MS-15)."""

    key: str
    rule: str
    of: int
    """The amount that fulfils it: a number of groups, columns, rows or tiles."""


class CardTile(TypedDict):
    """A tile on a personal goal card (MS-5)."""

    row: int
    column: int
    type: Item


class Box(TypedDict):
    """Room, goals, cards and points (MS-1 to MS-5, MS-7, MS-13, MS-15)."""

    types: list[Item]
    rows: int
    columns: int
    room: int
    most_taken: int
    goals: list[BoxGoal]
    cards: list[list[CardTile]]
    card_points: list[int]
    group_points: list[tuple[int, int]]
    """Pairs of group size and points, smallest group first."""


def box() -> Box:
    """Return the printed contents of the box, as JSON data."""
    return {
        "types": list(ITEM_LETTERS),
        "rows": SHELF_ROWS,
        "columns": SHELF_COLUMNS,
        "room": ROOM_SIZE,
        "most_taken": MOST_TILES_TAKEN,
        "goals": [
            {"key": goal.key, "rule": goal.rule, "of": of}
            for goal, of in zip(GOALS, GOAL_OF.tolist(), strict=True)
        ],
        "cards": [
            [
                {"row": row, "column": column, "type": ITEM_LETTERS[item]}
                for row, column, item in card
            ]
            for card in CARDS
        ],
        "card_points": list(PERSONAL_POINTS),
        "group_points": [(size, points) for size, points in enumerate(GROUP_POINTS) if points],
    }


# --- Types --------------------------------------------------------------------------------------


class Bag(TypedDict):
    """Number of tiles of each type that are neither in the room nor on a shelf (MS-16)."""

    C: int
    B: int
    G: int
    F: int
    T: int
    P: int


class GoalInPlay(TypedDict):
    """A common goal in play."""

    goal: int
    """Its index in the box."""
    stack: list[int]
    """The tokens left, top one first (MS-4, MS-10)."""


class Progress(TypedDict):
    """Progress of a shelf towards a common goal."""

    done: int
    cells: list[Place]


class SeatScene(TypedDict):
    """A seat's shelf, with its card, progress, groups and points."""

    shelf: list[str]
    """Rows; ``.`` is an empty place."""
    free: int
    card: int | None
    """Its index in the box; None if hidden from the viewer."""
    matches: int | None
    matched: list[Place] | None
    tokens: list[int]
    progress: list[Progress]
    groups: list[Group]
    points: Points


class Scene(TypedDict):
    """The room, the goals and every shelf."""

    turns: list[int]
    room: list[str]
    """Rows; ``.`` is no cell, ``_`` an empty cell."""
    bag: Bag
    goals: list[GoalInPlay]
    end_token: int | None
    first: int
    last_round: bool
    seats: list[SeatScene]


# --- Writing ------------------------------------------------------------------------------------

# int8[9, 9]: bit of each cell of the room, -1 if there is no cell.
ROOM_BIT_AT = np.array(
    [[ROOM_BITS.get((row, column), -1) for column in range(9)] for row in range(9)], dtype=np.int8
)
NO_CELL, NO_TILE = ord(NOTHING), ord(EMPTY_CELL)


@kernel
def write_scene(state: State, buffer: SheetBuffer) -> int:
    """Write the ``Scene`` of a state. Return the number of integers."""
    players = int(state["players"])
    end_token = int(state["end_token"])
    offset = write_turns(state, buffer, 0)
    offset = write_room(state, buffer, offset)
    for code in range(1, NUM_TYPES + 1):
        offset = write_int(buffer, offset, count_in_bag(state, code))
    num_goals = count_goals(state)
    offset = write_int(buffer, offset, num_goals)
    for index in range(num_goals):
        offset = write_goal(state, index, buffer, offset)
    offset = write_optional(buffer, offset, end_token != 0, end_token - 1)
    offset = write_int(buffer, offset, int(state["first"]))
    offset = write_int(buffer, offset, int(end_token != 0 and int(state["over"]) == 0))
    offset = write_int(buffer, offset, players)
    for seat in range(players):
        offset = write_seat(state, seat, buffer, offset)
    return offset


@kernel
def write_turns(state: State, buffer: SheetBuffer, offset: int) -> int:
    """Write the seats whose turns come next, as a list. Return the next offset.

    In the last round these are only the seats that have a turn left (MS-12).
    """
    players, mover = int(state["players"]), int(state["mover"])
    turns = players
    if int(state["end_token"]):
        turns = players - (mover + players - int(state["first"])) % players
    if int(state["over"]):
        turns = 0
    offset = write_int(buffer, offset, turns)
    for step in range(turns):
        offset = write_int(buffer, offset, (mover + step) % players)
    return offset


@called
def write_room(state: State, buffer: SheetBuffer, offset: int) -> int:
    """Write the living room as nine texts of nine characters. Return the next offset."""
    room = state["room"]
    room0, room1, room2 = u64(room[0]), u64(room[1]), u64(room[2])
    cells = u64(ROOM_WORDS[int(state["players"])])
    offset = write_int(buffer, offset, ROOM_SIZE)
    for row in range(ROOM_SIZE):
        offset = write_int(buffer, offset, ROOM_SIZE)
        for column in range(ROOM_SIZE):
            sign = NO_CELL
            bit = int(ROOM_BIT_AT[row, column])
            if bit >= 0 and (cells >> bit) & u64(1) != u64(0):
                code = get_code(room0, room1, room2, bit)
                sign = int(SIGN_CODES[code]) if code else NO_TILE
            offset = write_int(buffer, offset, sign)
    return offset


@kernel
def count_in_bag(state: State, code: int) -> int:
    """Return the number of tiles of a type in the bag (MS-16)."""
    room, shelves = state["room"], state["shelves"]
    count = TILES_PER_TYPE - popcount(match_type(u64(room[0]), u64(room[1]), u64(room[2]), code))
    for seat in range(int(state["players"])):
        shelf = shelves[seat]
        count -= popcount(match_type(u64(shelf[0]), u64(shelf[1]), u64(shelf[2]), code))
    return count


@kernel
def count_goals(state: State) -> int:
    """Return the number of common goals in play (MS-4)."""
    return int(int(state["goals"][0]) != 0) + int(int(state["goals"][1]) != 0)


@kernel
def write_goal(state: State, index: int, buffer: SheetBuffer, offset: int) -> int:
    """Write a common goal as ``GoalInPlay``. Return the next offset."""
    players = int(state["players"])
    tokens = state["tokens"][index]
    start = write_int(buffer, offset, int(state["goals"][index]) - 1)
    end = write_int(buffer, start, 0)
    for place in range(players):
        points = int(TOKEN_POINTS[players, place])
        is_taken = False
        for seat in range(players):
            is_taken = is_taken or int(tokens[seat]) == points
        if not is_taken:
            end = write_int(buffer, end, points)
    write_int(buffer, start, end - start - 1)
    return end


@called
def write_seat(state: State, seat: Seat, buffer: SheetBuffer, offset: int) -> int:
    """Write the ``SeatScene`` of a seat. Return the next offset."""
    shelf = state["shelves"][seat]
    plane0, plane1, plane2 = u64(shelf[0]), u64(shelf[1]), u64(shelf[2])
    card = int(state["cards"][seat])
    num_goals = count_goals(state)
    offset = write_shelf(plane0, plane1, plane2, buffer, offset)
    offset = write_int(buffer, offset, SHELF_CELLS - popcount(plane0 | plane1 | plane2))
    offset = write_card(plane0, plane1, plane2, card, buffer, offset)
    offset = write_int(buffer, offset, num_goals)
    for index in range(num_goals):
        offset = write_int(buffer, offset, int(state["tokens"][index, seat]))
    offset = write_int(buffer, offset, num_goals)
    for index in range(num_goals):
        goal = int(state["goals"][index]) - 1
        done, tiles = find_progress(plane0, plane1, plane2, goal)
        offset = write_cells(tiles, buffer, write_int(buffer, offset, done))
    offset = write_groups(plane0, plane1, plane2, buffer, offset)
    return write_points(state, seat, buffer, offset)
