"""Waits for a state: the one place of the tests that sleeps between two looks.

A state that has no event of its own is polled. The time it takes decides nothing: the limit ends a
run that hangs, and says what it waited for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from inspect import isawaitable

__all__ = ["LIMIT_SECONDS", "wait_until", "wait_until_async"]

LIMIT_SECONDS = 120.0
PAUSE_SECONDS = 0.01


def wait_until(expected: str, holds: Callable[[], object]) -> None:
    """Return once ``holds()`` is true; fail with ``expected`` if it never is."""
    deadline = time.monotonic() + LIMIT_SECONDS
    while not holds():
        assert time.monotonic() < deadline, f"expected {expected}"
        time.sleep(PAUSE_SECONDS)


async def wait_until_async(expected: str, holds: Callable[[], object]) -> None:
    """Return once ``holds()``, awaited if it can be, is true; the event loop goes on meanwhile."""
    deadline = time.monotonic() + LIMIT_SECONDS
    while not (await found if isawaitable(found := holds()) else found):
        assert time.monotonic() < deadline, f"expected {expected}"
        await asyncio.sleep(PAUSE_SECONDS)
