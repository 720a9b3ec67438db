"""The server's own analyses: one at a time, and fair to all clients."""

from __future__ import annotations

import asyncio
import threading

import pytest

from tilewright.errors import TooManyRequests
from tilewright.server.analysis import AnalysisPool


async def test_analysis_beyond_its_places_is_refused_and_stop_ends_all() -> None:
    begun = threading.Event()

    def endless(stop: threading.Event) -> str:
        begun.set()
        assert stop.wait(60)
        return "stopped"

    pool = AnalysisPool(max_waiting=1)
    running, waiting = (asyncio.create_task(pool.run(who, 1.0, endless)) for who in "ab")
    await asyncio.to_thread(begun.wait, 60)
    assert pool.num_jobs == 2
    with pytest.raises(TooManyRequests):
        await pool.run("c", 1.0, endless)
    await pool.stop()
    assert await running == "stopped"
    with pytest.raises(TooManyRequests) as busy:
        await waiting
    assert busy.value.code == "busy"
    assert pool.num_jobs == 0


async def test_analysis_of_many_guests_of_one_address_serves_others_between() -> None:
    order: list[str] = []

    pool = AnalysisPool(max_per_client=6)
    theirs = [
        asyncio.create_task(pool.run("theirs", 1.0, lambda _: order.append("theirs")))
        for _ in range(7)  # one runs, six wait
    ]
    await asyncio.sleep(0)
    with pytest.raises(TooManyRequests):
        await pool.run("theirs", 1.0, lambda _: None)
    await pool.run("hers", 2.0, lambda _: order.append("hers"))
    assert "hers" in order[:2]
    await asyncio.gather(*theirs)
    await pool.stop()
