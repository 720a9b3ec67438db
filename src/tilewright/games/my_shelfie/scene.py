"""My Shelfie as data, for a page that draws it: see docs/reference/scenes.md.

A card that the viewer may not know is None, and so is all that follows from it (MS-16).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

import numpy as np

from tilewright.game import (
    Action,
    Figures,
    OneOf,
    Seat,
    State,
    codes_of,
    put,
    put_maybe,
    put_pair,
)
from tilewright.games.my_shelfie.grids import EMPTY_CELL, NOTHING, ROOM_SIZE
from tilewright.games.my_shelfie.notation import ROOM_CELL_AT, find_taken
from tilewright.games.my_shelfie.progress import GOAL_OF, find_progress
from tilewright.games.my_shelfie.room import (
    code_at,
    find_pairs_down,
    find_pairs_right,
    find_triples_down,
    find_triples_right,
    free_tiles,
)
from tilewright.games.my_shelfie.rules import split_action
from tilewright.games.my_shelfie.shelf import (
    grow_group,
    match_card,
    match_step,
    match_type,
    score_card,
    score_groups,
)
from tilewright.games.my_shelfie.state import (
    COLUMN_FEET,
    COLUMN_STEP,
    FULL_SHELF,
    ROOM_BITS,
    ROOM_WORDS,
    TOKEN_POINTS,
    Word,
)
from tilewright.games.my_shelfie.tables import (
    CARDS,
    END_TOKEN,
    GOALS,
    GOALS_IN_PLAY,
    GROUP_POINTS,
    ITEM_LETTERS,
    NUM_TYPES,
    PERSONAL_POINTS,
    SHELF_CELLS,
    SHELF_COLUMNS,
    SHELF_ROWS,
    TILES_PER_TYPE,
)
from tilewright.kernel import called, kernel, lowest, popcount, u64

__all__ = ["Effect", "Scene", "box", "write_effect", "write_scene"]


# --- The box ------------------------------------------------------------------------------------


def box() -> dict[str, Any]:
    """Room, shelf, goals, cards and points (MS-1 to MS-5, MS-13, MS-15)."""
    return {
        "types": list(ITEM_LETTERS),
        "rows": SHELF_ROWS,
        "columns": SHELF_COLUMNS,
        "room": ROOM_SIZE,
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
        "group_points": [[size, points] for size, points in enumerate(GROUP_POINTS) if points],
    }


# --- What a scene has ---------------------------------------------------------------------------

Item = Annotated[str, OneOf("Item", tuple(ITEM_LETTERS))]
Place = tuple[int, int]
"""Row and column, both from 0, from the top left."""


class Bag(TypedDict):
    """How many tiles of each type are neither in the room nor on a shelf (MS-16)."""

    C: int
    B: int
    G: int
    F: int
    T: int
    P: int


class GoalInPlay(TypedDict):
    """A common goal of this game."""

    goal: int
    """Its place in the box."""
    stack: list[int]
    """The tokens left, the top one first (MS-4, MS-10)."""


class Progress(TypedDict):
    """How far a shelf is towards a goal."""

    done: int
    cells: list[Place]


class Group(TypedDict):
    """A group that pays (MS-13)."""

    type: Item
    cells: list[Place]
    points: int


class Points(TypedDict):
    """A seat's points, as on a score pad (MS-13)."""

    tokens: int
    end: int
    card: int | None
    groups: int
    total: int


class SeatScene(TypedDict):
    """A seat's shelf and what it comes to."""

    shelf: list[str]
    """Rows, ``.`` for an empty place."""
    free: int
    card: int | None
    """Its place in the box; None where the viewer may not know it."""
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
    """Rows: ``.`` no cell, ``_`` an empty one."""
    bag: Bag
    goals: list[GoalInPlay]
    end_token: int | None
    first: int
    last_round: bool
    seats: list[SeatScene]


# --- A position ---------------------------------------------------------------------------------

