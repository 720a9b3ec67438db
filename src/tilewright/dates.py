"""UTC days, such as ``2026-11-15``, and times in ms since 1970."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta


def now_ms() -> int:
    """Return the current time in ms since 1970."""
    return time.time_ns() // 1_000_000


def day_of(now: int) -> str:
    """Return the UTC day of a time (ms)."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def end_of_day(day: str) -> int:
    """Return the time (ms) at which a UTC day ends."""
    midnight = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    return int((midnight + timedelta(days=1)).timestamp() * 1000)


def is_day(text: str) -> bool:
    """Return True if a text such as ``2026-11-15`` is a valid date."""
    try:
        return date.fromisoformat(text) < date.max
    except ValueError:
        return False
