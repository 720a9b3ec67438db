"""Twins: a kernel compiled for a target, made when it is asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from importlib import import_module
from types import FunctionType
from typing import Any, cast

from tilewright.kernel.alone import compile_alone
from tilewright.kernel.cache import cache_folder, hash_kernel
from tilewright.kernel.marks import (
    Bindings,
    F,
    global_values,
    is_called,
    is_kernel,
    used_bindings,
)
from tilewright.kernel.primitives import PRIMITIVES

__all__ = ["bound", "compiled", "device", "is_kept", "make_twin"]

_lock = threading.RLock()
_twins: dict[tuple[str, Callable[..., Any], tuple[tuple[str, Any], ...]], Any] = {}


def bound(function: F, **bindings: Any) -> F:
    """The function as a kernel of its own, with other kernels in the place of global names.

    It is interpreted like any kernel, and has twins like any kernel.
    """
    return cast(F, make_twin(function, "interpreted", bindings))


def compiled(function: Callable[..., Any], **bindings: Any) -> Callable[..., Any]:
    """The function compiled for the CPU (on its first call), kept in the disk cache.

    ``bindings`` replace global names of the function by other kernels: a search written once over
    names such as ``apply`` is bound to one game's ``apply`` by ``compiled(search, apply=...)``.
    """
    return make_twin(function, "cpu", bindings)


def device(function: Callable[..., Any], **bindings: Any) -> Callable[..., Any]:
    """The function as a CUDA device function (simulated under ``NUMBA_ENABLE_CUDASIM=1``)."""
    return make_twin(function, "cuda", bindings)


def is_kept(function: Callable[..., Any], **bindings: Any) -> bool:
    """Whether this machine has compiled this very kernel before, so that it will be quick."""
    assert isinstance(function, FunctionType)
    return any(cache_folder(hash_kernel(function, bindings)).rglob("*.nbi"))


def make_twin(function: Callable[..., Any], target: str, bindings: Bindings) -> Any:
    """The function for a target: the module below ``tilewright.kernel`` of that name."""
    key = (target, function, tuple(sorted(bindings.items(), key=lambda item: item[0])))
    with _lock:
        if key not in _twins:
            _twins[key] = _build_twin(function, target, bindings)
        return _twins[key]


def _build_twin(function: Callable[..., Any], target: str, bindings: Bindings) -> Any:
    assert isinstance(function, FunctionType)
    module = _import_target(target)
    own = dict(zip(PRIMITIVES, module.PRIMITIVES, strict=True))
    names = {**function.__globals__, **bindings}
    for name, value in global_values(function, bindings):
        if isinstance(value, FunctionType | type) and value in own:
            names[name] = own[value]
        elif is_kernel(value):
            names[name] = make_twin(value, module.CALLEES, used_bindings(value, bindings))
    code, defaults, closure = function.__code__, function.__defaults__, function.__closure__
    twin = FunctionType(code, names, function.__name__, defaults, closure)
    key = hash_kernel(function, bindings)
    # Linkers tell functions apart by qualified name: bound twins need names of their own.
    twin.__qualname__ = f"{function.__qualname__}_{key[:12]}" if bindings else function.__qualname__
    twin.__module__ = function.__module__
    twin.__annotations__ = function.__annotations__
    made = module.jit(twin, key, is_called=is_called(function))
    if target == "cpu":
        compile_alone(made, cache_folder(key))
    return made


def _import_target(target: str) -> Any:
    """The module of a target. It imports Numba, which is slow, so nothing else may."""
    return import_module(f"tilewright.kernel.{target}")
