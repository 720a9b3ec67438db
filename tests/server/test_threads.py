"""Who thinks for one gives way to those who answer all."""

from __future__ import annotations

import asyncio
import os
import sys
import threading

import pytest

from tilewright.server.admission import Caller
from tilewright.server.analysis.analysts import Analysts
from tilewright.server.threads import NICENESS


@pytest.mark.skipif(sys.platform != "linux", reason="niceness is the process's")
def test_an_analysis_gives_way() -> None:
    """Of all kinds of abuse analyses took most: as much of a processor as the event loop."""

    def niceness(_stop: threading.Event | None = None) -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    async def run() -> int:
        analysts = Analysts()
        try:
            return await analysts.work(Caller.of("ann", "192.0.2.1"), 1.0, niceness)
        finally:
            await analysts.stop()

    assert asyncio.run(run()) == min(19, niceness() + NICENESS)
