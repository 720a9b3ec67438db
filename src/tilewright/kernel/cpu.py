"""Numba on the CPU: what ``compiled`` needs. Imported only when something is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from tilewright.kernel.cache import cache_folder, cache_root, forget_old_caches, use_folder
from tilewright.kernel.linking import EntryCompiler
from tilewright.kernel.records import take_records_by_place

__all__ = ["CALLEES", "PRIMITIVES", "jit"]

CALLEES = "inner"
"""The target for which the kernels are made that one of these calls."""

forget_old_caches(cache_root())
take_records_by_place()


@intrinsic
def signed(typingctx: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[0], signature.args[0], types.int64)

    return types.int64(value), codegen


@intrinsic
def u64(typingctx: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[0], signature.args[0], types.uint64)

    return types.uint64(value), codegen


@intrinsic
def popcount(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def lowest(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), codegen


@numba.njit(nogil=True, forceinline=True)
def copy_record(source: Any, to: Any, at: Any) -> None:
    to[at] = source


@intrinsic
def read_word(typingctx: Any, record: Any, index: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        words = builder.bitcast(args[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(words, [args[1]]), align=8)

    return types.uint64(record, types.intp), codegen


PRIMITIVES = (signed, u64, popcount, lowest, copy_record, read_word)


def jit(function: Callable[..., Any], key: str, *, is_called: bool) -> Any:
    """The function compiled on its first call, and kept in the folder of that key."""
    folder, elsewhere = cache_folder(key), numba.config.CACHE_DIR
    use_folder(folder)
    numba.config.CACHE_DIR = str(folder)  # read when a function is decorated, by nobody later
    try:
        return numba.njit(
            function,
            nogil=True,
            cache=True,
            error_model="numpy",
            no_cfunc_wrapper=True,
            pipeline_class=EntryCompiler,
        )
    finally:
        numba.config.CACHE_DIR = elsewhere
