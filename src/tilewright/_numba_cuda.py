"""Numba on CUDA: what `kernel.device` needs. Imported only when something is compiled for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 asks for a name that NumPy 2.5 has dropped
    np.row_stack = np.vstack  # pyright: ignore[reportAttributeAccessIssue]

from numba import config, cuda, int64, uint64

from tilewright import kernel

SIMULATED = bool(config.ENABLE_CUDASIM)


@cuda.jit(device=True)
def _int(value: Any) -> Any:
    return int64(value)


@cuda.jit(device=True)
def _u64(value: Any) -> Any:
    return uint64(value)


@cuda.jit(device=True)
def _popcount(word: Any) -> Any:
    return int64(cuda.popc(uint64(word)))


@cuda.jit(device=True)
def _lowest(word: Any) -> Any:
    # cuda.ffs counts from 1 and answers 0 for an empty word.
    return int64(cuda.ffs(uint64(word))) - 1 if word else int64(64)


# The simulator interprets, so it takes the interpreted primitives.
PRIMITIVES = (
    (int, kernel.u64, kernel.popcount, kernel.lowest)
    if SIMULATED
    else (_int, _u64, _popcount, _lowest)
)


def jit(function: Callable[..., Any]) -> Any:
    return cuda.jit(device=True)(function)
