"""Areas as text: each tile with its place and fulfilled tasks, such as ``t14@1,0+b``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import numpy as np

from tilewright.game import Seat, State
from tilewright.games.nova_luna.area import find_neighbours, lay_tile
from tilewright.games.nova_luna.state import pack_place, unpack_place
from tilewright.games.nova_luna.tables import COLOUR_LETTERS, NUM_TILES, TILES
from tilewright.text import Value, quote

TILES_PER_LINE = 6
MAX_WORD = 40
NONE = "-"

_LAID = re.compile(r"(t[0-9]{1,2})@(-?[0-9]{1,2}),(-?[0-9]{1,2})((?:\+[bcry]{1,4})*)")

Place = tuple[int, int]  # x, y
Laid = tuple[int, int, int]  # tile id, x, y
TileLocations = dict[int, str]
"""Name of the field in which a tile was found, by tile id."""


# --- Writing ------------------------------------------------------------------------------------


def list_laid_tiles(state: State, seat: Seat) -> list[Laid]:
    """Return the tiles of an area with their coordinates, ordered by id."""
    places = state["place"].tolist()
    return [(i, *unpack_place(seat, places[i])) for i in _list_tile_ids(state, seat)]


def _list_tile_ids(state: State, seat: Seat) -> list[int]:
    """Return the ids of the tiles in an area, in ascending order."""
    low, high = state["area"][seat].tolist()
    tiles = high << 64 | low
    return [i for i in range(1, NUM_TILES + 1) if tiles >> i & 1]


def count_fulfilled_tasks(state: State, seat: Seat) -> int:
    """Return the number of fulfilled tasks in an area."""
    return sum(int(state["fulfilled"][i]).bit_count() for i, _, _ in list_laid_tiles(state, seat))


def format_area(state: State, seat: Seat) -> str | list[str]:
    """Format an area as lines of up to six tiles, ordered by id, or "-" if it is empty."""
    places, fulfilled = state["place"].tolist(), state["fulfilled"].tolist()
    words = [
        f"t{i}@{_format_place(seat, places[i])}{_format_fulfilled(i, fulfilled[i])}"
        for i in _list_tile_ids(state, seat)
    ]
    starts = range(0, len(words), TILES_PER_LINE)
    return [" ".join(words[start : start + TILES_PER_LINE]) for start in starts] or NONE


@cache
def _format_place(seat: Seat, place: int) -> str:
    """Format the coordinates of a place, such as ``1,-2``."""
    x, y = unpack_place(seat, place)
    return f"{x},{y}"


@cache
def _format_fulfilled(tile_id: int, fulfilled: int) -> str:
    """Format the fulfilled tasks of a tile by their colours, such as ``+bb+ry``."""
    return "".join(
        "+" + "".join(sorted(letter * n for letter, n in zip(COLOUR_LETTERS, task, strict=True)))
        for index, task in enumerate(TILES[tile_id - 1].tasks)
        if fulfilled >> index & 1
    )


# --- Reading ------------------------------------------------------------------------------------


def parse_tile(text: str, value: Value, row: int = 0) -> int:
    """Parse a tile such as ``t17`` to its id.

    Raises:
        TextError: The text names no tile. The error names ``value`` and ``row``.
    """
    digits = text[1:]
    if text[:1] == "t" and len(digits) <= 2 and digits.isascii() and digits.isdigit():
        if 1 <= int(digits) <= NUM_TILES:
            return int(digits)
    raise value.error(f"expected a tile from t1 to t{NUM_TILES}; found {quote(text)}", row)


def record_location(
    tile_id: int, field: str, locations: TileLocations, value: Value, row: int = 0
) -> None:
    """Record in ``locations`` the field in which a tile was found.

    Raises:
        TextError: The tile was found before (NL-1).
    """
    if tile_id in locations:
        raise value.error(f"t{tile_id} is there twice, first in {locations[tile_id]} (NL-1)", row)
    locations[tile_id] = field


def parse_area(value: Value, state: State, seat: Seat, locations: TileLocations) -> None:
    """Parse an area and lay its tiles.

    Raises:
        TextError: The area is invalid, or names the wrong tasks as fulfilled (NL-9, NL-12).
    """
    state["discs"][seat] = np.iinfo(np.int8).max  # replaced when the discs are parsed
    if not value.is_block and value.text == NONE:
        return
    tasks: dict[int, str] = {}
    rows: dict[int, int] = {}
    places: dict[Place, int] = {}
    for row, word in _iterate_words(value):
        tile_id, x, y, tasks_met = _parse_laid(word, value, row)
        record_location(tile_id, value.key, locations, value, row)
        if (x, y) in places:
            raise value.error(f"t{places[x, y]} and t{tile_id} both lie at {x},{y} (NL-9)", row)
        places[x, y], tasks[tile_id], rows[tile_id] = tile_id, tasks_met, row
    _lay_area(value, state, seat, places, rows)
    for tile_id, tasks_met in tasks.items():
        expected = _format_fulfilled(tile_id, int(state["fulfilled"][tile_id]))
        if sorted(expected.split("+")) != sorted(tasks_met.split("+")):
            raise value.error(
                f"t{tile_id}: expected the tasks fulfilled, {expected or 'none'}; "
                f"found {tasks_met or 'none'} (NL-12)",
                rows[tile_id],
            )


def _iterate_words(value: Value) -> Iterator[tuple[int, str]]:
    """Yield the words of a value, each with the number of its line."""
    for row, line in enumerate(value.lines):
        for word in line.split():
            yield row, word


def _parse_laid(word: str, value: Value, row: int) -> tuple[int, int, int, str]:
    """Parse a laid tile such as ``t17@1,-2+bb``.

    Returns:
        Its id, its x and y, and its fulfilled tasks as text.
    """
    found = _LAID.fullmatch(word) if len(word) <= MAX_WORD else None
    if found is None:
        raise value.error(f"expected a tile such as t17@1,-2+bb; found {quote(word)}", row)
    tile, x, y, tasks = found.groups()
    return parse_tile(tile, value, row), int(x), int(y), tasks


def _lay_area(
    value: Value, state: State, seat: Seat, places: dict[Place, int], rows: dict[int, int]
) -> None:
    """Lay the tiles of an area.

    Raises:
        TextError: A tile is not connected with the one at 0,0, or no tile is there (NL-9).
    """
    if (0, 0) not in places:
        raise value.error("expected the first tile at 0,0; found no tile there (NL-9)")
    for (x, y), tile_id in lay_connected_tiles(state, seat, places).items():
        raise value.error(
            f"t{tile_id} at {x},{y} does not hang together with 0,0 (NL-9)", rows[tile_id]
        )
    state["distance"][seat] = sum(TILES[tile_id - 1].cost for tile_id in places.values())


def lay_connected_tiles(state: State, seat: Seat, places: dict[Place, int]) -> dict[Place, int]:
    """Lay the tiles that are connected with the one at 0,0 (NL-9).

    Returns:
        All other tiles, by place.
    """
    reached, left = [(0, 0)], dict(places)
    del left[0, 0]
    for x, y in reached:  # grows during the loop
        for place in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)):
            if place in left:
                del left[place]
                reached.append(place)
    for x, y in reached:
        place_word = pack_place(seat, x, y)
        lay_tile(state, seat, places[x, y], place_word, int(find_neighbours(state, place_word)))
    return left
