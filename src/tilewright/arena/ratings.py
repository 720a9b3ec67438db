"""Ratings for games of any number of players (Plackett-Luce by openskill), for arena and server."""

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
    "after_game",
    "after_games",
    "after_puzzle",
    "puzzle_shift",
    "solve_probability",
    "weigh",
]

MODEL = PlackettLuce()


@dataclass(frozen=True)
class Rating:
    """A skill estimate and its uncertainty; beginners have 25 ± 25/3."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """Conservative skill: mu minus three sigma."""
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
"""Fixed ratings of the bots: people are measured by them and do not move them.

Steps are those between neighbours in the arena, averaged over all games (docs/results/levels.md):
a share p of games lost is ln(p / (1 - p)) times 5.9, the spread of two certain players. Level 2
has the rating of beginners. The strength of ``greedy`` depends on the game, from below level 1 to
above level 2.
"""


def after_game(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return the ratings after a game, given the places of its players."""
    teams = [[MODEL.rating(rating.mu, rating.sigma)] for rating in ratings]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(rating.mu, rating.sigma) for [rating] in rated]


def weigh(before: Rating, after: Rating, weight: float) -> Rating:
    """Return the rating after a fraction `weight` of a change."""
    mu = before.mu + weight * (after.mu - before.mu)
    return Rating(mu, before.sigma + weight * (after.sigma - before.sigma))


def after_games(
    games: Iterable[tuple[Sequence[int], Sequence[int]]], num_entries: int
) -> list[Rating]:
    """Rate all entries from games in order; another order would give other figures.

    Args:
        games: For each game, the entries that played and their places.
        num_entries: Number of entries.
    """
    ratings = [BEGINNER] * num_entries
    for entries, places in games:
        if len(entries) < 2:
            continue
        after = after_game([ratings[entry] for entry in entries], places)
        for entry, rating in zip(entries, after, strict=True):
            ratings[entry] = rating
    return ratings


# --- Puzzles ------------------------------------------------------------------------------------

PUZZLE_BEGINNER: Final = 25.0
PUZZLE_SPREAD: Final = 5.9
"""A puzzle is rated on the scale of players; this is how fast the chance to solve it falls."""
FIRST_STEP, LAST_STEP = 6.0, 1.0
FAMILIAR_TRIES: Final = 5
"""Tries after which a step is half the first."""
GRADING_TRIES: Final = 40
"""The bots that graded a puzzle count for so many tries."""
TRUSTED_TRIES: Final = 10
"""Tries after which a player counts half."""


def solve_probability(player: float, puzzle: float) -> float:
    """Return the probability that a player of a rating solves a puzzle of a rating."""
    return 1 / (1 + math.exp((puzzle - player) / PUZZLE_SPREAD))


def after_puzzle(rating: float, tries: int, puzzle: float, is_right: bool) -> float:
    """Return a player's rating after one more attempt; the first attempts move it most."""
    step = max(LAST_STEP, FIRST_STEP / (1 + tries / FAMILIAR_TRIES))
    return rating + step * (is_right - solve_probability(rating, puzzle))


def puzzle_shift(puzzle: float, met: int, rating: float, tries: int, is_right: bool) -> float:
    """Return the change of a puzzle's difficulty after one more attempt.

    The attempt is by a player of that rating and number of tries; ``met`` players tried the puzzle
    before.
    """
    trust = tries / (tries + TRUSTED_TRIES)
    # A step of Newton's method: a try tells most, a quarter, where it may go either way.
    expected = solve_probability(rating, puzzle)
    return 4 * PUZZLE_SPREAD * trust * (expected - is_right) / (GRADING_TRIES + met)
