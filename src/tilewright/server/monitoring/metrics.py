"""What can be counted about a running server, for Prometheus."""

from __future__ import annotations

import logging
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from tilewright.server.monitoring.durations import SECONDS
from tilewright.server.monitoring.neighbours import Neighbours
from tilewright.server.rounds import go_round

__all__ = ["CONTENT_TYPE", "Metrics"]

log = logging.getLogger("tilewright.metrics")

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
TELL_SECONDS: Final = 5.0
"""How old the counts of another process may be."""


class Metrics:
    """The counters of one application, in a registry of its own, and those of its neighbours."""

    def __init__(self, neighbours: Neighbours | None = None) -> None:
        self._neighbours = neighbours
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
            buckets=SECONDS,
            registry=self.registry,
        )

    def text(self) -> bytes:
        """Of all processes on this machine."""
        if self._neighbours is None:
            return generate_latest(self.registry)
        self._neighbours.tell(self.registry)
        return generate_latest(self._neighbours)

    async def share(self) -> None:
        """Let the neighbours know, as long as the server runs."""
        if (neighbours := self._neighbours) is not None:

            async def tell() -> None:
                neighbours.tell(self.registry)

            await go_round(tell, TELL_SECONDS, log, "what was counted could not be shared")
