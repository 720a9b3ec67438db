"""Analyses on demand: a few at once, a few waiting, one for each person, none for nobody.

They take a core for seconds, so they never take all of them: bots and moves come first.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tilewright.bots import Budget
from tilewright.position import Position
from tilewright.search.explain import Analysis, analyse
from tilewright.server.errors import Busy, TooManyRequests

__all__ = ["Analysts", "Task"]

MEMORY = 64.0
"""MiB for the search tree."""


@dataclass(frozen=True)
class Task:
    """A position to think about, and for how long."""

    position: Position
    seconds: float
    most: int

    def think(self, stop: threading.Event) -> Analysis:
        """Runs in a thread; kernels let the others go on."""
        budget = Budget(seconds=self.seconds, memory=MEMORY)
        return analyse(self.position, budget, self.most, stop=stop)


class Analysts:
    """A bounded number of analyses. Belongs to one event loop."""

    def __init__(self, threads: int = 1, waiting: int = 4) -> None:
        self._places = threads + waiting
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="tilewright-analyst")
        self._stops: dict[str, threading.Event] = {}

    async def analyse(self, person: str, task: Task) -> Analysis:
        """Think for somebody; if they leave (this is cancelled) the thinking ends."""
        if person in self._stops:
            raise TooManyRequests("analyses at once", task.seconds)
        if len(self._stops) >= self._places:
            raise Busy("analyses", task.seconds)
        stop = self._stops[person] = threading.Event()
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._executor, task.think, stop)
        finally:
            stop.set()
            del self._stops[person]

    async def stop(self) -> None:
        """Let nobody think on."""
        for stop in self._stops.values():
            stop.set()
        await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)
