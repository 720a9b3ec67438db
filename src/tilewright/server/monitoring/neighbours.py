"""What all web processes of a machine have counted, whichever of them is asked.

Prometheus reaches any of them. So each writes its counts into a file, now and then, and the one
that is asked reads them all.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from prometheus_client import CollectorRegistry
from prometheus_client.core import Metric
from prometheus_client.registry import Collector

__all__ = ["Neighbours"]

ENDING: Final = ".counts"


class Neighbours(Collector):
    """The counts of all processes with a file in a folder; its name is their worker's."""

    def __init__(self, folder: Path, worker: str) -> None:
        self._folder, self._worker = folder, worker

    def tell(self, registry: CollectorRegistry) -> None:
        """Write down our own, whole or not at all."""
        counts = msgspec.json.encode([_plain(metric) for metric in registry.collect()])
        beside = self._folder / f"{self._worker}.part"
        beside.write_bytes(counts)
        os.replace(beside, self._folder / (self._worker + ENDING))

    def collect(self) -> Iterable[Metric]:
        found: dict[str, Metric] = {}
        for worker, (name, documentation, kind, samples) in self._read():
            metric = found.setdefault(name, Metric(name, documentation, kind))
            for sample, labels, value in samples:
                metric.add_sample(sample, labels | {"worker": worker}, value)
        return found.values()

    def _read(self) -> Iterator[tuple[str, Any]]:
        for file in sorted(self._folder.glob("*" + ENDING)):
            for metric in msgspec.json.decode(file.read_bytes()):
                yield file.stem, metric


def _plain(metric: Metric) -> tuple[str, str, str, list[tuple[str, dict[str, str], float]]]:
    samples = [(one.name, one.labels, one.value) for one in metric.samples]
    return metric.name, metric.documentation, metric.type, samples
