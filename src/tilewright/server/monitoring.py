"""Logging, one line per event as text or JSON, and Prometheus metrics.

Fields passed as `log.info("request", extra={...})` are part of the line. Secrets, user names and
user texts are never logged. Values chosen by clients are quoted.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from bisect import bisect_left
from itertools import accumulate
from logging.handlers import QueueHandler, QueueListener
from queue import Full, Queue
from typing import Any, Final, TextIO

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import HistogramMetricFamily, Metric

from tilewright.settings import LogFormat

__all__ = [
    "CONTENT_TYPE",
    "LOG_LEVELS",
    "BoundedHandler",
    "DurationHistogram",
    "JsonFormatter",
    "Metrics",
    "TextFormatter",
    "configure_logs",
    "log",
]

log = logging.getLogger("tilewright.server")

STANDARD_FIELDS: Final = frozenset(vars(logging.makeLogRecord({}))) | {
    "message",
    "asctime",
    "color_message",
}

MAX_QUEUED_LINES: Final = 10_000
FLUSH_TIMEOUT_SECONDS: Final = 1.0

LOG_LEVELS: Final = {
    "tilewright": logging.INFO,
    "uvicorn": logging.WARNING,  # requests are logged by us, without query strings
    "psycopg": logging.WARNING,
}


SOCKET_REFUSED: Final = "ASGI callable returned without completing handshake."
"""Uvicorn logs this as an error after every WebSocket that was refused with a response."""


def configure_logs(log_format: LogFormat) -> None:
    """Configure logging: our own events and the warnings of libraries go to standard error."""
    logging.raiseExceptions = False  # if stderr is closed, errors cannot be reported
    handler = BoundedHandler(sys.stderr)
    handler.addFilter(lambda record: record.msg != SOCKET_REFUSED)
    handler.setFormatter(JsonFormatter() if log_format == "json" else TextFormatter())
    for name, level in LOG_LEVELS.items():
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)


class BoundedHandler(QueueHandler):
    """A log handler whose writer thread keeps a full pipe from blocking callers.

    If `MAX_QUEUED_LINES` are queued, further lines are dropped, and a later line reports their
    number.
    """

    queue: Queue[logging.LogRecord]

    def __init__(self, stream: TextIO) -> None:
        super().__init__(Queue(MAX_QUEUED_LINES))
        self._num_dropped = 0
        QueueListener(self.queue, logging.StreamHandler(stream)).start()

    def enqueue(self, record: logging.LogRecord) -> None:
        """Queue a line, or count it as dropped if the queue is full.

        The caller holds the handler's lock, so lines stay in order.
        """
        try:
            if self._num_dropped:
                self.queue.put_nowait(self.prepare(self._make_dropped_record()))
                self._num_dropped = 0
            self.queue.put_nowait(record)
        except Full:
            self._num_dropped += 1

    def flush(self) -> None:
        """Wait up to `FLUSH_TIMEOUT_SECONDS` until all lines are written."""
        deadline = time.monotonic() + FLUSH_TIMEOUT_SECONDS
        while self.queue.unfinished_tasks and time.monotonic() < deadline:
            time.sleep(0.005)

    def _make_dropped_record(self) -> logging.LogRecord:
        """Create the log record that reports how many lines were dropped."""
        fields = {"name": log.name, "levelno": logging.WARNING, "levelname": "WARNING"}
        text = {"msg": "lines were lost: no reader took them", "lines": self._num_dropped}
        return logging.makeLogRecord({**fields, **text, "created": time.time()})


def extra_fields(record: logging.LogRecord) -> dict[str, Any]:
    """Return the fields passed as `extra`. Names that begin with an underscore are left out."""
    return {
        name: value
        for name, value in vars(record).items()
        if name not in STANDARD_FIELDS and not name.startswith("_")
    }


class JsonFormatter(logging.Formatter):
    """Formats an event as one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the event as a JSON object."""
        line = {"time": self.formatTime(record), "level": record.levelname.lower()}
        line |= {"logger": record.name, "event": record.getMessage()} | extra_fields(record)
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class TextFormatter(logging.Formatter):
    """Formats an event as readable text: time, level, event, fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the event as time, level, message and fields."""
        pairs = (f" {name}={_quote_value(value)}" for name, value in extra_fields(record).items())
        event = " ".join(record.getMessage().split())  # one line per event
        line = f"{self.formatTime(record)} {record.levelname.lower():7} {event}"
        traceback = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        return line + "".join(pairs) + traceback


def _quote_value(value: object) -> str:
    """Return a value as text. A single printable word stays as it is, other text is quoted.

    Quotes keep values from imitating log lines.
    """
    text = str(value)
    is_word = text.isascii() and text.isprintable() and text and " " not in text
    return text if is_word else json.dumps(text)


# --- Prometheus metrics ---------------------------------------------------------------------------


CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
BUCKET_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds of histogram buckets."""


class Metrics:
    """The HTTP metrics of one process, in their own registry."""

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
        """Return all metrics in Prometheus text format."""
        return generate_latest(self.registry)


class DurationHistogram:
    """A histogram of durations without labels or locks, for frequent events such as moves."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BUCKET_SECONDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Count a duration."""
        self._counts[bisect_left(BUCKET_SECONDS, seconds)] += 1
        self._sum += seconds

    def to_metric(self, name: str, help_text: str) -> Metric:
        """Convert the histogram to a Prometheus metric."""
        bounds = [*map(str, BUCKET_SECONDS), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(name, help_text, buckets=buckets, sum_value=self._sum)
