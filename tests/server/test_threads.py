"""Who thinks for one gives way to those who answer all."""

from __future__ import annotations

import asyncio
import os
import sys
import threading

import pytest

from tilewright.server.admission import Caller
from tilewright.server.analysis.analysts import Analysts
from tilewright.server.tables.bots import new_thinkers
from tilewright.server.threads import NICENESS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="niceness is the process's")


def niceness(_stop: threading.Event | None = None) -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def test_an_analysis_gives_way() -> None:
    """Of all kinds of abuse analyses took most: as much of a processor as the event loop."""

    async def run() -> int:
        analysts = Analysts()
        try:
            return await analysts.work(Caller.of("ann", "192.0.2.1"), 1.0, niceness)
        finally:
            await analysts.stop()

    assert asyncio.run(run()) == min(19, niceness() + NICENESS)


def test_a_bot_gives_way() -> None:
    """Bots of one host took as much of a processor as the event loop."""
    with new_thinkers(1) as thinkers:
        assert thinkers.submit(niceness).result() == min(19, niceness() + NICENESS)
