"""What is counted about live play; read off when somebody asks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from tilewright.server.analysis.analysts import Analysts
from tilewright.server.monitoring.durations import Durations
from tilewright.server.tables.bots import BotPool
from tilewright.server.tables.service import Tables

__all__ = ["LiveCollector"]

WATCH_SECONDS: Final = 0.5


class LiveCollector(Collector):
    """Counts of one process's tables and sockets."""

    def __init__(self, tables: Tables, analysts: Analysts, bots: BotPool) -> None:
        self._tables, self._analysts, self._bots = tables, analysts, bots
        self._delays = Durations()

    async def watch_loop(self) -> None:
        """Measure how late the event loop comes to what is due, as long as the server runs."""
        while True:
            due = time.perf_counter() + WATCH_SECONDS
            await asyncio.sleep(WATCH_SECONDS)
            self._delays.add(max(0.0, time.perf_counter() - due))

    def collect(self) -> Iterator[Metric]:
        tables, hub = self._tables, self._tables.hub
        yield _counter("moves", "Moves made, by persons and bots.", tables.moves)
        yield _counter("bot_moves", "Moves made by bots.", tables.bot_moves)
        yield tables.move_seconds.metric(
            "tilewright_move_seconds", "From a move on a socket until it is on disk."
        )
        yield self._delays.metric(
            "tilewright_loop_delay_seconds", "How late the event loop came to what was due."
        )
        yield _gauge("bots_thinking", "Bots that think just now.", self._bots.num_thinking)
        yield _gauge("analyses", "Analyses begun or waiting.", self._analysts.num_waiting)
        yield _gauge("read_only", "Whether people may only look.", tables.is_read_only)
        yield _gauge("sockets", "Open sockets.", len(hub.connections))
        yield _gauge("tables_in_memory", "Tables in memory.", tables.num_in_memory)
        yield _gauge("tables_watched", "Tables that somebody listens to.", len(hub.tables()))
        yield _gauge("exchange_up", "Whether other processes can be heard.", tables.exchange.is_up)
        heard = tables.exchange.words_heard
        yield _counter("words_heard", "Words of other processes about tables shown here.", heard)
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
