"""Which functions are kernels, and which kernels a kernel calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import FunctionType
from typing import Any, TypeVar

__all__ = [
    "Bindings",
    "F",
    "called",
    "global_values",
    "is_called",
    "is_kernel",
    "is_used",
    "kernel",
    "used_bindings",
]

F = TypeVar("F", bound=Callable[..., Any])

Bindings = Mapping[str, Any]
"""Kernels, or constants, that take the place of global names."""

_kernels: set[Callable[..., Any]] = set()
_called: set[Callable[..., Any]] = set()


def kernel(function: F) -> F:
    """Mark a function as a kernel; it stays a plain function."""
    _kernels.add(function)
    return function


def called(function: F) -> F:
    """Mark a kernel that is called where others would be inlined: a large one, or one whose inner
    loops the compiler sees best by themselves."""
    _called.add(kernel(function))
    return function


def is_kernel(value: object) -> bool:
    """Whether something is a function marked as a kernel."""
    return isinstance(value, FunctionType) and value in _kernels


def is_called(function: Callable[..., Any]) -> bool:
    """Whether a kernel is marked to be called, never inlined."""
    return function in _called


def global_values(function: FunctionType, bindings: Bindings) -> Iterator[tuple[str, Any]]:
    """The global names of a function that have a value, sorted, bindings before its own."""
    values = {"int": int, **function.__globals__, **bindings}
    for name in sorted(set(function.__code__.co_names)):
        if name in values:
            yield name, values[name]


def used_bindings(function: FunctionType, bindings: Bindings) -> Bindings:
    """Those bindings that the function, or a kernel it calls, looks up."""
    used: set[str] = set()
    seen: set[FunctionType] = set()
    ahead = [function]
    while ahead:
        one = ahead.pop()
        seen.add(one)
        used.update(name for name in one.__code__.co_names if name in bindings)
        called = (value for _, value in global_values(one, {}) if is_kernel(value))
        ahead += [value for value in called if value not in seen]
    return {name: bindings[name] for name in sorted(used)}


def is_used(function: Callable[..., Any], name: str) -> bool:
    """Whether a kernel, or one that it calls, looks that name up."""
    return isinstance(function, FunctionType) and bool(used_bindings(function, {name: None}))
