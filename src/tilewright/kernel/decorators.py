"""Decorators that mark kernels, and analysis of the globals that a kernel reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import FunctionType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

Bindings = Mapping[str, Any]
"""Kernels or constants that replace a kernel's globals, by name."""

_kernels: set[Callable[..., Any]] = set()
_called: set[Callable[..., Any]] = set()


def kernel(function: F) -> F:
    """Mark a function as a kernel and return it unchanged."""
    _kernels.add(function)
    return function


def called(function: F) -> F:
    """Mark a function as a kernel that is called instead of inlined.

    This suits large kernels, and inner loops that the compiler optimises better in isolation.
    """
    _called.add(kernel(function))
    return function


def is_kernel(value: object) -> bool:
    """Return True if ``value`` is a function marked as a kernel."""
    return isinstance(value, FunctionType) and value in _kernels


def is_called(function: Callable[..., Any]) -> bool:
    """Return True if a kernel is marked with :func:`called`."""
    return function in _called


def global_values(function: FunctionType, bindings: Bindings) -> Iterator[tuple[str, Any]]:
    """Yield the name and value of each global that a function reads.

    The pairs are sorted by name. ``bindings`` replace globals of the same name.
    """
    values = {"int": int, **function.__globals__, **bindings}
    for name in sorted(set(function.__code__.co_names)):
        if name in values:
            yield name, values[name]


def used_bindings(function: FunctionType, bindings: Bindings) -> Bindings:
    """Return the bindings that a kernel reads, directly or through its callees."""
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
    """Return True if a kernel reads the global ``name``, directly or through its callees."""
    return isinstance(function, FunctionType) and bool(used_bindings(function, {name: None}))
