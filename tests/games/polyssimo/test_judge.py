"""Questions about a board on a real table."""

from __future__ import annotations

import json
from typing import Any

import pytest

from reference import polyssimo as pc
from tilewright.errors import TextError, TilewrightError
from tilewright.games.polyssimo import GAME
from tilewright.games.polyssimo.cells import draw_board, pieces_in
from tilewright.games.polyssimo.pieces import PIECE_IDS, count_places
from tilewright.games.polyssimo.tables import PIECES

from .play import drafted, walk

BOARD, HAND = GAME.questions
EMPTY = ["." * 12] * 11


def test_pc_1_on_the_empty_board() -> None:
    """PC-1, PC-3: every piece has as many places as its orientations have room."""
    for index, name in enumerate(PIECE_IDS):
        answer = BOARD.answer({"board": EMPTY, "piece": name})
        assert answer["count"] == count_places(index) == len(answer["placements"])


def test_placements_are_those_of_the_reference() -> None:
    """PC-3: whatever the board, marked with # or with letters."""
    for _, state in walk(drafted(3, 4), 4):
        board = draw_board(state)
        free = {(r, c) for r in range(11) for c in range(12) if board[r][c] == "."}
        marked = ["".join("." if mark == "." else "#" for mark in row) for row in board]
        piece = PIECES[int(state["ply"]) % 24]
        expected = sorted(sorted(map(list, cells)) for cells in pc.placements(piece, free))
        for rows in (board, marked):
            answer = BOARD.answer({"board": rows, "piece": piece.id})
            assert answer == {"count": len(expected), "placements": expected}
    json.dumps(answer)


def test_pc_4_who_is_out() -> None:
    """PC-4: the judge and the game agree on who is out."""
    for seed in range(4):
        *_, (_, state) = walk(drafted(2, seed), seed)
        for seat in (0, 1):
            hand = [PIECE_IDS[piece] for piece in pieces_in(state["hands"][seat])]
            answer = HAND.answer({"board": draw_board(state), "hand": hand})
            assert answer["out"] is True
            assert set(answer["counts"].values()) <= {0}
    answer = HAND.answer({"board": EMPTY, "hand": ["H01", "I"]})
    assert answer == {"out": False, "counts": {"I": 172, "H01": 356}, "cells_left": 11}


def test_plain_text_and_words() -> None:
    text = "\n".join(EMPTY) + "\nX\n"
    asked = BOARD.parse(text)
    assert asked == {"board": EMPTY, "piece": "X"}
    lines = BOARD.lines(asked, BOARD.answer(asked))
    assert lines[0] == "X can be placed in 90 ways, turned and flipped as one likes (PC-1, PC-3):"
    assert lines[1] == "  X@b1,abc2,b3"
    assert lines[-1] == "  and 70 more"
    full = {"board": ["#" * 12] * 11, "piece": "X"}
    assert BOARD.lines(full, BOARD.answer(full)) == [
        "X fits nowhere, turned and flipped as one likes (PC-1, PC-3)"
    ]
    asked = HAND.parse("\n".join(["#" * 12] * 11) + "\nX H01")
    assert HAND.lines(asked, HAND.answer(asked))[-1] == (
        "no piece can be placed: the player is out (PC-4), 11 cells left in hand (PC-5)"
    )
    asked = HAND.parse("\n".join(EMPTY) + "\nX H01")
    assert "has to be (PC-3)" in HAND.lines(asked, HAND.answer(asked))[-1]


@pytest.mark.parametrize(
    "question",
    [
        {},
        {"board": EMPTY},
        {"board": EMPTY, "piece": "Q"},
        {"board": EMPTY, "piece": 3},
        {"board": EMPTY, "piece": None},
        {"board": EMPTY, "piece": "F", "more": 1},
        {"board": EMPTY[:10], "piece": "F"},
        {"board": "." * 132, "piece": "F"},
        {"board": None, "piece": "F"},
        {"board": [1] * 11, "piece": "F"},
        {"board": [*EMPTY[:10], "." * 11], "piece": "F"},
        {"board": [*EMPTY[:10], "." * 11 + "?"], "piece": "F"},
        {"board": [*EMPTY[:10], "." * 11 + "é"], "piece": "F"},
        {"board": ["." * 10_000_000] * 11, "piece": "F"},
        {"board": EMPTY, "piece": "F" * 10_000_000},
    ],
    ids=range(15),
)
def test_bad_questions(question: dict[str, Any]) -> None:
    with pytest.raises(TextError) as caught:
        BOARD.answer(question)
    assert "expected" in str(caught.value)
    assert "found" in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("hand", ["F", ["F", "F"], ["Q"], [1], None, ["F"] * 25])
def test_bad_hands(hand: Any) -> None:
    with pytest.raises(TextError):
        HAND.answer({"board": EMPTY, "hand": hand})


@pytest.mark.parametrize(
    "text", ["", "F", "\n".join(EMPTY), "\n".join(EMPTY) + "\nF I", "x" * 10_000_000]
)
def test_bad_text(text: str) -> None:
    with pytest.raises(TilewrightError):
        BOARD.answer(BOARD.parse(text))
