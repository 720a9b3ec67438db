"""The judge's questions: right answers are the vectors' business, here it is about the manners."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tilewright.errors import TextError, TilewrightError
from tilewright.games.my_shelfie import GAME

from .play import empty_room, new_state, put, room_of

SHELF, ROOM = GAME.questions
EXAMPLE = ["PPP..", "BPPC.", "FBFB.", "TGTG.", "TTCCC", "TTTCC"]


def test_questions() -> None:
    assert [question.name for question in GAME.questions] == ["shelf", "room"]


def test_a_shelf_as_text() -> None:
    """MS-13, MS-15: the rulebook's second example, with remarks and blank lines between."""
    asked = SHELF.parse("# Olena\n\n" + "\n".join(f"  {row}" for row in EXAMPLE) + "\n")
    assert asked == {"shelf": EXAMPLE}
    answer = SHELF.answer(asked)
    assert answer["adjacency_points"] == 18
    assert answer["personal"]["1"] == 6
    assert [group["points"] for group in answer["groups"]] == [8, 5, 5]
    assert [key for key, met in answer["goals"].items() if met] == ["two_squares", "x_shape"]
    json.dumps(answer)


def test_a_shelf_in_words() -> None:
    lines = SHELF.lines({"shelf": EXAMPLE}, SHELF.answer({"shelf": EXAMPLE}))
    assert "  yes  Two squares (MS-15f)" in lines
    assert "  no   Stairs (MS-15c)" in lines
    assert "   6 trophies: 8 points" in lines
    assert "  together 18 points" in lines
    assert all(len(line) <= 80 for line in lines)


def test_a_shelf_of_more_cats_than_there_are() -> None:
    """MS-15: a question about a pattern may use more tiles than the box holds."""
    assert SHELF.answer({"shelf": ["CCCCC"] * 6})["goals"]["eight_equal"]


BAD_SHELVES: list[tuple[Any, str]] = [
    ({}, "expected the keys shelf; found none"),
    ({"shelf": EXAMPLE, "more": 1}, "found 'shelf', 'more'"),
    ({"shelf": "PPP.."}, "expected 6 lines; found str"),
    ({"shelf": EXAMPLE[:5]}, "expected 6 lines; found 5"),
    ({"shelf": [*EXAMPLE[:5], "TTTC"]}, "shelf, line 6: expected 5 of the signs CBGFTP."),
    ({"shelf": [*EXAMPLE[:5], "TTTCc"]}, "found 'TTTCc'"),
    ({"shelf": [*EXAMPLE[:5], None]}, "found NoneType"),
    ({"shelf": [*EXAMPLE[:5], "TTT.C"]}, "the tile in column 4 hangs above an empty place (MS-3)"),
]


@pytest.mark.parametrize("question, words", BAD_SHELVES)
def test_bad_shelves(question: dict[str, Any], words: str) -> None:
    with pytest.raises(TextError) as error:
        SHELF.answer(question)
    assert words in str(error.value)


def test_a_room_as_text() -> None:
    """MS-2, MS-7: the cells tell the players; three tiles unless told otherwise."""
    board = put(empty_room(3), {"d4": "C", "e4": "B"})
    asked = ROOM.parse("\n".join(board))
    assert asked == {"players": 3, "board": board, "max": 3}
    assert ROOM.answer(asked) == {"picks": [[[3, 3]], [[3, 3], [3, 4]], [[3, 4]]]}
    asked = ROOM.parse("players: 3\nmax: 1\n" + "\n".join(board))
    assert ROOM.answer(asked) == {"picks": [[[3, 3]], [[3, 4]]]}


def test_a_room_in_words() -> None:
    board = room_of(new_state(4, 1))
    asked = ROOM.parse("\n".join(board))
    lines = ROOM.lines(asked, ROOM.answer(asked))
    assert lines[0].endswith("takes of at most 3 tiles (MS-7, MS-8);")
    assert "d1d2" in " ".join(lines)
    assert all(len(line) <= 80 for line in lines)


BOARD = put(empty_room(2), {"d4": "C"})
BAD_ROOMS: list[tuple[Any, str]] = [
    ({"board": BOARD, "max": 3}, "expected the keys players, board, max"),
    ({"players": 5, "board": BOARD, "max": 3}, "players: expected a number from 2 to 4; found '5'"),
    ({"players": True, "board": BOARD, "max": 3}, "players: expected a number"),
    ({"players": 2, "board": BOARD, "max": 0}, "max: expected a number from 1 to 3"),
    ({"players": 2, "board": BOARD, "max": 2**70}, "max: expected a number from 1 to 3"),
    ({"players": 2, "board": BOARD[:8], "max": 3}, "expected 9 lines; found 8"),
    ({"players": 3, "board": BOARD, "max": 3}, "expected a cell at d1 with 3 players (MS-2)"),
    ({"players": 2, "board": empty_room(4), "max": 3}, "expected '.' at d1 with 2 players"),
    ({"players": 2, "board": [["C"]] * 9, "max": 3}, "found list"),
]


@pytest.mark.parametrize("question, words", BAD_ROOMS)
def test_bad_rooms(question: dict[str, Any], words: str) -> None:
    with pytest.raises(TextError) as error:
        ROOM.answer(question)
    assert words in str(error.value)


@pytest.mark.parametrize(
    "text", ["", "C", "players: x\n", "colour: 3", "C" * 10_000_000, "....\n" * 9, "\ud800\n" * 9]
)
def test_bad_texts(text: str) -> None:
    for question in GAME.questions:
        with pytest.raises(TextError):
            question.answer(question.parse(text))


def test_mutated_questions_never_crash() -> None:
    chooser = random.Random(1)
    texts = {"shelf": "\n".join(EXAMPLE), "room": "players: 2\nmax: 2\n" + "\n".join(BOARD)}
    for question in GAME.questions:
        for _ in range(500):
            text = list(texts[question.name])
            for _ in range(chooser.randint(1, 6)):
                text[chooser.randrange(len(text))] = chooser.choice("CBGFTP._:#\n 13é\x00")
            try:
                asked = question.parse("".join(text))
                question.lines(asked, question.answer(asked))
            except TilewrightError as error:
                assert len(str(error)) < 400
