"""Group commit: writer threads that commit all queued work in one transaction.

Work queued during a commit is committed by the next one, so that it shares the wait for the disk.
After a batch of more than one work item the next commit waits `GATHER_SECONDS` for more. A single
writer never waits. If an item of a batch fails, each item gets its own transaction.
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

from tilewright.server.storage.database.base import (
    RetryTransaction,
    Transaction,
    Unavailable,
)

__all__ = ["MIN_TRIES", "RETRY_DELAY_SECONDS", "RETRY_FOR_SECONDS", "GroupCommit", "exit_process"]

log = logging.getLogger("tilewright.database")

MAX_BATCH_SIZE: Final = 256
GATHER_SECONDS: Final = 0.010
COMMITS_THAT_GATHER: Final = 8
"""After this number of commits with one work item only, commits no longer wait."""
RETRY_FOR_SECONDS: Final = 5.0
"""Time for which work that was rolled back through no fault of its own is retried."""
MIN_TRIES: Final = 2
"""Minimum number of tries: noticing a hanging connection takes longer than `RETRY_FOR_SECONDS`."""
RETRY_DELAY_SECONDS: Final = 0.02
EXIT_STATUS: Final = 70  # EX_SOFTWARE


def exit_process(reason: str) -> NoReturn:
    """End the process at once: it must not accept moves that it cannot store."""
    log.critical("%s: the process ends", reason, exc_info=sys.exc_info()[0] is not None)
    logging.shutdown()
    os._exit(EXIT_STATUS)


@dataclass(slots=True, eq=False)
class WriteJob:
    """Queued work with its future, and then its result or error.

    The future belongs to a thread or to an event loop.
    """

    work: Callable[[Transaction], Any]
    future: Future[Any] | asyncio.Future[Any]
    since: float = field(default_factory=time.monotonic)
    tries: int = 0
    result: Any = None
    error: BaseException | None = None

    def start(self) -> bool:
        """Return True unless the job was cancelled; afterwards it cannot be cancelled."""
        if isinstance(self.future, Future):
            return self.future.set_running_or_notify_cancel()
        return not self.future.cancelled()

    def finish(self) -> None:
        """Set the result of the future. Called in the future's event loop, if it has one."""
        if self.future.done():  # cancelled meanwhile
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)

    def may_retry(self) -> bool:
        self.tries += 1
        return self.tries < MIN_TRIES or time.monotonic() <= self.since + RETRY_FOR_SECONDS


Works = list[Callable[[Transaction], Any]]
RunWorks = Callable[[Works, float], list[Any]]
"""Function that runs work items in one transaction, commits it and returns their results. Its
second argument is when the first item was queued."""


class GroupCommit:
    """A queue of work from any thread. `run` commits a batch."""

    def __init__(self, run: RunWorks, num_threads: int, name: str) -> None:
        self._run = run
        self._queue: queue.SimpleQueue[WriteJob | None] = queue.SimpleQueue()
        self._close_lock = threading.Lock()
        self._is_closed = False
        self._take_lock = threading.Lock()
        self._gathering_commits = 0
        """Number of the next commits that wait for others."""
        self._threads = [
            threading.Thread(target=self._run_thread, name=f"{name}-{number}", daemon=True)
            for number in range(num_threads)
        ]
        for thread in self._threads:
            thread.start()

    def submit(
        self, work: Callable[[Transaction], Any], future: Future[Any] | asyncio.Future[Any]
    ) -> None:
        """Queue work; the future is done after its commit."""
        with self._close_lock:
            if self._is_closed:
                raise Unavailable("expected an open database; found it closed")
            self._queue.put(WriteJob(work, future))

    def close(self) -> None:
        """Finish the queued work, then end the threads."""
        with self._close_lock:
            if not self._is_closed:
                self._is_closed = True
                self._queue.put(None)
        for thread in self._threads:
            thread.join()

    # --- In a thread ----------------------------------------------------------------------------

    def _run_thread(self) -> None:
        """Commit batches until the queue is closed. A fault here ends the process."""
        try:
            while batch := self._next_batch():
                if runnable := [job for job in batch if job.start()]:
                    self._commit(runnable)
        except BaseException:
            exit_process("a writer of the database died")

    def _next_batch(self) -> list[WriteJob]:
        """Wait for work and return all of it; an empty list at the end. One thread gathers at a
        time."""
        with self._take_lock:
            first = self._queue.get()
            if first is not None and self._gathering_commits:
                time.sleep(GATHER_SECONDS)
            batch = self._take_all(first)
            is_alone = len(batch) <= 1
            self._gathering_commits = (
                max(0, self._gathering_commits - 1) if is_alone else COMMITS_THAT_GATHER
            )
        return batch

    def _take_all(self, first: WriteJob | None) -> list[WriteJob]:
        """Return the first job and those queued behind it, at most `MAX_BATCH_SIZE`."""
        batch: list[WriteJob] = []
        job = first
        with suppress(queue.Empty):
            while job is not None:
                batch.append(job)
                if len(batch) == MAX_BATCH_SIZE:
                    return batch
                job = self._queue.get_nowait()
            self._queue.put(None)  # no work follows it; the other threads end by it too
        return batch

    def _commit(self, batch: list[WriteJob]) -> None:
        """Commit a batch at once; if that fails, commit each job alone."""
        if len(batch) > 1 and self._commit_together(batch):
            return
        while batch := [job for job in batch if not self._commit_alone(job)]:
            time.sleep(RETRY_DELAY_SECONDS)

    def _commit_together(self, batch: list[WriteJob]) -> bool:
        """Return True if the batch is settled.

        A commit of unknown outcome is not repeated, and a database that is away is not asked again
        for each job.
        """
        try:
            results = self._run([job.work for job in batch], batch[0].since)
            for job, result in zip(batch, results, strict=True):
                job.result = result
        except Unavailable as error:
            for job in batch:
                job.error = error
        except BaseException:
            return False
        finish(*batch)
        return True

    def _commit_alone(self, job: WriteJob) -> bool:
        """Return True if the job is settled; else it is retried after the others."""
        try:
            [job.result] = self._run([job.work], job.since)
        except RetryTransaction as error:
            if job.may_retry():
                return False
            job.error = Unavailable(f"expected a database that answers; found: {error}")
        except BaseException as error:
            job.error = error
        finish(job)
        return True


def finish(*jobs: WriteJob) -> None:
    """Set the results of jobs. Each event loop is woken once for all of its jobs."""
    by_loop: dict[asyncio.AbstractEventLoop, list[WriteJob]] = {}
    for job in jobs:
        if isinstance(job.future, Future):
            job.finish()
        else:
            by_loop.setdefault(job.future.get_loop(), []).append(job)
    for loop, waiting in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(_finish_here, waiting)


def _finish_here(jobs: list[WriteJob]) -> None:
    for job in jobs:
        job.finish()
