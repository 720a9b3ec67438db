"""Puzzles: what ships is proven, what is mined is too, and what is damaged is told in one line."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import pytest

from tilewright import cli
from tilewright.errors import TextError
from tilewright.position import Position
from tilewright.registry import GAMES, get_game
from tilewright.study.puzzles import (
    Puzzle,
    format_puzzles,
    grade_puzzle,
    mine,
    read_puzzles,
    verify_puzzle,
)
from tilewright.study.puzzles.files import require_puzzles
from tilewright.study.puzzles.generator import BOT_RATINGS, is_too_easy

pytestmark = pytest.mark.slow

WITH_PUZZLES = sorted(name for name, game in GAMES.items() if game.puzzles() is not None)
SHARE = 4


def run(*words: str) -> int:
    """Return the exit code of a command."""
    typed = mock.patch.object(sys, "argv", ["tilewright", "puzzles", *words])
    with typed, pytest.raises(SystemExit) as ended:
        cli.main()
    return int(ended.value.code or 0)


@pytest.fixture
def damaged(tmp_path: Path) -> Any:
    """Writes a file of one puzzle, changed."""

    def write(**changes: object) -> Path:
        puzzle = msgspec.structs.replace(read_puzzles("polyssimo")[0], **changes)
        path = tmp_path / "puzzles.jsonl"
        path.write_text(format_puzzles([puzzle]))
        return path

    return write


# --- What ships ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_shipped_puzzles_are_proven(game: str, is_long: bool) -> None:
    """A random share on every run, all of them with --long."""
    puzzles = read_puzzles(game)
    share = puzzles if is_long else random.sample(puzzles, min(SHARE, len(puzzles)))
    for puzzle in share:
        proof = verify_puzzle(puzzle)
        assert proof.holds, f"{puzzle.id}: {proof.fault}"
        assert 0 < len(proof.answers) < proof.num_moves


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_shipped_puzzles_are_different_and_not_trivial(game: str) -> None:
    puzzles, puzzling = read_puzzles(game), require_puzzles(get_game(game))
    assert puzzles
    states = [Position.from_text(get_game(game), puzzle.position).state for puzzle in puzzles]
    assert len({puzzling.find_key(state) for state in states}) == len(puzzles)
    for puzzle in puzzles:
        assert not is_too_easy(puzzle.found)
        assert puzzle.rating == grade_puzzle(puzzle.found)
    assert [puzzle.rating for puzzle in puzzles] == sorted(puzzle.rating for puzzle in puzzles)


def test_puzzles_list_command_as_json_has_no_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list", "polyssimo", "--json", "-") == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told[0]) == {"id", "kind", "rating", "position", "source"}
    assert told[0]["source"]["ply"] == len(told[0]["source"]["moves"])
    assert run("list", "polyssimo") == 0
    assert told[0]["id"] in capsys.readouterr().out


def test_prove_returns_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = read_puzzles("polyssimo")[0]
    assert run("prove", "polyssimo", puzzle.id) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{puzzle.id} holds: {puzzle.kind}, {puzzle.answers[0]}")
    assert "moves are wrong" in told and "positions" in told


# --- What does not hold, and what cannot be read ------------------------------------------------


def wrong_move(puzzle: Puzzle) -> str:
    position = Position.from_text(get_game(puzzle.game), puzzle.position)
    return next(move for move in position.legal_moves if move not in puzzle.answers)


def test_prove_of_a_wrong_puzzle_fails(damaged: Any, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = read_puzzles("polyssimo")[0]
    other = "save" if puzzle.kind == "win" else "win"
    elsewhere = msgspec.structs.replace(puzzle.source, moves=puzzle.source.moves[:-1])
    for changes, words in (
        ({"answers": [wrong_move(puzzle)]}, "expected the answer"),
        ({"kind": other}, "expected the kind"),
        ({"source": elsewhere}, "its game does not lead to its position"),
        ({"position": "tilewright: position 1"}, "expected 'game:'"),
    ):
        path = damaged(**changes)
        assert run("prove", "polyssimo", puzzle.id, "--file", str(path)) == 1
        assert f"{puzzle.id} does not hold: " in (told := capsys.readouterr().out)
        assert words in told and told.count("\n") == 1


def test_prove_of_a_position_with_several_winning_moves_fails() -> None:
    """The start of the puzzle's own game, say."""
    puzzle = read_puzzles("polyssimo")[0]
    source = msgspec.structs.replace(puzzle.source, moves=[])
    start = Position.again(get_game("polyssimo"), 2, source.seed, source.options)
    early = msgspec.structs.replace(puzzle, position=start.view(start.mover).text, source=source)
    assert verify_puzzle(early).fault == "no single move is proven right"


