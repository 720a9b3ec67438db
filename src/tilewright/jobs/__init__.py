"""Runs many jobs: in this process, on all cores, or on a Ray cluster.

Each job yields one result, which does not depend on where it runs. Closing the iterator, as Ctrl-C
does, stops the running jobs and drops the rest.

>>> from tilewright.jobs import run_jobs
>>> def square(number: int, stop: Event) -> int:
...     return number * number
>>> list(run_jobs(square, range(4), workers=1))
[0, 1, 4, 9]
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache, partial
from itertools import islice
from multiprocessing import connection, get_context, parent_process
from threading import Event
from typing import Any, TypeVar

from tilewright.errors import InvalidOption, TilewrightError

MAX_WORKERS = 256
ORPHAN_SECONDS = 2.0

Job = TypeVar("Job")
Result = TypeVar("Result")


Run = Callable[[Job, Event], Result]
"""``run(job, stop)`` returns the job's result. It may return early once ``stop`` is set."""
Prepare = Callable[[], None]


def run_jobs(
    run: Run[Job, Result],
    jobs: Iterable[Job],
    *,
    workers: int | None = None,
    ray: str | None = None,
    prepare: Prepare | None = None,
    cores_per_job: int = 1,
) -> Generator[Result, None, None]:
    """Run many jobs in parallel.

    Args:
        run: Called as ``run(job, stop)``. It is pickled for other processes, so it must be a
            module-level function, or a `functools.partial` of one.
        jobs: The arguments, one per job.
        workers: Number of processes, by default one per core; with 1, jobs run in this process.
        ray: Address of a Ray cluster to run on instead, or ``local``; needs the `cluster` extra.
        prepare: Called once in each worker process before its first job.
        cores_per_job: Cores that a job needs on a cluster.

    Yields:
        The results in the order of completion.

    Raises:
        InvalidOption: The number of workers is out of range.
        TilewrightError: A worker process died, or the cluster cannot be reached.
    """
    count = count_cores() if workers is None else workers
    if not 1 <= count <= MAX_WORKERS:
        raise InvalidOption(f"workers: expected 1 to {MAX_WORKERS}; found {count}")
    if ray is not None:
        return _run_on_ray(run, jobs, ray, count, prepare, cores_per_job)
    return _run_here(run, jobs) if count == 1 else _run_in_pool(run, jobs, count, prepare)


def count_cores() -> int:
    """Return the number of CPU cores available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _run_here(run: Run[Job, Result], jobs: Iterable[Job]) -> Generator[Result, None, None]:
    """Run the jobs one after the other in this process."""
    stop = Event()
    for job in jobs:
        yield run(job, stop)


# --- On a cluster -------------------------------------------------------------------------------


def _run_on_ray(
    run: Run[Job, Result],
    jobs: Iterable[Job],
    address: str,
    cores: int,
    prepare: Prepare | None,
    cores_per_job: int,
) -> Generator[Result, None, None]:
    """Run the jobs on a Ray cluster."""
    from tilewright.jobs import ray_cluster

    function = partial(_prepare_and_run, run, prepare)
    return ray_cluster.run_jobs(function, jobs, address, cores=cores, per_job=cores_per_job)


def _prepare_and_run(run: Run[Job, Result], prepare: Prepare | None, job: Job) -> Result:
    """Run a job in a reused worker process.

    `prepare` is called before the first job of the process.
    """
    if prepare is not None:
        _prepare_once(prepare)
    return run(job, Event())


@cache
def _prepare_once(prepare: Prepare) -> None:
    prepare()


# --- On all cores -------------------------------------------------------------------------------


def _run_in_pool(
    run: Run[Job, Result], jobs: Iterable[Job], workers: int, prepare: Prepare | None
) -> Generator[Result, None, None]:
    """Run the jobs in a pool of `workers` processes."""
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, context, _start_worker, (run, stop, prepare))
    try:
        yield from _run_windowed(pool, iter(jobs), 2 * workers)
    except BrokenProcessPool as error:
        raise TilewrightError(
            "a worker process has died; was it killed, or out of memory? "
            "With a file of results, the same command continues after the last one"
        ) from error
    finally:
        # Jobs check the event after each move, so this does not take long.
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _run_windowed(
    pool: ProcessPoolExecutor, jobs: Iterator[Job], window: int
) -> Generator[Any, None, None]:
    """Run jobs, with at most ``window`` of them submitted at any time."""
    with _ignore_interrupts():
        pending = _submit(pool, islice(jobs, window))
    while pending:
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        pending |= _submit(pool, islice(jobs, len(done)))
        for future in done:
            yield future.result()


def _submit(pool: ProcessPoolExecutor, jobs: Iterable[Job]) -> set[Future[Any]]:
    return {pool.submit(_run_in_worker, job) for job in jobs}


@contextmanager
def _ignore_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C in processes started within the context.

    Outside the main thread this has no effect.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# --- In a worker of the pool --------------------------------------------------------------------


class _AnyOf(Event):
    """An event that is set if any of several events is."""

    def __init__(self, *events: Any) -> None:
        super().__init__()
        self._events = events

    def is_set(self) -> bool:
        return any(event.is_set() for event in self._events)


_orphaned = Event()
_work: tuple[Run[Any, Any], _AnyOf] | None = None


def _start_worker(run: Run[Any, Any], stop: Any, prepare: Prepare | None) -> None:
    """Initialise a worker process of a pool."""
    global _work  # noqa: PLW0603  # a pool's initializer can pass data only in globals
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    if prepare is not None:
        prepare()
    _work = run, _AnyOf(_orphaned, stop)


def _exit_with_parent() -> None:
    """Exit `ORPHAN_SECONDS` after the parent process has ended.

    Otherwise a killed pool's workers would keep running.
    """
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        _orphaned.set()
        time.sleep(ORPHAN_SECONDS)  # time to stop the programs that its job has started
        os._exit(1)


def _run_in_worker(job: Any) -> Any:
    """Run a job with this worker's function."""
    assert _work is not None
    run, stop = _work
    return run(job, stop)
