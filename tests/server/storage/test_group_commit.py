"""Work that comes at the same time is committed together."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from tilewright.server.storage.database import group_commit
from tilewright.server.storage.database.common import Job, settle
from tilewright.server.storage.database.group_commit import GroupCommit


def new_job() -> Job:
    return Job(lambda tx: None, Future())


class Writer:
    """Notes what it is given; a batch waits until it is let through."""

    def __init__(self) -> None:
        self.batches: list[int] = []
        self.gate = threading.Semaphore(0)

    def commit(self, batch: list[Job]) -> None:
        self.gate.acquire()
        self.batches.append(len(batch))
        settle(*batch)


@contextmanager
def writing(writer: Writer) -> Iterator[GroupCommit]:
    group = GroupCommit(writer.commit, 1, "test")
    try:
        yield group
    finally:
        writer.gate.release(1000)
        group.close()


def submit_all(group: GroupCommit, jobs: list[Job]) -> None:
    for job in jobs:
        group.submit(job)


def finish(*jobs: Job) -> None:
    for job in jobs:
        assert isinstance(job.future, Future)
        job.future.result(10)


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What happens while a commit waits for others; each nap takes the first of it."""
    happens: list[Any] = []

    def nap(_seconds: float) -> None:
        happens.pop(0)()

    monkeypatch.setattr(group_commit, "time", SimpleNamespace(sleep=nap))
    return happens


def test_who_writes_alone_never_waits(naps: list[Any]) -> None:
    writer = Writer()
    writer.gate.release(1000)
    with writing(writer) as group:
        for _ in range(20):
            job = new_job()
            group.submit(job)
            finish(job)
    assert writer.batches == [1] * 20  # and no nap: there is nothing that could happen in one


def test_among_many_a_commit_waits_for_others(naps: list[Any]) -> None:
    """And not for ever where there are none any more."""
    writer = Writer()
    with writing(writer) as group:
        jobs = [new_job() for _ in range(6 + 2 * group_commit.COMPANY)]
        group.submit(jobs[0])
        while not group._queue.empty():  # taken, and at the gate
            time.sleep(0.001)
        group.submit(jobs[1])
        group.submit(jobs[2])
        naps.append(lambda: submit_all(group, jobs[4:6]))
        naps.extend([lambda: None] * group_commit.COMPANY)
        writer.gate.release(1000)
        finish(*jobs[:3])
        for first in (3, *range(6, len(jobs))):
            group.submit(jobs[first])
            finish(jobs[first])
        finish(*jobs)
    assert writer.batches == [1, 2, 3, *[1] * 2 * group_commit.COMPANY]
    assert not naps


def test_an_event_loop_is_woken_once_for_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        loop, calls = asyncio.get_running_loop(), list[Any]()
        wake = loop.call_soon_threadsafe

        def noted(*words: Any) -> asyncio.Handle:
            calls.append(words)
            return wake(*words)

        monkeypatch.setattr(loop, "call_soon_threadsafe", noted)
        futures = [loop.create_future() for _ in range(5)]
        jobs = [Job(lambda tx: None, future) for future in futures]
        jobs[1].error = ValueError("no room")
        futures[2].cancel()
        settle(*jobs)
        assert len(calls) == 1
        results = await asyncio.gather(*futures, return_exceptions=True)
        assert [type(result).__name__ for result in results] == [
            *("NoneType", "ValueError", "CancelledError", "NoneType", "NoneType")
        ]

    asyncio.run(run())
