"""What the backends share: which values may be stored, who listens, how to await a future."""

from __future__ import annotations

import asyncio
import logging
import math
import os
import time
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeVar

from tilewright.server.storage.database import Transaction, Unavailable, Unstorable

__all__ = [
    "DatabaseBase",
    "Job",
    "Notice",
    "checked",
    "checked_notice",
    "die",
    "failing_in_words",
    "log",
    "settle",
]

T = TypeVar("T")
Notice = tuple[str, str]  # channel, payload

log = logging.getLogger("tilewright.database")

THREAD_DIED = 70  # EX_SOFTWARE

MAX_INT = 2**63 - 1
MAX_NOTICE = 7000  # bytes; PostgreSQL takes just under 8000


def checked(parameters: Iterable[Any]) -> list[Any]:
    """The parameters of a statement; raises Unstorable where one of them cannot be kept."""
    checks = CHECKS.get
    return [None if value is None else checks(type(value), _refuse)(value) for value in parameters]


def _refuse(value: Any) -> NoReturn:
    expected = "None, an integer, a float, text or bytes"
    raise Unstorable(f"expected {expected}; found {type(value).__name__}")


def _checked_int(value: int) -> int:
    if not -MAX_INT - 1 <= value <= MAX_INT:
        raise Unstorable(f"expected an integer of 64 bits; found one of {value.bit_length()}")
    return value


def _checked_float(value: float) -> float:
    if not math.isfinite(value):
        raise Unstorable(f"expected a finite number; found {value}")
    return value


def _checked_text(value: str) -> str:
    if "\0" in value:
        raise Unstorable(f"expected text without NUL; found one at {value.index(chr(0))}")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise Unstorable(
                f"expected Unicode text; it contains a lone surrogate: {error}"
            ) from None
    return value


# Exact types: an enum or a NumPy number would be stored differently by each backend.
CHECKS: dict[type, Callable[[Any], Any]] = {
    bool: int,
    int: _checked_int,
    float: _checked_float,
    str: _checked_text,
    bytes: bytes,
}


def checked_notice(channel: str, payload: str) -> Notice:
    """A notification that both backends can carry; raises Unstorable where it is not."""
    size = len(_checked_text(channel).encode()) + len(_checked_text(payload).encode())
    if " " in channel or size > MAX_NOTICE:
        expected = f"a channel without spaces and {MAX_NOTICE} bytes at most"
        raise Unstorable(f"expected {expected}; found {ascii(channel)} and {size} bytes")
    return channel, payload


@contextmanager
def failing_in_words(where: object, expected: str, *errors: type[BaseException]) -> Iterator[None]:
    """Raise Unavailable for these errors; every message says where."""
    try:
        yield
    except Unavailable as error:
        raise Unavailable(f"{where}: {error}") from error
    except errors as error:
        raise Unavailable(f"{where}: expected {expected}; found: {error}") from error


def die(thread: str) -> NoReturn:
    """Exit rather than accept moves that we cannot store, or not hear of those of others."""
    log.critical("%s died, and so does the process", thread, exc_info=True)
    logging.shutdown()
    os._exit(THREAD_DIED)


@dataclass(slots=True)
class Job:
    """Work that waits to be written, and then what came of it. Whoever waits for it is a thread, or
    something on an event loop: a future of threads costs as much as two statements."""

    work: Callable[[Transaction], Any]
    future: Future[Any] | asyncio.Future[Any]
    since: float = field(default_factory=time.monotonic)
    result: Any = None
    error: BaseException | None = None

    def begin(self) -> bool:
        """Whether somebody still waits for it."""
        if isinstance(self.future, Future):
            return self.future.set_running_or_notify_cancel()
        return not self.future.cancelled()

    def settle(self) -> None:
        """Tell whoever waits what came of it; in their event loop, where that is who waits."""
        if self.future.done():  # they went meanwhile
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


def settle(*jobs: Job) -> None:
    """Tell all who wait what came of their work. An event loop is woken once for all of it."""
    looped: dict[asyncio.AbstractEventLoop, list[Job]] = {}
    for job in jobs:
        if isinstance(job.future, Future):
            job.settle()
        else:
            looped.setdefault(job.future.get_loop(), []).append(job)
    for loop, waiting in looped.items():
        with suppress(RuntimeError):  # it has ended
            loop.call_soon_threadsafe(_settle_here, waiting)


def _settle_here(jobs: list[Job]) -> None:
    for job in jobs:
        job.settle()


class DatabaseBase(ABC):
    """Listeners, and the asynchronous face of the two queues."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Callable[[str], None]]] = defaultdict(list)

    @abstractmethod
    def _queue(self, job: Job) -> None:
        """Have it written; raises Unavailable where nobody writes."""

    @abstractmethod
    def submit_read(self, work: Callable[[Transaction], T]) -> Future[T]: ...

    def submit_write(self, work: Callable[[Transaction], T]) -> Future[T]:
        future: Future[T] = Future()
        self._queue(Job(work, future))
        return future

    async def write(self, work: Callable[[Transaction], T]) -> T:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue(Job(work, future))
        return await future

    async def read(self, work: Callable[[Transaction], T]) -> T:
        return await asyncio.wrap_future(self.submit_read(work))

    def listen(self, channel: str, heard: Callable[[str], None]) -> None:
        self._listeners[channel].append(heard)

    def _tell(self, notices: Iterable[Notice]) -> None:
        for channel, payload in notices:
            for heard in self._listeners.get(channel, ()):
                self._tell_one(heard, payload)

    def _tell_one(self, heard: Callable[[str], None], payload: str) -> None:
        try:
            heard(payload)
        except Exception:
            log.exception("a listener failed")
