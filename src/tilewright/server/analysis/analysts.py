"""Analyses on demand: a few at once, some waiting, one for each person, none for nobody.

They take a core for seconds, so they never take all of them: bots and moves come first. Of those
who wait next comes whoever's client has had the least, so that one household of many guests keeps
nobody else from an answer.

    await analysts.analyse(caller, task)               one answer
    async for found in analysts.find(caller, ...)      answers one by one, as they are found
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from tilewright.bots import Budget
from tilewright.engine import engine_of
from tilewright.errors import Code
from tilewright.game import Game
from tilewright.position import Position
from tilewright.search.explain import Analysis, analyse
from tilewright.server.admission import Caller
from tilewright.server.limits import too_many
from tilewright.server.shares import Spent
from tilewright.server.threads import give_way
from tilewright.server.turns import Turns

__all__ = ["Analysts", "Task", "until_compiled", "until_solvable"]

T = TypeVar("T")

MEMORY = 64.0
"""MiB for the search tree."""
MOST_OF_A_CLIENT = 6
"""Analyses that one client may wait for."""
WAIT_SECONDS = 0.2


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

    def __init__(self, threads: int = 1, waiting: int = 60) -> None:
        self._places = threads + waiting
        self._turns = Turns(threads)
        self._executor = ThreadPoolExecutor(
            threads, thread_name_prefix="tilewright-analyst", initializer=give_way
        )
        self._stops: dict[Caller, threading.Event] = {}
        self.spent = Spent()
        """Seconds of thinking, by person."""

    @property
    def num_waiting(self) -> int:
        """Analyses that are begun or wait."""
        return len(self._stops)

    async def analyse(self, caller: Caller, task: Task) -> Analysis:
        """Think for somebody; if they leave (this is cancelled) the thinking ends."""
        await until_solvable(task.position.game)
        return await self.work(caller, task.seconds, task.think)

    async def work(self, caller: Caller, seconds: float, job: Callable[[threading.Event], T]) -> T:
        """Any job for somebody, which should take about so long and ends early when told to."""
        self._check_room(caller, seconds)
        stop = self._stops[caller] = threading.Event()
        try:
            async with self._turns.take(caller.client, seconds):
                if stop.is_set():  # the server has stopped while they waited
                    raise too_many("analyses", seconds, Code.BUSY)
                loop = asyncio.get_running_loop()
                with self.spent.measure(caller.person):
                    return await loop.run_in_executor(self._executor, job, stop)
        finally:
            stop.set()
            del self._stops[caller]

    def _check_room(self, caller: Caller, seconds: float) -> None:
        if any(other.person == caller.person for other in self._stops):
            raise too_many("analyses at once", seconds)
        of_client = sum(other.client == caller.client for other in self._stops)
        if of_client >= MOST_OF_A_CLIENT or len(self._stops) >= self._places:
            raise too_many("analyses", seconds, Code.BUSY)

    async def find(
        self, caller: Caller, seconds: float, search: Callable[[threading.Event], Iterator[T]]
    ) -> AsyncGenerator[T]:
        """A job that finds one thing after the other. Whoever does not want the rest closes this;
        a refusal comes with the first."""
        found: asyncio.Queue[T] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def job(stop: threading.Event) -> None:
            for one in search(stop):
                loop.call_soon_threadsafe(found.put_nowait, one)

        working = asyncio.create_task(self.work(caller, seconds, job))
        try:
            while (one := await _next(found, working)) is not None:
                yield one
        finally:
            working.cancel()

    async def stop(self) -> None:
        """Let nobody think on."""
        for stop in self._stops.values():
            stop.set()
        await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)


async def until_solvable(game: Game) -> None:
    """Wait while another process compiles a game's solver, which is too slow to be interpreted;
    nobody's place is taken meanwhile."""
    if game.solver is not None:
        await until_compiled(game)


async def until_compiled(game: Game) -> None:
    """Wait while another process compiles a game."""
    engine = engine_of(game)
    while engine.is_left:
        engine.ask()
        await asyncio.sleep(WAIT_SECONDS)


async def _next(found: asyncio.Queue[T], working: asyncio.Task[None]) -> T | None:
    """The next thing that was found; None when the work is done. Raises what ended it."""
    waiting = asyncio.create_task(found.get())
    try:
        await asyncio.wait((waiting, working), return_when=asyncio.FIRST_COMPLETED)
        if waiting.done():
            return waiting.result()
        working.result()  # what ended the work, if it did not end well
        return None if found.empty() else found.get_nowait()
    finally:
        waiting.cancel()
