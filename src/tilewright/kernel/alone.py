"""Of several processes that want the same kernel one compiles it, and the others load it.

A server and its bots, or the tests side by side, would else do the same work at once: Numba's cache
knows nothing of what is under way.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

if sys.platform != "win32":
    import fcntl

__all__ = ["compile_alone", "locked"]


def compile_alone(twin: Any, folder: Path) -> None:
    """Let a twin that is kept in a folder be compiled by one process at a time.

    What it calls is compiled meanwhile, under locks of its own: nobody waits in a circle, for
    kernels do not call each other in one. In a process Numba's own lock comes first.
    """
    from numba.core.compiler_lock import global_compiler_lock

    compile_twin = twin.compile

    def compile_(signature: Any) -> Any:
        with global_compiler_lock, locked(folder / "lock"):
            return compile_twin(signature)

    twin.compile = compile_


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Where nothing can be written or locked, everybody goes ahead."""
    with ExitStack() as stack:
        if sys.platform != "win32":
            with suppress(OSError):
                file = stack.enter_context(open(path, "ab"))
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
