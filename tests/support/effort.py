"""The cost of a call in executed lines of Python, because seconds depend on the machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class TooMuch(AssertionError):
    """A call executed more lines than allowed."""


@contextmanager
def at_most(lines: int) -> Iterator[None]:
    """Raise as soon as more than ``lines`` lines of Python have been executed."""
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
