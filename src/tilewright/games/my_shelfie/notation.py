"""Moves of My Shelfie as text; positions are in ``positions``.

A move names the cells in the order in which their tiles are stacked, lowest first, and then the
column: ``d4e4f4>3``. Cells are named as on the drawn board: columns a to i from the left, rows 1 to
9 from the top. The shelf's columns are 1 to 5 from the left.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilewright.errors import GameOver, IllegalMove, TextError
from tilewright.game import (
    Action,
    MoveFormatter,
    SheetBuffer,
    Sign,
    State,
    write_decimal,
    write_int,
)
from tilewright.games.my_shelfie import rules
from tilewright.games.my_shelfie.grids import (
    COLUMN_LETTERS,
    EMPTY_CELL,
    NOTHING,
    format_cell,
    format_shelf,
    get_letter,
    read_planes,
)
from tilewright.games.my_shelfie.positions import format_position, parse_position
from tilewright.games.my_shelfie.room import find_free_tiles
from tilewright.games.my_shelfie.rules import split_action
from tilewright.games.my_shelfie.state import (
    LINE_BITS,
    LINES,
    ORDER_SHIFTS,
    ORDERS,
    ROOM_BITS,
    ROOM_CELL_OF_BIT,
    Line,
)
from tilewright.games.my_shelfie.tables import (
    GOALS,
    GOALS_IN_PLAY,
    ITEM_LETTERS,
    ITEMS,
    MOST_TILES_TAKEN,
    SHELF_COLUMNS,
    Cell,
    room_cells,
)
from tilewright.kernel import frozen, kernel
from tilewright.text import quote

__all__ = [
    "ROOM_CELL_AT",
    "SIGNS",
    "describe_move",
    "format_move",
    "format_position",
    "get_taken_bit",
    "locate_take",
    "parse_move",
    "parse_position",
]

MAX_MOVE = 60
FIRST_LETTER, INTO = ord(COLUMN_LETTERS[0]), ord(">")
# int8[64, 2]: row and column of each bit of a room.
ROOM_CELL_AT = frozen([ROOM_CELL_OF_BIT.get(bit, (0, 0)) for bit in range(64)], "i1")

_LINE_NUMBERS = {line: number for number, line in enumerate(LINES)}
_MOVE = re.compile(r"^((?:[a-z][0-9]){1,9})(?:>|->|-|:)([0-9]{1,2})$")
_CELL = re.compile(r"([a-z])([0-9])")
SIGNS = (
    Sign("COLUMN_LETTERS", COLUMN_LETTERS, "The columns of the living room, from the left."),
    Sign("MOVE", _MOVE, "The cells, that of the lowest tile first, and the column, from 1."),
    Sign("CELL", _CELL, "A column's letter and the row, from 1."),
    Sign("NOTHING", NOTHING, "No cell in the room, no tile on a shelf."),
    Sign("EMPTY_CELL", EMPTY_CELL, "A cell of the room without a tile."),
)


# --- Moves --------------------------------------------------------------------------------------


@kernel
def get_taken_bit(line: int, size: int, order: int, place: int) -> int:
    """Return the room bit of one of the tiles that an action takes.

    ``place`` 0 is the lowest tile on the shelf, 2 the highest.
    """
    return (int(LINE_BITS[line]) >> int(ORDER_SHIFTS[size, order, place])) & 63


def locate_take(action: Action) -> tuple[tuple[Cell, ...], int]:
    """Return the cells of the tiles that an action takes, and the column, from 0.

    The cell of the lowest tile on the shelf comes first.
    """
    line, size, order, column = rules.split_action(action)
    bits = [get_taken_bit(line, size, order, place) for place in range(size)]
    return tuple(ROOM_CELL_OF_BIT[bit] for bit in bits), column


@kernel
def write_move(state: State, action: Action, buffer: SheetBuffer, offset: int) -> int:
    """Write the text of a move, such as ``d4e4f4>3``. Return the next offset."""
    line, size, order, column = split_action(action)
    for place in range(size):
        bit = get_taken_bit(line, size, order, place)
        row, letter = int(ROOM_CELL_AT[bit, 0]), FIRST_LETTER + int(ROOM_CELL_AT[bit, 1])
        offset = write_decimal(buffer, write_int(buffer, offset, letter), row + 1)
    return write_decimal(buffer, write_int(buffer, offset, INTO), column + 1)


format_move = MoveFormatter.from_kernel(write_move)


def parse_move(state: State, text: str) -> Action:
    """Return the legal action that a move text describes.

    Any order of the cells is accepted, and variants such as spaces or ``->``. Among orders with the
    same result, the one in ``legal_actions`` is returned.

    Raises:
        TextError: The text cannot be parsed.
        IllegalMove: The move is illegal. The error names the broken rule.
        GameOver: The game has ended.
    """
    if bool(state["over"]):
        raise GameOver("the game is over; no move can be played")
    cells, column = _parse_cells(text)
    _check_take(state, cells)
    _check_column(state, len(cells), column)
    line = Line(tuple(sorted(cells)))
    order = ORDERS[len(cells)].index(tuple(line.cells.index(cell) for cell in cells))
    action = rules.compose_action(_LINE_NUMBERS[line], len(cells), order, column)
    return int(rules.canonical_action(state, action))


def _parse_cells(text: str) -> tuple[list[Cell], int]:
    """Parse a move text to cells and column, without checking that the move is legal.

    Raises:
        TextError: The text cannot be parsed.
        IllegalMove: A cell is outside a1 to i9 (MS-2).
    """
    compact = re.sub(r"[ ,]", "", text.lower()) if len(text) <= MAX_MOVE else ""
    match = _MOVE.fullmatch(compact)
    if match is None:
        raise TextError(
            "expected one to three cells and a column, as d4e4>3 (the first tile goes lowest); "
            f"found {quote(text)}"
        )
    return [_parse_cell(*cell) for cell in _CELL.findall(match[1])], int(match[2]) - 1


def _parse_cell(letter: str, digit: str) -> Cell:
    """Parse a cell such as ``d4``.

    Raises:
        IllegalMove: The cell is outside a1 to i9 (MS-2).
    """
    if letter not in COLUMN_LETTERS or digit == "0":
        raise IllegalMove("MS-2", f"expected cells from a1 to i9; found {letter}{digit}")
    return int(digit) - 1, COLUMN_LETTERS.index(letter)


def _check_take(state: State, cells: Sequence[Cell]) -> None:
    """Raise ``IllegalMove`` unless the tiles on the cells can be taken together (MS-2, MS-7).

    The tiles must form a straight line, and each must have a free side.
    """
    planes = read_planes(state["room"])
    room = planes[0] | planes[1] | planes[2]
    players = int(state["players"])
    for cell in cells:
        if cell not in room_cells(players):
            raise IllegalMove("MS-2", f"{format_cell(cell)} is no cell with {players} players")
        if not room >> ROOM_BITS[cell] & 1:
            raise IllegalMove(
                "MS-7", f"expected a tile on {format_cell(cell)}; found an empty cell"
            )
    if len(set(cells)) != len(cells):
        raise IllegalMove("MS-7", "expected different cells; found one twice")
    if len(cells) > MOST_TILES_TAKEN:
        raise IllegalMove("MS-7", f"expected at most {MOST_TILES_TAKEN} tiles; found {len(cells)}")
    if Line(tuple(sorted(cells))) not in _LINE_NUMBERS:
        found = ", ".join(map(format_cell, cells))
        raise IllegalMove("MS-7", f"expected a straight line without gaps; found {found}")
    free = find_free_tiles(room)
    for row, column in cells:
        if not free >> ROOM_BITS[row, column] & 1:
            around = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
            raise IllegalMove(
                "MS-7",
                f"{format_cell((row, column))} has no free side: tiles lie on "
                f"{', '.join(map(format_cell, around))}",
            )


def _check_column(state: State, size: int, column: int) -> None:
    """Raise ``IllegalMove`` unless ``size`` tiles fit into the column (MS-3, MS-8, MS-9)."""
    if not 0 <= column < SHELF_COLUMNS:
        raise IllegalMove(
            "MS-3", f"expected a column from 1 to {SHELF_COLUMNS}; found {column + 1}"
        )
    shelf = format_shelf(read_planes(state["shelves"][int(state["mover"])]))
    room = [sum(line[place] == NOTHING for line in shelf) for place in range(SHELF_COLUMNS)]
    if size > max(room):
        raise IllegalMove(
            "MS-8", f"the roomiest column of the shelf has {max(room)} free; found {size} tiles"
        )
    if size > room[column]:
        raise IllegalMove(
            "MS-9", f"column {column + 1} has {room[column]} free; found {size} tiles"
        )


def describe_move(state: State, action: Action) -> str:
    """Return an English sentence about a move and its consequences."""
    cells, column = locate_take(action)
    seat = int(state["mover"])
    planes = read_planes(state["room"])
    tiles = [f"{_name_item(planes, cell)} ({format_cell(cell)})" for cell in cells]
    parts = [f"{', then '.join(tiles)} into column {column + 1}"]
    after = state.copy()
    rules.apply(after, action)
    for index in range(GOALS_IN_PLAY):
        gained = int(after["tokens"][index, seat]) - int(state["tokens"][index, seat])
        if gained:
            goal = GOALS[int(state["goals"][index]) - 1]
            parts.append(f"{goal.name}: {gained} points")
    if int(after["end_token"]) != int(state["end_token"]):
        parts.append("fills the shelf: end token, 1 point")
    if after["over"]:
        parts.append("ends the game")
    elif int(after["rng"]) != int(state["rng"]):
        parts.append("the living room is filled again")
    return "; ".join(parts)


def _name_item(planes: tuple[int, int, int], cell: Cell) -> str:
    """Return the name of the item on a cell in the singular, such as ``cat``."""
    item = ITEMS[ITEM_LETTERS.index(get_letter(planes, ROOM_BITS[cell]))]
    return item.removesuffix("ies") + "y" if item.endswith("ies") else item.removesuffix("s")
