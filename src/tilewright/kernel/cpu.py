"""The CPU target, compiled by Numba; imported when a kernel is first compiled."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import boxing, cgutils, pythonapi, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import intrinsic

from tilewright.kernel.cache import cache_folder, cache_root, forget_old_caches, use_folder

# --- Linking ------------------------------------------------------------------------------------

# Numba links and optimises every function together with all its callees, so a search of a hundred
# kernels would be optimised a hundred times. Here only *entry* kernels, which Python calls, are
# linked and optimised. *Inner* kernels, which only kernels call, remain unoptimised LLVM code until
# they are linked into an entry kernel.


class InnerLibrary(JITCodeLibrary):
    """LLVM code of an inner kernel, which is neither linked, optimised nor loaded."""

    environment: tuple[str, Any]
    """Name and value of the object that Numba keeps for a function at run time."""

    def finalize(self) -> None:
        """Mark the library as complete, without linking or optimising it."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0, because Python never calls an inner kernel."""
        return 0  # Python never calls it

    @property
    def codegen(self) -> InnerLibrary:
        """This object: Numba calls ``codegen.set_env`` after it has loaded a function."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Store a function's environment until an entry kernel is loaded."""
        self.environment = name, environment


class EntryLibrary(JITCodeLibrary):
    """LLVM code of an entry kernel, linked with all inner kernels that it calls."""

    def finalize(self) -> None:
        """Link, optimise and load the kernel with its callees, and set their environments."""
        # Callers first: LLVM drops functions without a caller so far.
        self._linking_libraries = list(reversed(_collect_callees(self, {})))
        super().finalize()
        for library in self._linking_libraries:
            if isinstance(library, InnerLibrary) and self._has_symbol(library.environment[0]):
                self._codegen.set_env(*library.environment)

    def _has_symbol(self, name: str) -> bool:
        return bool(self._codegen._engine.is_symbol_defined(name))


def _collect_callees(library: Any, found: dict[Any, None]) -> dict[Any, None]:
    """Return all libraries that a library calls, directly or through inner kernels, callees first.

    Inner kernels are not linked to anything yet, so the search goes through them.
    """
    for one in library._linking_libraries:
        if one not in found:
            if isinstance(one, InnerLibrary):
                _collect_callees(one, found)
            found[one] = None
    return found


class InnerCompiler(Compiler):
    """Numba compiler for inner kernels."""

    library = InnerLibrary

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile a function into a library of this compiler's class."""
        library = self.library(self.state.targetctx.codegen(), func.__qualname__)
        library.enable_object_caching()
        self.state.library = library
        return super().compile_extra(func)


class EntryCompiler(InnerCompiler):
    """Numba compiler for entry kernels."""

    library = EntryLibrary


# --- Arguments: records are passed by address ----------------------------------------------------

# Numba's own unboxing requests a buffer from NumPy, which describes all fields of the record: 5 to
# 9 microseconds per call, more than most moves take. The address is stored in the record object.

ADDRESS_OFFSET = object.__basicsize__ + ctypes.sizeof(ctypes.c_ssize_t)
"""Offset of the data pointer in an ``np.void`` object, after the header ``PyObject_VAR_HEAD``; see
NumPy's ``arrayscalars.h``."""


def pass_records_by_address() -> None:
    """Register an unboxing function that reads a record's address directly, if records store it."""
    if _is_address_offset_valid():
        pythonapi._unboxers.functions[types.Record] = _unbox_record


def _is_address_offset_valid() -> bool:
    """Return True if ``ADDRESS_OFFSET`` is the offset of the data pointer in this version of
    NumPy."""
    states = np.zeros(2, dtype=[("one", "u1"), ("other", "u8")])
    stored = ctypes.c_void_p.from_address(id(state := states[1]) + ADDRESS_OFFSET).value
    return np.void.__basicsize__ > ADDRESS_OFFSET and stored == state.__array_interface__["data"][0]


def _unbox_record(typ: Any, obj: Any, c: Any) -> Any:
    """Generate code that reads the address of a record's data; the caller keeps the record
    alive."""
    stored = cgutils.pointer_add(c.builder, obj, ADDRESS_OFFSET)
    address = c.builder.bitcast(stored, c.context.get_value_type(typ).as_pointer())
    return boxing.NativeValue(c.builder.load(address))


# --- The target ---------------------------------------------------------------------------------

CALLEES = "inner"
"""Target of the kernels that a kernel of this target calls."""

forget_old_caches(cache_root())
pass_records_by_address()


@intrinsic
def signed(typingctx: Any, value: Any) -> Any:
    """Convert a number to a signed 64-bit integer."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[0], signature.args[0], types.int64)

    return types.int64(value), codegen


@intrinsic
def u64(typingctx: Any, value: Any) -> Any:
    """Convert a number to an unsigned 64-bit word, modulo 2**64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[0], signature.args[0], types.uint64)

    return types.uint64(value), codegen


@intrinsic
def popcount(typingctx: Any, word: Any) -> Any:
    """Return the number of set bits of a word."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def lowest(typingctx: Any, word: Any) -> Any:
    """Return the index of the lowest set bit of a word, or 64 if it is 0."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), codegen


@numba.njit(nogil=True, forceinline=True)
def copy_record(source: Any, target: Any, index: Any) -> None:
    """Copy a record to ``target[index]``, an element of an array of records."""
    target[index] = source


@intrinsic
def read_word(typingctx: Any, record: Any, index: Any) -> Any:
    """Return the 64-bit word at byte ``8 * index`` of a record."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        words = builder.bitcast(args[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(words, [args[1]]), align=8)

    return types.uint64(record, types.intp), codegen


PRIMITIVES = (signed, u64, popcount, lowest, copy_record, read_word)


def jit(function: Callable[..., Any], key: str, *, is_called: bool) -> Any:
    """Return a Numba dispatcher that compiles the function on its first call and caches it in the
    folder of ``key``."""
    folder, previous = cache_folder(key), numba.config.CACHE_DIR
    use_folder(folder)
    numba.config.CACHE_DIR = str(folder)  # read only when a function is decorated
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
        numba.config.CACHE_DIR = previous
