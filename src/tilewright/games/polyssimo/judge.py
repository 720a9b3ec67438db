"""Questions about a Polyssimo Challenge board on a real table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tilewright.errors import TextError
from tilewright.game import Question
from tilewright.games.polyssimo.board import can_place, count_placements, list_placements
from tilewright.games.polyssimo.cells import FREE, Cell, format_cells, parse_piece, placed_cells
from tilewright.games.polyssimo.pieces import ORIENTATION_START, PIECE_IDS, PIECE_LETTERS
from tilewright.games.polyssimo.rules import cells_left
from tilewright.games.polyssimo.state import BAND_CELLS, FULL_BAND, MAX_LEGAL
from tilewright.games.polyssimo.tables import COLUMNS, NUM_PIECES, ROWS
from tilewright.text import MAX_TEXT, quote

__all__ = ["QUESTIONS"]

TAKEN = "#"
SHOWN = 20

Bands = tuple[int, int, int]
"""The free cells as three words, see state.py."""


# --- What is asked --------------------------------------------------------------------------------


def _read_board(question: Mapping[str, Any]) -> Bands:
    """The free cells of the board that was asked about."""
    rows = question.get("board")
    if not isinstance(rows, Sequence) or isinstance(rows, str) or len(rows) != ROWS:
        raise TextError(f"board: expected {ROWS} rows; found {_found(rows)}")
    free = 0
    for number, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != COLUMNS:
            raise TextError(
                f"board: expected {COLUMNS} characters in row {number + 1}; found {_found(row)}"
            )
        for column, mark in enumerate(row):
            if mark == FREE:
                free |= 1 << (COLUMNS * number + column)
            elif mark != TAKEN and mark not in PIECE_LETTERS:
                raise TextError(
                    f"board: expected '.', '#' or the letter of a piece; found {quote(mark)} "
                    f"in row {number + 1}, column {column + 1}"
                )
    return free & FULL_BAND, free >> BAND_CELLS & FULL_BAND, free >> 2 * BAND_CELLS


def _read_piece(value: object) -> int:
    if not isinstance(value, str):
        raise TextError(f"piece: expected a piece, F to Z or H01 to H12; found {_found(value)}")
    return parse_piece(value)


def _check_keys(question: Mapping[str, Any], expected: tuple[str, ...]) -> None:
    if set(question) != set(expected):
        found = ", ".join(sorted(quote(str(key)) for key in list(question)[:8])) or "none"
        raise TextError(f"expected the keys {', '.join(expected)}; found {found}")


def _found(value: object) -> str:
    if isinstance(value, str):
        return f"{len(value)} characters: {quote(value)}" if value else "an empty text"
    if isinstance(value, Sequence):
        return f"{len(value)} entries"
    return "nothing" if value is None else type(value).__name__


def _split_text(text: str) -> tuple[list[str], list[str]]:
    """The first 11 lines that hold anything, and the words of the rest."""
    if len(text) > MAX_TEXT:
        raise TextError(f"expected at most {MAX_TEXT:,} characters; found {len(text):,}")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    words = [word for line in lines[ROWS:] for word in line.split()]
    if len(lines) <= ROWS or len(words) > NUM_PIECES:
        raise TextError(
            f"expected {ROWS} lines of the board, then pieces; found {len(lines)} lines and "
            f"{len(words)} words after the board"
        )
    return lines[:ROWS], words


# --- Where a piece fits ---------------------------------------------------------------------------


def _parse_board_question(text: str) -> dict[str, Any]:
    board, words = _split_text(text)
    if len(words) != 1:
        raise TextError(f"expected one piece after the board; found {len(words)} words")
    return {"board": board, "piece": words[0]}


def _answer_board(question: Mapping[str, Any]) -> dict[str, Any]:
    _check_keys(question, ("board", "piece"))
    free, piece = _read_board(question), _read_piece(question["piece"])
    placements = sorted(_placements(free, piece))
    return {
        "count": len(placements),
        "placements": [[list(cell) for cell in cells] for cells in placements],
    }


def _placements(free: Bands, piece: int) -> list[list[Cell]]:
    out = np.zeros(MAX_LEGAL, dtype=np.int32)
    count = 0
    for orientation in range(ORIENTATION_START[piece], ORIENTATION_START[piece + 1]):
        count = list_placements(*free, orientation, out, count)
    return [placed_cells(int(action)) for action in out[:count]]


def _board_lines(question: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
    piece, count = question["piece"], answer["count"]
    if count == 0:
        return [f"{piece} fits nowhere, turned and flipped as one likes (PC-1, PC-3)"]
    lines = [
        f"{piece} can be placed in {_ways(count)}, turned and flipped as one likes (PC-1, PC-3):"
    ]
    lines += [
        f"  {piece}@{format_cells(map(tuple, cells))}" for cells in answer["placements"][:SHOWN]
    ]
    return [*lines, f"  and {count - SHOWN} more"] if count > SHOWN else lines


def _ways(count: int) -> str:
    return "1 way" if count == 1 else f"{count} ways"


# --- Is a player out? -----------------------------------------------------------------------------


def _parse_hand_question(text: str) -> dict[str, Any]:
    board, words = _split_text(text)
    return {"board": board, "hand": words}


def _answer_hand(question: Mapping[str, Any]) -> dict[str, Any]:
    _check_keys(question, ("board", "hand"))
    free, hand = _read_board(question), question["hand"]
    if not isinstance(hand, Sequence) or isinstance(hand, str) or len(hand) > NUM_PIECES:
        raise TextError(f"hand: expected a list of pieces; found {_found(hand)}")
    pieces = [_read_piece(name) for name in hand]
    for piece in pieces:
        if pieces.count(piece) > 1:
            raise TextError(f"hand: expected each piece once; found {PIECE_IDS[piece]} twice")
    counts = {PIECE_IDS[piece]: int(count_placements(*free, piece)) for piece in sorted(pieces)}
    mask = sum(1 << piece for piece in pieces)
    return {
        "out": not can_place(*free, mask),
        "counts": counts,
        "cells_left": int(cells_left(mask)),
    }


def _hand_lines(question: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
    lines = [
        f"  {name} fits in {_ways(count)}" if count else f"  {name} fits nowhere"
        for name, count in answer["counts"].items()
    ]
    left = f"{answer['cells_left']} cells left in hand (PC-5)"
    if answer["out"]:
        return [*lines, f"no piece can be placed: the player is out (PC-4), {left}"]
    return [*lines, f"a piece can be placed, so one has to be (PC-3); {left}"]


QUESTIONS = (
    Question(
        name="board",
        help="where a piece fits: 11 lines of the board ('.' free), then the piece",
        parse=_parse_board_question,
        answer=_answer_board,
        lines=_board_lines,
    ),
    Question(
        name="hand",
        help="whether a player is out: 11 lines of the board ('.' free), then the player's pieces",
        parse=_parse_hand_question,
        answer=_answer_hand,
        lines=_hand_lines,
    ),
)
