"""Runs jobs on a Ray cluster. Each yields one result, even if workers are lost."""

from __future__ import annotations

import importlib
import os
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from tilewright.errors import TilewrightError
from tilewright.extras import needing
from tilewright.version import __version__

__all__ = ["LOCAL", "require_ray", "run_jobs"]

LOCAL = "local"
MAX_LOSSES = 10
"""Maximum number of times a job is restarted after losing its worker. A job that kills its workers
ends the run."""
OBJECT_STORE = 256 * 2**20
CONNECT_SECONDS = 5.0

Job = TypeVar("Job")
Result = TypeVar("Result")


def run_jobs(
    function: Callable[[Job], Result],
    jobs: Iterable[Job],
    address: str,
    *,
    cores: int = 1,
    per_job: int = 1,
) -> Generator[Result, None, None]:
    """Run a function on each job and yield the results as they finish.

    Closing the iterator cancels the remaining jobs. A job whose worker is lost is restarted.

    Args:
        function: The function to run on the cluster.
        jobs: Its arguments, one per job.
        address: Address of a cluster, or ``local`` to start one on this machine.
        cores: Number of cores of a local cluster.
        per_job: Number of cores per job.
    """
    ray = require_ray()
    with _connect(ray, address, max(cores, per_job)):
        remote = ray.remote(_run_job).options(num_cpus=per_job, max_retries=MAX_LOSSES)
        slots = max(1, int(ray.cluster_resources().get("CPU", 1)) // per_job)
        yield from _run_windowed(
            ray, lambda job: remote.remote(function, __version__, job), jobs, slots
        )


def require_ray() -> Any:
    """Import and return ``ray``. Raises `MissingExtra` if it is not installed."""
    # Ray reports usage statistics by default, and warns about GPUs that are not needed here.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    with needing("cluster"):
        return importlib.import_module("ray")


@contextmanager
def _connect(ray: Any, address: str, cores: int) -> Iterator[None]:
    """Connect to the cluster for the duration of the context.

    An existing connection is reused and stays open.
    """
    if ray.is_initialized():
        yield
        return
    _check_reachable(address)
    own = {"num_cpus": cores, "include_dashboard": False, "object_store_memory": OBJECT_STORE}
    try:
        ray.init(
            address=address,
            log_to_driver=False,
            logging_level="ERROR",
            **(own if address == LOCAL else {}),
        )
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise _make_connection_error(address, error) from error
    try:
        yield
    finally:
        ray.shutdown()


def _check_reachable(address: str) -> None:
    """Raise TilewrightError if an address does not respond within 5 s.

    Ray itself would retry for minutes.
    """
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if not colon:
        return  # `local`, `auto` and the like
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, ValueError, OverflowError) as error:
        raise _make_connection_error(address, error) from error


def _make_connection_error(address: str, error: Exception) -> TilewrightError:
    """Return the error for a cluster that cannot be reached."""
    return TilewrightError(
        f"--ray: expected {LOCAL!r} or the address of a running Ray cluster; "
        f"found {address[:80]!r}: {_first_line(error)}"
    )


def _run_windowed(
    ray: Any, start: Callable[[Job], Any], jobs: Iterable[Job], slots: int
) -> Generator[Any, None, None]:
    """Run jobs, with at most two of them submitted per slot at any time."""
    left = iter(jobs)
    pending = [start(job) for job in islice(left, 2 * slots)]
    try:
        while pending:
            done, pending = ray.wait(pending)
            pending += [start(job) for job in islice(left, len(done))]
            for reference in done:
                yield _fetch(ray, reference)
    finally:
        for reference in pending:
            ray.cancel(reference)


def _fetch(ray: Any, reference: Any) -> Any:
    """Return a job's result.

    Raises the error of the job, or TilewrightError if the cluster failed.
    """
    try:
        return ray.get(reference)
    except ray.exceptions.RayError as error:
        cause = getattr(error, "cause", None)
        if isinstance(cause, Exception) and not isinstance(cause, ray.exceptions.RayError):
            raise cause from error
        raise TilewrightError(
            f"the Ray cluster gave a job up, after {MAX_LOSSES} new beginnings if workers were "
            f"lost: {_first_line(error)}"
        ) from error


def _first_line(error: BaseException) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), "no reason")


def _run_job(function: Callable[[Job], Result], version: str, job: Job) -> Result:
    """Run a job on a worker. Raises TilewrightError if its version of Tilewright differs."""
    if version != __version__:
        raise TilewrightError(
            f"expected Tilewright {version} on every machine of the cluster; found {__version__}"
        )
    return function(job)
