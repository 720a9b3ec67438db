"""The CUDA target; imported when a kernel is first compiled for it."""

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


def _make_record_functions() -> tuple[Any, Any, Any]:
    """Return ``copy_record``, ``copy_word`` and ``read_word`` for CUDA.

    Numba would assign records byte by byte. Records are aligned and contiguous, so these functions
    address their words by index.
    """
    from llvmlite import ir
    from numba.core import types
    from numba.cuda import cgutils
    from numba.cuda.extending import intrinsic

    word_type = ir.IntType(64)

    def point_to_words(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
        """Generate a pointer to the words of the record ``array[index]``."""
        made = context.make_array(array_type)(context, builder, array)
        pointer = cgutils.get_item_pointer(context, builder, array_type, made, [index])
        return builder.bitcast(pointer, word_type.as_pointer())

    def move_word(
        builder: Any, source: Any, source_index: Any, target: Any, target_index: Any
    ) -> None:
        """Generate code that copies one word between two pointers."""
        word = builder.load(builder.gep(source, [source_index]), align=8)
        builder.store(word, builder.gep(target, [target_index]), align=8)

    def generate_record_copy(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        """Generate code that copies a record word by word to an array element."""
        source = builder.bitcast(args[0], word_type.as_pointer())
        target = point_to_words(context, builder, signature.args[1], args[1], args[2])
        for index in range(signature.args[1].dtype.size // 8):
            place = ir.Constant(word_type, index)
            move_word(builder, source, place, target, place)
        return context.get_dummy_value()

    def generate_word_copy(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        """Generate code that copies one word from a record to another."""
        zero = ir.Constant(word_type, 0)
        source = point_to_words(context, builder, signature.args[0], args[0], zero)
        target = point_to_words(context, builder, signature.args[2], args[2], zero)
        move_word(builder, source, args[1], target, args[3])
        return context.get_dummy_value()

    def generate_word_read(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        """Generate code that reads one word of a record."""
        words = builder.bitcast(args[0], word_type.as_pointer())
        return builder.load(builder.gep(words, [args[1]]), align=8)

    @intrinsic
    def read_word_intrinsic(typingctx: Any, record: Any, index: Any) -> Any:
        return types.uint64(record, types.intp), generate_word_read

    @intrinsic
    def copy_record_intrinsic(typingctx: Any, source: Any, target: Any, index: Any) -> Any:
        return types.void(source, target, types.intp), generate_record_copy

    @intrinsic
    def copy_word_intrinsic(
        typingctx: Any, source: Any, source_index: Any, target: Any, target_index: Any
    ) -> Any:
        """Copy one word from a record to another; the intrinsic behind ``copy_word``."""
        return types.void(source, types.intp, target, types.intp), generate_word_copy

    @cuda.jit(device=True)
    def copy_record(source: Any, target: Any, index: Any) -> None:
        copy_record_intrinsic(source, target, index)

    @cuda.jit(device=True)
    def copy_word(source: Any, source_index: Any, target: Any, target_index: Any) -> None:
        copy_word_intrinsic(source, source_index, target, target_index)

    @cuda.jit(device=True)
    def read_word(record: Any, index: Any) -> Any:
        return read_word_intrinsic(record, index)

    return copy_record, copy_word, read_word


def _make_simulated_record_functions() -> tuple[Any, Any, Any]:
    """Return ``copy_record``, ``copy_word`` and ``read_word`` for the CUDA simulator.

    The simulator wraps records, which these functions unwrap.
    """

    def unwrap(record: Any) -> Any:
        """Return the NumPy record within the simulator's wrapper."""
        return record._item._ary if hasattr(record, "_item") else record

    def copy_record(source: Any, target: Any, index: Any) -> None:
        target[index] = unwrap(source)

    def copy_word(source: Any, source_index: Any, target: Any, target_index: Any) -> None:
        values = unwrap(source).view(np.uint64)
        unwrap(target).view(np.uint64)[target_index] = values[source_index]

    def read_word(record: Any, index: Any) -> Any:
        return primitives.read_word(unwrap(record), index)

    return copy_record, copy_word, read_word


copy_record, copy_word, read_word = (
    _make_simulated_record_functions() if SIMULATED else _make_record_functions()
)

# The simulator interprets kernels, so it uses the interpreted primitives.
PRIMITIVES = (
    (*primitives.PRIMITIVES[:-2], copy_record, read_word)
    if SIMULATED
    else (_int, _u64, _popcount, _lowest, copy_record, read_word)
)


def jit(function: Callable[..., Any], key: str, *, is_called: bool) -> Any:
    """Return the function compiled for CUDA, without a cache.

    NVVM decides what to inline, so ``is_called`` is ignored.
    """
    return cuda.jit(device=True)(function)
