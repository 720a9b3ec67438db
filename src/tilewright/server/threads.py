"""Threads that give way to those who answer people."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from typing import Final

__all__ = ["give_way"]

NICENESS: Final = 10


def give_way() -> None:
    """Let this thread have what others leave, where both want the processor: for thinking, which
    takes all there is. Not the very least: now and then it holds the interpreter. Elsewhere than on
    Linux niceness is the whole process's, and stays."""
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            own = os.getpriority(os.PRIO_PROCESS, thread)
            os.setpriority(os.PRIO_PROCESS, thread, min(19, own + NICENESS))
