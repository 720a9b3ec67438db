"""Conversion of room and shelves between planes and lines of letters, top row first."""

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


def format_cell(cell: Cell) -> str:
    """Format a cell of the room, such as ``d4``.

    Columns are a to i from the left, rows are 1 to 9 from the top.
    """
    row, column = cell
    return f"{COLUMN_LETTERS[column]}{row + 1}"


def read_planes(field: Any) -> Planes:
    """Return the three planes in a field of the record, as Python integers."""
    return int(field[0]), int(field[1]), int(field[2])


def get_letter(planes: Planes, bit: int) -> str:
    """Return the letter of the tile at a bit, or NOTHING if there is no tile.

    Like ``get_code``, but on Python integers: interpreted, fixed-width words are ten times slower.
    """
    plane0, plane1, plane2 = planes
    return LETTER_OF_CODE[plane0 >> bit & 1 | (plane1 >> bit & 1) << 1 | (plane2 >> bit & 1) << 2]


@lru_cache(1024)
def count_tiles_by_type(planes: Planes) -> tuple[int, ...]:
    """Return the number of tiles of each type, in the order of ITEM_LETTERS."""
    return tuple(
        find_tiles_of_type(planes, code).bit_count() for code in range(1, len(LETTER_OF_CODE))
    )


def find_tiles_of_type(planes: Planes, code: int) -> Word:
    """Return the tiles with the code ``code``, as bits."""
    tiles = planes[0] | planes[1] | planes[2]
    for plane in range(NUM_PLANES):
        tiles &= planes[plane] if code >> plane & 1 else ~planes[plane]
    return tiles


def format_room(planes: Planes, players: int) -> list[str]:
    """Format the living room as nine lines of nine letters."""
    return list(_cached_room(planes, players))


@lru_cache
def _cached_room(planes: Planes, players: int) -> tuple[str, ...]:
    """Format the living room as a tuple of lines.

    It is cached, because every viewer of a position sees the same room.
    """
    rows = [[NOTHING] * ROOM_SIZE for _ in range(ROOM_SIZE)]
    for row, column in room_cells(players):
        letter = get_letter(planes, ROOM_BITS[row, column])
        rows[row][column] = EMPTY_CELL if letter == NOTHING else letter
    return tuple("".join(row) for row in rows)


def format_shelf(planes: Planes) -> list[str]:
    """Format a shelf as six lines of five letters."""
    return list(_cached_shelf(planes))


@lru_cache(1024)
def _cached_shelf(planes: Planes) -> tuple[str, ...]:
    """Format a shelf as a tuple of lines.

    It is cached, because a move changes only one shelf.
    """
    return tuple("".join([get_letter(planes, bit) for bit in bits]) for bits in SHELF_BITS)


def parse_room(lines: Sequence[str]) -> Planes:
    """Return the planes of a valid room.

    Characters other than item letters are empty cells.
    """
    return _pack_planes((ROOM_BITS[row, column], lines[row][column]) for row, column in ROOM_BITS)


def parse_shelf(lines: Sequence[str]) -> Planes:
    """Return the planes of a valid shelf.

    Characters other than item letters are empty places.
    """
    return _pack_planes(
        (shelf_bit(row, column), lines[row][column])
        for row in range(SHELF_ROWS)
        for column in range(SHELF_COLUMNS)
    )


def _pack_planes(letters: Iterable[tuple[int, str]]) -> Planes:
    """Return the planes for pairs of bit and letter."""
    planes = [0] * NUM_PLANES
    for bit, letter in letters:
        code = ITEM_LETTERS.find(letter) + 1
        for plane in range(NUM_PLANES):
            planes[plane] |= (code >> plane & 1) << bit
    return planes[0], planes[1], planes[2]
