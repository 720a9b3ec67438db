"""Sheets: kernels write them, types describe them, Python and the page decode them alike."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import numpy as np
import pytest
from msgspec.json import encode
from tools.ts.facts import format_facts
from tools.ts.scenes import format_scenes

from sheet_samples import SAMPLES, write_samples
from tilewright.errors import TilewrightError
from tilewright.game import (
    SHEET_SIZE,
    Game,
    OneOf,
    Sheet,
    SheetBuffer,
    find_line,
    lines_to_json,
    write_int,
)
from tilewright.registry import get_game
from tilewright.runtime.jit import runtime_of
from walks import REAL_GAMES, walk

FACES = Path(__file__).parents[2] / "web" / "src" / "games"
TOLD = sorted(path.parent.name for path in FACES.glob("*/scenes.ts"))
TOLD_GAMES = [game for game in REAL_GAMES if any(game.writers.sheets)]


class Cat(TypedDict):
    kind: Literal["cat"]
    lives: int


class Dog(TypedDict):
    kind: Literal["dog"]
    tricks: NotRequired[list[str]]
    owner: int | None


CAT = {"kind": "cat", "lives": 3}

KINDS = [
    (int, [-7], -7),
    (bool, [1], True),
    (str, [3, 99, 97, 116], "cat"),
    (int | None, [0], None),
    (int | None, [1, 5], 5),
    (list[int], [2, 8, 9], [8, 9]),
    (list[bool], [2, 0, 1], [False, True]),
    (tuple[int, int], [3, 4], [3, 4]),
    (tuple[int, bool], [3, 0], [3, False]),
    (Annotated[str, OneOf("Letter", ("x", "y"))], [1], "y"),
    (Literal["red", "blue"], [0], "red"),
    (Cat, [9], {"kind": "cat", "lives": 9}),
    (Cat | Dog, [0, 9], {"kind": "cat", "lives": 9}),
    (Cat | Dog, [1, 0, 1, 4], {"kind": "dog", "owner": 4}),
    (Dog, [1, 1, 3, 115, 105, 116, 0], {"kind": "dog", "tricks": ["sit"], "owner": None}),
]


NESTED: list[tuple[Any, list[int], Any]] = [
    (list[list[int]], [3, 0, 2, 5, -1234567890, 1, 7], [[], [5, -1234567890], [7]]),
    (list[tuple[int, str]], [2, 1, 1, 97, 2, 0], [[1, "a"], [2, ""]]),
    (list[Dog | Cat], [2, 0, 0, 0, 1, 3], [{"kind": "dog", "owner": None}, CAT]),
]


def sheet_of(kind: Any, numbers: list[int]) -> Sheet:
    """Return a sheet whose kernel writes these numbers."""

    def write(out: SheetBuffer) -> int:
        at = 0
        for number in numbers:
            at = write_int(out, at, number)
        return at

    return Sheet(write, kind)


@pytest.mark.parametrize("kind, numbers, told", [*KINDS, *NESTED])
def test_sheet_reads_numbers_by_its_type(kind: Any, numbers: list[int], told: Any) -> None:
    assert sheet_of(kind, numbers)() == told


def test_sheet_with_too_many_numbers_is_refused() -> None:
    with pytest.raises(ValueError, match="expected 1 numbers on the sheet; found 2"):
        sheet_of(int, [1, 2])()
    with pytest.raises(ValueError, match="expected at most 4096 numbers"):
        sheet_of(list[int], [SHEET_SIZE, *range(SHEET_SIZE)])()


@pytest.mark.parametrize("game", TOLD_GAMES, ids=lambda game: game.name)
def test_sheet_of_a_position_is_json(game: Game) -> None:
    runtime_of(game).compile_writers()
    for position in walk(game.name, game.players[-1], {}, seed=8):
        for seat in (None, *range(position.players)):
            seen = position.view(seat)
            assert seen.scene_json() == encode(seen.scene())
            if not position.is_over:
                action = int(position.legal_actions[-1])
                move = position.format_move(action)
                assert seen.effect_json(action, move) == encode(seen.effect(action))


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_sheet_lists_the_legal_actions_of_the_mover(game: Game) -> None:
    """A server lists moves from the mover's view, but checks them on the complete position, so the
    two lists must be equal whatever is hidden."""
    runtime_of(game).compile_writers()
    for position in walk(game.name, game.players[-1], {}, seed=9):
        if position.is_over:
            break
        told, fresh = position.view(position.mover), position.copy()
        assert told.moves_json() == fresh.moves_json()
        assert told.legal_actions.tolist() == fresh.legal_actions.tolist()
        for move in (fresh.legal_moves[0], fresh.legal_moves[-1]):
            assert position.parse_move(move) == fresh.parse_move(move)
        with pytest.raises(TilewrightError):
            position.parse_move(fresh.legal_moves[0] + "?")


@pytest.mark.parametrize("game", TOLD_GAMES, ids=lambda game: game.name)
def test_sheet_by_compiled_kernels_is_the_same(game: Game) -> None:
    """Scenes, effects and moves, in the view of every seat."""
    fast, slow = game.writers.compiled(), game.writers
    for position in walk(game.name, game.players[-1], {}, seed=8):
        for seat in (None, *range(position.players)):
            state = position.view(seat).state
            assert fast.scene(state) == slow.scene(state)
        if not position.is_over:
            actions = position.legal_actions[::7]
            moves = slow.format_moves(position.state, actions)
            assert fast.format_moves(position.state, actions) == moves
            lines = fast.format_lines(position.state, actions)
            assert lines is not None and lines_to_json(lines) == encode(moves)
            assert (
                slow.format_lines(position.state, actions[:0]) == b""
                and lines_to_json(b"") == b"[]"
            )
            for number in (0, len(moves) // 2, len(moves) - 1):
                assert find_line(lines, moves[number]) == number
            for text in ("", "\n", moves[0] + "\n" + moves[-1], moves[0] + " ", "é", "\ud800"):
                assert find_line(lines, text) is None
            after = position.copy()
            after.play(int(actions[-1]))
            turn = position.state, int(actions[-1]), after.state
            assert fast.effect(*turn) == slow.effect(*turn)


def test_sheet_of_many_moves_is_split() -> None:
    position = next(p for p in walk("polyssimo", 2, {}, seed=1) if len(p.legal_actions) > 2000)
    moves = list(position.legal_moves)
    assert sum(map(len, moves)) > 2 * SHEET_SIZE
    assert [position.parse_move(move) for move in moves[::97]] == [
        int(action) for action in position.legal_actions[::97]
    ]


# --- In the page ----------------------------------------------------------------------------------


def test_sheet_samples_of_the_page_are_up_to_date() -> None:
    """``python tests/support/sheet_samples.py --write`` regenerates them."""
    assert SAMPLES.read_text(encoding="utf-8") == write_samples()


@pytest.mark.parametrize("name", TOLD)
def test_scenes_ts_is_up_to_date(name: str) -> None:
    """``python -m tools.ts.scenes GAME > web/src/games/GAME/scenes.ts``."""
    written = (FACES / name / "scenes.ts").read_text(encoding="utf-8")
    assert written == format_scenes(get_game(name))


@pytest.mark.parametrize("name", TOLD)
def test_facts_ts_is_up_to_date(name: str) -> None:
    """``python -m tools.ts.facts GAME > web/src/games/GAME/facts.ts``."""
    written = (FACES / name / "facts.ts").read_text(encoding="utf-8")
    assert written == format_facts(get_game(name))


def test_scenes_ts_exists_for_every_game_with_scene_kernels() -> None:
    assert sorted(game.name for game in TOLD_GAMES if (FACES / game.name).is_dir()) == TOLD


def test_sheet_numbers_fit_their_buffer() -> None:
    """Numbers on a sheet are int32; greater ones do not fit."""
    with pytest.raises(OverflowError):
        write_int(np.zeros(SHEET_SIZE, dtype=np.int32), 0, 2**31)
