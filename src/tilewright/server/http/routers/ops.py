"""Routes for operators: health, and metrics of requests, tables and sockets."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Final, Literal

from fastapi import APIRouter, Response
from msgspec import Struct
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from tilewright.server.analysis import AnalysisPool
from tilewright.server.http.dependencies import ServicesDep
from tilewright.server.http.responses import encode, responses
from tilewright.server.monitoring import CONTENT_TYPE, DurationHistogram
from tilewright.server.tables.bots import BotPool
from tilewright.server.tables.wiring import Tables
from tilewright.version import __version__

__all__ = [
    "LiveCollector",
    "router",
]

SAMPLE_SECONDS: Final = 0.5


class LiveCollector(Collector):
    """Collects the metrics of one process's tables and sockets."""

    def __init__(self, tables: Tables, analysis_pool: AnalysisPool, bots: BotPool) -> None:
        self._tables, self._analysis_pool, self._bots = tables, analysis_pool, bots
        self._loop_delays = DurationHistogram()

    async def measure_loop_lag(self) -> None:
        """Measure the event loop's delay every ``SAMPLE_SECONDS`` until cancelled."""
        while True:
            due = time.perf_counter() + SAMPLE_SECONDS
            await asyncio.sleep(SAMPLE_SECONDS)
            self._loop_delays.add(max(0.0, time.perf_counter() - due))

    def collect(self) -> Iterator[Metric]:
        """Yield the current metrics."""
        tables, hub = self._tables, self._tables.hub
        yield _counter("moves", "Moves made, by persons and bots.", tables.commands.num_moves)
        yield _counter("bot_moves", "Moves made by bots.", tables.commands.num_bot_moves)
        yield tables.commands.move_seconds.to_metric(
            "tilewright_move_seconds", "From a move on a socket until it is on disk."
        )
        yield self._loop_delays.to_metric(
            "tilewright_loop_delay_seconds", "Delay of the event loop."
        )
        yield _gauge("bots_thinking", "Bots that think now.", self._bots.num_thinking)
        yield _gauge("analyses", "Analyses begun or waiting.", self._analysis_pool.num_jobs)
        yield _gauge("read_only", "1 in read-only mode.", tables.time.is_read_only)
        yield _gauge("sockets", "Open sockets.", len(hub.connections))
        yield _gauge("tables_in_memory", "Tables in memory.", len(tables.cache))
        yield _gauge(
            "tables_watched", "Tables with subscribed connections.", len(hub.list_tables())
        )
        yield _gauge("exchange_up", "1 while the bus is connected.", tables.bus.is_connected)
        received = tables.bus.num_received
        yield _counter(
            "words_heard", "Messages of other processes about tables shown here.", received
        )
        refused = CounterMetricFamily(
            "tilewright_socket_refusals", "Messages refused.", labels=["code"]
        )
        for code, count in hub.refused.items():
            refused.add_metric([code], count)
        yield refused


def _counter(name: str, help_text: str, value: int) -> Metric:
    return CounterMetricFamily(f"tilewright_{name}", help_text, value=value)


def _gauge(name: str, help_text: str, value: int) -> Metric:
    return GaugeMetricFamily(f"tilewright_{name}", help_text, value=value)


# --- Routes ---------------------------------------------------------------------------------------


router = APIRouter(tags=["ops"])


class Health(Struct, frozen=True):
    """The response of a server that can read and write."""

    status: Literal["ok"]
    version: str


@router.get("/health", **responses(Health))
async def get_health(services: ServicesDep) -> str:
    """Make a test write, at most once per second. Returns 503 if it fails or takes over 5 s."""
    await services.write_probe.check(services.accounts.clock())
    return encode(Health("ok", __version__))


@router.get("/metrics", response_class=Response)
async def get_metrics(services: ServicesDep) -> Response:
    """Return the metrics in Prometheus text format."""
    return Response(services.metrics.render(), media_type=CONTENT_TYPE)
