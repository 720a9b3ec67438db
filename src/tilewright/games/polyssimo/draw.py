"""Drawings of positions for a terminal of 80 columns; letters accompany all colours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from rich.console import Group, RenderableType
from rich.text import Text

from tilewright.game import Seat, State
from tilewright.games.polyssimo.board import COLUMN_LETTERS, FREE, format_board, list_pieces
from tilewright.games.polyssimo.pieces import PIECE_IDS, PIECE_LETTERS
from tilewright.games.polyssimo.rules import outcome
from tilewright.games.polyssimo.state import ASKED
from tilewright.games.polyssimo.tables import PIECES

PER_STRIP = 12
COLUMN_WIDTH = 6

PENTOMINO_COLOURS = (
    "red",
    "cyan",
    "orange1",
    "green",
    "yellow",
    "magenta",
    "deep_sky_blue1",
    "pink1",
    "spring_green2",
    "light_salmon1",
    "medium_purple1",
    "gold3",
)
HEXOMINO_STYLES = ("bold white on grey23", "bold black on grey82")


def _piece_style(piece: int) -> str:
    """Return the style of a piece.

    A pentomino has a colour of its own, a hexomino is black or white.
    """
    if PIECES[piece].is_hexomino:
        return HEXOMINO_STYLES[piece % 2]
    return f"bold black on {PENTOMINO_COLOURS[piece]}"


def draw(state: State, seat: Seat | None) -> RenderableType:
    """Draw the board, the pool and the hands, that of ``seat`` first."""
    blocks = _draw_board(state)
    pool = list_pieces(state["pool"])
    if pool:
        blocks += [Text(), Text("pool", style="bold"), *_draw_pieces(pool)]
    players = int(state["players"])
    first = 0 if seat is None or not 0 <= seat < players else seat
    for step in range(players):
        blocks += _draw_hand(state, (first + step) % players, seat)
    return Group(*blocks)


def _draw_board(state: State) -> list[Text]:
    """Draw the board with the names of its rows and columns.

    The description of the state is beside it.
    """
    lines = [Text("    " + " ".join(COLUMN_LETTERS), style="dim")]
    notes = _describe_state(state)
    for row, letters in enumerate(format_board(state)):
        line = Text(f"{row + 1:3} ", style="dim")
        for letter in letters:
            if letter == FREE:
                line.append(f"{FREE} ", style="dim")
            else:
                line.append(f"{letter} ", style=_piece_style(PIECE_LETTERS.index(letter)))
        line.append("   " + notes[row] if row < len(notes) else "")
        lines.append(line)
    return lines


def _describe_state(state: State) -> list[str]:
    """Return the lines of text beside the board.

    They name the turn, and the pieces, cells left and rank of each seat.
    """
    mover = int(state["mover"])
    if int(state["over"]):
        notes = ["The game is over: no piece can be placed (PC-5)."]
    elif int(state["pool"]):
        notes = [f"The draft: seat {mover} takes a piece.", "Turns go clockwise (seat + 1)."]
    else:
        notes = [f"Seat {mover} places a piece.", "Turns go anticlockwise (seat - 1)."]
    scores, ranks = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    outcome(state, scores, ranks)
    notes += ["", "seat  pieces  cells  " + ("rank" if not int(state["pool"]) else "")]
    for seat in range(int(state["players"])):
        pieces = len(list_pieces(state["hands"][seat]))
        rank = "" if int(state["pool"]) else f"{int(ranks[seat]) + 1:4}"
        out = "  out" if int(state["out"]) >> seat & 1 else ""
        least = int(state["least"][seat]) & ~ASKED
        handicap = f"  at least {least} hexominoes" if least and int(state["pool"]) else ""
        notes.append(f"{seat:4}  {pieces:6}  {int(scores[seat]):5}  {rank}{out}{handicap}")
    return notes


def _draw_hand(state: State, seat: Seat, viewer: Seat | None) -> list[Text]:
    """Draw a seat's hand below its title."""
    hand = list_pieces(state["hands"][seat])
    marks = [
        "you" if seat == viewer else "",
        "to move" if seat == int(state["mover"]) and not int(state["over"]) else "",
        "out" if int(state["out"]) >> seat & 1 else "",
    ]
    note = ", ".join(mark for mark in marks if mark)
    title = Text(f"seat {seat}" + (f" ({note})" if note else ""), style="bold")
    return [Text(), title, *(_draw_pieces(hand) if hand else [Text("  no pieces", style="dim")])]


def _draw_pieces(pieces: Sequence[int]) -> list[Text]:
    """Draw pieces side by side below their names, in strips of ``PER_STRIP`` pieces."""
    lines: list[Text] = []
    for start in range(0, len(pieces), PER_STRIP):
        lines += _draw_strip(pieces[start : start + PER_STRIP])
    return lines


def _draw_strip(pieces: Sequence[int]) -> list[Text]:
    """Draw pieces side by side below their names, in one strip."""
    names = Text("  ")
    for piece in pieces:
        letter = f" {PIECE_LETTERS[piece]}" if PIECES[piece].is_hexomino else ""
        names.append(f"{PIECE_IDS[piece]}{letter}".ljust(COLUMN_WIDTH))
    height = max(len(PIECES[piece].rows) for piece in pieces)
    lines = [names]
    for row in range(height):
        line = Text("  ")
        for piece in pieces:
            rows = PIECES[piece].rows
            _append_row(line, piece, rows[row] if row < len(rows) else "")
        lines.append(line)
    return lines


def _append_row(line: Text, piece: int, marks: str) -> None:
    """Append one row of a piece's drawing to a line, padded to the width of a column."""
    for mark in marks:
        line.append(
            PIECE_LETTERS[piece] if mark == "#" else " ", _piece_style(piece) * (mark == "#")
        )
    line.append(" " * (COLUMN_WIDTH - len(marks)))
