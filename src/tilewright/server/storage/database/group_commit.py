"""Group commit: writer threads that commit queued work in shared transactions.

Work queued during a commit joins the next one, so that it shares the wait for the disk. After a
batch of more than one item, the next commits wait `GATHER_SECONDS` for more work. A lone writer
never waits. If an item of a batch fails, each item is retried in its own transaction.
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
"""Commits stop waiting after this many single-item commits in a row."""
RETRY_FOR_SECONDS: Final = 5.0
"""Time for which work is retried if it was rolled back through no fault of its own."""
MIN_TRIES: Final = 2
"""At least one retry, since detecting a hung connection takes longer than `RETRY_FOR_SECONDS`."""
RETRY_DELAY_SECONDS: Final = 0.02
EXIT_STATUS: Final = 70  # EX_SOFTWARE


def exit_process(reason: str) -> NoReturn:
    """Log `reason` and exit at once. Moves that cannot be stored must not be accepted."""
    log.critical("%s: the process ends", reason, exc_info=sys.exc_info()[0] is not None)
    logging.shutdown()
    os._exit(EXIT_STATUS)


@dataclass(slots=True, eq=False)
class WriteJob:
    """Queued work, its future, and later its result or error.

    The future belongs to a thread or an event loop.
    """

    work: Callable[[Transaction], Any]
    future: Future[Any] | asyncio.Future[Any]
    queued_at: float = field(default_factory=time.monotonic)
    tries: int = 0
    result: Any = None
    error: BaseException | None = None

    def start(self) -> bool:
        """Start the job. Return False if it was cancelled."""
        if isinstance(self.future, Future):
            return self.future.set_running_or_notify_cancel()
        return not self.future.cancelled()

    def finish(self) -> None:
        """Complete the future. If it belongs to an event loop, call this from that loop."""
        if self.future.done():  # cancelled in the meantime
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)

    def may_retry(self) -> bool:
        """Count a failed attempt. Return True if another one is allowed."""
        self.tries += 1
        return self.tries < MIN_TRIES or time.monotonic() <= self.queued_at + RETRY_FOR_SECONDS


Works = list[Callable[[Transaction], Any]]
RunWorks = Callable[[Works, float], list[Any]]
"""Runs work items in one transaction, commits it and returns their results. The second argument is
the time at which the first item was queued."""


class GroupCommit:
    """A thread-safe queue of writes. The callable `run` commits a batch."""

    def __init__(self, run: RunWorks, num_threads: int, name: str) -> None:
        self._run = run
        self._queue: queue.SimpleQueue[WriteJob | None] = queue.SimpleQueue()
        self._close_lock = threading.Lock()
        self._is_closed = False
        self._take_lock = threading.Lock()
        self._gathering_commits = 0
        """Number of the next commits that wait for more work."""
        self._threads = [
            threading.Thread(target=self._run_thread, name=f"{name}-{number}", daemon=True)
            for number in range(num_threads)
        ]
        for thread in self._threads:
            thread.start()

    def submit(
        self, work: Callable[[Transaction], Any], future: Future[Any] | asyncio.Future[Any]
    ) -> None:
        """Queue work. Its future completes after the commit."""
        with self._close_lock:
            if self._is_closed:
                raise Unavailable("expected an open database; found it closed")
            self._queue.put(WriteJob(work, future))

    def close(self) -> None:
        """Finish the queued work, then stop the writer threads."""
        with self._close_lock:
            if not self._is_closed:
                self._is_closed = True
                self._queue.put(None)
        for thread in self._threads:
            thread.join()

    # --- In a thread ----------------------------------------------------------------------------

    def _run_thread(self) -> None:
        """Commit batches until the queue is closed. An unexpected error ends the process."""
        try:
            while batch := self._wait_for_batch():
                if runnable := [job for job in batch if job.start()]:
                    self._commit(runnable)
        except BaseException:
            exit_process("a writer of the database died")

    def _wait_for_batch(self) -> list[WriteJob]:
        """Wait for work and return the next batch, or [] once the queue is closed.

        Only one thread gathers at a time.
        """
        with self._take_lock:
            first = self._queue.get()
            if first is not None and self._gathering_commits:
                time.sleep(GATHER_SECONDS)
            batch = self._drain_queue(first)
            is_alone = len(batch) <= 1
            self._gathering_commits = (
                max(0, self._gathering_commits - 1) if is_alone else COMMITS_THAT_GATHER
            )
        return batch

    def _drain_queue(self, first: WriteJob | None) -> list[WriteJob]:
        """Remove and return up to `MAX_BATCH_SIZE` queued jobs, starting with `first`."""
        batch: list[WriteJob] = []
        job = first
        with suppress(queue.Empty):
            while job is not None:
                batch.append(job)
                if len(batch) == MAX_BATCH_SIZE:
                    return batch
                job = self._queue.get_nowait()
            self._queue.put(None)  # nothing follows it; put it back for the other threads
        return batch

    def _commit(self, batch: list[WriteJob]) -> None:
        """Commit a batch in one transaction or, if that fails, each job in its own."""
        if len(batch) > 1 and self._commit_together(batch):
            return
        while batch := [job for job in batch if not self._commit_alone(job)]:
            time.sleep(RETRY_DELAY_SECONDS)

    def _commit_together(self, batch: list[WriteJob]) -> bool:
        """Commit a batch in one transaction. Return False if its jobs should run one by one.

        If the database is unavailable, or the outcome of the commit is unknown, all jobs fail at
        once.
        """
        try:
            results = self._run([job.work for job in batch], batch[0].queued_at)
            for job, result in zip(batch, results, strict=True):
                job.result = result
        except Unavailable as error:
            for job in batch:
                job.error = error
        except BaseException:
            return False
        finish_jobs(*batch)
        return True

    def _commit_alone(self, job: WriteJob) -> bool:
        """Commit a job in its own transaction. Return False if it should be retried."""
        try:
            [job.result] = self._run([job.work], job.queued_at)
        except RetryTransaction as error:
            if job.may_retry():
                return False
            job.error = Unavailable(f"expected a database that answers; found: {error}")
        except BaseException as error:
            job.error = error
        finish_jobs(job)
        return True


def finish_jobs(*jobs: WriteJob) -> None:
    """Complete the futures of `jobs`. Each event loop is woken only once."""
    by_loop: dict[asyncio.AbstractEventLoop, list[WriteJob]] = {}
    for job in jobs:
        if isinstance(job.future, Future):
            job.finish()
        else:
            by_loop.setdefault(job.future.get_loop(), []).append(job)
    for loop, waiting in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(_set_results, waiting)


def _set_results(jobs: list[WriteJob]) -> None:
    for job in jobs:
        job.finish()
