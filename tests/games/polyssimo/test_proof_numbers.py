"""The table of proofs, and how the margin of a win is narrowed, on numbers made by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tilewright.errors import InvalidOption
from tilewright.games.polyssimo.endgame import (
    ENTRY,
    FRAME,
    HIGHEST,
    LOWEST,
    NO,
    YES,
    pop_best_move,
    probe_table,
    store_answer,
)
from tilewright.games.polyssimo.proof import Prover, _Limits, _narrow_margin
from tilewright.kernel import u64


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")


# --- The table ----------------------------------------------------------------------------------


def frame_of(key: int, goal: int = 3, move: int = 7, nodes: int = 100) -> Any:
    frame = np.zeros(1, dtype=FRAME)[0]
    frame["key"], frame["goal"], frame["move"], frame["nodes"] = key, goal, move, nodes
    return frame


def table_of(entries: int = 8) -> Any:
    return np.zeros(entries, dtype=ENTRY)


def test_store_answer_narrows_the_bounds_of_a_key() -> None:
    table = table_of()
    for goal, answer in ((3, YES), (11, NO), (-1, YES), (15, NO), (7, YES)):
        store_answer(table, frame_of(5, goal, move=goal + 20), 100, answer)
    entry = table[probe_table(table, u64(5))]
    assert (int(entry["low"]), int(entry["high"])) == (7, 10)
    assert int(entry["move"]) == 27, "that of the last yes"
    store_answer(table, frame_of(6, 11), 100, NO)
    other = table[probe_table(table, u64(6))]
    assert (int(other["low"]), int(other["high"]), int(other["move"])) == (LOWEST, 10, -1)
    store_answer(table, frame_of(7, 11), 100, YES)
    third = table[probe_table(table, u64(7))]
    assert (int(third["low"]), int(third["high"])) == (11, HIGHEST)


def test_store_answer_in_a_full_bucket_replaces_the_least_work() -> None:
    """Keys 8, 16 ... share the first bucket of four; work is 1 and an eighth of the nodes."""
    table = table_of()
    for key, nodes in ((8, 800), (16, 80), (24, 8), (32, 8000)):
        store_answer(table, frame_of(key, nodes=0), nodes, YES)
    assert sorted(table["work"][:4].tolist()) == [2, 11, 101, 1001]
    store_answer(table, frame_of(40, nodes=0), 0, YES)
    assert [probe_table(table, u64(key)) >= 0 for key in (8, 16, 24, 32, 40)] == [
        *(True, True, False, True, True),
    ]
    store_answer(table, frame_of(32, nodes=0), 10**6, YES)
    assert table["work"].max() == 65000
    assert probe_table(table, u64(4)) == -1 and not table["key"][4:].any()


def test_pop_best_move_takes_each_once_best_first() -> None:
    frame = frame_of(1)
    frame["count"] = 4
    moves, ratings = np.array([1, 2, 3, 4], np.int16), np.array([5, 9, 7, 7], np.int32)
    popped = [int(pop_best_move(moves, ratings, frame)) for _ in range(4)]
    assert popped[0] == 2 and sorted(popped[1:3]) == [3, 4] and popped[3] == 1
    assert (int(frame["count"]), int(frame["move"])) == (0, 1)


# --- The margin ---------------------------------------------------------------------------------


class Oracle:
    """Knows the margin, and answers whether it reaches a goal, so often."""

    def __init__(self, margin: int, answers: int = 99) -> None:
        self.margin, self.answers = margin, answers
        self.asked: list[int] = []

    def prove_goal(self, goal: int) -> tuple[bool | None, int | None]:
        assert goal % 4 == 3, "a goal lies just below a whole margin"
        if len(self.asked) == self.answers:
            return None, None
        margin = (goal + 1) // 4
        self.asked.append(margin)
        is_reached = self.margin >= margin
        return is_reached, margin if is_reached else None


@pytest.mark.parametrize("margin", [0, 1, 2, 3, 5, 8, 20, 47])
def test_narrow_margin_finds_every_win(margin: int) -> None:
    oracle: Any = Oracle(margin)
    low, high, best = _narrow_margin(oracle, True, 0)
    assert (low, high) == (margin, margin) and best == margin
    assert len(oracle.asked) < 20


@pytest.mark.parametrize("margin", [0, -1, -2, -3, -5, -8, -20, -47])
def test_narrow_margin_finds_every_loss(margin: int) -> None:
    low, high, _ = _narrow_margin(Oracle(margin), False, None)  # type: ignore[arg-type]
    assert (low, high) == (margin, margin)


@pytest.mark.parametrize("answers", [0, 1, 2, 3])
def test_narrow_margin_that_is_broken_off_has_bounds(answers: int) -> None:
    low, high, best = _narrow_margin(Oracle(5, answers), True, 0)  # type: ignore[arg-type]
    assert low <= 5 <= high and low < high and best == low
    low, high, _ = _narrow_margin(Oracle(-5, answers), False, None)  # type: ignore[arg-type]
    assert low <= -5 <= high and low < high


# --- Limits -------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes, is_reached", [(9, False), (10, True), (11, True)])
def test_limits_are_reached_at_their_nodes(nodes: int, is_reached: bool) -> None:
    assert _Limits(float("inf"), 10, None).is_reached(nodes) is is_reached
    assert _Limits(float("-inf"), 10, None).is_reached(0)
    stopped: Any = SimpleNamespace(is_set=lambda: True)
    assert _Limits(float("inf"), 10, stopped).is_reached(0)


@pytest.mark.parametrize("entries, is_taken", [(4, True), (64, True), (2, False), (12, False)])
def test_table_has_a_power_of_two_entries(entries: int, is_taken: bool) -> None:
    if is_taken:
        Prover(entries)
    else:
        with pytest.raises(
            InvalidOption, match=f"expected a power of 2 from 4 on; found {entries}"
        ):
            Prover(entries)
