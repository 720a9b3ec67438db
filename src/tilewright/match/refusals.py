"""Why a wish is not granted."""

from __future__ import annotations

import msgspec

from tilewright.errors import TilewrightError
from tilewright.events import Event, parse_event, write_event

__all__ = ["Refused", "Stale", "check_readable"]


class Refused(TilewrightError):
    """A wish that cannot be granted now. ``code`` is stable, for programs."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class Stale(Refused):
    """A move for a position that is gone."""

    def __init__(self, expected: int, found: int) -> None:
        super().__init__("stale", f"expected state number {expected}; found {found}")


def check_readable(event: Event) -> Event:
    """Refuse an event that could be written down but not read again: too long, no such bot ..."""
    try:
        parse_event(write_event(event))
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise Refused("bad_value", str(error)) from error
    return event
