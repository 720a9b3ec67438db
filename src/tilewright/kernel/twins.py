"""Compile kernels for a target on demand. A compiled version of a kernel is its *twin*."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from importlib import import_module
from types import FunctionType
from typing import Any, cast

from tilewright.kernel.cache import cache_folder, hash_kernel, lock_compilation
from tilewright.kernel.decorators import (
    Bindings,
    F,
    global_values,
    is_called,
    is_kernel,
    used_bindings,
)
from tilewright.kernel.primitives import PRIMITIVES

_lock = threading.RLock()
_twins: dict[tuple[str, Callable[..., Any], tuple[tuple[str, Any], ...]], Any] = {}


def bound(function: F, **bindings: Any) -> F:
    """Return a copy of a kernel in which some globals are replaced.

    The copy is a kernel, too: it can be interpreted, or compiled for any target.

    Args:
        function: A kernel.
        bindings: Replacements for its globals, by name: kernels or constants.
    """
    return cast(F, compile_for(function, "interpreted", bindings))


def compiled(function: Callable[..., Any], **bindings: Any) -> Callable[..., Any]:
    """Return a kernel compiled for the CPU, or interpreted if compilation is disabled.

    It is compiled on the first call and cached on disk. A generic search that calls names such as
    ``apply`` is bound to a game by ``compiled(search, apply=...)``.

    Args:
        function: A kernel.
        bindings: Replacements for its globals, by name: kernels or constants.
    """
    if not may_compile():
        return bound(function, **bindings) if bindings else function
    return compile_for(function, "cpu", bindings)


def may_compile() -> bool:
    """Return True unless ``TILEWRIGHT_JIT=0`` or ``NUMBA_DISABLE_JIT=1`` is set."""
    if os.environ.get("TILEWRIGHT_JIT") == "0":
        return False
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def device(function: Callable[..., Any], **bindings: Any) -> Callable[..., Any]:
    """Return a kernel as a CUDA device function.

    It is simulated under ``NUMBA_ENABLE_CUDASIM=1``.
    """
    return compile_for(function, "cuda", bindings)


def is_kernel_cached(function: Callable[..., Any], **bindings: Any) -> bool:
    """Return True if the kernel, compiled with ``bindings``, is in the disk cache."""
    assert isinstance(function, FunctionType)
    return any(cache_folder(hash_kernel(function, bindings)).rglob("*.nbi"))


def compile_for(function: Callable[..., Any], target: str, bindings: Bindings) -> Any:
    """Return a kernel's twin for a target, building it on the first call.

    Targets are modules of ``tilewright.kernel``, such as ``cpu``.
    """
    key = (target, function, tuple(sorted(bindings.items(), key=lambda item: item[0])))
    with _lock:
        if key not in _twins:
            _twins[key] = _build_twin(function, target, bindings)
        return _twins[key]


def _build_twin(function: Callable[..., Any], target: str, bindings: Bindings) -> Any:
    """Copy a kernel with the target's globals and pass the copy to the target's compiler."""
    assert isinstance(function, FunctionType)
    module = _import_target(target)
    own = dict(zip(PRIMITIVES, module.PRIMITIVES, strict=True))
    names = {**function.__globals__, **bindings}
    for name, value in global_values(function, bindings):
        if isinstance(value, FunctionType | type) and value in own:
            names[name] = own[value]
        elif is_kernel(value):
            names[name] = compile_for(value, module.CALLEES, used_bindings(value, bindings))
    code, defaults, closure = function.__code__, function.__defaults__, function.__closure__
    twin = FunctionType(code, names, function.__name__, defaults, closure)
    key = hash_kernel(function, bindings)
    # Linkers identify functions by qualified name, so bound twins need unique names.
    twin.__qualname__ = f"{function.__qualname__}_{key[:12]}" if bindings else function.__qualname__
    twin.__module__ = function.__module__
    twin.__annotations__ = function.__annotations__
    made = module.jit(twin, key, is_called=is_called(function))
    if target == "cpu":
        lock_compilation(made, cache_folder(key))
    return made


def _import_target(target: str) -> Any:
    """Return the module of a target.

    It is imported on demand, because importing Numba is slow.
    """
    return import_module(f"tilewright.kernel.{target}")
