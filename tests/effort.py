"""How much a call does, counted in lines of Python: seconds would depend on the machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class TooMuch(AssertionError):
    """A call went on where it should have been at its end."""


@contextmanager
def at_most(lines: int) -> Iterator[None]:
    """Fails as soon as more lines of Python have run than that."""
    left = lines

    def watch(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        left -= event == "line"
        if left < 0:
            raise TooMuch(f"expected an end within {lines} lines; it still ran {frame.f_code}")
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        yield
    finally:
        sys.settrace(before)
