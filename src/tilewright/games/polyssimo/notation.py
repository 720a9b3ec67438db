"""Moves of Polyssimo Challenge as text; positions are in ``positions``.

    H07                 draft the piece H07
    F@d3,cde4,c5        place the F on d in row 3, on c, d and e in row 4, and on c in row 5

Columns are a to l from the left, rows 1 to 11 from the top. Cells may be typed in any order and
grouping: ``F c4 d3 d4 e4 c5`` is the same move.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NoReturn

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
from tilewright.games.polyssimo.board import (
    COLUMN_LETTERS,
    HEXOMINO,
    Cell,
    encode_placement,
    example_cells,
    format_cell,
    format_cells,
    format_pieces,
    get_anchor,
    get_orientation,
    get_piece,
    list_cells,
    list_pieces,
    parse_piece,
)
from tilewright.games.polyssimo.pieces import ORIENTATIONS, PIECE_IDS, SHAPES, find_orientation
from tilewright.games.polyssimo.positions import format_position, parse_position
from tilewright.games.polyssimo.rules import (
    count_cells_left,
    count_hexominoes_owed,
    find_allowed_pieces,
)
from tilewright.games.polyssimo.state import ASKED
from tilewright.games.polyssimo.tables import COLUMNS, NUM_PIECES, PIECES, ROWS
from tilewright.kernel import drop_lowest, frozen, kernel, lowest, u64
from tilewright.text import quote

__all__ = [
    "SIGNS",
    "describe_move",
    "format_move",
    "format_position",
    "parse_move",
    "parse_position",
]

MAX_MOVE = 100
AT, COMMA, FIRST_LETTER = ord("@"), ord(","), ord(COLUMN_LETTERS[0])
# uint8[24, 3]: the characters of each piece's id, 0 beyond its end.
NAME_CODES = frozen([[*name.encode().ljust(3, b"\0")] for name in PIECE_IDS], "u1")

_MOVE = re.compile(r"^([A-Za-z][0-9]{0,2})(?:[ @:,]+(.*))?$")
_GROUP = re.compile(r"[ ,]*([A-Za-z]+)([0-9]+)")
SIGNS = (
    Sign("COLUMN_LETTERS", COLUMN_LETTERS, "The columns of the board, from the left."),
    Sign("HEXOMINO", HEXOMINO, "Begins the names of hexominoes, and of no other pieces."),
    Sign("MOVE", _MOVE, "The piece and, where it is placed, its cells."),
    Sign("GROUP", _GROUP, "Cells of one row: letters of columns, and the row, from 1."),
)


@kernel
def write_move(state: State, action: Action, buffer: SheetBuffer, offset: int) -> int:
    """Write the text of a move, such as ``H07`` or ``F@d3,cde4,c5``. Return the next offset."""
    if action < NUM_PIECES:
        return write_name(action, buffer, offset)
    orientation = get_orientation(action)
    cell = get_anchor(action, orientation)
    shape = u64(SHAPES[orientation])
    row = cell // COLUMNS
    offset = write_int(buffer, write_name(get_piece(orientation), buffer, offset), AT)
    while shape != u64(0):
        place = cell + lowest(shape)
        shape = drop_lowest(shape)
        if place // COLUMNS > row:
            offset = write_int(buffer, write_decimal(buffer, offset, row + 1), COMMA)
            row = place // COLUMNS
        offset = write_int(buffer, offset, FIRST_LETTER + place % COLUMNS)
    return write_decimal(buffer, offset, row + 1)


@kernel
def write_name(piece: int, buffer: SheetBuffer, offset: int) -> int:
    """Write the id of a piece, such as ``H07``. Return the next offset."""
    for index in range(3):
        if int(NAME_CODES[piece, index]):
            offset = write_int(buffer, offset, int(NAME_CODES[piece, index]))
    return offset


format_move = MoveFormatter.from_kernel(write_move)


def describe_move(state: State, action: Action) -> str:
    """Return an English sentence about a move."""
    if action < NUM_PIECES:
        return f"takes the {_name_kind(action)} {PIECE_IDS[action]}"
    piece = ORIENTATIONS[get_orientation(action)].piece
    left = count_cells_left(int(state["hands"][int(state["mover"])]) & ~(1 << piece))
    cells = format_cells(list_cells(action)).replace(",", " ")
    return (
        f"places the {_name_kind(piece)} {PIECE_IDS[piece]} on {cells}; {left} cells left in hand"
    )


def parse_move(state: State, text: str) -> Action:
    """Return the legal action that a move text describes.

    Raises:
        TextError: The text cannot be parsed.
        IllegalMove: The move is illegal. The error names the broken rule.
        GameOver: The game has ended.
    """
    if int(state["over"]):
        raise GameOver("PC-5: the game is over, no player can place a piece; no move can be played")
    match = _MOVE.fullmatch(text.strip()) if len(text) <= MAX_MOVE else None
    if match is None:
        raise TextError(f"expected a piece such as H07, or F@d3,cde4,c5; found {quote(text)}")
    piece = parse_piece(match[1])
    if int(state["pool"]):
        return _parse_draft(state, piece, match[2])
    return _parse_placement(state, piece, match[2])


def _parse_draft(state: State, piece: int, cells: str | None) -> Action:
    """Return the action that drafts a piece.

    Raises:
        IllegalMove: The piece cannot be drafted now (PC-2, PC-3, PC-7).
    """
    pool = int(state["pool"])
    if cells is not None:
        left = len(list_pieces(pool))
        raise IllegalMove(
            "PC-3",
            f"expected a piece to draft, such as {PIECE_IDS[list_pieces(pool)[0]]}: placing starts "
            f"when all are taken; found cells, with {left} pieces in the pool",
        )
    if not pool >> piece & 1:
        raise IllegalMove(
            "PC-2",
            f"expected a piece of the pool: {format_pieces(list_pieces(pool))}; "
            f"found {PIECE_IDS[piece]}, which {_describe_location(state, piece)}",
        )
    if not find_allowed_pieces(state) >> piece & 1:
        found = f"found the {_name_kind(piece)} {PIECE_IDS[piece]}"
        raise IllegalMove("PC-7", f"{_describe_required_kind(state, piece)}; {found}")
    return piece


def _describe_required_kind(state: State, piece: int) -> str:
    """Return an error message that names the kind of piece that the mover must draft (PC-7)."""
    seat = int(state["mover"])
    if not PIECES[piece].is_hexomino:
        least = int(state["least"][seat]) & ~ASKED
        return (
            f"expected a hexomino: seat {seat} has to draft at least {least} and could not reach "
            "that any more"
        )
    owed = {other: count_hexominoes_owed(state, other) for other in range(int(state["players"]))}
    needs = ", ".join(f"seat {other} {count}" for other, count in owed.items() if count)
    return f"expected a pentomino: the hexominoes left have to be drafted by others, {needs}"


def _parse_placement(state: State, piece: int, text: str | None) -> Action:
    """Return the action that places a piece on the cells in a text.

    Raises:
        TextError: The cells cannot be parsed.
        IllegalMove: The piece cannot be placed there (PC-1, PC-3).
    """
    seat = int(state["mover"])
    name = PIECE_IDS[piece]
    if not int(state["hands"][seat]) >> piece & 1:
        hand = format_pieces(list_pieces(state["hands"][seat]))
        raise IllegalMove(
            "PC-3",
            f"expected a piece of seat {seat}: {hand}; found {name}, which "
            f"{_describe_location(state, piece)}",
        )
    if text is None:
        raise IllegalMove(
            "PC-3",
            f"expected {name} and its cells, such as {name}@{example_cells(piece)}: the draft is "
            f"over; found no cells",
        )
    cells = _parse_cells(text)
    orientation = find_orientation(piece, cells)
    if orientation is None:
        _raise_wrong_shape(piece, cells)
    for cell in cells:
        other = _find_piece_on(state, cell)
        if other is not None:
            found = f"{format_cell(cell)}, where {PIECE_IDS[other]} lies"
            raise IllegalMove("PC-3", f"expected free cells; found {found}")
    row, column = cells[0]
    return int(encode_placement(orientation, COLUMNS * row + column))


def _parse_cells(text: str) -> list[Cell]:
    """Parse cells such as ``d3,cde4,c5``, and return them in reading order.

    Raises:
        TextError: The text cannot be parsed, or a cell occurs twice.
        IllegalMove: A cell is outside the board (PC-3).
    """
    cells: list[Cell] = []
    place = 0
    text = text.rstrip(" ,")
    while place < len(text):
        group = _GROUP.match(text, place)
        if group is None:
            raise TextError(
                f"expected cells such as d3,cde4,c5: column letters, then the row; "
                f"found {quote(text[place:])}"
            )
        cells += [_parse_cell(letter, group[2]) for letter in group[1].lower()]
        place = group.end()
    for cell in cells:
        if cells.count(cell) > 1:
            raise TextError(f"expected each cell once; found {format_cell(cell)} twice")
    return sorted(cells)


def _parse_cell(letter: str, digits: str) -> Cell:
    """Parse a cell such as ``c4``.

    Raises:
        IllegalMove: The cell is outside the board (PC-3).
    """
    column = COLUMN_LETTERS.find(letter)
    row = int(digits) - 1 if len(digits) <= 3 else -1
    if column < 0 or not 0 <= row < ROWS:
        raise IllegalMove(
            "PC-3",
            f"expected cells inside the board, columns a to l, rows 1 to {ROWS}; "
            f"found {quote(letter + digits)}",
        )
    return row, column


def _raise_wrong_shape(piece: int, cells: Collection[Cell]) -> NoReturn:
    """Raise ``IllegalMove``, because the cells do not have the shape of the piece (PC-1)."""
    size = PIECES[piece].size
    expected = f"expected {PIECE_IDS[piece]}, turned or flipped, such as {example_cells(piece)}"
    if len(cells) != size:
        raise IllegalMove("PC-1", f"{expected}: {size} cells; found {len(cells)} cells")
    raise IllegalMove("PC-1", f"{expected}; found another shape: {format_cells(cells)}")


def _describe_location(state: State, piece: int) -> str:
    """Return a description of the place of a piece, for the end of an error message."""
    for seat in range(int(state["players"])):
        if int(state["hands"][seat]) >> piece & 1:
            return f"seat {seat} has"
    return "lies on the board"


def _find_piece_on(state: State, cell: Cell) -> int | None:
    """Return the piece that covers a cell, or None if the cell is free."""
    for piece in range(NUM_PIECES):
        action = int(state["lies"][piece])
        if action and cell in list_cells(action):
            return piece
    return None


def _name_kind(piece: int) -> str:
    return "hexomino" if PIECES[piece].is_hexomino else "pentomino"
