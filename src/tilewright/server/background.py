"""Background work: periodic tasks, low-priority threads, the garbage collector.

A full garbage collection blocks the event loop for 0.4 s with 3,000 sockets. By default Python runs
one when a quarter more objects have survived younger collections, and these include the objects of
unfinished moves. Sockets and moves leave no cycles (verified by a test), so full collections run
every 15 min only. Young objects are collected as usual.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from logging import Logger
from typing import Any, Final, TypeVar

from tilewright.errors import TilewrightError
from tilewright.runtime.jit import pause

__all__ = [
    "TaskSet",
    "collect_garbage_forever",
    "lower_thread_priority",
    "run_every",
    "tune_garbage_collector",
]

T = TypeVar("T")

NICENESS: Final = 10
"""Niceness of a background thread. Not higher: such a thread may hold the GIL."""
YOUNG_OBJECTS: Final = 5_000
"""Number of new objects that trigger a collection of the youngest generation."""
YOUNG_COLLECTIONS: Final = 10
NEVER: Final = 1_000_000_000
COLLECT_SECONDS: Final = 900.0


async def run_every(
    work: Callable[[], Awaitable[None]], seconds: float, log: Logger, failure: str
) -> None:
    """Call `work` every `seconds` until cancelled. Errors are logged as `failure`."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except TilewrightError as error:
            log.warning("%s: %s", failure, error)
        except Exception:
            log.exception(failure)


class TaskSet:
    """Tasks that continue even if their callers are cancelled."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a coroutine as a task and keep a reference until it ends."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self) -> None:
        """Wait until all tasks have ended."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


def lower_thread_priority() -> None:
    """Lower the priority of the calling thread, on Linux.

    Elsewhere it does nothing, because niceness applies to the whole process.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            own = os.getpriority(os.PRIO_PROCESS, thread)
            os.setpriority(os.PRIO_PROCESS, thread, min(19, own + NICENESS))


def tune_garbage_collector() -> None:
    """Exempt all existing objects and disable automatic full collections."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, YOUNG_COLLECTIONS, NEVER)


def collect_garbage_forever() -> None:
    """Run a full collection every 15 min until the process ends."""
    while not pause(COLLECT_SECONDS):
        gc.collect()
