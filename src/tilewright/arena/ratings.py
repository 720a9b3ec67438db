"""Ratings of many bots from games of any number of players, by openskill's Plackett-Luce model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from openskill.models import PlackettLuce

from tilewright.arena.play import GameResult

__all__ = ["Rating", "rate"]


@dataclass(frozen=True)
class Rating:
    """A skill and how uncertain it is. Everybody begins at 25, give or take 25/3."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A skill that one may be all but sure of: three sigmas below mu."""
        return self.mu - 3 * self.sigma


def rate(games: Iterable[GameResult], num_entries: int) -> list[Rating]:
    """Rate all entries. The model learns game by game, so the order must be fixed: by number."""
    model = PlackettLuce()
    ratings = [model.rating() for _ in range(num_entries)]
    for game in sorted(games, key=lambda game: game.index):
        if len(game.entries) < 2:
            continue
        teams = [[ratings[entry]] for entry in game.entries]
        places = [float(place) for place in game.places]
        for entry, [rating] in zip(game.entries, model.rate(teams, ranks=places), strict=True):
            ratings[entry] = rating
    return [Rating(rating.mu, rating.sigma) for rating in ratings]
