"""Mining, grading and proofs of puzzles on made-up ones: nothing is searched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

import tilewright as tw
from tilewright.game import PosedPuzzle
from tilewright.position import Position
from tilewright.study.puzzles.files import Puzzle, Source, _describe_fault
from tilewright.study.puzzles.generator import (
    ATTEMPTS_BY_BOT,
    MinedGame,
    _collect_puzzles,
    measure_success_rates,
)

GAME = tw.new("polyssimo", seed=3)
VIEW = GAME.view(GAME.mover)
SOURCE = Source(3, 2, {}, ["random", "random"], [])
PUZZLE = Puzzle("a", "polyssimo", "win", 30.0, VIEW.text, ["F"], {}, SOURCE)


def puzzle(name: str, rating: float, game: int = 0) -> Puzzle:
    source = msgspec.structs.replace(SOURCE, seed=game)
    return msgspec.structs.replace(PUZZLE, id=name, rating=rating, source=source)


# --- Mining -------------------------------------------------------------------------------------


def test_collect_puzzles_takes_the_requested_games() -> None:
    mined = {
        number: MinedGame(number, 1, [puzzle(str(number), 9 - number)]) for number in (2, 0, 1)
    }
    found = _collect_puzzles(mined, 2)
    assert (found.games, found.posed, found.is_complete) == (2, 2, True)
    assert [one.id for one in found.puzzles] == ["1", "0"], "the easiest first"
    assert not _collect_puzzles({0: mined[0]}, 2).is_complete


def test_collect_puzzles_keeps_the_first_of_equal_puzzles() -> None:
    mined = {
        number: MinedGame(number, 2, [puzzle("same", 30.0, number), puzzle(f"x{number}", 30.0)])
        for number in (2, 1, 0)
    }
    found = _collect_puzzles(mined, 3)
    assert [one.id for one in found.puzzles] == ["same", "x0", "x1", "x2"]
    assert found.puzzles[0].source.seed == 0 and found.posed == 6


# --- Grading ------------------------------------------------------------------------------------


class Counting:
    """A bot that plays the right move with every second seed."""

    seeds: list[int]

    def __init__(self, seed: int) -> None:
        self.is_right = len(self.seeds) % 2 == 0
        self.seeds.append(seed)

    def choose(self, view: Position) -> int:
        return int(view.legal_actions[0 if self.is_right else 1])


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    Counting.seeds = []
    monkeypatch.setattr(
        "tilewright.study.puzzles.generator.make_bot", lambda name, game, seed: Counting(seed)
    )
    return Counting.seeds


def find_rates(answers: Sequence[int], seed: int = 1) -> dict[str, list[int]]:
    return measure_success_rates(VIEW, answers, seed)


def test_measure_success_rates_uses_a_seed_per_attempt(seeds: list[int]) -> None:
    wrong = [int(VIEW.legal_actions[2])]
    found = find_rates(wrong)
    assert {bot: times for bot, (_, times) in found.items()} == ATTEMPTS_BY_BOT
    assert len(set(seeds)) == len(seeds) == sum(ATTEMPTS_BY_BOT.values())
    first = list(seeds)
    find_rates(wrong)
    assert seeds[len(first) :] == first, "the same puzzle is graded the same"
    find_rates(wrong, seed=2)
    assert not set(seeds[2 * len(first) :]) & set(first)


def test_measure_success_rates_stops_if_the_puzzle_is_too_easy(seeds: list[int]) -> None:
    assert find_rates([int(VIEW.legal_actions[0])]) == {"level-1": [6, 12]}
    assert len(seeds) == 12


# --- Proofs -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes, fault",
    [
        ({}, ""),
        ({"answers": ["I"]}, "expected the answer F; found I"),
        ({"answers": ["F", "I"]}, "expected the answer F; found F I"),
        ({"kind": "save"}, "expected the kind win; found save"),
        ({"target": 4}, "expected the target 5; found 4"),
        ({"target": None}, "expected the target 5; found None"),
        ({"position": "other"}, "its game does not lead to its position"),
    ],
)
def test_describe_fault_names_the_first_difference(changes: dict[str, Any], fault: str) -> None:
    told = msgspec.structs.replace(PUZZLE, **({"target": 5} | changes))
    posed = PosedPuzzle(kind="win", answers=(0,), nodes=1, target=5)
    assert _describe_fault(told, posed, ("F",), GAME) == fault
