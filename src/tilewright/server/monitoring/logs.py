"""What the server writes about itself: one line an event, as text or as JSON.

Extra fields of a record (``log.info("request", extra={...})``) are part of the line. Secrets,
names and texts of people are no such fields; what a stranger chose is always quoted.
"""

from __future__ import annotations

import json
import logging
import sys
from typing import Any, Final

from tilewright.server.monitoring.patience import PatientHandler
from tilewright.server.settings import LogFormat

__all__ = ["LEVELS", "JsonLines", "TextLines", "configure_logs", "log"]

log = logging.getLogger("tilewright.server")

PLAIN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}

LEVELS: Final = {
    "tilewright": logging.INFO,
    "uvicorn": logging.WARNING,  # every request is a line of ours already, and theirs has queries
    "psycopg": logging.WARNING,
}


def configure_logs(log_format: LogFormat) -> None:
    """Send all our lines, and the warnings of those we lean on, to the standard error."""
    handler = PatientHandler(sys.stderr)
    handler.setFormatter(JsonLines() if log_format == "json" else TextLines())
    for name, level in LEVELS.items():
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """What was given as ``extra``; other libraries mark records too, with an underscore."""
    return {
        name: value
        for name, value in vars(record).items()
        if name not in PLAIN and not name.startswith("_")
    }


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"time": self.formatTime(record), "level": record.levelname.lower()}
        line |= {"logger": record.name, "event": record.getMessage()} | fields_of(record)
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class TextLines(logging.Formatter):
    """For people: time, level, what happened, then the fields."""

    def format(self, record: logging.LogRecord) -> str:
        pairs = (f" {name}={_shown(value)}" for name, value in fields_of(record).items())
        event = " ".join(record.getMessage().split())  # a line each, whoever says it
        line = f"{self.formatTime(record)} {record.levelname.lower():7} {event}"
        trouble = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        return line + "".join(pairs) + trouble


def _shown(value: object) -> str:
    """Quoted unless it is one printable word: no value may pretend to be another line."""
    text = str(value)
    is_word = text.isascii() and text.isprintable() and text and " " not in text
    return text if is_word else json.dumps(text)
