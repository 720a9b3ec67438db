"""Ratings from games of any number of players, by openskill's Plackett-Luce model: one scale for
the arena and the server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

__all__ = ["ANCHORS", "BEGINNER", "Rating", "after_game", "after_games", "weigh"]

MODEL = PlackettLuce()


@dataclass(frozen=True)
class Rating:
    """A skill and how uncertain it is. Everybody begins at 25, give or take 25/3."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A skill that one may be all but sure of: three sigmas below mu."""
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
"""Where the bots stand, once and for all: people are measured by them and do not move them.

The steps are those between neighbours in the arena, the mean of all games (docs/results/levels.md):
a share p of the games lost is ln(p / (1 - p)) times 5.9, the spread of two sure players. The
second level stands where everybody begins. ``greedy`` is anything from below level 1 to above
level 2, by the game.
"""


def after_game(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings of those who played a game, once it is known who came first, second, third."""
    teams = [[MODEL.rating(rating.mu, rating.sigma)] for rating in ratings]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(rating.mu, rating.sigma) for [rating] in rated]


def weigh(before: Rating, after: Rating, weight: float) -> Rating:
    """A change that counts for a part only."""
    mu = before.mu + weight * (after.mu - before.mu)
    return Rating(mu, before.sigma + weight * (after.sigma - before.sigma))


def after_games(
    games: Iterable[tuple[Sequence[int], Sequence[int]]], num_entries: int
) -> list[Rating]:
    """Rate all entries from games in order, each as who played and which places they took.

    The model learns game by game: another order would give other figures."""
    ratings = [BEGINNER] * num_entries
    for entries, places in games:
        if len(entries) < 2:
            continue
        after = after_game([ratings[entry] for entry in entries], places)
        for entry, rating in zip(entries, after, strict=True):
            ratings[entry] = rating
    return ratings
