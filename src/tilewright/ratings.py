"""Ratings from games of any number of players, by openskill's Plackett-Luce model: one scale for
the arena and the server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

__all__ = ["BEGINNER", "Rating", "after_game", "after_games"]

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


def after_game(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings of those who played a game, once it is known who came first, second, third."""
    teams = [[MODEL.rating(rating.mu, rating.sigma)] for rating in ratings]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(rating.mu, rating.sigma) for [rating] in rated]


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
