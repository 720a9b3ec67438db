"""The CPU target for kernels that only kernels call: see :mod:`.cpu`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

from tilewright.kernel.cpu import PRIMITIVES, InnerCompiler

__all__ = ["CALLEES", "PRIMITIVES", "jit"]

CALLEES = "inner"


def jit(function: Callable[..., Any], key: str, *, is_called: bool) -> Any:
    """Return the function; it is compiled together with the kernel that calls it and has no own
    cache."""
    return numba.njit(
        function,
        nogil=True,
        error_model="numpy",
        # Kernels are many and small: inlining all of them made My Shelfie's playouts a quarter
        # faster. Those few that are large say so.
        forceinline=not is_called,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=InnerCompiler,
    )
