"""The interpreter as a target, which ``bound`` uses. Nothing is compiled."""

from __future__ import annotations

from tilewright.kernel.decorators import F, called, kernel
from tilewright.kernel.primitives import PRIMITIVES

__all__ = ["CALLEES", "PRIMITIVES", "jit"]

CALLEES = "interpreted"


def jit(function: F, key: str, *, is_called: bool) -> F:
    """Mark a function as a kernel and return it unchanged."""
    return called(function) if is_called else kernel(function)
