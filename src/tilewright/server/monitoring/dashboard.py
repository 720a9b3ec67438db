"""A dashboard of a server's metrics, as Grafana imports it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

__all__ = ["PANELS", "Panel", "make_dashboard"]

WIDTH, HEIGHT = 8, 8
"""Of a panel; a row is 24 wide."""
SOURCE: Final = {"type": "prometheus", "uid": "${source}"}


@dataclass(frozen=True)
class Panel:
    """Lines over time: what is asked of Prometheus, by how it is called."""

    title: str
    unit: str
    lines: dict[str, str]


def rate(counter: str, by: str = "") -> str:
    """How much a counter grows a second, all processes together."""
    grouped = f"sum by ({by}) " if by else "sum"
    return f"{grouped}(rate({counter}[$__rate_interval]))"


def quantiles(histogram: str) -> dict[str, str]:
    """How long half of them take at most, 95 and 99 of a hundred."""
    buckets = rate(f"{histogram}_bucket", "le")
    shares = {"half": 0.5, "95 %": 0.95, "99 %": 0.99}
    return {name: f"histogram_quantile({share}, {buckets})" for name, share in shares.items()}


PANELS: Final = (
    Panel(
        "Moves a second",
        "short",
        {
            "of people": f"{rate('tilewright_moves_total')} - {rate('tilewright_bot_moves_total')}",
            "of bots": rate("tilewright_bot_moves_total"),
        },
    ),
    Panel("A move, until it is on disk", "s", quantiles("tilewright_move_seconds")),
    Panel("How late the event loop is", "s", quantiles("tilewright_loop_delay_seconds")),
    Panel(
        "Here now",
        "short",
        {
            "sockets": "sum(tilewright_sockets)",
            "tables watched": "sum(tilewright_tables_watched)",
            "tables in memory": "sum(tilewright_tables_in_memory)",
        },
    ),
    Panel(
        "Requests a second",
        "short",
        {"{{status}}": rate("tilewright_http_requests_total", "status")},
    ),
    Panel("A request", "s", quantiles("tilewright_http_request_seconds")),
    Panel(
        "Refused on sockets, a second",
        "short",
        {"{{code}}": rate("tilewright_socket_refusals_total", "code")},
    ),
    Panel(
        "Thinking",
        "short",
        {
            "bots": "sum(tilewright_bots_thinking)",
            "analyses, begun or waiting": "sum(tilewright_analyses)",
        },
    ),
    Panel(
        "Other processes",
        "short",
        {
            "can be heard (1) or not (0)": "min(tilewright_exchange_up)",
            "words of theirs, a second": rate("tilewright_words_heard_total"),
            "read-only (1) or not (0)": "max(tilewright_read_only)",
        },
    ),
    Panel(
        "Processor cores",
        "short",
        {"process {{worker}}": rate("process_cpu_seconds_total", "worker")},
    ),
    Panel(
        "Memory", "bytes", {"process {{worker}}": "sum by (worker) (process_resident_memory_bytes)"}
    ),
    Panel(
        "Open files, of those allowed",
        "percentunit",
        {"process {{worker}}": "max by (worker) (process_open_fds / process_max_fds)"},
    ),
)


def make_dashboard() -> dict[str, Any]:
    """All panels, three in a row; which Prometheus it is, is asked when it is imported."""
    source = {"name": "source", "type": "datasource", "query": "prometheus", "label": "Prometheus"}
    return {
        "title": "Tilewright",
        "uid": "tilewright",
        "schemaVersion": 39,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "templating": {"list": [source]},
        "panels": [_panel(number, panel) for number, panel in enumerate(PANELS)],
    }


def _panel(number: int, panel: Panel) -> dict[str, Any]:
    row, column = divmod(number, 24 // WIDTH)
    return {
        "id": number + 1,
        "type": "timeseries",
        "title": panel.title,
        "datasource": SOURCE,
        "gridPos": {"x": column * WIDTH, "y": row * HEIGHT, "w": WIDTH, "h": HEIGHT},
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0}, "overrides": []},
        "targets": [
            {"refId": chr(ord("A") + letter), "expr": expr, "legendFormat": name}
            for letter, (name, expr) in enumerate(panel.lines.items())
        ],
    }
