"""Numba on the CPU for kernels that only kernels call: see :mod:`.linking`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

from tilewright.kernel.cpu import PRIMITIVES
from tilewright.kernel.linking import InnerCompiler

__all__ = ["CALLEES", "PRIMITIVES", "jit"]

CALLEES = "inner"


def jit(function: Callable[..., Any], key: str, *, is_called: bool) -> Any:
    """The function, compiled when a kernel that calls it is; nothing is kept of it by itself."""
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
