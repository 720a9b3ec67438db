"""Threads that write: each takes all the work that waits and commits it together.

A commit waits for the disk, so it is shared: what queues up meanwhile goes into the next one. Where
that is more than one piece of work the next ones wait a moment for others, too: to begin a
transaction, commit it and wake those who wait costs as much as all statements of three moves, and
moves that are told one after the other find their code in the processor's caches. Who writes alone
does not wait.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from tilewright.server.storage.database import Unavailable
from tilewright.server.storage.database.common import Job, die

__all__ = ["GroupCommit"]

MAX_BATCH: Final = 256
GATHER_SECONDS: Final = 0.010
"""How long a commit waits for others while there are some."""
COMPANY: Final = 8
"""So many commits wait in vain before one goes at once again."""


class GroupCommit:
    """Takes work from any thread. ``commit`` settles each job of a batch."""

    def __init__(self, commit: Callable[[list[Job]], None], num_threads: int, name: str) -> None:
        self._commit = commit
        self._queue: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._is_closed = False
        self._taking = threading.Lock()
        self._company = 0
        """How many of the next commits wait for others."""
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
                if wanted := [job for job in batch if job.begin()]:
                    self._commit(wanted)
        except BaseException:
            die("a writer of the database")

    def _next_batch(self) -> list[Job]:
        """All that waits, at least one job; none when the end has come. One thread takes at a time:
        what comes while it waits for others is for it."""
        with self._taking:
            first = self._queue.get()
            if first is not None and self._company:
                time.sleep(GATHER_SECONDS)
            batch = self._take_all(first)
            self._company = COMPANY if len(batch) > 1 else max(0, self._company - 1)
        return batch

    def _take_all(self, first: Job | None) -> list[Job]:
        batch: list[Job] = []
        job = first
        with suppress(queue.Empty):
            while job is not None:
                batch.append(job)
                if len(batch) == MAX_BATCH:
                    return batch
                job = self._queue.get_nowait()
            self._queue.put(None)  # all work came before it; the other threads end by it too
        return batch
