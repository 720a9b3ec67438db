"""A pool of worker processes. They are spawned, because the compiler's threads do not survive a
fork."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import TypeVar

__all__ = ["run_for"]

Job = TypeVar("Job")
Result = TypeVar("Result")


def run_for(
    seconds: float, workers: int, play: Callable[[Job], Result], jobs: Iterator[Job]
) -> Iterator[Result]:
    """Run jobs for some seconds and yield their results as they finish. Jobs that have begun are
    completed."""
    end = time.monotonic() + seconds
    running: set[Future[Result]] = set()
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        job = next(jobs, None)
        while running or (job is not None and time.monotonic() < end):
            while job is not None and len(running) < workers + 2 and time.monotonic() < end:
                running.add(pool.submit(play, job))
                job = next(jobs, None)
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
