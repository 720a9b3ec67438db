"""Who thinks for one gives way to those who answer all."""

from __future__ import annotations

import os
import sys
import threading

import pytest

from tilewright.server.analysis import AnalysisPool
from tilewright.server.background import NICENESS
from tilewright.server.tables.bots import make_bot_executor

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="niceness is the process's")


def niceness(_stop: threading.Event | None = None) -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


async def test_analysis_thread_has_a_lower_priority() -> None:
    """Of all kinds of abuse analyses took most: as much of a processor as the event loop."""

    analysis_pool = AnalysisPool()
    try:
        found = await analysis_pool.run("192.0.2.1", 1.0, niceness)
    finally:
        await analysis_pool.stop()
    assert found == min(19, niceness() + NICENESS)


def test_bot_thread_has_a_lower_priority() -> None:
    """Bots of one host took as much of a processor as the event loop."""
    with make_bot_executor(1) as thinkers:
        assert thinkers.submit(niceness).result() == min(19, niceness() + NICENESS)
