"""Prometheus metrics of a running server."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import HistogramMetricFamily, Metric

__all__ = ["CONTENT_TYPE", "DurationHistogram", "Metrics"]

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
BUCKET_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds of the buckets of a histogram, in seconds."""


class Metrics:
    """The counters of one process, in their own registry."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "tilewright_http_requests_total",
            "Requests answered.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.request_seconds = Histogram(
            "tilewright_http_request_seconds",
            "How long requests took.",
            ("route",),
            buckets=BUCKET_SECONDS,
            registry=self.registry,
        )

    def render(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self.registry)


class DurationHistogram:
    """A histogram without labels or locks, for events as frequent as moves."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BUCKET_SECONDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(BUCKET_SECONDS, seconds)] += 1
        self._sum += seconds

    def metric(self, name: str, help_text: str) -> Metric:
        """Return the histogram as a Prometheus metric."""
        bounds = [*map(str, BUCKET_SECONDS), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(name, help_text, buckets=buckets, sum_value=self._sum)
