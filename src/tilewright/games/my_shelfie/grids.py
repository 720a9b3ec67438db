"""Rooms and shelves as lines of letters, top row first, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from tilewright.games.my_shelfie.state import NUM_PLANES, ROOM_BITS, Word, shelf_bit
from tilewright.games.my_shelfie.tables import (
    ITEM_LETTERS,
    ROOM,
    SHELF_COLUMNS,
    SHELF_ROWS,
    Cell,
    room_cells,
)

NOTHING = "."  # no cell in the room, no tile on the shelf
EMPTY_CELL = "_"
ROOM_SIZE = len(ROOM)
COLUMN_LETTERS = "abcdefghi"  # of the room, from the left
LETTER_OF_CODE = NOTHING + ITEM_LETTERS
SHELF_BITS = [
    [shelf_bit(row, column) for column in range(SHELF_COLUMNS)] for row in range(SHELF_ROWS)
]

Planes = tuple[Word, Word, Word]


def cell_name(cell: Cell) -> str:
    """Return a cell as players call it: columns a to i from the left, rows 1 to 9 from the top."""
    row, column = cell
    return f"{COLUMN_LETTERS[column]}{row + 1}"


def words(field: Any) -> Planes:
    """Return the three planes of a record's field as Python integers."""
    return int(field[0]), int(field[1]), int(field[2])


def letter_at(planes: Planes, bit: int) -> str:
    """Return the letter of the tile at a bit, NOTHING if the bit is free.

    As ``code_at``, on plain integers: interpreted, fixed-width words take ten times as long.
    """
    plane0, plane1, plane2 = planes
    return LETTER_OF_CODE[plane0 >> bit & 1 | (plane1 >> bit & 1) << 1 | (plane2 >> bit & 1) << 2]


@lru_cache(1024)
def count_letters(planes: Planes) -> tuple[int, ...]:
    """Return how many tiles of each type there are, in the order of ITEM_LETTERS."""
    return tuple(tiles_of(planes, code).bit_count() for code in range(1, len(LETTER_OF_CODE)))


def tiles_of(planes: Planes, code: int) -> Word:
    """Return where the tiles of a code lie: every plane has its bit of the code there."""
    tiles = planes[0] | planes[1] | planes[2]
    for plane in range(NUM_PLANES):
        tiles &= planes[plane] if code >> plane & 1 else ~planes[plane]
    return tiles


def format_room(planes: Planes, players: int) -> list[str]:
    """Return the room as nine lines of nine letters."""
    return list(_room_lines(planes, players))


@lru_cache
def _room_lines(planes: Planes, players: int) -> tuple[str, ...]:
    """Return the room as lines of text; cached, because all viewers see the same room."""
    rows = [[NOTHING] * ROOM_SIZE for _ in range(ROOM_SIZE)]
    for row, column in room_cells(players):
        letter = letter_at(planes, ROOM_BITS[row, column])
        rows[row][column] = EMPTY_CELL if letter == NOTHING else letter
    return tuple("".join(row) for row in rows)


def format_shelf(planes: Planes) -> list[str]:
    """Return the shelf as six lines of five letters."""
    return list(_shelf_lines(planes))


@lru_cache(1024)
def _shelf_lines(planes: Planes) -> tuple[str, ...]:
    """Return a shelf as lines of text; cached, because a move changes one shelf only."""
    return tuple("".join([letter_at(planes, bit) for bit in bits]) for bits in SHELF_BITS)


def room_planes(lines: Sequence[str]) -> Planes:
    """Return the planes of a room that has been checked; signs other than letters hold no tile."""
    return _planes((ROOM_BITS[row, column], lines[row][column]) for row, column in ROOM_BITS)


def shelf_planes(lines: Sequence[str]) -> Planes:
    """Return the planes of a shelf that has been checked."""
    return _planes(
        (shelf_bit(row, column), lines[row][column])
        for row in range(SHELF_ROWS)
        for column in range(SHELF_COLUMNS)
    )


def _planes(letters: Iterable[tuple[int, str]]) -> Planes:
    planes = [0] * NUM_PLANES
    for bit, letter in letters:
        code = ITEM_LETTERS.find(letter) + 1
        for plane in range(NUM_PLANES):
            planes[plane] |= (code >> plane & 1) << bit
    return planes[0], planes[1], planes[2]
