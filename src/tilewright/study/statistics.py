"""Means and regressions with confidence intervals, over games that come in deals.

Games on one deal resemble each other, so the deal and not the game is the sampling unit: all
intervals are *cluster-robust* with deals as clusters.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.arena.stats import Z95, wilson

TOLERANCE = 1e-6

Reals = npt.NDArray[np.float64]

MIN_DEALS_PER_COLUMN = 2
"""Fewest deals for a regression; with fewer its intervals would be too narrow."""


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval; the interval is None if the data are too few."""

    mean: float
    ci95: tuple[float, float] | None
    count: int
    """Number of observations."""

    def as_json(self) -> dict[str, Any]:
        interval = None if self.ci95 is None else [round(bound, 5) for bound in self.ci95]
        return {"mean": round(self.mean, 5), "ci95": interval, "count": self.count}


def mean_of(values: Any, deals: Any) -> Estimate | None:
    """Return the mean of observations, each made on a deal; None if there are none."""
    observed = np.asarray(values, dtype=np.float64)
    if len(observed) == 0:
        return None
    mean, variance = float(observed.mean()), _variance_of_mean(observed, deals)
    if variance is None:
        return Estimate(mean, None, len(observed))
    spread = Z95 * sqrt(variance)
    return Estimate(mean, (mean - spread, mean + spread), len(observed))


def share_of(answers: Any, deals: Any) -> Estimate | None:
    """Return the share of yes among observations, each made on a deal; None if there are none.

    Wilson's interval for the effective number of independent answers. If all answers are alike,
    that number is unknown and each deal counts as one.
    """
    observed = np.asarray(answers, dtype=np.float64)
    if len(observed) == 0:
        return None
    share, variance = float(observed.mean()), _variance_of_mean(observed, deals)
    worth = share * (1 - share) / variance if variance else len(np.unique(deals))
    return Estimate(share, wilson(share * worth, worth), len(observed))


def _variance_of_mean(observed: Reals, deals: Any) -> float | None:
    errors = _sums(observed - observed.mean(), deals)
    if len(errors) < 2:
        return None
    return _inflate(len(errors)) * float((errors**2).sum()) / len(observed) ** 2


def regress(
    results: Reals, things: Reals, controls: Reals, deals: Any, peers: Reals | None = None
) -> list[Estimate | None]:
    """Estimate by least squares the effect of each item on the result, with controls.

    Args:
        results: float64[n].
        things: float64[n, k].
        controls: float64[n, c].
        deals: The deal of each observation.
        peers: float64[k, m], what a thing's peers have in common with it; then a thing is compared
            with its peers.
    """
    columns = np.hstack([things, controls])
    if len(np.unique(deals)) < MIN_DEALS_PER_COLUMN * columns.shape[1]:
        return [None] * things.shape[1]
    inverse = np.linalg.pinv(columns.T @ columns)
    slopes = inverse @ (columns.T @ results)
    scores = _sums(columns * (results - columns @ slopes)[:, None], deals)
    covariance = inverse @ (scores.T @ scores) @ inverse * _inflate(len(scores))
    contrast = np.eye(things.shape[1], columns.shape[1])
    if peers is not None:
        contrast[:, : things.shape[1]] -= peers @ np.linalg.pinv(peers)
    means = contrast @ slopes
    spreads = Z95 * np.sqrt(np.maximum(0, np.diag(contrast @ covariance @ contrast.T)))
    # Where columns say the same in other words, least squares shares out what they say as it likes.
    blurred = np.abs(contrast - contrast @ inverse @ columns.T @ columns).max(axis=1) > TOLERANCE
    return [
        None if is_blurred else Estimate(float(mean), (mean - spread, mean + spread), len(results))
        for mean, spread, is_blurred in zip(
            means.tolist(), spreads.tolist(), blurred.tolist(), strict=True
        )
    ]


def _sums(values: Reals, deals: Any) -> Reals:
    """Return sums over each deal's observations; float64[deals, ...]."""
    numbers = np.unique(np.asarray(deals), return_inverse=True)[1]
    sums = np.zeros((int(numbers.max()) + 1, *values.shape[1:]))
    np.add.at(sums, numbers, values)
    return sums


def _inflate(clusters: int) -> float:
    """Return the factor that keeps variances from being too small with few deals."""
    return clusters / (clusters - 1)
