"""Steps of proofs and of the solver, on frames and pools of a few numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tilewright.game import MAX_PLAYERS
from tilewright.games.nova_luna import proof
from tilewright.games.nova_luna.solo.expansion import add_candidate, sort_pool, trim_pool
from tilewright.games.nova_luna.solo.planning import TRUST, get_mean_result, insert_end, sort_ends
from tilewright.games.nova_luna.solo.rules import count_missing, may_finish, outcome, sum_costs
from tilewright.games.nova_luna.solo.workspace import make_beam, make_plan, make_pool
from tilewright.games.nova_luna.tables import SOLO_DISCS_TO_LAY, SOLO_PILES
from tilewright.kernel import u64
from tilewright.registry import get_game


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")


# --- Alpha-beta ---------------------------------------------------------------------------------


def frame_of(best: int = 0, low: int = -9, high: int = 9) -> Any:
    frame = np.zeros(1, dtype=proof.FRAME)[0]
    frame["best"], frame["low"], frame["high"] = best, low, high
    frame["action"], frame["best_action"] = 7, 5
    return frame


@pytest.mark.parametrize(
    "is_own, value, expected",
    [
        (True, 4, (4, 7, 4, 9)),
        (True, 3, (3, 5, -9, 9)),  # only a greater value counts: the first of equals stays
        (True, 2, (3, 5, -9, 9)),
        (False, 2, (2, 7, -9, 2)),
        (False, 3, (3, 5, -9, 9)),
        (False, 4, (3, 5, -9, 9)),
    ],
)
def test_update_value_narrows_the_window_of_its_side(
    is_own: bool, value: int, expected: tuple[int, ...]
) -> None:
    frame = frame_of(best=3)
    proof.back_up_value(frame, is_own, value)
    assert tuple(int(frame[key]) for key in ("best", "best_action", "low", "high")) == expected


def test_update_value_never_widens_the_window() -> None:
    own, other = frame_of(best=-5, low=2), frame_of(best=5, high=-2)
    proof.back_up_value(own, True, -4)
    proof.back_up_value(other, False, 4)
    assert (int(own["low"]), int(other["high"])) == (2, -2)


def test_pick_move_takes_the_best_rated_and_leaves_the_others() -> None:
    frame = np.zeros(1, dtype=proof.FRAME)[0]
    frame["count"] = 4
    actions = np.array([10, 11, 12, 13], dtype=np.int32)
    ratings = np.array([1, 3, 3, 2], dtype=np.float32)
    picked = [int(proof.pick_best_untried(frame, actions, ratings)) for _ in range(4)]
    assert picked == [11, 12, 13, 10] and int(frame["next"]) == 4
    assert int(frame["action"]) == 10


@pytest.mark.parametrize(
    "scores, ranks, values",
    [
        ((3, 5), (0, 1), (2, -2 - proof.PLACE)),
        ((4, 4), (0, 1), (0, -proof.PLACE)),  # a tie that the stack decides
        ((0, 5, 3), (0, 2, 1), (3, -5 - 2 * proof.PLACE, -3 - proof.PLACE)),
    ],
)
def test_value_end_is_the_place_then_the_lead_over_the_best_other(
    scores: tuple[int, ...],
    ranks: tuple[int, ...],
    values: tuple[int, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def write(state: Any, to_scores: Any, to_ranks: Any) -> None:
        to_scores[: len(scores)], to_ranks[: len(ranks)] = scores, ranks

    monkeypatch.setattr(proof, "outcome", write)
    state = get_game("nova-luna").new_state()[0]
    state["players"] = len(scores)
    notes = np.zeros((2, MAX_PLAYERS), dtype=np.int64)
    found = [proof.value_end(state, seat, *notes) for seat in range(len(scores))]
    assert tuple(found) == values
    assert proof.PLACE == 40, "a place is as much as all discs of both"


@pytest.mark.parametrize(
    "players, tiles, supply, is_searched",
    [
        (2, 4, 0, True),
        (2, 5, 0, False),
        (2, 4, 1, False),
        (3, 1, 0, True),
        (3, 2, 0, False),
        (4, 2, 0, False),
    ],
)
def test_prove_searches_the_last_tiles_only(
    players: int, tiles: int, supply: int, is_searched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(proof._Proof, "find_win", lambda one: None)

    def search(one: Any, *given: Any) -> int:
        asked.append(given)
        return 9

    monkeypatch.setattr(proof._Proof, "search", search)
    state = get_game("nova-luna").new_state()[0]
    state["players"], state["supply_size"] = players, supply
    state["occupied"] = (1 << tiles) - 1
    found = proof.prove(state, 0.5, 77, None)
    assert (found, asked) == (((9,), [(0.5, 77, None)]) if is_searched else ((), []))
    monkeypatch.setattr(proof._Proof, "find_win", lambda one: 4)
    assert proof.prove(state, None, None, None) == (4,), "a win at once needs no search"


# --- The solver's pools -------------------------------------------------------------------------


def pool_of(plan: Any, *values: float, width: int = 4) -> Any:
    pool = make_pool(width)
    pool.size[0], pool.limit[0] = 0, 1e9
    for index, value in enumerate(values):
        key = u64(100 + index)
        add_candidate(pool, np.float32(value), key, index, 50 + index, width, plan.workspace)
    return pool


def test_sort_pool_is_by_sixteenths_of_a_point_then_by_arrival() -> None:
    plan = make_plan(4)
    pool = pool_of(plan, 5.0, 4.0, 4.03, 4.07, 4.01)
    sort_pool(pool, plan.workspace)
    assert plan.workspace.order[:5].tolist() == [1, 2, 4, 3, 0]


@pytest.mark.parametrize(
    "kept, left",
    [(1, [4.0, 4.02]), (2, [4.0, 4.02]), (3, [5.0, 4.0, 4.02]), (9, [5.0, 4.0, 9.0, 4.02])],
)
def test_trim_pool_keeps_the_best_and_all_of_the_best_bucket(kept: int, left: list[float]) -> None:
    plan = make_plan(4)
    pool = pool_of(plan, 5.0, 4.0, 9.0, 4.02)
    assert trim_pool(pool, kept, plan.workspace) == len(left) == int(pool.size[0])
    assert pool.values[: len(left)].tolist() == pytest.approx(left)
    index = [5.0, 4.0, 9.0, 4.02].index(left[0])
    first = (int(pool.keys[0]), int(pool.parents[0]), int(pool.actions[0]))
    assert first == (100 + index, index, 50 + index)


def test_add_candidate_above_the_limit_is_left_out() -> None:
    plan = make_plan(4)
    pool = pool_of(plan, 5.0)
    pool.limit[0] = 6.0
    for value in (6.0, 6.25):
        add_candidate(pool, np.float32(value), u64(1), 1, 1, 4, plan.workspace)
    assert pool.values[: int(pool.size[0])].tolist() == [5.0, 6.0]


# --- Ends of phase one --------------------------------------------------------------------------


def test_insert_end_keeps_the_best_in_order_and_the_first_of_equals() -> None:
    ends, beam = make_beam(3), make_beam(6)
    for index, value in enumerate((5.0, 3.0, 5.0, 9.0, 4.0, 3.0)):
        beam.values[index], beam.actions[index] = value, index
        insert_end(ends, beam, index)
    assert int(ends.size[0]) == 3
    assert ends.values.tolist() == [3.0, 3.0, 4.0] and ends.actions.tolist() == [1, 5, 4]


def test_means_of_ends_trust_the_estimate_for_some_results() -> None:
    ends = make_plan(4, 2).ends
    ends.beam.values[:2] = (80.0, 90.0)
    ends.totals[:2], ends.counts[:2] = (300.0, 0.0), (3, 0)
    assert get_mean_result(ends, 0) == pytest.approx((80 * TRUST + 300) / (TRUST + 3))
    assert get_mean_result(ends, 1) == 90.0


def test_sort_ends_puts_the_lowest_mean_first_and_equals_as_they_were() -> None:
    plan = make_plan(4, 5)
    ends = plan.ends
    ends.beam.values[:5], ends.counts[:5] = (90.0, 80.0, 90.0, 70.0, 10.0), 0
    ends.alive[:5] = (0, 1, 2, 3, 4)
    plan.progress[0]["num_alive"] = 4
    sort_ends(plan)
    assert ends.alive[:5].tolist() == [3, 1, 0, 2, 4], "the last one is out already"


# --- Costs and penalties (NLS-4, NLS-7) ---------------------------------------------------------


@pytest.mark.parametrize(
    "laid, phase, missing, first, second, may",
    [
        (0, 1, 8, 110, 240, 0),
        (7, 1, 1, 40, 170, 0),
        (8, 1, 0, 30, 160, 1),
        (9, 1, 0, 30, 150, 1),
        (8, 2, 0, 30, 160, 0),
        (21, 2, 0, 30, 30, 0),
    ],
)
def test_nls_4_and_nls_7_each_missing_disc_costs_ten(
    laid: int, phase: int, missing: int, first: int, second: int, may: int
) -> None:
    """Tiles for 30 were laid; of the 21 discs eight are in the first pile."""
    state = get_game("nova-luna-solo").new_state()[0]
    state["discs"][0], state["distance"][0], state["phase"] = 21 - laid, 30, phase
    state["first_sum"] = 55
    assert (SOLO_PILES, SOLO_DISCS_TO_LAY) == ((8, 13), 21)
    assert count_missing(state, 8) == missing
    assert (sum_costs(state, 8), sum_costs(state, 21)) == (first, second)
    scores, ranks = np.zeros((2, MAX_PLAYERS), dtype=np.int64)
    outcome(state, scores, ranks)
    assert int(scores[0]) == (first if phase == 1 else 55) + second
    assert may_finish(state) == may
