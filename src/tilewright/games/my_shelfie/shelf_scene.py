"""The part of a scene that describes a shelf: tiles, card, groups and points."""

from __future__ import annotations

from typing import Annotated, TypedDict

from tilewright.game import (
    OneOf,
    Seat,
    SheetBuffer,
    State,
    encode_ascii,
    write_int,
    write_optional,
    write_pair,
)
from tilewright.games.my_shelfie.grids import NOTHING
from tilewright.games.my_shelfie.room import get_code
from tilewright.games.my_shelfie.shelf import (
    grow_group,
    match_adjacent,
    match_card,
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
def write_shelf(plane0: Word, plane1: Word, plane2: Word, buffer: SheetBuffer, offset: int) -> int:
    """Write a shelf as six texts of five characters, top row first. Return the next offset."""
    offset = write_int(buffer, offset, SHELF_ROWS)
    for row in range(SHELF_ROWS):
        offset = write_int(buffer, offset, SHELF_COLUMNS)
        for column in range(SHELF_COLUMNS):
            bit = column * COLUMN_STEP + SHELF_ROWS - 1 - row
            offset = write_int(
                buffer, offset, int(SIGN_CODES[get_code(plane0, plane1, plane2, bit)])
            )
    return offset


@kernel
def write_card(
    plane0: Word, plane1: Word, plane2: Word, card: int, buffer: SheetBuffer, offset: int
) -> int:
    """Write the keys ``card``, ``matches`` and ``matched``. Return the next offset.

    All three are None if the card is hidden (MS-5).
    """
    if card == 0:
        return write_int(buffer, write_pair(buffer, offset, 0, 0), 0)
    matched = match_card(plane0, plane1, plane2, card)
    offset = write_pair(buffer, offset, 1, card - 1)
    offset = write_pair(buffer, offset, 1, popcount(matched))
    return write_cells(matched, buffer, write_int(buffer, offset, 1))


@called
def write_cells(tiles: Word, buffer: SheetBuffer, offset: int) -> int:
    """Write the places in a bit set as a list in reading order. Return the next offset."""
    offset = write_int(buffer, offset, popcount(tiles))
    for row in range(SHELF_ROWS):
        feet = (tiles >> (SHELF_ROWS - 1 - row)) & u64(COLUMN_FEET)
        while feet != u64(0):
            offset = write_pair(buffer, offset, row, lowest(feet) // COLUMN_STEP)
            feet = drop_lowest(feet)
    return offset


@kernel
def write_groups(plane0: Word, plane1: Word, plane2: Word, buffer: SheetBuffer, offset: int) -> int:
    """Write the scoring groups as a list of ``Group``, ordered by type. Return the next offset."""
    right, up = match_adjacent(plane0, plane1, plane2)
    start = offset
    offset = write_int(buffer, offset, 0)
    count = 0
    for code in range(1, NUM_TYPES + 1):
        tiles = match_type(plane0, plane1, plane2, code)
        while tiles != u64(0):
            group = grow_group(keep_lowest(tiles), right, up)
            tiles &= u64(~group)
            if score_group(group):
                offset = write_group(code, group, buffer, offset)
                count += 1
    write_int(buffer, start, count)
    return offset


@kernel
def score_group(group: Word) -> int:
    """Return the points for one group (MS-13)."""
    return GROUP_POINTS[min(popcount(group), 6)]


@kernel
def write_group(code: int, group: Word, buffer: SheetBuffer, offset: int) -> int:
    """Write a ``Group``. Return the next offset."""
    return write_int(
        buffer, write_cells(group, buffer, write_int(buffer, offset, code - 1)), score_group(group)
    )


@kernel
def score_parts(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """Return a seat's points for tokens, end token, card and groups (MS-13).

    They are counted as if the game ended now.
    """
    shelf = state["shelves"][seat]
    plane0, plane1, plane2 = u64(shelf[0]), u64(shelf[1]), u64(shelf[2])
    tokens = 0
    for index in range(GOALS_IN_PLAY):
        tokens += int(state["tokens"][index, seat])
    end = END_TOKEN if int(state["end_token"]) == seat + 1 else 0
    card = score_card(plane0, plane1, plane2, int(state["cards"][seat]))
    return tokens, end, card, score_groups(plane0, plane1, plane2)


@called
def write_points(state: State, seat: Seat, buffer: SheetBuffer, offset: int) -> int:
    """Write the ``Points`` of a seat. Return the next offset."""
    tokens, end, card, groups = score_parts(state, seat)
    offset = write_pair(buffer, offset, tokens, end)
    offset = write_optional(buffer, offset, int(state["cards"][seat]) != 0, card)
    return write_pair(buffer, offset, groups, tokens + end + card + groups)
