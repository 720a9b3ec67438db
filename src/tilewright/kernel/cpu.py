"""Numba on the CPU: the target of ``compiled``. Imported only when something is compiled."""

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

# --- Linking: kernels that only kernels call become part of each kernel that Python calls --------

# Numba links, optimises and loads every function together with all that it calls. A search of a
# hundred kernels would be optimised a hundred times, in larger and larger pieces. Here an inner
# kernel stays as it was lowered. Each kernel that Python calls is one piece of code, optimised
# once.


class InnerLibrary(JITCodeLibrary):
    """The code of an inner kernel: not linked to others, not optimised, not loaded."""

    environment: tuple[str, Any]
    """Name and value of the object that Numba keeps for a function at run time."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # Python never calls it

    @property
    def codegen(self) -> InnerLibrary:
        """The object whose ``set_env`` Numba calls after loading: this one."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        self.environment = name, environment


class EntryLibrary(JITCodeLibrary):
    """The code of a kernel that Python calls, with all inner kernels that it needs."""

    def finalize(self) -> None:
        # Callers first: LLVM drops functions without a caller so far.
        self._linking_libraries = list(reversed(_reach(self, {})))
        super().finalize()
        for library in self._linking_libraries:
            if isinstance(library, InnerLibrary) and self._has(library.environment[0]):
                self._codegen.set_env(*library.environment)

    def _has(self, name: str) -> bool:
        return bool(self._codegen._engine.is_symbol_defined(name))


def _reach(library: Any, found: dict[Any, None]) -> dict[Any, None]:
    """Collect all libraries that one needs, each after those that it needs itself.

    Inner kernels are not linked to anything yet, so the search goes through them.
    """
    for one in library._linking_libraries:
        if one not in found:
            if isinstance(one, InnerLibrary):
                _reach(one, found)
            found[one] = None
    return found


class InnerCompiler(Compiler):
    """Compiler for kernels that other kernels call."""

    library = InnerLibrary

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        made = self.library(self.state.targetctx.codegen(), func.__qualname__)
        made.enable_object_caching()
        self.state.library = made
        return super().compile_extra(func)


class EntryCompiler(InnerCompiler):
    """Compiler for kernels that Python calls."""

    library = EntryLibrary


# --- Records: passed from Python to a compiled kernel by their address --------------------------

# Numba asks NumPy for the record as a buffer, and NumPy describes all fields of it each time: 5 to
# 9 microseconds for a state, where a move takes less. A NumPy record itself stores its address.

ADDRESS_OFFSET = object.__basicsize__ + ctypes.sizeof(ctypes.c_ssize_t)
"""Offset at which a record stores the address of its bytes: after the header of all Python objects
of variable size; see NumPy's ``arrayscalars.h``."""


def pass_records_by_address() -> None:
    """Pass records by address to all kernels that are compiled later, if records store it."""
    if _stores_its_address():
        pythonapi._unboxers.functions[types.Record] = _unbox


def _stores_its_address() -> bool:
    states = np.zeros(2, dtype=[("one", "u1"), ("other", "u8")])
    stored = ctypes.c_void_p.from_address(id(state := states[1]) + ADDRESS_OFFSET).value
    return np.void.__basicsize__ > ADDRESS_OFFSET and stored == state.__array_interface__["data"][0]


def _unbox(record: Any, found: Any, c: Any) -> Any:
    """Generate the code that reads the address; the caller keeps the record alive."""
    stored = cgutils.pointer_add(c.builder, found, ADDRESS_OFFSET)
    address = c.builder.bitcast(stored, c.context.get_value_type(record).as_pointer())
    return boxing.NativeValue(c.builder.load(address))


# --- The target ---------------------------------------------------------------------------------

CALLEES = "inner"
"""Target of the kernels that a kernel of this target calls."""

forget_old_caches(cache_root())
pass_records_by_address()


@intrinsic
def signed(typingctx: Any, value: Any) -> Any:
    """Return the value as a signed 64-bit integer."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[0], signature.args[0], types.int64)

    return types.int64(value), codegen


@intrinsic
def u64(typingctx: Any, value: Any) -> Any:
    """Return the value as an unsigned 64-bit word."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[0], signature.args[0], types.uint64)

    return types.uint64(value), codegen


@intrinsic
def popcount(typingctx: Any, word: Any) -> Any:
    """Return the number of set bits."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def lowest(typingctx: Any, word: Any) -> Any:
    """Return the index of the lowest set bit."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), codegen


@numba.njit(nogil=True, forceinline=True)
def copy_record(source: Any, to: Any, at: Any) -> None:
    """Copy a record to an index of an array of records."""
    to[at] = source


@intrinsic
def read_word(typingctx: Any, record: Any, index: Any) -> Any:
    """Return the word at byte ``8 * index`` of a record."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        words = builder.bitcast(args[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(words, [args[1]]), align=8)

    return types.uint64(record, types.intp), codegen


PRIMITIVES = (signed, u64, popcount, lowest, copy_record, read_word)


def jit(function: Callable[..., Any], key: str, *, is_called: bool) -> Any:
    """Return the function; it is compiled on its first call and kept in the folder of that key."""
    folder, elsewhere = cache_folder(key), numba.config.CACHE_DIR
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
        numba.config.CACHE_DIR = elsewhere
