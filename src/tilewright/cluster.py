"""Many machines: jobs on a Ray cluster, each counted once whatever becomes of the workers."""

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
"""How often a job is begun again because its worker is gone. One that takes its worker with it
every time, by its hunger for memory for example, must come to an end."""
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
    """What a function makes of each job, as they end. Closing the iterator stops the others.

    ``address`` is that of a cluster, or ``local`` to start one of so many ``cores`` here. A job
    takes ``per_job`` cores. One whose worker is lost is begun again elsewhere; its result is handed
    out by the one who waits for it here, so it cannot come twice."""
    ray = require_ray()
    with _connected(ray, address, max(cores, per_job)):
        remote = ray.remote(_do).options(num_cpus=per_job, max_retries=MAX_LOSSES)
        slots = max(1, int(ray.cluster_resources().get("CPU", 1)) // per_job)
        yield from _feed(ray, lambda job: remote.remote(function, __version__, job), jobs, slots)


def require_ray() -> Any:
    """Ray, or words on where to get it."""
    # It would report how it is used, and says a warning about GPUs that nobody asked for.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    with needing("cluster"):
        return importlib.import_module("ray")


@contextmanager
def _connected(ray: Any, address: str, cores: int) -> Iterator[None]:
    """A connection of our own ends with the jobs; one that was there before is left alone."""
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
        raise _unreachable(address, error) from error
    try:
        yield
    finally:
        ray.shutdown()


def _check_reachable(address: str) -> None:
    """Ray itself would try for many minutes."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if not colon:
        return  # `local`, `auto` and the like
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, ValueError, OverflowError) as error:
        raise _unreachable(address, error) from error


def _unreachable(address: str, error: Exception) -> TilewrightError:
    return TilewrightError(
        f"--ray: expected {LOCAL!r} or the address of a running Ray cluster; "
        f"found {address[:80]!r}: {_first_line(error)}"
    )


def _feed(
    ray: Any, start: Callable[[Job], Any], jobs: Iterable[Job], slots: int
) -> Generator[Any, None, None]:
    """Keep one job waiting for each that is running, no more: whoever listens may stop any time."""
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
    """A job's result; its own error as it was raised, the cluster's in words."""
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


def _do(function: Callable[[Job], Result], version: str, job: Job) -> Result:
    """On a worker. Another version's rules may differ, and its bots surely do."""
    if version != __version__:
        raise TilewrightError(
            f"expected Tilewright {version} on every machine of the cluster; found {__version__}"
        )
    return function(job)
