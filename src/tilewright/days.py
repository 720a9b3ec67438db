"""Days in UTC, written as ``2026-11-15``; moments in ms since 1970."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta

__all__ = ["day_of", "end_of_day", "is_day", "now_ms"]


def now_ms() -> int:
    """The moment that is now."""
    return time.time_ns() // 1_000_000


def day_of(now: int) -> str:
    """The day of a moment."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def end_of_day(day: str) -> int:
    """The first moment that is no longer of that day."""
    midnight = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    return int((midnight + timedelta(days=1)).timestamp() * 1000)


def is_day(text: str) -> bool:
    """Whether a text of the right form names a day that there is."""
    try:
        return date.fromisoformat(text) < date.max
    except ValueError:
        return False
