"""Who plays: this process, all cores, or a Ray cluster. Each game comes out once, and the same."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from multiprocessing import connection, get_context, parent_process
from typing import Any, Generic, TypeVar

from tilewright.arena.external import Limits
from tilewright.arena.schedule import Schedule
from tilewright.arena.settings import Settings
from tilewright.engine import engine_of
from tilewright.errors import InvalidOption, TilewrightError
from tilewright.registry import get_game

__all__ = ["Prepare", "Task", "num_cores", "play_all"]

T = TypeVar("T")

MAX_WORKERS = 256
ORPHAN_SECONDS = 2.0

Prepare = Callable[[], None]


@dataclass(frozen=True)
class Task(Generic[T]):
    """What a worker has to know."""

    settings: Settings
    play: Callable[[Schedule, int, Limits, Callable[[], bool]], T]
    """``play(schedule, index, limits, should_stop)``: one game, and what is to be kept of it."""
    limits: Limits
    prepare: Prepare | None = None


def play_all(
    task: Task[T], todo: list[int], workers: int | None = None, ray: str | None = None
) -> Generator[T, None, None]:
    """All these games as they end. Closing the iterator stops them."""
    count = num_cores() if workers is None else workers
    if not 1 <= count <= MAX_WORKERS:
        raise InvalidOption(f"workers: expected 1 to {MAX_WORKERS}; found {count}")
    if ray is not None:
        return _play_on_ray(task, todo, ray, count)
    _warm_up(task.settings)
    count = min(count, len(todo))
    return _play_here(task, todo) if count == 1 else _play_in_pool(task, todo, count)


def num_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _warm_up(settings: Settings) -> None:
    """A bot that plays by the clock must not meet rules that are still being compiled."""
    if settings.seconds is not None and os.environ.get("TILEWRIGHT_JIT") != "0":
        engine_of(get_game(settings.game)).compile()


def _never() -> bool:
    return False


def _play_here(task: Task[T], todo: list[int]) -> Generator[T, None, None]:
    schedule = Schedule(task.settings)
    for index in todo:
        yield task.play(schedule, index, task.limits, _never)


# --- On a cluster -------------------------------------------------------------------------------


def _play_on_ray(
    task: Task[T], todo: list[int], address: str, cores: int
) -> Generator[T, None, None]:
    from tilewright.cluster import run_jobs

    play = partial(_play_anywhere, task)
    return run_jobs(play, todo, address, cores=cores, per_job=task.settings.threads)


def _play_anywhere(task: Task[T], index: int) -> T:
    """One game in a process that may play for several arenas, one after the other."""
    if task.prepare is not None:
        _prepare_once(task.prepare)
    _warm_up(task.settings)
    return task.play(Schedule(task.settings), index, task.limits, _never)


@cache
def _prepare_once(prepare: Prepare) -> None:
    prepare()


# --- On all cores -------------------------------------------------------------------------------


def _play_in_pool(task: Task[T], todo: list[int], workers: int) -> Generator[T, None, None]:
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, context, _start_worker, (task, stop))
    try:
        yield from _feed(pool, iter(todo), 2 * workers)
    except BrokenProcessPool as error:
        raise TilewrightError(
            "a worker process has died; was it killed, or out of memory? "
            "With a games file, the same command goes on from the last finished game"
        ) from error
    finally:
        # Workers look at the event between moves, so this takes one move and not one game.
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _feed(
    pool: ProcessPoolExecutor, todo: Iterator[int], window: int
) -> Generator[Any, None, None]:
    """Keep a few games waiting for each worker, no more: a test may stop any moment."""
    with _interrupts_ignored():
        pending = _submit(pool, islice(todo, window))
    while pending:
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        pending |= _submit(pool, islice(todo, len(done)))
        for future in done:
            yield future.result()


def _submit(pool: ProcessPoolExecutor, indices: Iterable[int]) -> set[Future[Any]]:
    return {pool.submit(_play_in_worker, index) for index in indices}


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes started in here are deaf to Ctrl-C, even while they are still importing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# --- In a worker of the pool --------------------------------------------------------------------

_orphaned = threading.Event()
_playing: tuple[Task[Any], Schedule, Any] | None = None


def _start_worker(task: Task[Any], stop: Any) -> None:
    global _playing  # noqa: PLW0603  # a pool hands its workers nothing but globals
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    if task.prepare is not None:
        task.prepare()
    _warm_up(task.settings)
    _playing = task, Schedule(task.settings), stop


def _leave_with_parent() -> None:
    """A pool's workers would outlive a parent that was killed."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        _orphaned.set()
        time.sleep(ORPHAN_SECONDS)  # enough to end the programs it has started
        os._exit(1)


def _play_in_worker(index: int) -> Any:
    assert _playing is not None
    task, schedule, stop = _playing
    return task.play(schedule, index, task.limits, lambda: _orphaned.is_set() or stop.is_set())
