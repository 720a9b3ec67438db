"""Group commit: work queued at the same time is committed together."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from tilewright.server.storage.database import Conflict, Transaction, Unavailable, group_commit
from tilewright.server.storage.database.base import CommitUnknown, RetryTransaction
from tilewright.server.storage.database.group_commit import (
    GroupCommit,
    Works,
    WriteJob,
    finish_jobs,
)


def nothing(tx: Transaction) -> None:
    """Do nothing."""


class Writer:
    """A writer that records its batches; each waits until the test releases it."""

    def __init__(self) -> None:
        self.batches: list[int] = []
        self.taken = threading.Semaphore(0)
        self.gate = threading.Semaphore(0)

    def run(self, works: Works, since: float) -> list[Any]:
        self.taken.release()
        self.gate.acquire()
        self.batches.append(len(works))
        return [None] * len(works)


@contextmanager
def writing(writer: Writer) -> Iterator[GroupCommit]:
    group = GroupCommit(writer.run, 1, "test")
    try:
        yield group
    finally:
        writer.gate.release(1000)
        group.close()


def submit(group: GroupCommit, count: int) -> list[Future[None]]:
    futures: list[Future[None]] = [Future() for _ in range(count)]
    for future in futures:
        group.submit(nothing, future)
    return futures


def wait_for(futures: list[Future[None]]) -> None:
    for future in futures:
        future.result(60)


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Function calls during the wait of a commit; each wait runs the first of them."""
    happens: list[Any] = []

    def nap(_seconds: float) -> None:
        happens.pop(0)()

    monkeypatch.setattr(group_commit, "time", SimpleNamespace(sleep=nap))
    return happens


def test_group_commit_with_one_writer_never_waits(naps: list[Any]) -> None:
    writer = Writer()
    writer.gate.release(1000)
    with writing(writer) as group:
        for _ in range(20):
            wait_for(submit(group, 1))
    assert writer.batches == [1] * 20  # and no nap: there is nothing that could happen in one


def test_group_commit_after_a_batch_gathers_others(naps: list[Any]) -> None:
    """The wait ends once no other work comes."""
    writer, gathered = Writer(), list[Future[None]]()
    with writing(writer) as group:
        futures = submit(group, 1)
        assert writer.taken.acquire(timeout=60)  # it is at the gate
        futures += submit(group, 2)
        naps.append(lambda: gathered.extend(submit(group, 2)))
        naps.extend([lambda: None] * group_commit.COMMITS_THAT_GATHER)
        writer.gate.release(1000)
        wait_for(futures)
        for _ in range(1 + 2 * group_commit.COMMITS_THAT_GATHER):
            wait_for(submit(group, 1))
        wait_for(gathered)
    assert writer.batches == [1, 2, 3, *[1] * 2 * group_commit.COMMITS_THAT_GATHER]
    assert not naps


async def test_group_commit_wakes_an_event_loop_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, calls = asyncio.get_running_loop(), list[Any]()
    wake = loop.call_soon_threadsafe

    def noted(*words: Any) -> asyncio.Handle:
        calls.append(words)
        return wake(*words)

    monkeypatch.setattr(loop, "call_soon_threadsafe", noted)
    futures = [loop.create_future() for _ in range(5)]
    jobs = [WriteJob(nothing, future) for future in futures]
    jobs[1].error = ValueError("no room")
    futures[2].cancel()
    finish_jobs(*jobs)
    assert len(calls) == 1
    results = await asyncio.gather(*futures, return_exceptions=True)
    assert [type(result).__name__ for result in results] == [
        *("NoneType", "ValueError", "CancelledError", "NoneType", "NoneType")
    ]


# --- Failures -----------------------------------------------------------------------------------


class Script:
    """Runs work by a script: each run raises the given error, or succeeds for None."""

    def __init__(self, *errors: Exception | None) -> None:
        self.errors = list(errors)
        self.sizes: list[int] = []

    def run(self, works: Works, since: float) -> list[Any]:
        self.sizes.append(len(works))
        if error := self.errors.pop(0) if self.errors else None:
            raise error
        return [len(self.sizes)] * len(works)


def commit(script: Script, count: int) -> list[object]:
    """Commit a batch of work; return the result or error of each item."""
    group, futures = GroupCommit(script.run, 0, "test"), list[Future[Any]]()
    for _ in range(count):
        futures.append(Future())
        group.submit(nothing, futures[-1])
    group._commit(group._wait_for_batch())
    group.close()
    return [future.exception(60) or future.result(60) for future in futures]


def test_group_commit_with_a_failure_commits_each_alone() -> None:
    failure = Conflict("taken")
    script = Script(failure, None, failure)
    assert commit(script, 3) == [2, failure, 4]
    assert script.sizes == [3, 1, 1, 1]


@pytest.mark.parametrize("error", [CommitUnknown("lost"), Unavailable("away")])
def test_group_commit_unavailable_is_not_retried(error: Exception) -> None:
    script = Script(error)
    assert commit(script, 3) == [error] * 3
    assert script.sizes == [3]


def test_group_commit_retries_rolled_back_work() -> None:
    again = RetryTransaction("lost")
    script = Script(again, None, again, again)
    assert commit(script, 2) == [2, 5]
    assert script.sizes == [2, 1, 1, 1, 1]


def test_group_commit_gives_up_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work runs at least twice: noticing a hanging connection takes longer than the time."""
    monkeypatch.setattr(group_commit, "RETRY_FOR_SECONDS", 0.0)
    again = RetryTransaction("lost")
    script = Script(again, again)
    (error,) = commit(script, 1)
    assert isinstance(error, Unavailable) and script.sizes == [1, 1]
