"""How long things took, each time."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import Final

from prometheus_client.core import HistogramMetricFamily, Metric

__all__ = ["SECONDS", "Durations"]

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Durations:
    """A histogram without labels or locks, for what happens with every move."""

    def __init__(self) -> None:
        self._counts = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def metric(self, name: str, help_text: str) -> Metric:
        bounds = [*map(str, SECONDS), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(name, help_text, buckets=buckets, sum_value=self._sum)
