"""The CUDA target. Imported only when a kernel is compiled for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 asks for a name that NumPy 2.5 has dropped
    np.row_stack = np.vstack  # pyright: ignore[reportAttributeAccessIssue]

from numba import config, cuda, int64, uint64
from numba.cuda.core import config as cuda_config
from numba.cuda.cudadrv.devicearray import is_cuda_ndarray

from tilewright.kernel import primitives

__all__ = [
    "CALLEES",
    "PRIMITIVES",
    "SIMULATED",
    "copy_record",
    "copy_word",
    "cuda",
    "is_cuda_ndarray",
    "jit",
    "read_word",
]

CALLEES = "cuda"
SIMULATED = bool(config.ENABLE_CUDASIM)
# Small batches are intentional, so do not warn about them.
cuda_config.CUDA_LOW_OCCUPANCY_WARNINGS = 0


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
    # cuda.ffs counts from 1 and returns 0 for an empty word.
    return int64(cuda.ffs(uint64(word))) - 1 if word else int64(64)


def _make_copies() -> tuple[Any, Any, Any]:
    """Return ``copy_record``, ``copy_word`` and ``read_word`` for CUDA.

    Numba would assign records byte by byte. Records are aligned and contiguous, so these functions
    address their words by index.
    """
    from llvmlite import ir
    from numba.core import types
    from numba.cuda import cgutils
    from numba.cuda.extending import intrinsic

    word_type = ir.IntType(64)

    def find_words(context: Any, builder: Any, array_type: Any, array: Any, at: Any) -> Any:
        """Generate a pointer to the words of the record at an index of an array."""
        made = context.make_array(array_type)(context, builder, array)
        pointer = cgutils.get_item_pointer(context, builder, array_type, made, [at])
        return builder.bitcast(pointer, word_type.as_pointer())

    def move(builder: Any, source: Any, source_at: Any, to: Any, to_at: Any) -> None:
        word = builder.load(builder.gep(source, [source_at]), align=8)
        builder.store(word, builder.gep(to, [to_at]), align=8)

    def copy_all(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source = builder.bitcast(args[0], word_type.as_pointer())
        to = find_words(context, builder, signature.args[1], args[1], args[2])
        for index in range(signature.args[1].dtype.size // 8):
            place = ir.Constant(word_type, index)
            move(builder, source, place, to, place)
        return context.get_dummy_value()

    def copy_one(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero = ir.Constant(word_type, 0)
        source = find_words(context, builder, signature.args[0], args[0], zero)
        to = find_words(context, builder, signature.args[2], args[2], zero)
        move(builder, source, args[1], to, args[3])
        return context.get_dummy_value()

    def read_one(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        words = builder.bitcast(args[0], word_type.as_pointer())
        return builder.load(builder.gep(words, [args[1]]), align=8)

    @intrinsic
    def read_one_word(typingctx: Any, record: Any, index: Any) -> Any:
        return types.uint64(record, types.intp), read_one

    @intrinsic
    def copy_words(typingctx: Any, source: Any, to: Any, at: Any) -> Any:
        return types.void(source, to, types.intp), copy_all

    @intrinsic
    def copy_one_word(typingctx: Any, source: Any, source_at: Any, to: Any, to_at: Any) -> Any:
        return types.void(source, types.intp, to, types.intp), copy_one

    @cuda.jit(device=True)
    def copy_record(source: Any, to: Any, at: Any) -> None:
        copy_words(source, to, at)

    @cuda.jit(device=True)
    def copy_word(source: Any, source_at: Any, to: Any, to_at: Any) -> None:
        copy_one_word(source, source_at, to, to_at)

    @cuda.jit(device=True)
    def read_word(record: Any, index: Any) -> Any:
        return read_one_word(record, index)

    return copy_record, copy_word, read_word


def _make_simulated_copies() -> tuple[Any, Any, Any]:
    """Return these functions for the simulator, whose record wrappers NumPy cannot assign."""

    def unwrap(thing: Any) -> Any:
        return thing._item._ary if hasattr(thing, "_item") else thing

    def copy_record(source: Any, to: Any, at: Any) -> None:
        to[at] = unwrap(source)

    def copy_word(source: Any, source_at: Any, to: Any, to_at: Any) -> None:
        unwrap(to).view(np.uint64)[to_at] = unwrap(source).view(np.uint64)[source_at]

    def read_word(record: Any, index: Any) -> Any:
        return primitives.read_word(unwrap(record), index)

    return copy_record, copy_word, read_word


copy_record, copy_word, read_word = _make_simulated_copies() if SIMULATED else _make_copies()

# The simulator interprets kernels, so it uses the interpreted primitives.
PRIMITIVES = (
    (*primitives.PRIMITIVES[:-2], copy_record, read_word)
    if SIMULATED
    else (_int, _u64, _popcount, _lowest, copy_record, read_word)
)


def jit(function: Callable[..., Any], key: str, *, is_called: bool) -> Any:
    """Return the function compiled for CUDA. It is not cached, and NVVM decides about inlining."""
    return cuda.jit(device=True)(function)
