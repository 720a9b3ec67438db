"""The luck of deals and draws, on searches that answer from a script; the ledger by hand."""

from __future__ import annotations

import math
from itertools import permutations
from typing import NamedTuple

import numpy as np
import pytest

import tilewright as tw
from tilewright.position import Position
from tilewright.study.review.evaluation import Evaluator, SearchSummary, depends_on_chance
from tilewright.study.review.luck import (
    DEAL,
    FIRST_SEAT,
    HIDDEN_CARDS,
    NUM_ACTUAL_SEARCHES,
    NUM_OUTCOMES,
    Step,
    _compare_outcomes,
    break_down_results,
    fit_path,
    measure_chance_event,
    measure_deal_luck,
    quantize,
)


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is searched here, so nothing need be compiled."""
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")


# --- The ledger, by hand ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "step, result, start",
    [
        # Two measurements of equal error: 1 - 0.3 by the step, 0.5 by the search (error 0.04).
        (Step([0.3], [0.04], mover=0, before=[0.5]), 1.0, 0.6),
        # A step of twice the error counts a quarter.
        (Step([0.3], [0.08], mover=0, before=[0.5]), 1.0, (0.7 + 4 * 0.5) / 5),
        # Near 0 and 1 a search is sure to 0.01, not more.
        (Step([0.0], [0.01], mover=0, before=[0.02]), 0.1, 0.06),
        (Step([0.0], [0.01], mover=0, before=[0.98]), 0.9, 0.94),
        # A step is sure to 0.006; the mean over many deals to 0.002, nine times the weight.
        (Step([0.3], [0.0], before=[0.5]), 1.0, (0.7 + 9 * 0.5) / 10),
        # The same numbers of a move: its outlook comes of one search.
        (
            Step([0.3], [0.0], mover=0, before=[0.5]),
            1.0,
            (0.7 / 36 + 0.5 / 1600) / (1 / 36 + 1 / 1600),
        ),
        # What was measured after the last step does not change the result.
        (Step([0.3], [0.04], mover=0, before=[0.5], after=[0.2]), 1.0, 0.6),
        # Nothing was measured before: the step decides.
        (Step([0.3], [0.04], mover=0), 1.0, 0.7),
    ],
)
def test_fit_path_weighs_measurements_by_their_errors(
    step: Step, result: float, start: float
) -> None:
    path = fit_path([step], np.array([result]))
    assert [point[0] for point in path] == pytest.approx([start, result], abs=1e-4)


def test_fit_path_has_a_point_before_between_and_after_all_steps_by_seat() -> None:
    steps = [Step([0.1, -0.1, 0.0], [0.1] * 3, mover=0), Step([0.2, 0.1, -0.3], [0.1] * 3, mover=2)]
    path = fit_path(steps, np.array([1.0, 0.5, 0.0]))
    expected = [[0.7, 0.5, 0.3], [0.8, 0.4, 0.3], [1.0, 0.5, 0.0]]
    assert np.array(path) == pytest.approx(np.array(expected), abs=1e-4)


@pytest.mark.parametrize(
    "number, found",
    [(1 / 3, 21845 / 65536), (2 / 3, 43691 / 65536), (0.5, 0.5), (-1 / 3, -21845 / 65536)],
)
def test_quantize_rounds_to_the_nearest(number: float, found: float) -> None:
    assert quantize(number) == found


def test_ledger_of_permuted_seats_is_permuted() -> None:
    outlooks = [[0.4, 0.35, 0.25], [0.5, 0.3, 0.2], [0.1, 0.6, 0.3]]
    changes = [[0.1, -0.05, -0.05], [-0.4, 0.3, 0.1], [-0.1, -0.6, 0.7]]
    movers, result = (None, 0, 2), [0.0, 0.0, 1.0]

    def ledger(order: tuple[int, ...]) -> list[tuple[float, ...]]:
        steps = [
            Step(
                [change[seat] for seat in order],
                [0.01 * (1 + seat) for seat in order],
                None if mover is None else order.index(mover),
                [before[seat] for seat in order],
            )
            for change, before, mover in zip(changes, outlooks, movers, strict=True)
        ]
        path = fit_path(steps, np.array([result[seat] for seat in order]))
        found = break_down_results(steps, path)
        assert [one.seat for one in found] == [0, 1, 2]
        return [(one.start, one.luck, one.own, one.others, one.result, one.error) for one in found]

    whole = ledger((0, 1, 2))
    for order in permutations(range(3)):
        expected = [whole[seat] for seat in order]
        assert np.array(ledger(order)) == pytest.approx(np.array(expected), abs=3e-5)


def test_compare_outcomes_has_no_error_of_a_single_search() -> None:
    found = _compare_outcomes(0, "draw", [np.array([0.5])], [np.array([0.1]), np.array([0.3])])
    assert found.luck == pytest.approx([0.3])
    assert found.spread == pytest.approx([0.1]), "sqrt(0.02 / 2)"
    alone = _compare_outcomes(0, "draw", [np.array([0.5])], [np.array([0.1])])
    assert alone.spread == [0.0]


# --- Draws after a move -------------------------------------------------------------------------


class Search(NamedTuple):
    position: Position
    iterations: int
    seed: int
    action: int | None


class Recorder(Evaluator):
    """Answers that seat 0 has a twentieth for each stone of the heap."""

    def __init__(self, position: Position) -> None:
        super().__init__(position.game)
        self.searches: list[Search] = []

    def search(
        self, view: Position, iterations: int, seed: int, action: int | None = None
    ) -> SearchSummary:
        self.searches.append(Search(view.copy(), iterations, seed, action))
        share = int(view.state["heap"]) / 20
        return SearchSummary(np.array([share, 1 - share]), (), ())


def rolling(seed: int = 5, stones: int = 9) -> Position:
    position = tw.new("toy", seed=seed, rolls="yes")
    position.state["heap"] = stones
    return position


def test_measure_chance_event_compares_what_came_with_what_might_have_come() -> None:
    position = rolling()
    actual = position.copy()
    actual.play(0)
    looks = Recorder(position)
    found = measure_chance_event(looks, position, 0, 320, seed=1)
    assert found is not None
    mine, others = looks.searches[:NUM_ACTUAL_SEARCHES], looks.searches[NUM_ACTUAL_SEARCHES:]
    assert (len(mine), len(others)) == (6, NUM_OUTCOMES) == (6, 24)
    assert {one.iterations for one in looks.searches} == {20}
    assert len({one.seed for one in looks.searches}) == 30, "each search has a seed of its own"
    assert {str(one.position) for one in mine} == {str(actual)}
    heaps = [int(one.position.state["heap"]) for one in others]
    assert set(heaps) == {8, 9}
    assert all(
        one.position.state["secret"].tolist() == actual.state["secret"].tolist() for one in others
    )
    mean = sum(heaps) / 24 / 20
    assert (found.ply, found.event) == (1, position.game.chance_name)
    assert found.before == pytest.approx([mean, 1 - mean])
    luck = int(actual.state["heap"]) / 20 - mean
    assert found.luck == pytest.approx([luck, -luck])
    variance = sum((heap / 20 - mean) ** 2 for heap in heaps) / 23
    assert found.spread == pytest.approx([math.sqrt(variance / 24)] * 2)


def test_measure_chance_event_depends_on_seed_and_ply() -> None:
    def seeds(seed: int, ply: int) -> set[int]:
        position = rolling()
        position.state["ply"] = ply
        looks = Recorder(position)
        measure_chance_event(looks, position, 0, 320, seed)
        return {one.seed for one in looks.searches}

    runs = [seeds(1, 0), seeds(2, 0), seeds(1, 1)]
    assert seeds(1, 0) == runs[0]
    assert len(set.union(*runs)) == sum(map(len, runs))


def test_measure_chance_event_without_chance_or_after_the_end_is_none() -> None:
    still = tw.new("toy", seed=5, rolls="no")
    last = rolling(stones=2)
    assert measure_chance_event(Recorder(still), still, 0, 320, 1) is None
    assert measure_chance_event(Recorder(last), last, 1, 320, 1) is None
    assert any(depends_on_chance(last, 0, seed) for seed in range(9)), (
        "a smaller move is left to chance"
    )


# --- Deals --------------------------------------------------------------------------------------


class Deals(Evaluator):
    """Answers alike, and keeps what it was asked."""

    def __init__(self, position: Position) -> None:
        super().__init__(position.game)
        self.searches: list[Search] = []

    def search(
        self, view: Position, iterations: int, seed: int, action: int | None = None
    ) -> SearchSummary:
        self.searches.append(Search(view, iterations, seed, action))
        off = 0.1 if len(self.searches) % 2 else -0.1
        shares = np.full(view.players, 1 / view.players)
        shares[0] += off
        shares[1] -= off
        return SearchSummary(shares, (), ())


@pytest.mark.parametrize(
    "name, players, options, events",
    [
        ("my-shelfie", 3, {}, [FIRST_SEAT, DEAL, HIDDEN_CARDS]),
        ("my-shelfie", 2, {"first": "seat-1"}, [DEAL, HIDDEN_CARDS]),
        ("polyssimo", 2, {"first": "seat-0"}, []),
        ("polyssimo", 3, {"first": "random"}, [FIRST_SEAT]),
        ("toy", 2, {}, [DEAL, HIDDEN_CARDS]),
    ],
)
def test_measure_deal_luck_tells_what_was_left_to_chance_in_its_order(
    name: str, players: int, options: dict[str, str], events: list[str]
) -> None:
    deal = tw.new(name, players=players, seed=3, **options)
    found = measure_deal_luck(Deals(deal), deal, 320, 1)
    assert [one.event for one in found] == events
    assert all(one.ply == 0 and len(one.luck) == players for one in found)


def test_measure_deal_luck_compares_with_deals_of_the_same_first_player() -> None:
    deal = tw.new("my-shelfie", players=3, seed=3)
    looks = Deals(deal)
    measure_deal_luck(looks, deal, 320, 1)
    assert {one.iterations for one in looks.searches} == {20}
    assert len({one.seed for one in looks.searches}) == len(looks.searches)
    public = deal.view()
    others = [one.position for one in looks.searches if one.position.view() != public]
    same = [one.position for one in looks.searches if one.position.view() == public]
    assert 0 < len(others) <= NUM_OUTCOMES
    assert {one.mover for one in others} == {deal.mover}
    assert len({str(one) for one in others}) == len(others), "each of them is another deal"
    hidden = [one for one in same if one.state["cards"].tolist() != deal.state["cards"].tolist()]
    assert NUM_OUTCOMES // 2 < len(hidden) <= NUM_OUTCOMES
    assert len(same) == NUM_OUTCOMES + NUM_ACTUAL_SEARCHES


def test_measure_deal_luck_without_secrets_searches_the_deal_itself() -> None:
    deal = tw.new("polyssimo", players=3, seed=3, first="random")
    looks = Deals(deal)
    (first,) = measure_deal_luck(looks, deal, 320, 1)
    assert first.before == pytest.approx([1 / 3] * 3)
    alike = sum(one.position.mover == deal.mover for one in looks.searches) - NUM_ACTUAL_SEARCHES
    assert alike == len(looks.searches) - NUM_ACTUAL_SEARCHES
    # Every second search is 0.1 above a third, every other one 0.1 below.
    high = (alike + 1) // 2
    mean = 0.1 * (2 * high - alike) / alike
    variance = (high * (0.1 - mean) ** 2 + (alike - high) * (0.1 + mean) ** 2) / (alike - 1)
    error = math.sqrt(variance / alike)
    assert first.spread == pytest.approx([error, error, 0.0], abs=1e-9)
    assert first.luck == pytest.approx([mean, -mean, 0.0], abs=1e-9)


def test_measure_deal_luck_with_another_seed_deals_other_games() -> None:
    deal = tw.new("my-shelfie", seed=3, first="seat-0")

    def deals(seed: int) -> set[str]:
        looks = Deals(deal)
        measure_deal_luck(looks, deal, 320, seed)
        return {str(one.position) for one in looks.searches if one.position.view() != deal.view()}

    assert deals(1) == deals(1)
    assert not deals(1) & deals(2)
