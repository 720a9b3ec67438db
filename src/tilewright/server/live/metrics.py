"""What is counted about live play; read off when somebody asks."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from tilewright.server.tables.service import Tables

__all__ = ["LiveCollector"]


class LiveCollector(Collector):
    """Counts of one process's tables and sockets."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def collect(self) -> Iterator[Metric]:
        tables, hub = self._tables, self._tables.hub
        yield _counter("moves", "Moves made, by persons and bots.", tables.moves)
        yield _counter("bot_moves", "Moves made by bots.", tables.bot_moves)
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
