"""Threads that give way to those who answer people."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Final, ParamSpec, TypeVar

__all__ = ["give_way", "in_turn"]

P = ParamSpec("P")
T = TypeVar("T")

NICENESS: Final = 10

_one_by_one = ThreadPoolExecutor(1, thread_name_prefix="tilewright-in-turn")


async def in_turn(work: Callable[P, T], *words: P.args, **named: P.kwargs) -> T:
    """Do what takes a while in Python beside the event loop, one after the other. For all threads
    there is one interpreter, and whoever answers a move asks for it several times: with one thread
    that tells a long story those times add up to 2.6 ms in the middle, with two to 5, with four to
    25."""
    call = partial(work, *words, **named)
    return await asyncio.get_running_loop().run_in_executor(_one_by_one, call)


def give_way() -> None:
    """Let this thread have what others leave, where both want the processor: for thinking, which
    takes all there is. Not the very least: now and then it holds the interpreter. Elsewhere than on
    Linux niceness is the whole process's, and stays."""
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            own = os.getpriority(os.PRIO_PROCESS, thread)
            os.setpriority(os.PRIO_PROCESS, thread, min(19, own + NICENESS))
