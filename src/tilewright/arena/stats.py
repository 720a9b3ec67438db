"""Statistics of arenas: intervals of win rates, and what pairing adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import log10, sqrt

from tilewright.arena.play import GameResult

Z95 = 1.959963984540054

PAIR_SCORES = (0.0, 0.5, 1.0)
"""Results of two games on one deal: both lost, one each, both won."""


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a rate, which is reliable near 0 and 1, too."""
    if games == 0:
        return 0.0, 1.0
    rate, square = wins / games, Z95 * Z95 / games
    middle = rate + square / 2
    spread = sqrt(square * (rate * (1 - rate) + square / 4))
    low, high = (middle - spread) / (1 + square), (middle + spread) / (1 + square)
    return max(0.0, min(low, rate)), min(1.0, max(high, rate))


def expected_score(elo: float) -> float:
    """Return the expected score of a lead in Elo points."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float | None:
    """Return the lead in Elo points of an expected score; None at 0 and 1."""
    return -400 * log10(1 / score - 1) if 0 < score < 1 else None


def pair_scores(games: Iterable[GameResult], entry: int) -> dict[int, float]:
    """Deal -> share of wins of an entry in a match of two, for deals played both ways round."""
    wins: dict[int, list[int]] = {}
    for game in games:
        wins.setdefault(game.deal, []).append(int(game.places[game.entries.index(entry)] == 1))
    return {deal: sum(won) / 2 for deal, won in sorted(wins.items()) if len(won) == 2}


@dataclass(frozen=True)
class Paired:
    """Two bots over deals that both have played from both seats.

    The two games on a deal are not independent. Taking the deal as the unit gets the variance
    right, and a smaller one wherever luck of the deal outweighs skill."""

    counts: tuple[int, int, int]
    """Deals by their score, as in PAIR_SCORES."""

    @classmethod
    def from_games(cls, games: Iterable[GameResult], entry: int) -> Paired:
        found = Counter(pair_scores(games, entry).values())
        return cls((found[0.0], found[0.5], found[1.0]))

    @property
    def deals(self) -> int:
        return sum(self.counts)

    @property
    def score(self) -> float:
        weighed = zip(self.counts, PAIR_SCORES, strict=True)
        return sum(count * score for count, score in weighed) / self.deals if self.deals else 0.5

    @property
    def standard_error(self) -> float | None:
        """None where there is too little to estimate it from."""
        if self.deals < 2:
            return None
        weighed = zip(self.counts, PAIR_SCORES, strict=True)
        squares = sum(count * (score - self.score) ** 2 for count, score in weighed)
        return sqrt(squares / (self.deals - 1) / self.deals) or None

    @property
    def ci95(self) -> tuple[float, float] | None:
        error = self.standard_error
        if error is None:
            return None
        return max(0.0, self.score - Z95 * error), min(1.0, self.score + Z95 * error)
