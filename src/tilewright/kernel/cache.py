"""The compile cache: one folder a twin, named by a hash of all that the twin is made of.

Numba's own index does not notice an edit in an imported file. A hash of the code, of the tables it
reads and of every kernel it calls does, whichever package they come from; and an edit elsewhere
leaves the name alone. So an edit in one game, or a game newly installed, compiles that game only.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from tilewright.kernel.marks import (
    Bindings,
    global_values,
    is_called,
    is_kernel,
    used_bindings,
)

__all__ = [
    "cache_folder",
    "cache_root",
    "forget_old_caches",
    "hash_kernel",
    "use_folder",
]

LIBRARIES = ("numba", "numpy", "llvmlite")


def hash_kernel(function: Callable[..., Any], bindings: Bindings) -> str:
    """A hash of a kernel's code and of all that the code looks up, but for the target."""
    assert isinstance(function, FunctionType)
    used = used_bindings(function, bindings)
    return _hash_bound(function, tuple(used.items()))


@cache
def _hash_bound(function: FunctionType, bindings: tuple[tuple[str, Any], ...]) -> str:
    code = function.__code__
    closure = [cell.cell_contents for cell in function.__closure__ or ()]
    consts = code.co_consts[1:] if function.__doc__ else code.co_consts  # words change nothing
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
    """A value that code looks up; of a module, those of its names that the code says too."""
    if not isinstance(value, ModuleType) or value.__name__.partition(".")[0] in LIBRARIES:
        return [_describe(value)]
    return [f"{name} {_describe(vars(value)[name])}" for name in names if name in vars(value)]


def _describe(value: object) -> str:
    """A text that differs where the value does, the same in every process."""
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
    """A hash of all that compiles: this package's part for the CPU, Numba, Python, the machine."""
    files = (Path(__file__).with_name(name) for name in ("cpu.py", "records.py"))
    texts = (file.read_text(encoding="utf-8") for file in files)
    parts = [*texts, *map(version, LIBRARIES), sys.version, _cpu_name()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _cpu_name() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next((line for line in lines if line.startswith("model name")), "")
    except OSError:
        return platform.processor() or platform.machine()


def cache_root() -> Path:
    """Where the cache folders lie. ``TILEWRIGHT_CACHE_DIR`` overrides it."""
    if override := os.environ.get("TILEWRIGHT_CACHE_DIR"):
        return Path(override)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "tilewright" / "kernels"


def cache_folder(key: str) -> Path:
    """Where the twin of a kernel with that hash is kept."""
    return cache_root() / hashlib.sha256((key + _hash_tools()).encode()).hexdigest()[:16]


def use_folder(folder: Path) -> None:
    """Note that a folder is in use, so that it is not forgotten."""
    with suppress(OSError):  # where nothing can be written, Numba finds another place
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)


def forget_old_caches(root: Path, days: float = 60.0) -> None:
    """Remove the cache folders that nothing has used for so long.

    Every edit of a kernel and every new version of Numba leaves folders behind.
    """
    oldest = time.time() - days * 24 * 3600
    for folder in root.glob("[0-9a-f]" * 16) if root.is_dir() else ():
        with suppress(OSError):  # another process may be quicker
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
