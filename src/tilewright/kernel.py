"""One source, three targets.

A *kernel* is a plain Python function over words, small integers and NumPy records. Marking it with
:func:`kernel` leaves it exactly as it is, so calling it runs it interpreted. Its twins are made on
demand:

    interpreted     rules.apply(state, action)                    the function itself
    compiled        compiled(rules.apply)(state, action)          Numba on the CPU, GIL released
    on the device   device(rules.apply)                           Numba on CUDA, called from a grid

A twin is the same code object with other globals: every kernel it names is replaced by that
kernel's twin, and the primitives (``int``, :func:`u64`, :func:`popcount`, :func:`lowest` and
:func:`copy_record`) by the target's own. Nothing else is replaced, so there is no second copy of
any rule.

How to write one
----------------
* A *word* is an unsigned 64-bit integer. Wrap every expression that might leave 64 bits, and every
  word read from a record, in ``u64(...)``: interpreted it masks, compiled it costs nothing.
  ``u64(~w)``, ``u64(w << n)``, ``u64(a * b)``; ``&``, ``|``, ``^`` and ``>>`` of words stay words.
* Read small integer fields through ``int(...)`` before arithmetic; NumPy scalars overflow where
  Numba widens. ``int(...)`` is a signed 64-bit integer on every target (Numba's own would leave
  an unsigned field unsigned).
* Never mix a word and a signed integer in ``+``, ``-``, ``*``, ``/`` or a comparison (Numba would
  make it a float): convert the word with ``int(...)`` first.
* Tables are module-level NumPy arrays; they are frozen at compile time.
* Allocate nothing: write into arrays that the caller owns.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import threading
import time
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

__all__ = [
    "below",
    "cache_folder",
    "cache_root",
    "compiled",
    "copy_record",
    "device",
    "forget_old_caches",
    "kernel",
    "lowest",
    "mix",
    "next_random",
    "popcount",
    "u64",
]

F = TypeVar("F", bound=Callable[..., Any])

MASK64 = 0xFFFF_FFFF_FFFF_FFFF
PICTURES = ("draw.py", "scene.py", "progress.py")
"""Modules of a game that only show it to people."""

_kernels: set[Callable[..., Any]] = set()


def kernel(function: F) -> F:
    """Mark a function as a kernel; it stays a plain function."""
    _kernels.add(function)
    return function


# --- Primitives: the only functions with one body per target ------------------------------------


def u64(value: Any) -> int:
    """The value as an unsigned 64-bit word, wrapped around."""
    return int(value) & MASK64


def popcount(word: int) -> int:
    """How many bits of a word are set."""
    return int(word).bit_count()


def lowest(word: int) -> int:
    """Index of the lowest set bit; 64 for an empty word."""
    word = int(word)
    return (word & -word).bit_length() - 1 if word else 64


def copy_record(source: Any, to: Any, at: int) -> None:
    """Copy a record to a place in an array of them."""
    to[at] = source


_PRIMITIVES: tuple[Callable[..., Any], ...] = (int, u64, popcount, lowest, copy_record)


# --- Random numbers -----------------------------------------------------------------------------
#
# SplitMix64: a counter that steps by the golden ratio and a bijective mix of it. The counter is the
# whole generator, so it lives in a state record as one word. Nothing below depends on the target.


@kernel
def mix(word):
    """A bijection of 64-bit words whose output looks random."""
    z = u64(word)
    z = u64((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9)
    z = u64((z ^ (z >> 27)) * 0x94D049BB133111EB)
    return z ^ (z >> 31)


@kernel
def next_random(rng):
    """The generator's next counter; ``mix`` of it is the random word."""
    return u64(u64(rng) + 0x9E3779B97F4A7C15)


@kernel
def below(rng, n):
    """A number from 0 to n - 1 (n < 2**32) out of a counter, by multiply-shift.

    The bias is below n / 2**32, far under what any test of ours could see.
    """
    return int(((mix(rng) >> 32) * u64(n)) >> 32)


# --- Twins --------------------------------------------------------------------------------------

_lock = threading.RLock()
_twins: dict[tuple[str, Callable[..., Any], tuple[tuple[str, Any], ...]], Any] = {}


def compiled(function: Callable[..., Any], **bindings: Callable[..., Any]) -> Callable[..., Any]:
    """The function compiled for the CPU (on its first call), kept in the disk cache.

    ``bindings`` replace global names of the function by other kernels: a search written once over
    names such as ``apply`` is bound to one game's ``apply`` by ``compiled(search, apply=...)``.
    """
    return _twin(function, "cpu", bindings)


