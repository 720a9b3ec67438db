"""Intervals, ratings and the sequential test do what they promise."""

from __future__ import annotations

import random
from math import log

import pytest

from tilewright.arena import GameResult, Sprt, parse_sprt
from tilewright.arena.stats import (
    Paired,
    SprtState,
    compute_elo,
    expected_score,
    pair_scores,
    wilson_interval,
)
from tilewright.errors import InvalidOption


def result(
    index: int, entries: tuple[int, ...], places: tuple[int, ...], deal: int = 0
) -> GameResult:
    zeros = (0,) * len(entries)
    times = (0.0,) * len(entries)
    return GameResult(index, deal, 0, entries, zeros, places, times, times, zeros, None, "")


# --- Intervals ---


@pytest.mark.parametrize(
    "wins, games, low, high",
    [(0, 0, 0, 1), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (50, 100, 0.4038, 0.5962)],
)
def test_wilson_interval_has_known_values(wins: int, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_wilson_interval_covers_the_true_rate() -> None:
    rng = random.Random(1)
    covered = 0
    for _ in range(1000):
        low, high = wilson_interval(sum(rng.random() < 0.8 for _ in range(60)), 60)
        covered += low <= 0.8 <= high
    assert 0.92 < covered / 1000 < 0.98


def test_compute_elo_inverts_expected_score() -> None:
    assert expected_score(0) == 0.5
    assert compute_elo(expected_score(123.0)) == pytest.approx(123)
    assert compute_elo(1.0) is None and compute_elo(0.0) is None


def test_pair_scores_need_both_games() -> None:
    games = [
        result(0, (0, 1), (1, 2), deal=0), result(1, (1, 0), (1, 2), deal=0),
        result(2, (0, 1), (2, 1), deal=1), result(3, (1, 0), (1, 2), deal=1),
        result(4, (0, 1), (2, 1), deal=2),
    ]  # fmt: skip
    assert pair_scores(games, entry=1) == {0: 0.5, 1: 1.0}
    paired = Paired.from_games(games, entry=1)
    assert (paired.counts, paired.deals, paired.score) == ((0, 1, 1), 2, 0.75)
    assert paired.standard_error == pytest.approx(0.25)


def test_paired_score_removes_the_luck_of_the_deal() -> None:
    """Were every deal won by the better seat, the two bots would be known to be equal."""
    low, high = Paired((1, 98, 1)).ci95 or (0, 1)
    unpaired_low, unpaired_high = wilson_interval(100, 200)
    assert high - low < 0.06 < 0.13 < unpaired_high - unpaired_low
    assert Paired((0, 5, 0)).ci95 is None and Paired((0, 0, 1)).ci95 is None


# --- The sequential test ---


def pair(rng: random.Random, score: float, luck: float) -> float:
    """Two games on one deal. With luck the seat wins, with either bot on it."""
    if rng.random() < luck:
        return 0.5
    return (int(rng.random() < score) + int(rng.random() < score)) / 2


def decide(test: Sprt, elo: float, luck: float, rng: random.Random) -> tuple[str | None, int]:
    # Luck pulls the mean towards a half; the true lead is that of the mean.
    score = 0.5 + (expected_score(elo) - 0.5) / (1 - luck)
    state = SprtState(test)
    while state.decision is None and sum(state.counts) < 5_000:
        state.add(pair(rng, score, luck))
    return state.decision, sum(state.counts)


@pytest.mark.slow
@pytest.mark.parametrize("luck", [0.0, 0.4])
def test_sprt_error_rates_are_below_their_bounds(luck: float) -> None:
    """120 tests at each edge, 5 % errors promised: more than 13 would be a sign of a fault."""
    test = Sprt(0, 80)
    for elo, wrong in ((0, "H1"), (80, "H0")):
        rng = random.Random(f"{luck} {elo}")
        answers = [decide(test, elo, luck, rng) for _ in range(120)]
        assert sum(answer == wrong for answer, _ in answers) <= 13
        assert all(answer is not None for answer, _ in answers)


def test_sprt_ends_early_if_the_difference_is_large() -> None:
    rng = random.Random(3)
    clear = [decide(Sprt(0, 80), 300, 0.0, rng) for _ in range(20)]
    assert {answer for answer, _ in clear} == {"H1"}
    assert max(pairs for _, pairs in clear) < 60


def test_sprt_ratio_has_the_value_computed_by_hand() -> None:
    """With both outcomes seen equally, the trinomial is binomial-like and can be worked out."""
    test = Sprt(-50, 50)
    assert test.ratio([0, 0, 0]) == 0
    assert test.ratio([10, 20, 10]) == pytest.approx(0, abs=1e-9)
    assert test.ratio([5, 20, 15]) == pytest.approx(-test.ratio([15, 20, 5]))
    assert test.ratio([5, 20, 15]) > 0
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=1e-3)


def test_sprt_bounds_have_the_values_computed_by_hand() -> None:
    """alpha = 0.1, beta = 0.01 by hand: log(0.01 / 0.9) and log(0.99 / 0.1)."""
    assert Sprt(0, 30, alpha=0.1, beta=0.01).bounds == pytest.approx((-4.49981, 2.29253), abs=1e-5)


def test_sprt_ratio_replaces_zero_counts() -> None:
    """Ten pairs won and none lost, between Elo 0 and 100, by hand: all that is known is the mean
    under each hypothesis, so the ratio is all but 10 log(0.640 / 0.5) = 2.47. To stand in for what
    was not seen with whole pairs would make it smaller by far."""
    assert Sprt(0, 100).ratio([0, 0, 10]) == pytest.approx(10 * log(0.64006 / 0.5), abs=0.02)


def test_sprt_decision_never_changes() -> None:
    state = SprtState(Sprt(0, 200))
    for _ in range(200):
        state.add(1.0)
    assert state.decision == "H1"
    seen = list(state.counts)
    state.add(0.0)
    assert (state.decision, state.counts) == ("H1", seen)


def test_parse_sprt_reads_two_or_four_numbers() -> None:
    assert parse_sprt("0,30") == Sprt(0, 30)
    assert parse_sprt("-5,5,0.1,0.01") == Sprt(-5, 5, 0.1, 0.01)


@pytest.mark.parametrize(
    "text",
    ["", "5", "a,b", "30,0", "0,0", "0,nan", "0,1e9", "0,30,0.05", "0,30,0,0.05", "0,30,1,1"],
)
def test_parse_sprt_refuses_invalid_bounds(text: str) -> None:
    with pytest.raises(InvalidOption, match="sprt: expected"):
        parse_sprt(text)
