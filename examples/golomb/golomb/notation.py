"""Moves and positions as text. A move is a piece and its cells, such as ``X:b1a2b2c2b3``."""

from __future__ import annotations

import re

import numpy as np

from golomb.pieces import LETTERS, NUM_PIECES, PIECE_OF, PLACEMENTS, SIDE
from golomb.rules import can_lay, fits, put_piece
from tilewright.errors import IllegalMove, TextError
from tilewright.game import Action, State
from tilewright.text import Fields, quote

COLUMNS = "abcdefgh"
MOVE = re.compile(rf"([{LETTERS}]):(([{COLUMNS}][1-8]){{5}})")


def cells_of(action: Action) -> list[tuple[int, int]]:
    """Return the cells of a placement as (row, column) pairs."""
    return [divmod(bit, SIDE) for bit in range(SIDE * SIDE) if int(PLACEMENTS[action]) >> bit & 1]


def find_placement(piece: int, word: int) -> Action | None:
    found = np.flatnonzero((word == PLACEMENTS) & (piece == PIECE_OF))
    return int(found[0]) if len(found) else None


def draw_board(state: State) -> list[str]:
    """Draw the rows of the board: the piece's letter on each cell, a dot on free cells."""
    rows = [["."] * SIDE for _ in range(SIDE)]
    for piece, action in enumerate(state["lies"]):
        for row, column in cells_of(action) if action >= 0 else ():
            rows[row][column] = LETTERS[piece]
    return ["".join(row) for row in rows]


def format_move(state: State, action: Action) -> str:
    cells = "".join(f"{COLUMNS[column]}{row + 1}" for row, column in cells_of(action))
    return f"{LETTERS[PIECE_OF[action]]}:{cells}"


def parse_move(state: State, text: str) -> Action:
    match = MOVE.fullmatch(text)
    if match is None:
        raise TextError(f"expected a piece and its cells, as X:b1a2b2c2b3; found {quote(text)}")
    letter, cells = match[1], re.findall("..", match[2])
    places = {COLUMNS.index(column) + SIDE * (int(row) - 1) for column, row in cells}
    action = find_placement(LETTERS.index(letter), sum(1 << place for place in places))
    if action is None:
        raise IllegalMove(None, f"{letter} cannot cover {' '.join(cells)}")
    if not fits(state, action):
        raise IllegalMove(None, f"{letter} is laid already, or one of its cells is covered")
    return action


def describe_move(state: State, action: Action) -> str:
    letter, _, cells = format_move(state, action).partition(":")
    return f"lays the {letter} on {' '.join(re.findall('..', cells))}"


def format_position(state: State) -> list[tuple[str, str | list[str]]]:
    return [("board", draw_board(state))]


def parse_position(fields: Fields, state: State) -> None:
    board = fields.take("board")
    cells = "".join(board.block(SIDE, SIDE))
    state["left"], state["lies"] = (1 << NUM_PIECES) - 1, -1
    for letter in sorted({*cells} - {"."}):
        word = sum(1 << place for place, here in enumerate(cells) if here == letter)
        action = find_placement(LETTERS.find(letter), word)
        if action is None:
            raise board.error(f"expected pentominoes; found {quote(letter)} of another shape")
        put_piece(state, action)
    laid, players = int((state["lies"] >= 0).sum()), int(state["players"])
    if laid != state["ply"] or laid % players != state["mover"]:
        raise board.error(f"expected {state['ply']} pieces and that seat's turn; found {laid}")
    state["over"] = not can_lay(state)
