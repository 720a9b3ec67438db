"""Ratings: who is better comes out, whatever the number of players."""

from __future__ import annotations

import random

import pytest

from tilewright.arena.ratings import (
    BEGINNER,
    FAMILIAR_TRIES,
    FIRST_STEP,
    GRADING_TRIES,
    LAST_STEP,
    PUZZLE_SPREAD,
    TRUSTED_TRIES,
    Rating,
    compute_puzzle_shift,
    interpolate,
    rate_attempt,
    rate_entries,
)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ratings_recover_a_known_order(players: int) -> None:
    rng = random.Random(players)
    strengths = [0.0, 1.0, 2.0, 3.0]
    games = []
    for _ in range(400):
        entries = rng.sample(range(4), players)
        forms = [strengths[entry] + rng.gauss(0, 1) for entry in entries]
        order = sorted(range(players), key=lambda seat: -forms[seat])
        games.append((entries, [order.index(seat) + 1 for seat in range(players)]))
    ratings = rate_entries(games, 4)
    assert sorted(range(4), key=lambda entry: ratings[entry].ordinal) == [0, 1, 2, 3]


def test_rating_of_a_bot_against_itself_does_not_change() -> None:
    assert rate_entries([([0], [1])], 1) == [BEGINNER]
    assert (BEGINNER.mu, BEGINNER.sigma) == (25, 25 / 3)


def test_rating_ordinal_is_mu_minus_three_sigma() -> None:
    assert BEGINNER.ordinal == 0
    assert Rating(30, 2).ordinal == 24


@pytest.mark.parametrize(
    "weight, mu, sigma", [(0.0, 20, 8), (0.5, 25, 7), (0.25, 22.5, 7.5), (1.0, 30, 6)]
)
def test_interpolate_weighs_mu_and_sigma_equally(weight: float, mu: float, sigma: float) -> None:
    assert interpolate(Rating(20, 8), Rating(30, 6), weight) == Rating(mu, sigma)


# --- Puzzles ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tries, step",
    [
        (0, FIRST_STEP),
        (1, FIRST_STEP / 1.2),
        (FAMILIAR_TRIES, FIRST_STEP / 2),
        (7, FIRST_STEP / 2.4),
        (5 * FAMILIAR_TRIES, LAST_STEP),
        (1000, LAST_STEP),
    ],
)
def test_after_puzzle_at_even_odds_changes_by_half_a_step(tries: int, step: float) -> None:
    assert rate_attempt(30.0, tries, 30.0, True) == pytest.approx(30 + step / 2)
    assert rate_attempt(30.0, tries, 30.0, False) == pytest.approx(30 - step / 2)


def test_puzzle_shift_falls_with_attempts_and_grows_with_trust() -> None:
    """A try that may go either way, by a player who is trusted by half."""

    def shift(met: int, tries: int = TRUSTED_TRIES, *, is_right: bool = True) -> float:
        return compute_puzzle_shift(30.0, met, 30.0, tries, is_right)

    first = -PUZZLE_SPREAD / GRADING_TRIES  # 4 * spread * half a trust * half a surprise
    assert shift(0) == pytest.approx(first)
    assert shift(0, is_right=False) == pytest.approx(-first)
    assert shift(GRADING_TRIES) == pytest.approx(first / 2)
    assert shift(9 * GRADING_TRIES) == pytest.approx(first / 10)
    assert shift(0, 0) == 0.0
    assert shift(0, 3 * TRUSTED_TRIES) == pytest.approx(1.5 * first)
