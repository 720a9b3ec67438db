"""Grading and mining of puzzles: difficulty by hand, and what becomes of a game's positions."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import tilewright as tw
from arena.helpers import settings
from tilewright.arena import Limits, Schedule
from tilewright.arena.ratings import solve_probability
from tilewright.game import PosedPuzzle
from tilewright.position import Position
from tilewright.study.puzzles import generator
from tilewright.study.puzzles.files import Puzzle, Source, parse_puzzle, replay
from tilewright.study.puzzles.generator import (
    BOT_RATINGS,
    MAX_EFFORT,
    MAX_PROOF_NODES,
    MinedGame,
    _play_solo_game,
    grade_puzzle,
    is_too_easy,
    measure_success_rates,
    mine,
    mine_game,
)

# --- Grading ------------------------------------------------------------------------------------


def test_grade_without_attempts_lies_between_random_and_the_best() -> None:
    assert grade_puzzle({}) == pytest.approx(66.5 / 2, abs=0.06)


@pytest.mark.parametrize("hits", range(13))
def test_grade_is_where_as_many_are_expected_as_were_found(hits: int) -> None:
    """Half a try that random fails and half a one that level 8 masters are counted in."""
    found = {"level-1": [hits, 12], "level-4": [3, 6]}
    rating = grade_puzzle(found)

    def surplus(puzzle: float) -> float:
        tries = [(0.0, 0.5), (66.5, 0.5), (18.2, 12), (38.9, 6)]
        expected = sum(times * solve_probability(bot, puzzle) for bot, times in tries)
        return expected - (hits + 3 + 0.5)

    assert surplus(rating - 0.1) > 0 > surplus(rating + 0.1)


def test_grade_falls_with_each_success_and_grows_with_each_failure() -> None:
    ratings = [grade_puzzle({"level-3": [hits, 8]}) for hits in range(9)]
    assert ratings == sorted(set(ratings), reverse=True)
    failed = [grade_puzzle({"level-3": [1, times]}) for times in range(1, 9)]
    assert failed == sorted(set(failed))
    some = {"level-1": [2, 12], "level-2": [3, 8], "level-5": [1, 4]}
    assert len({grade_puzzle(dict(order)) for order in permutations(some.items())}) == 1


def test_grade_counts_a_success_of_the_weak_for_an_easier_puzzle() -> None:
    weak = grade_puzzle({"level-1": [2, 4], "level-6": [1, 4]})
    strong = grade_puzzle({"level-1": [1, 4], "level-6": [2, 4]})
    assert weak == strong, "what counts is the number found, of as many tries"
    assert grade_puzzle({"level-1": [2, 4]}) < grade_puzzle({"level-6": [2, 4]})


@pytest.mark.parametrize(
    "found, is_easy",
    [
        ({"level-1": [3, 12], "level-2": [8, 8]}, False),
        ({"level-1": [4, 12], "level-2": [0, 8]}, True),
        ({"level-2": [8, 8], "level-1": [0, 12]}, True),
        ({"width-1": [1, 1]}, True),
        ({"width-1": [0, 1]}, False),
    ],
)
def test_is_too_easy_asks_the_first_bot(found: dict[str, list[int]], is_easy: bool) -> None:
    assert is_too_easy(found) is is_easy


def test_beam_widths_grow_stronger_with_their_width() -> None:
    widths = sorted(
        (int(bot.removeprefix("width-")), rating)
        for bot, rating in BOT_RATINGS.items()
        if "width" in bot
    )
    ratings = [rating for _, rating in widths]
    assert ratings == sorted(set(ratings)) and len(ratings) == 11


# --- Games for one ------------------------------------------------------------------------------


class Solver(SimpleNamespace):
    efforts: list[int]

    def solve(self, state: Any, *, effort: int) -> Any:
        self.efforts.append(effort)
        return SimpleNamespace(actions=(1 if effort >= 12 else 0, 5))


def test_success_rates_of_a_game_for_one_are_those_of_beam_widths(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solver = Solver(efforts=[])
    monkeypatch.setattr(generator, "require_solver", lambda game: solver)
    view = SimpleNamespace(game=SimpleNamespace(solver=solver), state=None)
    found = measure_success_rates(view, (1,), 7)  # type: ignore[arg-type]
    widths = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64]
    assert solver.efforts == widths
    assert found == {f"width-{width}": [int(width >= 12), 1] for width in widths}
    solver.efforts.clear()
    assert measure_success_rates(view, (0, 3), 7) == {"width-1": [1, 1]}  # type: ignore[arg-type]
    assert solver.efforts == [1], "too easy: nothing else is asked"


def test_solo_games_take_turns_in_their_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    efforts: list[int] = []

    def solve_game(position: Position, *, effort: int) -> Any:
        efforts.append(effort)
        return SimpleNamespace(moves=["take 1", "take 2", "take 1"])

    monkeypatch.setattr(generator, "solve_game", solve_game)
    for index in range(MAX_EFFORT + 2):
        position = tw.new("toy", seed=5, rolls="no")
        heap = int(position.state["heap"])
        found = list(_play_solo_game(position, index))
        assert [one.ply for one in found] == [0, 1, 2]
        assert [int(one.state["heap"]) for one in found] == [heap, heap - 1, heap - 3]
    assert efforts == [1, 2, 3, 4, 1, 2]


# --- Mining -------------------------------------------------------------------------------------


def posing(monkeypatch: pytest.MonkeyPatch, plies: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """Let the toy game pose a puzzle at some plies; every level but the first finds it."""
    asked: list[tuple[int, int, int]] = []

    def pose(state: Any, nodes: int) -> PosedPuzzle | None:
        asked.append((int(state["ply"]), int(state["viewer"]), nodes))
        return PosedPuzzle("win", (1, 0), 1, target=40) if int(state["ply"]) in plies else None

    def find_key(state: Any) -> tuple[int, ...]:
        return (int(state["ply"]), int(state["heap"]))

    puzzling = SimpleNamespace(pose=pose, find_key=find_key, mined_from=("one", "perfect"))
    monkeypatch.setattr(generator, "require_puzzles", lambda game: puzzling)
    return asked


def rate_by_ply(easy: tuple[int, ...]) -> Any:
    def rates(view: Position, answers: Any, seed: int) -> dict[str, list[int]]:
        return {"level-1": [12 if view.ply in easy else 0, 12], "level-2": [4, 8]}

    return rates


def test_mine_game_looks_at_each_position_as_its_mover_sees_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = posing(monkeypatch, (0, 1, 2))
    monkeypatch.setattr(generator, "measure_success_rates", rate_by_ply((0,)))
    schedule = Schedule(settings("one", "perfect", options={"rolls": "no"}))
    found = mine_game(schedule, 1, Limits(), lambda: False)
    assert [ply for ply, _, _ in asked] == list(range(len(asked)))
    assert [viewer for _, viewer, _ in asked] == [ply % 2 for ply in range(len(asked))]
    assert {nodes for _, _, nodes in asked} == {MAX_PROOF_NODES}
    assert (found.index, found.posed, len(found.puzzles)) == (1, 3, 2), "one of them is trivial"
    first, last = found.puzzles
    assert (len(first.source.moves), len(last.source.moves)) == (1, 2)
    assert "viewer: seat-1\n" in first.position and "viewer: seat-0\n" in last.position
    assert first.position == replay(first).view(1).text
    assert first.source.bots == ["perfect", "one"], "by seat, in a game of changed seats"
    assert first.source.seed == schedule.fixture(1).seed
    assert (first.kind, first.target, first.answers) == ("win", 40, ["take 2", "take 1"])
    assert first.rating == generator.grade_puzzle(first.found)
    assert first.found == {"level-1": [0, 12], "level-2": [4, 8]}


def made_up(index: int, *ratings: float) -> MinedGame:
    source = Source(index, 2, {}, [], [])
    puzzles = [
        Puzzle(f"{index}-{place}", "toy", "win", rating, "", [], {}, source)
        for place, rating in enumerate(ratings)
    ]
    return MinedGame(index, len(ratings) + 1, puzzles)


def test_mine_goes_on_where_it_was_broken_off(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    posing(monkeypatch, ())
    games = {0: made_up(0, 30.0), 1: made_up(1), 2: made_up(2, 40.0, 20.0), 3: made_up(3, 25.0)}
    runs: list[list[int]] = []
    tasks: list[Any] = []

    def play_all(task: Any, todo: list[int], workers: Any, ray: Any) -> Any:
        tasks.append(task.settings)
        runs.append(list(todo))
        for index in reversed(todo):  # workers finish in any order
            if len(runs) == 1 and index == 0:
                raise KeyboardInterrupt
            yield games[index]

    monkeypatch.setattr(generator, "play_all", play_all)
    told: list[tuple[int, int, int]] = []
    out = tmp_path / "out.jsonl"

    def run(wanted: int) -> Any:
        told.clear()
        return mine("toy", out, games=wanted, on_progress=lambda *counts: told.append(counts))

    first = run(3)
    assert (first.games, first.requested, first.is_complete) == (2, 3, False)
    assert told == [(0, 0, 3), (1, 2, 3), (2, 2, 3)]
    again = run(3)
    assert runs == [[0, 1, 2], [0]] and told == [(2, 2, 3), (3, 3, 3)]
    assert (again.games, again.posed, again.is_complete) == (3, 6, True)
    written = [parse_puzzle(line, "out") for line in out.read_text().splitlines()]
    assert [one.id for one in written] == ["2-1", "0-0", "2-0"]
    assert [one.id for one in again.puzzles] == ["2-1", "0-0", "2-0"]
    assert not list(tmp_path.glob("*.part"))
    assert [(one.players, one.bots) for one in tasks] == [(2, ("one", "perfect"))] * 2


def test_equal_views_have_one_puzzle_id_and_others_another() -> None:
    puzzling = SimpleNamespace(find_key=lambda state: int(state["heap"]))
    views = [tw.new("toy", seed=seed, players=2).view(0) for seed in range(12)]
    ids = {
        int(view.state["heap"]): generator._compute_puzzle_id(puzzling, view)  # type: ignore[arg-type]
        for view in views
    }
    assert len(set(ids.values())) == len(ids) > 2
    assert all(len(name) == 8 and int(name, 16) >= 0 for name in ids.values())
    assert msgspec.json.encode(sorted(ids.values()))
