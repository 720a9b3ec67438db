"""Presentation: for the terminal, and for a page that has no board for this game."""

from __future__ import annotations

from golomb.notation import cells_of, draw_board
from golomb.pieces import PIECE_OF, SHAPES
from golomb.rules import count_laid
from tilewright.game import Action, Counter, Grid, Piece, Place, Plain, Seat, State, plain_scenery


def draw(state: State, seat: Seat | None) -> str:
    """Draw the board with coordinates, and list the unused pieces."""
    rows = [f"{number} {' '.join(row)}" for number, row in enumerate(draw_board(state), 1)]
    return "\n".join(["  a b c d e f g h", *rows, f"left: {' '.join(letters_left(state))}"])


def letters_left(state: State) -> list[str]:
    return [letter for letter, lies in zip(SHAPES, state["lies"], strict=True) if lies < 0]


def show(state: State) -> Plain:
    """Show the board, the unused pieces, and how many pieces each seat has placed."""
    rows = [[cell.strip(".") for cell in row] for row in draw_board(state)]
    pieces = [Piece(letter, SHAPES[letter]) for letter in letters_left(state)]
    laid = [Counter("laid", count_laid(state, seat), seat) for seat in range(state["players"])]
    return Plain([Grid("Board", rows)], pieces, laid)


def place(state: State, action: Action) -> Place:
    """Return the cells that a move covers, and the index of its piece among the unused ones."""
    piece = int((state["lies"][: PIECE_OF[action]] < 0).sum())
    return Place(piece, [(0, row, column) for row, column in cells_of(action)])


SCENERY = plain_scenery(show, place)
