"""Conversion of rooms and shelves to and from lines of letters, top row first."""

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
    """Return the name of a cell: columns a to i from the left, rows 1 to 9 from the top."""
    row, column = cell
    return f"{COLUMN_LETTERS[column]}{row + 1}"


def words(field: Any) -> Planes:
    """Return the three planes in a record's field as Python integers."""
    return int(field[0]), int(field[1]), int(field[2])


def letter_at(planes: Planes, bit: int) -> str:
    """Return the letter of the tile at a bit, or NOTHING if there is no tile.

    Like ``code_at``, but on Python integers: interpreted, fixed-width words are ten times slower.
    """
    plane0, plane1, plane2 = planes
    return LETTER_OF_CODE[plane0 >> bit & 1 | (plane1 >> bit & 1) << 1 | (plane2 >> bit & 1) << 2]


@lru_cache(1024)
def count_letters(planes: Planes) -> tuple[int, ...]:
    """Return the number of tiles of each type, in the order of ITEM_LETTERS."""
    return tuple(tiles_of(planes, code).bit_count() for code in range(1, len(LETTER_OF_CODE)))


def tiles_of(planes: Planes, code: int) -> Word:
    """Return the tiles with this code, as a bit set."""
    tiles = planes[0] | planes[1] | planes[2]
    for plane in range(NUM_PLANES):
        tiles &= planes[plane] if code >> plane & 1 else ~planes[plane]
    return tiles


def format_room(planes: Planes, players: int) -> list[str]:
    """Format a room as nine lines of nine letters."""
    return list(_cached_room(planes, players))


@lru_cache
def _cached_room(planes: Planes, players: int) -> tuple[str, ...]:
    """Format a room; cached, because all viewers see the same room."""
    rows = [[NOTHING] * ROOM_SIZE for _ in range(ROOM_SIZE)]
    for row, column in room_cells(players):
        letter = letter_at(planes, ROOM_BITS[row, column])
        rows[row][column] = EMPTY_CELL if letter == NOTHING else letter
    return tuple("".join(row) for row in rows)


def format_shelf(planes: Planes) -> list[str]:
    """Format a shelf as six lines of five letters."""
    return list(_cached_shelf(planes))


@lru_cache(1024)
def _cached_shelf(planes: Planes) -> tuple[str, ...]:
    """Format a shelf; cached, because a move changes only one shelf."""
    return tuple("".join([letter_at(planes, bit) for bit in bits]) for bits in SHELF_BITS)


def parse_room(lines: Sequence[str]) -> Planes:
    """Return the planes of a validated room; characters other than item letters are no tile."""
    return _pack_planes((ROOM_BITS[row, column], lines[row][column]) for row, column in ROOM_BITS)


def parse_shelf(lines: Sequence[str]) -> Planes:
    """Return the planes of a validated shelf."""
    return _pack_planes(
        (shelf_bit(row, column), lines[row][column])
        for row in range(SHELF_ROWS)
        for column in range(SHELF_COLUMNS)
    )


def _pack_planes(letters: Iterable[tuple[int, str]]) -> Planes:
    planes = [0] * NUM_PLANES
    for bit, letter in letters:
        code = ITEM_LETTERS.find(letter) + 1
        for plane in range(NUM_PLANES):
            planes[plane] |= (code >> plane & 1) << bit
    return planes[0], planes[1], planes[2]