def device(function: Callable[..., Any], **bindings: Callable[..., Any]) -> Callable[..., Any]:
    """The function as a CUDA device function (simulated under ``NUMBA_ENABLE_CUDASIM=1``)."""
    return _twin(function, "cuda", bindings)


def _twin(
    function: Callable[..., Any], target: str, bindings: Mapping[str, Callable[..., Any]]
) -> Any:
    key = (target, function, tuple(sorted(bindings.items(), key=lambda item: item[0])))
    with _lock:
        if key not in _twins:
            _twins[key] = _make_twin(function, target, bindings)
        return _twins[key]


def _make_twin(
    function: Callable[..., Any], target: str, bindings: Mapping[str, Callable[..., Any]]
) -> Any:
    assert isinstance(function, FunctionType)
    primitives, jit = _toolchain(target)
    names = {"int": int} | function.__globals__ | dict(bindings)
    for name in _global_names(function):
        value = names.get(name)
        if isinstance(value, (FunctionType, type)) and value in primitives:
            names[name] = primitives[value]
        elif isinstance(value, FunctionType) and value in _kernels:
            names[name] = _twin(value, target, _used_bindings(value, bindings))
    twin = FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    # The disk cache tells functions apart by qualified name: bound twins need names of their own.
    bound = "".join(f".{value.__module__}.{value.__name__}" for value in bindings.values())
    suffix = "_" + hashlib.sha256(bound.encode()).hexdigest()[:12] if bound else ""
    twin.__qualname__ = function.__qualname__ + suffix
    twin.__module__ = function.__module__
    return jit(twin)


def _global_names(function: FunctionType) -> set[str]:
    return set(function.__code__.co_names)


def _used_bindings(
    function: FunctionType, bindings: Mapping[str, Callable[..., Any]]
) -> dict[str, Callable[..., Any]]:
    """Those bindings that the function, or a kernel it calls, looks up."""
    seen: set[FunctionType] = set()
    used: set[str] = set()

    def visit(f: FunctionType) -> None:
        if f in seen:
            return
        seen.add(f)
        for name in _global_names(f):
            if name in bindings:
                used.add(name)
            value = f.__globals__.get(name)
            if isinstance(value, FunctionType) and value in _kernels:
                visit(value)

    visit(function)
    return {name: bindings[name] for name in used}


_toolchains: dict[str, tuple[dict[Callable[..., Any], Any], Callable[[Any], Any]]] = {}


def _toolchain(target: str) -> tuple[dict[Callable[..., Any], Any], Callable[[Any], Any]]:
    """Primitives and decorator of a target. Numba is imported here and nowhere else: it is slow."""
    if target not in _toolchains:
        if target == "cpu":
            from tilewright import _numba_cpu as module
        else:
            from tilewright import _numba_cuda as module
        primitives = dict(zip(_PRIMITIVES, module.PRIMITIVES, strict=True))
        _toolchains[target] = (primitives, module.jit)
    return _toolchains[target]


# --- The compile cache --------------------------------------------------------------------------


@cache
def cache_folder() -> Path:
    """Where compiled kernels are kept: one folder per state of the sources, Numba and the CPU.

    Numba's own index does not notice an edit in an imported file; a folder named by a hash of all
    sources does. ``TILEWRIGHT_CACHE_DIR`` overrides the place, not the hash.
    """
    digest = hashlib.sha256()
    package = Path(__file__).parent
    for path in sorted(package.rglob("*.py")):
        source = path.read_bytes()
        if b"@kernel" in source or _may_shape_kernels(path.relative_to(package)):
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(source)
    for part in (version("numba"), version("numpy"), sys.version, _cpu_name()):
        digest.update(part.encode())
    return cache_root() / digest.hexdigest()[:16]


def _may_shape_kernels(path: Path) -> bool:
    """Whether a module of the package may hold what kernels are compiled from.

    A game's pictures hold no kernels, and nothing of the game imports them.
    """
    return path.parts[0] == "games" and path.name not in PICTURES


def forget_old_caches(folder: Path, days: float = 60.0) -> None:
    """Remove the folders beside this one that nothing has written to for so long.

    Every edit of a kernel and every new version of Numba leaves a folder behind.
    """
    oldest = time.time() - days * 24 * 3600
    for other in folder.parent.glob("[0-9a-f]" * 16) if folder.parent.is_dir() else ():
        if other != folder and other.stat().st_mtime < oldest:
            shutil.rmtree(other, ignore_errors=True)


def cache_root() -> Path:
    """Where the cache folders lie."""
    if override := os.environ.get("TILEWRIGHT_CACHE_DIR"):
        return Path(override)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "tilewright" / "kernels"


def _cpu_name() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next((line for line in lines if line.startswith("model name")), "")
    except OSError:
        return platform.processor() or platform.machine()
