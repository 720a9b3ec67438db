"""The compile cache: one folder per compiled kernel, named by a hash of all its inputs.

Numba's own cache index does not notice an edit in an imported file. This hash covers the code, the
tables it reads and every kernel it calls, in any package. Unrelated edits do not change it: editing
or installing one game compiles only that game.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from tilewright.kernel.decorators import (
    Bindings,
    global_values,
    is_called,
    is_kernel,
    used_bindings,
)

if sys.platform != "win32":
    import fcntl


LIBRARIES = ("numba", "numpy", "llvmlite")


def hash_kernel(function: Callable[..., Any], bindings: Bindings) -> str:
    """Return a hash of a kernel's code and of all globals that it reads.

    The hash is the same for every target.
    """
    assert isinstance(function, FunctionType)
    used = used_bindings(function, bindings)
    return _hash_bound(function, tuple(used.items()))


@cache
def _hash_bound(function: FunctionType, bindings: tuple[tuple[str, Any], ...]) -> str:
    """Return the hash of a kernel with bindings, all of which it must use."""
    code = function.__code__
    closure = [cell.cell_contents for cell in function.__closure__ or ()]
    consts = code.co_consts[1:] if function.__doc__ else code.co_consts  # without the docstring
    plain = code.replace(co_consts=consts)
    parts = [_describe(value) for value in (plain, function.__defaults__, closure)]
    parts += ["called"] * is_called(function)
    for name, value in global_values(function, dict(bindings)):
        if is_kernel(value):
            parts += [name, hash_kernel(value, dict(bindings))]
        else:
            parts += [name, *_describe_global(value, code.co_names)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _describe_global(value: object, names: tuple[str, ...]) -> list[str]:
    """Return strings that identify a global.

    A module outside ``LIBRARIES`` is described by the names that the code reads from it.
    """
    if not isinstance(value, ModuleType) or value.__name__.partition(".")[0] in LIBRARIES:
        return [_describe(value)]
    return [f"{name} {_describe(vars(value)[name])}" for name in names if name in vars(value)]


def _describe(value: object) -> str:
    """Return a string that identifies a value in every process."""
    if isinstance(value, CodeType):
        names = value.co_names, value.co_varnames
        return f"{value.co_code.hex()} {names} {_describe(value.co_consts)}"
    if isinstance(value, np.ndarray):
        digest = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
        return f"{value.dtype.descr} {value.shape} {digest}"
    if isinstance(value, tuple | list):
        return f"({', '.join(map(_describe, value))})"
    if isinstance(value, frozenset):
        return f"({', '.join(sorted(map(_describe, value)))})"
    if isinstance(value, FunctionType | BuiltinFunctionType | type | ModuleType):
        return f"{getattr(value, '__module__', '')}.{value.__name__}"
    return f"{type(value).__name__} {value!r}"


@cache
def _hash_tools() -> str:
    """Return a hash of the toolchain: the CPU target, the libraries, Python and the processor."""
    target = Path(__file__).with_name("cpu.py").read_text(encoding="utf-8")
    parts = [target, *map(version, LIBRARIES), sys.version, _cpu_name()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _cpu_name() -> str:
    """Return the processor's model name, or "" if it is unknown."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next((line for line in lines if line.startswith("model name")), "")
    except OSError:
        return platform.processor() or platform.machine()


def cache_root() -> Path:
    """Return the root folder of the compile cache, ``TILEWRIGHT_CACHE_DIR`` if it is set."""
    if override := os.environ.get("TILEWRIGHT_CACHE_DIR"):
        return Path(override)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "tilewright" / "kernels"


def cache_folder(key: str) -> Path:
    """Return the cache folder for a key, such as the hash of a kernel."""
    return cache_root() / hashlib.sha256((key + _hash_tools()).encode()).hexdigest()[:16]


def use_folder(folder: Path) -> None:
    """Create a cache folder if necessary, and set its modification time to now.

    Errors are ignored.
    """
    with suppress(OSError):  # if the folder is not writable, Numba chooses another
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)


def forget_old_caches(root: Path, days: float = 60.0) -> None:
    """Delete cache folders that have not been used for ``days`` days.

    Every edit of a kernel and every new version of Numba makes some folders obsolete.
    """
    oldest = time.time() - days * 24 * 3600
    for folder in root.glob("[0-9a-f]" * 16) if root.is_dir() else ():
        with suppress(OSError):  # another process may have removed it
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)


# --- One compiler at a time ---------------------------------------------------------------------

# A server and its bots, or parallel tests, may need the same kernel at the same time. One process
# compiles it and the others load it; Numba's cache does not coordinate processes.


def lock_compilation(twin: Any, folder: Path) -> None:
    """Replace ``twin.compile`` by a version that holds a file lock.

    Only one process at a time compiles the kernel.

    Callees are compiled meanwhile, each under its own lock. This cannot deadlock, because the call
    graph of kernels has no cycles. Within a process, Numba's own lock is acquired first. Cached
    code that cannot be loaded is compiled again.
    """
    from numba.core.compiler_lock import global_compiler_lock

    compile_twin = twin.compile

    def compile_(signature: Any) -> Any:
        """Compile the kernel or load it from the cache, while holding both locks."""
        with global_compiler_lock, file_lock(folder / "lock"):
            try:
                return compile_twin(signature)
            except ImportError:  # the cached code refers to a module that has been renamed
                _drop_stored_code(folder)
                return compile_twin(signature)

    twin.compile = compile_


def _drop_stored_code(folder: Path) -> None:
    """Delete the compiled code that Numba has stored in a folder."""
    for path in folder.rglob("*.nb[ic]"):
        with suppress(OSError):
            path.unlink()


@contextmanager
def file_lock(path: Path) -> Iterator[None]:
    """Hold an exclusive file lock.

    Continue without it if the file cannot be opened or locked.
    """
    with ExitStack() as stack:
        if sys.platform != "win32":
            with suppress(OSError):
                file = stack.enter_context(open(path, "ab"))
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