@pytest.mark.parametrize(
    "words, complaint",
    [
        ("list chess", "no game is called 'chess'"),
        ("prove polyssimo 00000000", "found '00000000'"),
        ("prove polyssimo ../../etc", "expected the id of one of"),
        ("list polyssimo --file nowhere.jsonl", "cannot read nowhere.jsonl"),
        ("mine polyssimo --games 3 --out nowhere/out.jsonl", "cannot write"),
        ("mine chess --games 3 --out out.jsonl", "no game is called 'chess'"),
    ],
)
def test_puzzles_command_reports_errors(
    words: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words.split()) == 2
    told = capsys.readouterr().err
    assert complaint in told and told.count("\n") == 1


def test_read_puzzles_names_the_line_of_damage(damaged: Any) -> None:
    path = damaged()
    line = path.read_text()
    for text, words in (
        (line[:100], "line 1: expected a puzzle in JSON"),
        (line + "{}\n", "line 2: expected a puzzle in JSON"),
        (line + "[" * 100_000, "line 2: expected a puzzle in JSON"),
        (line + line, "line 2: the puzzle .* stands there twice"),
        (line.replace('"polyssimo"', '"chess"'), "line 1: expected a puzzle of polyssimo"),
        (line.replace('"kind":"', '"kind":"un'), "line 1: expected one of the kinds"),
    ):
        path.write_text(text)
        with pytest.raises(TextError, match=words):
            read_puzzles("polyssimo", path)


# --- Mining and grading -------------------------------------------------------------------------

MINED: Any = {"games": 12, "seed": 5, "workers": 1}
SOLO = "nova-luna-solo"


def test_mine_resumed_writes_proven_puzzles(tmp_path: Path, is_long: bool) -> None:
    out, steps = tmp_path / "out.jsonl", list[int]()

    def interrupt(done: int, puzzles: int, wanted: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    first = mine(SOLO, out, **MINED, on_progress=interrupt)
    assert (first.games, first.is_complete) == (1, False)
    with (tmp_path / "out.jsonl.part").open("a") as part:
        part.write('{"index":1,"pos')  # cut short
    found = mine(SOLO, out, **MINED, on_progress=lambda *counts: steps.append(counts[0]))
    assert steps == [*range(1, 13)] and found.is_complete and found.puzzles
    assert found.puzzles == read_puzzles(SOLO, out)
    assert all(verify_puzzle(puzzle).holds for puzzle in found.puzzles)
    assert not (tmp_path / "out.jsonl.part").exists()
    if is_long:
        assert mine(SOLO, tmp_path / "whole.jsonl", **MINED).puzzles == found.puzzles


def test_grade_is_near_the_rating_of_the_level_that_solves_half() -> None:
    """Who finds half of the time is as strong as the puzzle is hard."""
    levels = [f"level-{number}" for number in range(1, 8)]
    ratings = []
    for number in range(8):
        found = {level: [6 * (place >= number), 6] for place, level in enumerate(levels)}
        ratings.append(grade_puzzle(found))
    assert ratings == sorted(ratings) and len(set(ratings)) == 8
    assert BOT_RATINGS["level-3"] < ratings[3] < BOT_RATINGS["level-4"]
    assert grade_puzzle({"level-4": [50, 100]}) == pytest.approx(BOT_RATINGS["level-4"], abs=0.5)


@pytest.mark.parametrize("hits, times, is_so", [(4, 12, True), (3, 12, False), (5, 12, True)])
def test_is_too_easy_from_a_third_of_the_attempts_on(hits: int, times: int, is_so: bool) -> None:
    assert is_too_easy({"level-1": [hits, times], "level-2": [0, 8]}) is is_so
