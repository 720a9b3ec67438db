"""Is B better than A? A sequential test that stops as soon as the answer is clear.

The generalised sequential probability ratio test, as engine testers use it: two bots play deals in
pairs, and after every pair the log-likelihood ratio of "B leads by at least elo1" against "B leads
by at most elo0" is compared with two bounds. Under each hypothesis the probabilities of the three
pair scores are those of greatest likelihood with the mean that the hypothesis names, so nothing
has to be known about luck of the deal beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from tilewright.arena.stats import PAIR_SCORES, expected_score
from tilewright.errors import InvalidOption

MAX_ELO = 2_000
UNSEEN = 1e-3
"""Stands in for a count of zero: a pair score not seen yet is not impossible."""
BISECTIONS = 60


@dataclass(frozen=True)
class Sprt:
    """The question: H0 elo <= elo0 against H1 elo >= elo1, and the errors one will bear."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """Chance to accept H1 although H0 is true."""
    beta: float = 0.05
    """Chance to accept H0 although H1 is true."""

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
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """Return the log-likelihood ratio of a number of pairs of each score."""
        pairs = sum(counts)
        if pairs == 0:
            return 0.0
        seen = [max(count, UNSEEN) for count in counts]
        shares = [count / sum(seen) for count in seen]
        p0 = _most_likely(shares, expected_score(self.elo0))
        p1 = _most_likely(shares, expected_score(self.elo1))
        logs = (share * log(b / a) for share, a, b in zip(shares, p0, p1, strict=True))
        return pairs * sum(logs)


def _most_likely(shares: Sequence[float], mean: float) -> list[float]:
    """Return the probabilities with this mean under which the observed shares are most likely.

    By Lagrange p[i] = shares[i] / (1 + x (a[i] - mean)), where x makes the mean right; the sum
    below falls as x grows, so bisection finds it.
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
    """A test under way."""

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self.counts = [0, 0, 0]
        self.decision: str | None = None
        """``H0`` or ``H1`` once a bound has been reached; it stays."""

    def add(self, score: float) -> None:
        """Count a pair; without effect once decided."""
        if self.decision is None:
            self.counts[PAIR_SCORES.index(score)] += 1
            low, high = self.test.bounds
            ratio = self.test.ratio(self.counts)
            self.decision = "H1" if ratio >= high else "H0" if ratio <= low else None


def parse_sprt(text: str) -> Sprt:
    """Return the test of ``elo0,elo1`` or ``elo0,elo1,alpha,beta``."""
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
