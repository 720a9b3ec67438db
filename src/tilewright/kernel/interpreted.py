"""CPython itself as a target: what ``bound`` needs. Nothing is compiled."""

from __future__ import annotations

from tilewright.kernel.marks import F, called, kernel
from tilewright.kernel.primitives import PRIMITIVES

__all__ = ["CALLEES", "PRIMITIVES", "jit"]

CALLEES = "interpreted"


def jit(function: F, key: str, *, is_called: bool) -> F:
    """The function, marked as a kernel."""
    return called(function) if is_called else kernel(function)
