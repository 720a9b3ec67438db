"""Ratings: who is better comes out, whatever the number of players."""

from __future__ import annotations

import random

import pytest

from tilewright.arena.ratings import BEGINNER, Rating, after_games


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
    ratings = after_games(games, 4)
    assert sorted(range(4), key=lambda entry: ratings[entry].ordinal) == [0, 1, 2, 3]


def test_rating_of_a_bot_against_itself_does_not_change() -> None:
    assert after_games([([0], [1])], 1) == [BEGINNER]
    assert (BEGINNER.mu, BEGINNER.sigma) == (25, 25 / 3)


def test_one_may_be_all_but_sure_of_a_skill_three_sigmas_below() -> None:
    assert BEGINNER.ordinal == 0
    assert Rating(30, 2).ordinal == 24
