"""Puzzles as data, their proofs and lines of solution, on made-up puzzles: nothing is searched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import tilewright as tw
from tilewright.errors import InvalidOption, NotFound
from tilewright.game import PosedPuzzle
from tilewright.position import Position
from tilewright.registry import get_game
from tilewright.study.puzzles import files
from tilewright.study.puzzles.files import (
    LINE_NODES,
    MAX_PROOF_NODES,
    Puzzle,
    Source,
    are_puzzles,
    count_puzzles,
    explain_move,
    find_puzzle,
    format_puzzles,
    parse_puzzle,
    replay,
    require_puzzles,
    verify_puzzle,
)


def toy_position(*moves: str, players: int = 3) -> Position:
    position = tw.new("toy", players=players, seed=5, rolls="no")
    for move in moves:
        position.play(move)
    return position


def puzzle(name: str = "a", rating: float = 30.0, **changes: Any) -> Puzzle:
    position = toy_position("take 1", "take 2")
    source = Source(5, 3, {"rolls": "no"}, ["one", "two", "one"], ["take 1", "take 2"])
    view = position.view(position.mover)
    made = Puzzle(name, "toy", "win", rating, view.text, ["take 2"], {"level-1": [1, 12]}, source)
    return msgspec.structs.replace(made, **changes)


# --- As data ------------------------------------------------------------------------------------


@pytest.mark.parametrize("target, more", [(None, {}), (41, {"target": 41})])
def test_as_json_of_a_puzzle_tells_no_answer(target: int | None, more: dict[str, int]) -> None:
    one = puzzle(target=target)
    assert one.as_json() == more | {
        "id": "a",
        "kind": "win",
        "rating": 30.0,
        "position": one.position,
        "source": {
            "seed": 5,
            "players": 3,
            "options": {"rolls": "no"},
            "bots": ["one", "two", "one"],
            "moves": ["take 1", "take 2"],
            "ply": 2,
        },
    }


def test_a_game_without_puzzles_is_no_option() -> None:
    with pytest.raises(InvalidOption, match="toy has no puzzles"):
        require_puzzles(get_game("toy"))
    assert count_puzzles(get_game("toy")) == 0
    assert count_puzzles(get_game("polyssimo")) > 100


def test_find_puzzle_takes_the_id() -> None:
    some = [puzzle(name) for name in "abc"]
    assert [find_puzzle(some, name) for name in "abc"] == some
    with pytest.raises(NotFound, match="one of 3 puzzles; found 'd'"):
        find_puzzle(some, "d")


def test_format_puzzles_begins_with_the_easiest_in_whatever_order_they_came() -> None:
    some = [puzzle("b", 30.0), puzzle("a", 30.0), puzzle("c", -2.5), puzzle("d", 100.0)]
    texts = {format_puzzles(list(order)) for order in permutations(some)}
    assert len(texts) == 1
    (text,) = texts
    found = [parse_puzzle(line, "here") for line in text.splitlines()]
    assert found == [some[2], some[1], some[0], some[3]]
    assert text.count("\n") == 4 and text.endswith("\n")
    assert are_puzzles(text.encode()) and not are_puzzles((text + "{}").encode())


def test_replay_of_a_puzzle_leads_to_its_position() -> None:
    one = puzzle()
    assert replay(one) == toy_position("take 1", "take 2")
    assert replay(one).view(2).text == one.position


# --- Proofs -------------------------------------------------------------------------------------


def posing(
    monkeypatch: pytest.MonkeyPatch, posed: PosedPuzzle | None, explained: Any = None
) -> list[tuple[Any, ...]]:
    """Let every game pose the same puzzle; return what was asked."""
    asked: list[tuple[Any, ...]] = []

    def pose(state: Any, nodes: int) -> PosedPuzzle | None:
        asked.append((int(state["viewer"]), int(state["ply"]), nodes))
        return posed

    puzzling = SimpleNamespace(pose=pose, explain=explained, kinds=("win",))
    monkeypatch.setattr(files, "require_puzzles", lambda game: puzzling)
    return asked


def test_prove_counts_moves_and_nodes_of_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = posing(monkeypatch, PosedPuzzle(kind="win", answers=(1,), nodes=77))
    found = verify_puzzle(puzzle())
    assert found.holds and found.fault == ""
    assert (found.answers, found.num_moves, found.nodes) == (("take 2",), 3, 77)
    assert asked == [(2, 2, MAX_PROOF_NODES)], "from the mover's view, of seat 2 after two moves"
    verify_puzzle(puzzle(), max_nodes=9)
    assert asked[-1] == (2, 2, 9)


@pytest.mark.parametrize(
    "posed, changes, fault",
    [
        (None, {}, "no single move is proven right"),
        (PosedPuzzle("win", (0,), 1), {}, "expected the answer take 1; found take 2"),
        (PosedPuzzle("win", (1,), 1), {"game": "go"}, "no game is called 'go'"),
    ],
)
def test_prove_of_a_wrong_puzzle_has_no_figures(
    posed: PosedPuzzle | None, changes: Any, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    posing(monkeypatch, posed)
    found = verify_puzzle(puzzle(**changes))
    assert not found.holds and fault in found.fault


@pytest.mark.parametrize("moves", [["take 1"], ["take 1", "take 1"], ["take 1", "take 3"]])
def test_prove_of_a_game_that_leads_elsewhere_is_a_fault(
    moves: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    posing(monkeypatch, PosedPuzzle("win", (1,), 1))
    source = msgspec.structs.replace(puzzle().source, moves=moves)
    assert verify_puzzle(puzzle(source=source)).fault == "its game does not lead to its position"


def test_prove_takes_equivalent_answers_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    posing(monkeypatch, PosedPuzzle("win", (2, 1), 1))
    assert verify_puzzle(puzzle(answers=["take 2", "take 3"])).holds
    assert not verify_puzzle(puzzle(answers=["take 2", "take 2"])).holds


# --- Lines --------------------------------------------------------------------------------------


def with_proofs(
    position: Position, proofs: Callable[[int], tuple[int, ...]]
) -> list[tuple[Any, ...]]:
    """Let a position's game prove moves by its heap; return what was asked."""
    asked: list[tuple[Any, ...]] = []

    def prove_moves(state: Any, seconds: Any, nodes: Any, stop: Any) -> tuple[int, ...]:
        asked.append((int(state["viewer"]), seconds, nodes, stop))
        return proofs(int(state["heap"]))

    knowledge = position.game.knowledge
    assert knowledge is not None
    position.game = replace(position.game, knowledge=knowledge._replace(prove=prove_moves))
    return asked


