"""The CPU target for inner kernels, which only other kernels call; see :mod:`.cpu`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

from tilewright.kernel.cpu import PRIMITIVES, InnerCompiler

__all__ = ["CALLEES", "PRIMITIVES", "jit"]

CALLEES = "inner"


def jit(function: Callable[..., Any], key: str, *, is_called: bool) -> Any:
    """Return a Numba dispatcher for a kernel that is called only by other kernels.

    Its code becomes part of every caller, so it has no cache of its own.
    """
    return numba.njit(
        function,
        nogil=True,
        error_model="numpy",
        # Most kernels are small: inlining them made My Shelfie's playouts a quarter faster. The
        # few large ones are marked with `called`.
        forceinline=not is_called,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=InnerCompiler,
    )