# int8[9, 9]: the bit of each cell of the room, -1 where there is none.
ROOM_BIT_AT = np.array(
    [[ROOM_BITS.get((row, column), -1) for column in range(9)] for row in range(9)], dtype=np.int8
)
SIGN_CODES = codes_of(NOTHING + ITEM_LETTERS)  # by code
NO_CELL, NO_TILE = ord(NOTHING), ord(EMPTY_CELL)


@kernel
def write_scene(state: State, out: Figures) -> int:
    """A ``Scene``."""
    players = int(state["players"])
    end_token = int(state["end_token"])
    at = put_turns(state, out, 0)
    at = put_room(state, out, at)
    for code in range(1, NUM_TYPES + 1):
        at = put(out, at, count_in_bag(state, code))
    num_goals = count_goals(state)
    at = put(out, at, num_goals)
    for index in range(num_goals):
        at = put_goal(state, index, out, at)
    at = put_maybe(out, at, end_token != 0, end_token - 1)
    at = put(out, at, int(state["first"]))
    at = put(out, at, int(end_token != 0 and int(state["over"]) == 0))
    at = put(out, at, players)
    for seat in range(players):
        at = put_seat(state, seat, out, at)
    return at


@kernel
def put_turns(state: State, out: Figures, at: int) -> int:
    """The seats clockwise from the mover; in the last round those still to move (MS-12)."""
    players, mover = int(state["players"]), int(state["mover"])
    turns = players
    if int(state["end_token"]):
        turns = players - (mover + players - int(state["first"])) % players
    if int(state["over"]):
        turns = 0
    at = put(out, at, turns)
    for step in range(turns):
        at = put(out, at, (mover + step) % players)
    return at


@called
def put_room(state: State, out: Figures, at: int) -> int:
    """Nine lines of nine."""
    room = state["room"]
    room0, room1, room2 = u64(room[0]), u64(room[1]), u64(room[2])
    cells = u64(ROOM_WORDS[int(state["players"])])
    at = put(out, at, ROOM_SIZE)
    for row in range(ROOM_SIZE):
        at = put(out, at, ROOM_SIZE)
        for column in range(ROOM_SIZE):
            sign = NO_CELL
            bit = int(ROOM_BIT_AT[row, column])
            if bit >= 0 and (cells >> bit) & u64(1) != u64(0):
                code = code_at(room0, room1, room2, bit)
                sign = int(SIGN_CODES[code]) if code else NO_TILE
            at = put(out, at, sign)
    return at


@kernel
def count_in_bag(state: State, code: int) -> int:
    """How many tiles of a type are neither in the room nor on a shelf (MS-16)."""
    room, shelves = state["room"], state["shelves"]
    count = TILES_PER_TYPE - popcount(match_type(u64(room[0]), u64(room[1]), u64(room[2]), code))
    for seat in range(int(state["players"])):
        shelf = shelves[seat]
        count -= popcount(match_type(u64(shelf[0]), u64(shelf[1]), u64(shelf[2]), code))
    return count


@kernel
def count_goals(state: State) -> int:
    """How many common goals are in play (MS-4)."""
    return int(int(state["goals"][0]) != 0) + int(int(state["goals"][1]) != 0)


@kernel
def put_goal(state: State, index: int, out: Figures, at: int) -> int:
    """A ``GoalInPlay``."""
    players = int(state["players"])
    tokens = state["tokens"][index]
    start = put(out, at, int(state["goals"][index]) - 1)
    end = put(out, start, 0)
    for place in range(players):
        points = int(TOKEN_POINTS[players, place])
        is_taken = False
        for seat in range(players):
            is_taken = is_taken or int(tokens[seat]) == points
        if not is_taken:
            end = put(out, end, points)
    put(out, start, end - start - 1)
    return end


