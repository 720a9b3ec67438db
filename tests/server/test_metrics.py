"""Metrics, and the Grafana dashboard that shows them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from browser import Server
from tilewright.server.http.routers import ops as live_metrics
from tilewright.server.monitoring import DurationHistogram
from tilewright.settings import Settings

GRAFANA = Path(__file__).parents[2] / "docs" / "how-to" / "grafana.json"
DASHBOARD = json.loads(GRAFANA.read_text(encoding="utf-8"))


def samples_of(text: str) -> dict[str, float]:
    """Return each sample as Prometheus reads it, by name and labels."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def test_duration_histogram_counts_by_bucket() -> None:
    durations = DurationHistogram()
    for seconds in (0.0005, 0.001, 0.003, 0.25, 100.0):
        durations.add(seconds)
    found = {s.labels.get("le", s.name): s.value for s in durations.to_metric("m", "M.").samples}
    assert found.items() >= {"0.001": 2, "0.0025": 2, "0.005": 3, "0.1": 3, "0.25": 4}.items()
    assert found.items() >= {"5.0": 4, "+Inf": 5, "m_count": 5, "m_sum": 100.2545}.items()


# --- The dashboard ------------------------------------------------------------------------------


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, float]]:
    monkeypatch.setattr(live_metrics, "SAMPLE_SECONDS", 0.01)
    with Server(Settings(data=tmp_path)) as server:
        server.services.tables.hub.refused["illegal_move"] += 1
        server.browser().get("/health")
        yield samples_of(server.browser().get("/metrics").text)


def test_dashboard_queries_existing_metrics(counted: dict[str, float]) -> None:
    names = {name.partition("{")[0] for name in counted}
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            asked = re.findall(r"\b(?:tilewright|process)_\w+", target["expr"])
            assert asked, target
            assert set(asked) <= names, panel["title"]


def test_dashboard_panels_are_consistent() -> None:
    panels = DASHBOARD["panels"]
    places = {tuple(panel["gridPos"].values()) for panel in panels}
    assert len(places) == len(panels) == len({panel["id"] for panel in panels})
    assert all(panel["datasource"]["uid"] == "${source}" for panel in panels)
    (source,) = DASHBOARD["templating"]["list"]
    assert source["name"] == "source"
