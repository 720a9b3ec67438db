"""Ratings for any number of players (openskill's Plackett-Luce), for the arena and the server."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

__all__ = [
    "ANCHORS",
    "BEGINNER",
    "PUZZLE_BEGINNER",
    "PUZZLE_SPREAD",
    "Rating",
    "compute_puzzle_shift",
    "interpolate",
    "rate_attempt",
    "rate_entries",
    "rate_players",
    "solve_probability",
]

MODEL = PlackettLuce()


@dataclass(frozen=True)
class Rating:
    """A skill estimate with its uncertainty."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """Conservative skill estimate: mu minus three sigma."""
        return self.mu - 3 * self.sigma


BEGINNER = Rating(25, 25 / 3)

ANCHORS: Final = {
    "random": Rating(0.0, 1.0),
    "greedy": Rating(20.5, 1.0),
    "level-1": Rating(18.1, 1.0),
    "level-2": Rating(25.0, 1.0),
    "level-3": Rating(32.3, 1.0),
    "level-4": Rating(38.2, 1.0),
    "level-5": Rating(45.6, 1.0),
    "level-6": Rating(51.1, 1.0),
    "level-7": Rating(56.0, 1.0),
    "level-8": Rating(60.1, 1.0),
}
"""Fixed bot ratings, which anchor the ratings of people.

The differences are those between neighbouring levels in the arena, averaged over all games
(docs/results/levels.md): a win rate p against the lower level corresponds to ln(p / (1 - p)) * 5.9.
Level 2 has the initial rating of people. The strength of ``greedy`` depends on the game, from below
level 1 to above level 2.
"""


def rate_players(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return the players' new ratings after a game, given their places."""
    teams = [[MODEL.rating(rating.mu, rating.sigma)] for rating in ratings]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(rating.mu, rating.sigma) for [rating] in rated]


def interpolate(before: Rating, after: Rating, weight: float) -> Rating:
    """Interpolate between two ratings: weight 0 gives `before`, weight 1 gives `after`."""
    mu = before.mu + weight * (after.mu - before.mu)
    return Rating(mu, before.sigma + weight * (after.sigma - before.sigma))


def rate_entries(
    games: Iterable[tuple[Sequence[int], Sequence[int]]], num_entries: int
) -> list[Rating]:
    """Rate all entries by their games in order, starting from `BEGINNER`.

    Games of one entry are skipped.

    Args:
        games: For each game, the entries that played and their places.
        num_entries: Number of entries.
    """
    ratings = [BEGINNER] * num_entries
    for entries, places in games:
        if len(entries) < 2:
            continue
        after = rate_players([ratings[entry] for entry in entries], places)
        for entry, rating in zip(entries, after, strict=True):
            ratings[entry] = rating
    return ratings


# --- Puzzles ------------------------------------------------------------------------------------

PUZZLE_BEGINNER: Final = 25.0
PUZZLE_SPREAD: Final = 5.9
"""Scale of the logistic curve that relates rating differences to success."""
FIRST_STEP, LAST_STEP = 6.0, 1.0
FAMILIAR_TRIES: Final = 5
"""Number of attempts after which a player's step has halved."""
GRADING_TRIES: Final = 40
"""Number of attempts that a puzzle's initial grading is worth."""
TRUSTED_TRIES: Final = 10
"""Number of attempts after which a player has half weight."""


def solve_probability(player: float, puzzle: float) -> float:
    """Return the probability that a player solves a puzzle.

    Args:
        player: The player's rating.
        puzzle: The puzzle's rating.
    """
    return 1 / (1 + math.exp((puzzle - player) / PUZZLE_SPREAD))


def rate_attempt(rating: float, tries: int, puzzle: float, is_right: bool) -> float:
    """Return a player's new rating after an attempt at a puzzle.

    The first attempts change the rating most.

    Args:
        rating: The player's rating.
        tries: Number of the player's earlier attempts at any puzzle.
        puzzle: The puzzle's rating.
        is_right: True if the attempt was successful.
    """
    step = max(LAST_STEP, FIRST_STEP / (1 + tries / FAMILIAR_TRIES))
    return rating + step * (is_right - solve_probability(rating, puzzle))


def compute_puzzle_shift(
    puzzle: float, met: int, rating: float, tries: int, is_right: bool
) -> float:
    """Return the change of a puzzle's rating by an attempt.

    Args:
        puzzle: The puzzle's rating.
        met: Number of earlier attempts at the puzzle.
        rating: The player's rating.
        tries: Number of the player's earlier attempts at any puzzle.
        is_right: True if the attempt was successful.
    """
    trust = tries / (tries + TRUSTED_TRIES)
    # A step of Newton's method, with the maximum p * (1 - p) = 1/4 as the curvature.
    expected = solve_probability(rating, puzzle)
    return 4 * PUZZLE_SPREAD * trust * (expected - is_right) / (GRADING_TRIES + met)