@called
def put_seat(state: State, seat: Seat, out: Figures, at: int) -> int:
    """A ``SeatScene``."""
    shelf = state["shelves"][seat]
    plane0, plane1, plane2 = u64(shelf[0]), u64(shelf[1]), u64(shelf[2])
    card = int(state["cards"][seat])
    num_goals = count_goals(state)
    at = put_shelf(plane0, plane1, plane2, out, at)
    at = put(out, at, SHELF_CELLS - popcount(plane0 | plane1 | plane2))
    at = put_card(plane0, plane1, plane2, card, out, at)
    at = put(out, at, num_goals)
    for index in range(num_goals):
        at = put(out, at, int(state["tokens"][index, seat]))
    at = put(out, at, num_goals)
    for index in range(num_goals):
        goal = int(state["goals"][index]) - 1
        done, tiles = find_progress(plane0, plane1, plane2, goal)
        at = put_cells(tiles, out, put(out, at, done))
    at = put_groups(plane0, plane1, plane2, out, at)
    return put_points(state, seat, out, at)


@kernel
def put_shelf(plane0: Word, plane1: Word, plane2: Word, out: Figures, at: int) -> int:
    """Six lines of five."""
    at = put(out, at, SHELF_ROWS)
    for row in range(SHELF_ROWS):
        at = put(out, at, SHELF_COLUMNS)
        for column in range(SHELF_COLUMNS):
            bit = column * COLUMN_STEP + SHELF_ROWS - 1 - row
            at = put(out, at, int(SIGN_CODES[code_at(plane0, plane1, plane2, bit)]))
    return at


@kernel
def put_card(plane0: Word, plane1: Word, plane2: Word, card: int, out: Figures, at: int) -> int:
    """A seat's card and what matches it, all None where the card is hidden (MS-5)."""
    if card == 0:
        return put(out, put_pair(out, at, 0, 0), 0)
    matched = match_card(plane0, plane1, plane2, card)
    at = put_pair(out, at, 1, card - 1)
    at = put_pair(out, at, 1, popcount(matched))
    return put_cells(matched, out, put(out, at, 1))


