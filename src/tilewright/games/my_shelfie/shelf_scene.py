"""The part of a scene that describes a shelf: tiles, card, groups and points."""

from __future__ import annotations

from typing import Annotated, TypedDict

from tilewright.game import Figures, OneOf, Seat, State, encode_ascii, put, put_optional, put_pair
from tilewright.games.my_shelfie.grids import NOTHING
from tilewright.games.my_shelfie.room import code_at
from tilewright.games.my_shelfie.shelf import (
    grow_group,
    match_card,
    match_sides,
    match_type,
    score_card,
    score_groups,
)
from tilewright.games.my_shelfie.state import COLUMN_FEET, COLUMN_STEP, Word
from tilewright.games.my_shelfie.tables import (
    END_TOKEN,
    GOALS_IN_PLAY,
    GROUP_POINTS,
    ITEM_LETTERS,
    NUM_TYPES,
    SHELF_COLUMNS,
    SHELF_ROWS,
)
from tilewright.kernel import called, drop_lowest, keep_lowest, kernel, lowest, popcount, u64

Item = Annotated[str, OneOf("Item", tuple(ITEM_LETTERS))]
Place = tuple[int, int]
"""Row and column, counted from 0 at the top left."""


class Group(TypedDict):
    """A scoring group (MS-13)."""

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


SIGN_CODES = encode_ascii(NOTHING + ITEM_LETTERS)  # by code


@kernel
def put_shelf(plane0: Word, plane1: Word, plane2: Word, out: Figures, at: int) -> int:
    """Write a shelf: six rows of five characters, top row first."""
    at = put(out, at, SHELF_ROWS)
    for row in range(SHELF_ROWS):
        at = put(out, at, SHELF_COLUMNS)
        for column in range(SHELF_COLUMNS):
            bit = column * COLUMN_STEP + SHELF_ROWS - 1 - row
            at = put(out, at, int(SIGN_CODES[code_at(plane0, plane1, plane2, bit)]))
    return at


@kernel
def put_card(plane0: Word, plane1: Word, plane2: Word, card: int, out: Figures, at: int) -> int:
    """Write a seat's card and its matches; all None if the card is hidden (MS-5)."""
    if card == 0:
        return put(out, put_pair(out, at, 0, 0), 0)
    matched = match_card(plane0, plane1, plane2, card)
    at = put_pair(out, at, 1, card - 1)
    at = put_pair(out, at, 1, popcount(matched))
    return put_cells(matched, out, put(out, at, 1))


@called
def put_cells(tiles: Word, out: Figures, at: int) -> int:
    """Write the places of tiles on a shelf, in reading order."""
    at = put(out, at, popcount(tiles))
    for row in range(SHELF_ROWS):
        feet = (tiles >> (SHELF_ROWS - 1 - row)) & u64(COLUMN_FEET)
        while feet != u64(0):
            at = put_pair(out, at, row, lowest(feet) // COLUMN_STEP)
            feet = drop_lowest(feet)
    return at


@kernel
def put_groups(plane0: Word, plane1: Word, plane2: Word, out: Figures, at: int) -> int:
    """Write the scoring groups, ordered by type."""
    right, up = match_sides(plane0, plane1, plane2)
    start = at
    at = put(out, at, 0)
    count = 0
    for code in range(1, NUM_TYPES + 1):
        tiles = match_type(plane0, plane1, plane2, code)
        while tiles != u64(0):
            group = grow_group(keep_lowest(tiles), right, up)
            tiles &= u64(~group)
            if score_group(group):
                at = put_group(code, group, out, at)
                count += 1
    put(out, start, count)
    return at


@kernel
def score_group(group: Word) -> int:
    """Return the points for one group (MS-13)."""
    return GROUP_POINTS[min(popcount(group), 6)]


@kernel
def put_group(code: int, group: Word, out: Figures, at: int) -> int:
    """Write a ``Group``."""
    return put(out, put_cells(group, out, put(out, at, code - 1)), score_group(group))


@kernel
def score_parts(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """Return a seat's points if the game ended now: tokens, end token, card and groups (MS-13)."""
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
    """Write a seat's ``Points``."""
    tokens, end, card, groups = score_parts(state, seat)
    at = put_pair(out, at, tokens, end)
    at = put_optional(out, at, int(state["cards"][seat]) != 0, card)
    return put_pair(out, at, groups, tokens + end + card + groups)
