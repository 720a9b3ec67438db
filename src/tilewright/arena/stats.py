"""Statistics of arenas: intervals of win rates, what pairing adds, and a sequential test (SPRT)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, log10, sqrt

from tilewright.arena.play import GameResult
from tilewright.errors import InvalidOption

Z95 = 1.959963984540054

PAIR_SCORES = (0.0, 0.5, 1.0)
"""Scores of two games on one deal: both lost, one won, both won."""


def wilson_interval(wins: float, games: float) -> tuple[float, float]:
    """Return Wilson's 95 % confidence interval of a win rate.

    It is also reliable near 0 and 1. Without games it is 0 to 1.
    """
    if games == 0:
        return 0.0, 1.0
    rate, square = wins / games, Z95 * Z95 / games
    middle = rate + square / 2
    spread = sqrt(square * (rate * (1 - rate) + square / 4))
    low, high = (middle - spread) / (1 + square), (middle + spread) / (1 + square)
    return max(0.0, min(low, rate)), min(1.0, max(high, rate))


def expected_score(elo: float) -> float:
    """Return the expected score, from 0 to 1, of a player with a lead of `elo` points."""
    return 1 / (1 + 10 ** (-elo / 400))


def compute_elo(score: float) -> float | None:
    """Return the lead in Elo points for an expected score. None for 0 and 1."""
    return -400 * log10(1 / score - 1) if 0 < score < 1 else None


def pair_scores(games: Iterable[GameResult], entry: int) -> dict[int, float]:
    """Return the score of `entry` on each deal: 0, 0.5 or 1.

    Deals that the two bots have not played from both seats are left out.
    """
    wins: dict[int, list[int]] = {}
    for game in games:
        wins.setdefault(game.deal, []).append(int(game.places[game.entries.index(entry)] == 1))
    return {deal: sum(won) / 2 for deal, won in sorted(wins.items()) if len(won) == 2}


@dataclass(frozen=True)
class Paired:
    """The paired score of a bot: over all deals that two bots have played from both seats.

    The two games on a deal are not independent. With the deal as the unit, the variance is correct,
    and smaller if the luck of the deal outweighs skill.
    """

    counts: tuple[int, int, int]
    """Number of deals by score, in the order of PAIR_SCORES."""

    @classmethod
    def from_games(cls, games: Iterable[GameResult], entry: int) -> Paired:
        """Count the deals by the score of `entry` against the other entry."""
        found = Counter(pair_scores(games, entry).values())
        return cls((found[0.0], found[0.5], found[1.0]))

    @property
    def deals(self) -> int:
        return sum(self.counts)

    @property
    def score(self) -> float:
        """Mean score over all deals. 0.5 if there are none."""
        weighed = zip(self.counts, PAIR_SCORES, strict=True)
        return sum(count * score for count, score in weighed) / self.deals if self.deals else 0.5

    @property
    def standard_error(self) -> float | None:
        """Standard error of the score. None with fewer than two deals or without any spread."""
        if self.deals < 2:
            return None
        weighed = zip(self.counts, PAIR_SCORES, strict=True)
        squares = sum(count * (score - self.score) ** 2 for count, score in weighed)
        return sqrt(squares / (self.deals - 1) / self.deals) or None

    @property
    def ci95(self) -> tuple[float, float] | None:
        """95 % confidence interval of the score. None if it is unknown."""
        error = self.standard_error
        if error is None:
            return None
        return max(0.0, self.score - Z95 * error), min(1.0, self.score + Z95 * error)


# --- Is B better than A? A test that stops as soon as the answer is clear -------------------------


MAX_ELO = 2_000
ZERO_COUNT = 1e-3
"""Replaces a count of zero, because a pair score not seen yet is not impossible."""
BISECTIONS = 60


@dataclass(frozen=True)
class Sprt:
    """The test of H0: elo <= elo0 against H1: elo >= elo1, with its error probabilities."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """Probability of accepting H1 if H0 is true."""
    beta: float = 0.05
    """Probability of accepting H0 if H1 is true."""

    def __post_init__(self) -> None:
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            found = f"{self.elo0:g},{self.elo1:g}"
            raise InvalidOption(
                f"sprt: expected -{MAX_ELO} <= elo0 < elo1 <= {MAX_ELO}; found {found}"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise InvalidOption(f"sprt: expected {name} between 0 and 0.5; found {value:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Log-likelihood ratios at which the test accepts H0 and H1."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """Return the log-likelihood ratio of H1 to H0.

        Args:
            counts: Number of deals with each of `PAIR_SCORES`.
        """
        pairs = sum(counts)
        if pairs == 0:
            return 0.0
        seen = [max(count, ZERO_COUNT) for count in counts]
        shares = [count / sum(seen) for count in seen]
        p0 = _fit_probabilities(shares, expected_score(self.elo0))
        p1 = _fit_probabilities(shares, expected_score(self.elo1))
        logs = (share * log(b / a) for share, a, b in zip(shares, p0, p1, strict=True))
        return pairs * sum(logs)


def _fit_probabilities(shares: Sequence[float], mean: float) -> list[float]:
    """Fit probabilities of `PAIR_SCORES` with mean `mean` to observed shares.

    Returns the most likely ones.

    By Lagrange, p[i] = shares[i] / (1 + x (a[i] - mean)). The sum below decreases with x, so
    bisection finds the x that yields the mean.
    """
    steps = [score - mean for score in PAIR_SCORES]
    low, high = -1 / steps[-1], -1 / steps[0]
    for _ in range(BISECTIONS):
        x = (low + high) / 2
        excess = sum(share * d / (1 + x * d) for share, d in zip(shares, steps, strict=True))
        low, high = (x, high) if excess > 0 else (low, x)
    x = (low + high) / 2
    return [share / (1 + x * d) for share, d in zip(shares, steps, strict=True)]


class SprtState:
    """The state of a running SPRT."""

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self.counts = [0, 0, 0]
        self.decision: str | None = None
        """``H0`` or ``H1`` once a bound has been reached. It never changes afterwards."""

    def add(self, score: float) -> None:
        """Count the score of one deal. Decide the test if a bound is reached.

        Has no effect once the test is decided.
        """
        if self.decision is None:
            self.counts[PAIR_SCORES.index(score)] += 1
            low, high = self.test.bounds
            ratio = self.test.ratio(self.counts)
            self.decision = "H1" if ratio >= high else "H0" if ratio <= low else None


def parse_sprt(text: str) -> Sprt:
    """Parse an SPRT from ``elo0,elo1`` or ``elo0,elo1,alpha,beta``."""
    words = text.split(",")
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4):
        raise InvalidOption(
            f"sprt: expected elo0,elo1 or elo0,elo1,alpha,beta; found {text[:40]!r}"
        )
    return Sprt(*numbers)
