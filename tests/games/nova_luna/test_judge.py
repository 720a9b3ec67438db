"""Questions from a real table."""

from __future__ import annotations

import random
from typing import Any

import pytest

from reference import nova_luna as naive
from tilewright.errors import TextError
from tilewright.games.nova_luna import GAME, SOLO
from tilewright.games.nova_luna.area_text import list_area

from .play import some_state

QUESTIONS = {question.name: question for question in GAME.questions}
AREA, WHEEL = QUESTIONS["area"], QUESTIONS["wheel"]


def test_solo_has_the_same_questions() -> None:
    assert SOLO.questions == GAME.questions


def test_area() -> None:
    """NL-12: any origin, any order."""
    question = AREA.parse("t49@8,-3  t15@7,-3\n")
    assert question == {"tiles": [[49, 8, -3], [15, 7, -3]]}
    answer = AREA.answer(question)
    assert answer == {"fulfilled": [[15, 2], [49, 2]]}
    assert AREA.lines(question, answer) == [
        "8,-3: tile 49 (red, cost 6, bb yy c)  bb: no  yy: no  c: yes",
        "7,-3: tile 15 (cyan, cost 6, bb yy r)  bb: no  yy: no  r: yes",
        "2 tasks are fulfilled (NL-12 to NL-14).",
    ]


def test_areas_against_the_reference() -> None:
    chooser = random.Random(1)
    for seed in range(150):
        tiles = [list(entry) for entry in list_area(some_state(2, seed), 0)]
        if not tiles:
            continue
        chooser.shuffle(tiles)
        area = {(x, y): tile for tile, x, y in tiles}
        found = AREA.answer({"tiles": tiles})["fulfilled"]
        assert found == sorted(map(list, naive.fulfilled_tasks(area)))


def test_wheel() -> None:
    """NL-7, NL-8."""
    question = WHEEL.parse("wheel: t11 . . . . . . * . . . .\nsupply: t26 t52 t3 t36 t40\n")
    assert question["crescent"] == 7 and question["supply"] == [26, 52, 3, 36, 40]
    answer = WHEEL.answer(question)
    assert answer == {
        "takeable": [0],
        "refill": "may",
        "after_refill": [11, 40, None, None, None, None, None, None, 26, 52, 3, 36],
        "supply_left": 0,
        "takeable_after": [8, 9, 10],
        "game_over": False,
    }
    lines = WHEEL.lines(question, answer)
    assert lines[0] == "slot 0: tile 11 (cyan, cost 4, bbbb bb) (NL-8)."
    assert lines[1] == "A refill is allowed; it leaves 0 tiles in the supply (NL-7)."
    assert lines[2].startswith("After it: slot 8: tile 26 (blue, cost 4, bbb cr); slot 9:")


def test_wheels_at_the_edges() -> None:
    """NL-7, NL-17: nothing anywhere; nothing on the wheel; three tiles."""
    empty = {"wheel": [None] * 12, "crescent": 4, "supply": []}
    answer = WHEEL.answer(empty)
    assert answer == {"takeable": [], "refill": "no", "game_over": True}
    assert "NL-17" in WHEEL.lines(empty, answer)[0]
    must = WHEEL.answer({**empty, "supply": [1]})
    assert (must["refill"], must["takeable_after"], must["game_over"]) == ("must", [5], False)
    assert "happens" in WHEEL.lines({**empty, "supply": [1]}, must)[0]
    three = {"wheel": [1, 2, 3] + [None] * 9, "crescent": 4, "supply": [9]}
    answer = WHEEL.answer(three)
    assert answer == {"takeable": [0, 1, 2], "refill": "no", "game_over": False}
    assert "not allowed (NL-7)" in WHEEL.lines(three, answer)[1]


@pytest.mark.parametrize(
    "question, words",
    [
        ({}, "expected the keys tiles"),
        ({"tiles": []}, "1 to 68 entries; found 0"),
        ({"tiles": "x"}, "found str"),
        ({"tiles": [[1, 0]]}, r"expected \[tile, x, y\]"),
        ({"tiles": [[69, 0, 0]]}, "from 1 to 68; found '69'"),
        ({"tiles": [[True, 0, 0]]}, "from 1 to 68"),
        ({"tiles": [[1, 0.5, 0]]}, "x of tile 1"),
        ({"tiles": [[1, 0, 10**30]]}, "y of tile 1"),
        ({"tiles": [[1, 0, 0], [1, 0, 1]]}, "there twice.*NL-1"),
        ({"tiles": [[1, 5, 5], [2, 5, 5]]}, "tiles 1 and 2 both lie at 5,5 .NL-9."),
        ({"tiles": [[1, 5, 5], [2, 6, 6]]}, "tile 2 at 6,6 does not hang together.*NL-9"),
        ({"tiles": [[1, 0, 0]], "more": 1}, "expected the keys"),
    ],
)
def test_bad_areas(question: dict[str, Any], words: str) -> None:
    with pytest.raises(TextError, match=words):
        AREA.answer(question)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"crescent": 12}, "crescent: expected a number from 0 to 11"),
        ({"crescent": None}, "found NoneType"),
        ({"wheel": [None] * 11}, "12 entries; found 11"),
        ({"wheel": [None] * 4 + [1] + [None] * 7}, "no tile in slot 4, the crescent's"),
        ({"wheel": [1, 1] + [None] * 10}, "twice"),
        ({"wheel": ["1"] + [None] * 11}, "from 1 to 68"),
        ({"supply": [0]}, "from 1 to 68"),
        ({"supply": [5, 5]}, "twice"),
        ({"supply": list(range(1, 70))}, "0 to 68 entries; found 69"),
        ({"supply": None}, "found NoneType"),
    ],
)
def test_bad_wheels(change: dict[str, Any], words: str) -> None:
    with pytest.raises(TextError, match=words):
        WHEEL.answer({"wheel": [None] * 12, "crescent": 4, "supply": [], **change})


@pytest.mark.parametrize(
    "text",
    ["t1", "t1@0", "@0,0", "t1@0,0,0", "t1@x,0", "t-1@0,0", "t1@٣,0", "t1@0,0 " * 69, "9" * 10**7],
)
def test_unreadable_areas(text: str) -> None:
    with pytest.raises(TextError, match="expected"):
        AREA.answer(AREA.parse(text))


@pytest.mark.parametrize(
    "text",
    ["", "wheel: *", "wheel: * . . . . . . . . . . .", "wheel: * . . . . . . . . . . x\nsupply: -",
     "wheel: . . . . . . . . . . . .\nsupply: -", "wheel: * . . . . . . . . . . .\nsupply: 5",
     "wheel: * . . . . . . . . . . .\nsupply: -\nmore: 1"],
)  # fmt: skip
def test_unreadable_wheels(text: str) -> None:
    with pytest.raises(TextError, match=r"expected|unknown"):
        WHEEL.parse(text)
