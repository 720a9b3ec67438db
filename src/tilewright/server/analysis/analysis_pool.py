"""The server's own analyses: proofs of puzzles and pars of deals, one at a time.

An analysis takes a core for about a second, in a thread of low priority: bots and moves come first.
The next one is that of the client with the least usage, so that many guests of one address cannot
block other clients. All other analyses (hints, reviews, plans) are computed on the reader's device.

await analysis_pool.run(client, seconds, job)
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tilewright.errors import Code
from tilewright.game import Game
from tilewright.runtime.jit import runtime_of
from tilewright.server.background import lower_thread_priority
from tilewright.server.ratelimit.fair import FairSemaphore
from tilewright.server.ratelimit.token_bucket import rate_limit_error

__all__ = ["AnalysisPool", "wait_until_compiled"]

T = TypeVar("T")

MAX_WAITING = 60
MAX_WAITING_PER_CLIENT = 6
POLL_SECONDS = 0.2


class AnalysisPool:
    """One thread of analyses. Belongs to one event loop."""

    def __init__(
        self, max_waiting: int = MAX_WAITING, max_per_client: int = MAX_WAITING_PER_CLIENT
    ) -> None:
        self._semaphore = FairSemaphore(
            "analyses", 1, max_waiting=max_waiting, max_per_key=max_per_client
        )
        self._executor = ThreadPoolExecutor(
            1, thread_name_prefix="tilewright-analyst", initializer=lower_thread_priority
        )
        self._stop = threading.Event()
        self.num_jobs = 0
        """Number of analyses that run or wait."""

    async def run(self, client: str, seconds: float, job: Callable[[threading.Event], T]) -> T:
        """Run a job of about `seconds` for a client. The job ends early when its event is set.

        Raises:
            TooManyRequests: Too many jobs wait, or too many of this client; or the server stops.
        """
        self.num_jobs += 1
        try:
            async with self._semaphore.turn(client, seconds):
                if self._stop.is_set():
                    raise rate_limit_error("analyses", seconds, Code.BUSY)
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._executor, job, self._stop)
        finally:
            self.num_jobs -= 1

    async def stop(self) -> None:
        """Stop all jobs and the thread."""
        self._stop.set()
        await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)


async def wait_until_compiled(game: Game) -> None:
    """Wait while another process compiles a game."""
    runtime = runtime_of(game)
    while runtime.is_held:
        await asyncio.sleep(POLL_SECONDS)
