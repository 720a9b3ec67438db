"""What a server counts, with its neighbours', and the dashboard over it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from typer.testing import CliRunner

from browser import Server
from tilewright.cli.app import app
from tilewright.server.live import metrics as live_metrics
from tilewright.server.monitoring import metrics as metrics_module
from tilewright.server.monitoring.dashboard import PANELS
from tilewright.server.monitoring.durations import Durations
from tilewright.server.monitoring.metrics import Metrics
from tilewright.server.monitoring.neighbours import Neighbours
from tilewright.server.settings import Settings


def samples_of(text: str) -> dict[str, float]:
    """Every figure that Prometheus reads, by how it is written."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def test_durations_are_counted_in_buckets() -> None:
    durations = Durations()
    for seconds in (0.0005, 0.001, 0.003, 0.25, 100.0):
        durations.add(seconds)
    found = {s.labels.get("le", s.name): s.value for s in durations.metric("m", "M.").samples}
    assert found.items() >= {"0.001": 2, "0.0025": 2, "0.005": 3, "0.1": 3, "0.25": 4}.items()
    assert found.items() >= {"5.0": 4, "+Inf": 5, "m_count": 5, "m_sum": 100.2545}.items()


# --- Several processes --------------------------------------------------------------------------


@pytest.fixture
def three(tmp_path: Path) -> list[Metrics]:
    return [Metrics(Neighbours(tmp_path, str(number))) for number in range(3)]


def count(metrics: Metrics, times: int) -> None:
    metrics.requests.labels("GET", "/x", "200").inc(times)


def test_whoever_is_asked_tells_what_all_have_counted(three: list[Metrics]) -> None:
    """With several workers Prometheus met one here and another there: its counters jumped."""
    for number, metrics in enumerate(three):
        count(metrics, 10 + number)
        metrics.text()  # has told its neighbours by that
    count(three[1], 100)
    found = samples_of(three[1].text().decode())
    name = "tilewright_http_requests_total{method=GET,route=/x,status=200,worker=%d}"
    assert [found[name % number] for number in range(3)] == [10, 111, 12]


def test_a_process_that_is_never_asked_tells_its_neighbours(
    three: list[Metrics], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics_module, "TELL_SECONDS", 0.01)

    async def story() -> str:
        count(three[0], 5)
        telling = asyncio.create_task(three[0].share())
        while b"GET" not in (text := three[1].text()):
            await asyncio.sleep(0.01)
        telling.cancel()
        return text.decode()

    found = samples_of(asyncio.run(asyncio.wait_for(story(), 10)))
    assert found["tilewright_http_requests_total{method=GET,route=/x,status=200,worker=0}"] == 5


# --- The dashboard ------------------------------------------------------------------------------


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, float]]:
    monkeypatch.setattr(live_metrics, "WATCH_SECONDS", 0.01)
    with Server(Settings(data=tmp_path)) as server:
        server.services.tables.hub.refused["illegal_move"] += 1
        server.browser().get("/health")
        yield samples_of(server.browser().get("/metrics").text)


def test_the_dashboard_asks_for_what_is_counted(counted: dict[str, float]) -> None:
    names = {name.partition("{")[0] for name in counted}
    for panel in PANELS:
        for expr in panel.lines.values():
            asked = re.findall(r"\b(?:tilewright|process)_\w+", expr)
            assert asked, expr
            assert set(asked) <= names, panel.title


def test_the_dashboard_as_it_is_imported() -> None:
    printed = CliRunner().invoke(app, ["admin", "dashboard"])
    assert printed.exit_code == 0
    dashboard = json.loads(printed.stdout)
    places = [tuple(panel["gridPos"].values()) for panel in dashboard["panels"]]
    assert len(set(places)) == len(PANELS) == len({panel["id"] for panel in dashboard["panels"]})
    assert all(panel["datasource"]["uid"] == "${source}" for panel in dashboard["panels"])
    (source,) = dashboard["templating"]["list"]
    assert source["name"] == "source"
