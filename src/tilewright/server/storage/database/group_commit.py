"""Threads that write: each takes all the work that waits and commits it together.

A commit waits for the disk, so it is shared: what queues up meanwhile goes into the next one.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

from tilewright.server.storage.database import Unavailable
from tilewright.server.storage.database.common import Job, die

__all__ = ["GroupCommit"]

MAX_BATCH = 256


class GroupCommit:
    """Takes work from any thread. ``commit`` settles each job of a batch."""

    def __init__(self, commit: Callable[[list[Job]], None], num_threads: int, name: str) -> None:
        self._commit = commit
        self._queue: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._is_closed = False
        self._threads = [
            threading.Thread(target=self._live, name=f"{name}-{number}", daemon=True)
            for number in range(num_threads)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, job: Job) -> None:
        with self._closing:
            if self._is_closed:
                raise Unavailable("expected an open database; found it closed")
            self._queue.put(job)

    def close(self) -> None:
        """Finish what is queued, then end."""
        with self._closing:
            if not self._is_closed:
                self._is_closed = True
                self._queue.put(None)
        for thread in self._threads:
            thread.join()

    # --- In a thread ----------------------------------------------------------------------------

    def _live(self) -> None:
        try:
            while batch := self._next_batch():
                self._commit(batch)
        except BaseException:
            die("a writer of the database")

    def _next_batch(self) -> list[Job]:
        """All that waits, at least one job; none when the end has come."""
        batch: list[Job] = []
        while len(batch) < MAX_BATCH:
            try:
                job = self._queue.get(block=not batch)
            except queue.Empty:
                break
            if job is None:
                self._queue.put(None)  # all work came before it; the other threads end by it too
                break
            if job.begin():
                batch.append(job)
        return batch