@called
def put_cells(tiles: Word, out: Figures, at: int) -> int:
    """The places of some tiles of a shelf, in reading order."""
    at = put(out, at, popcount(tiles))
    for row in range(SHELF_ROWS):
        feet = (tiles >> (SHELF_ROWS - 1 - row)) & u64(COLUMN_FEET)
        while feet != u64(0):
            at = put_pair(out, at, row, lowest(feet) // COLUMN_STEP)
            feet &= u64(feet - u64(1))
    return at


@kernel
def put_groups(plane0: Word, plane1: Word, plane2: Word, out: Figures, at: int) -> int:
    """The groups that pay, type by type."""
    right = match_step(plane0, plane1, plane2, COLUMN_STEP)
    up = match_step(plane0, plane1, plane2, 1)
    start = at
    at = put(out, at, 0)
    count = 0
    for code in range(1, NUM_TYPES + 1):
        tiles = match_type(plane0, plane1, plane2, code)
        while tiles != u64(0):
            group = grow_group(tiles & u64(u64(0) - tiles), right, up)
            tiles &= u64(~group)
            if score_group(group):
                at = put_group(code, group, out, at)
                count += 1
    put(out, start, count)
    return at


@kernel
def score_group(group: Word) -> int:
    """The points for one group (MS-13)."""
    return GROUP_POINTS[min(popcount(group), 6)]


@kernel
def put_group(code: int, group: Word, out: Figures, at: int) -> int:
    """A ``Group``."""
    return put(out, put_cells(group, out, put(out, at, code - 1)), score_group(group))


@kernel
def score_parts(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """A seat's points if the game ended now: tokens, end token, card and groups (MS-13)."""
    shelf = state["shelves"][seat]
    plane0, plane1, plane2 = u64(shelf[0]), u64(shelf[1]), u64(shelf[2])
    tokens = 0
    for index in range(GOALS_IN_PLAY):
        tokens += int(state["tokens"][index, seat])
    end = END_TOKEN if int(state["end_token"]) == seat + 1 else 0
    card = score_card(plane0, plane1, plane2, int(state["cards"][seat]))
    return tokens, end, card, score_groups(plane0, plane1, plane2)


@called
def put_points(state: State, seat: Seat, out: Figures, at: int) -> int:
    """A seat's ``Points``."""
    tokens, end, card, groups = score_parts(state, seat)
    at = put_pair(out, at, tokens, end)
    at = put_maybe(out, at, int(state["cards"][seat]) != 0, card)
    return put_pair(out, at, groups, tokens + end + card + groups)


# --- What a move does ---------------------------------------------------------------------------


class Token(TypedDict):
    """A token taken from a goal (MS-10)."""

    goal: int
    points: int


class Matches(TypedDict):
    """How many tiles match the card."""

    before: int
    after: int


class Way(TypedDict):
    """What a move does for a goal."""

    before: int
    after: int
    of: int


class Line(TypedDict):
    """Tiles of one type in a line."""

    type: Item
    count: int


class Effect(TypedDict):
    """The tiles taken, where they land and what that brings; not what fills the room again."""

    kind: Literal["take"]
    cells: list[Place]
    types: list[Item]
    column: int
    lands: list[Place]
    """Where the tiles stand, the first one lowest (MS-9)."""
    tokens: list[Token]
    fills: bool
    refills: bool
    gains: Points
    matches: Matches | None
    progress: list[Way]
    groups: list[Group]
    """The groups that pay and that the tiles are part of."""
    leaves: list[Line]
    """Lines of one type that may be taken next; none where the room is filled again."""


@kernel
def write_effect(before: State, action: Action, after: State, out: Figures) -> int:
    """An ``Effect``."""
    seat = int(before["mover"])
    old, new = before["shelves"][seat], after["shelves"][seat]
    old0, old1, old2 = u64(old[0]), u64(old[1]), u64(old[2])
    new0, new1, new2 = u64(new[0]), u64(new[1]), u64(new[2])
    filled = new0 | new1 | new2
    lands = filled & u64(~(old0 | old1 | old2))
    refills = u64(after["rng"]) != u64(before["rng"])  # it came to chance
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
    """From ``cells`` to ``column``."""
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
    """Places of one column of a shelf, the lowest first."""
    at = put(out, at, popcount(lands))
    while lands != u64(0):
        bit = lowest(lands)
        lands &= u64(lands - u64(1))
        at = put_pair(out, at, SHELF_ROWS - 1 - bit % COLUMN_STEP, bit // COLUMN_STEP)
    return at


@kernel
def put_tokens(before: State, after: State, out: Figures, at: int) -> int:
    """The tokens that the mover has just taken (MS-10)."""
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
    """The ``Points`` that a turn brings at once."""
    seat = int(before["mover"])
    tokens0, end0, card0, groups0 = score_parts(before, seat)
    tokens1, end1, card1, groups1 = score_parts(after, seat)
    tokens, end, card, groups = tokens1 - tokens0, end1 - end0, card1 - card0, groups1 - groups0
    at = put_pair(out, at, tokens, end)
    at = put_maybe(out, at, int(after["cards"][seat]) != 0, card)
    return put_pair(out, at, groups, tokens + end + card + groups)


@called
def put_joined(plane0: Word, plane1: Word, plane2: Word, lands: Word, out: Figures, at: int) -> int:
    """The groups that pay and have some of the tiles in them, in the order of these."""
    right = match_step(plane0, plane1, plane2, COLUMN_STEP)
    up = match_step(plane0, plane1, plane2, 1)
    start = at
    at = put(out, at, 0)
    count = 0
    while lands != u64(0):
        group = grow_group(lands & u64(u64(0) - lands), right, up)
        if score_group(group):
            at = put_group(code_at(plane0, plane1, plane2, lowest(lands)), group, out, at)
            count += 1
        lands &= u64(~group)
    put(out, start, count)
    return at


@called
def put_lines(state: State, out: Figures, at: int) -> int:
    """The longest line of each type that may be taken next, three tiles before two (MS-7)."""
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


@kernel
def find_longest(tiles: Word) -> int:
    """How many of these tiles lie in one line, three at most; 1 stands for less than two."""
    right, down = find_pairs_right(tiles), find_pairs_down(tiles)
    if (find_triples_right(right) | find_triples_down(down)) != u64(0):
        return 3
    return 2 if (right | down) != u64(0) else 1
