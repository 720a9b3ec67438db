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


@cuda.jit(device=True)
def _copy_record(source: Any, to: Any, at: Any) -> None:
    to[at] = source


def _copy_simulated(source: Any, to: Any, at: Any) -> None:
    # The simulator wraps records in something that NumPy cannot assign.
    to[at] = source._item._ary if hasattr(source, "_item") else source


# The simulator interprets, so it takes the interpreted primitives.
PRIMITIVES = (
    (int, kernel.u64, kernel.popcount, kernel.lowest, _copy_simulated)
    if SIMULATED
    else (_int, _u64, _popcount, _lowest, _copy_record)
)


copy_record = PRIMITIVES[-1]


def jit(function: Callable[..., Any]) -> Any:
    return cuda.jit(device=True)(function)