def test_explain_goes_on_with_proven_moves_of_each_mover(monkeypatch: pytest.MonkeyPatch) -> None:
    posing(monkeypatch, None)
    view = toy_position(players=2).view(0)
    view.state["heap"] = 8
    asked = with_proofs(view, lambda heap: ((heap % 4 or 1) - 1, 2))
    start, line = explain_move(view, 0)
    assert line == ["take 1", "take 3", "take 1", "take 3"]
    assert asked == [(seat, None, LINE_NODES, None) for seat in (1, 0, 1)]
    assert (start.viewer, start.ply, start.mover) == (-1, 0, 0), "a whole position before the move"
    assert start.state["heap"] == 8


def test_explain_ends_where_nothing_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    posing(monkeypatch, None)
    view = toy_position(players=2).view(0)
    view.state["heap"] = 8
    with_proofs(view, lambda heap: (2,) if heap == 7 else ())
    assert explain_move(view, 0)[1] == ["take 1", "take 3"]
    assert explain_move(view, 1)[1] == ["take 2"]


def test_explain_has_the_line_of_a_game_that_explains_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def explained(state: Any, action: int) -> tuple[Any, list[int]]:
        other = toy_position(players=2)
        other.state["heap"] = 6
        return other.state.copy().reshape(1), [action, 2, 0]

    posing(monkeypatch, None, explained)
    start, line = explain_move(toy_position(players=2).view(0), 1)
    assert start.state["heap"] == 6 and line == ["take 2", "take 3", "take 1"]
