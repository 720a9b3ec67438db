"""The WebAssembly target; imported when a module is first compiled.

Numba compiles for the host processor. This target, defined with Numba's extension API, shares the
host's typing and lowering but generates code for ``wasm32`` from the start, so that nothing is
optimised for another machine first. Compiled functions are never called here. They remain separate
LLVM modules until :mod:`.build` links and optimises them as one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import llvmlite.binding as llvm
from numba.core import compiler, cpu, typing
from numba.core.codegen import CPUCodegen, CPUCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.descriptors import TargetDescriptor
from numba.core.dispatcher import Dispatcher
from numba.core.imputils import builtin_registry
from numba.core.registry import cpu_target
from numba.core.target_extension import (
    CPU,
    dispatcher_registry,
    jit_registry,
    target_override,
    target_registry,
)

from tilewright.kernel import cpu as primitives

CALLEES = "wasm.target"
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+simd128"
"""Features supported by every browser since 2023."""
OPTIONS = {
    "nopython": True,
    "nogil": True,
    "_nrt": False,  # kernels do not allocate, so no reference counting is needed
    "error_model": "numpy",  # division by zero does not raise
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


class Wasm(CPU):
    """Identifies the target; it inherits Numba's implementations for the CPU."""


def make_target_machine() -> Any:
    """Return LLVM's target machine for WebAssembly."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)


class Library(CPUCodeLibrary):
    """LLVM code of compiled functions, which is neither linked to others nor loaded."""

    def finalize(self) -> None:
        """Mark the library as complete, without linking or optimising it."""
        self._finalized = True

    @property
    def module(self) -> Any:
        """LLVM module of these functions."""
        return self._final_module

    @property
    def callees(self) -> list[Library]:
        """Libraries of the functions that these functions call."""
        return self._linking_libraries


class Codegen(CPUCodegen):
    """Creates libraries for the target."""

    _library_class = Library

    def _init(self, llvm_module: Any) -> None:
        """Set the target machine and its data layout, without an execution engine."""
        self._tm = make_target_machine()
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)

    def _create_empty_module(self, name: str) -> Any:
        """Return an LLVM module for WebAssembly."""
        module = super()._create_empty_module(name)
        module.triple = TRIPLE
        return module

    def _add_module(self, module: Any) -> None:
        """Do nothing, because there is no execution engine to load the module into."""


class Context(cpu.CPUContext):
    """Lowers functions as for the CPU, but into libraries for the target."""

    _is_loaded = False

    @global_compiler_lock
    def init(self) -> None:
        """Set up code generation and register Numba's implementations for this target."""
        self.is32bit = False  # WebAssembly divides 64-bit integers natively
        self._internal_codegen = Codegen("wasm")
        cpu_target.target_context.refresh()  # else Numba would build its runtime from this context
        self.install_registry(builtin_registry)  # intrinsics register with the first context

    def load_additional_registries(self) -> None:
        """Load the registries once; Numba calls this several times per function."""
        if not self._is_loaded:
            super().load_additional_registries()
            self._is_loaded = True

    def post_lowering(self, mod: Any, library: Any) -> None:
        """Do nothing, because modules have no Numba runtime."""

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:
        """Return the library, because compiled functions are not called in this process."""
        return library


class Target(TargetDescriptor):
    """Provides the typing and target contexts, each created once on demand."""

    options = cpu.CPUTargetOptions

    @cached_property
    def typing_context(self) -> Any:
        return typing.Context()

    @cached_property
    def target_context(self) -> Any:
        return Context(self.typing_context, "wasm")


TARGET = Target("wasm")


class WasmDispatcher(Dispatcher):
    """Compiles a function for the target, once per signature."""

    targetdescr = TARGET

    def compile(self, sig: Any) -> Any:
        """Compile the function for the argument types ``sig``."""
        with target_override("wasm"):
            return super().compile(sig)

    def add_overload(self, cres: Any) -> None:
        """Store a compile result by its argument types, for the linker."""
        self.overloads[tuple(cres.signature.args)] = cres


def _make_dispatcher(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    return WasmDispatcher(function, targetoptions=options, pipeline_class=compiler.Compiler)


def _jit_overload(*_: Any, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return the decorator with which Numba compiles its own functions for this target."""
    return lambda function: _make_dispatcher(function, OPTIONS)


target_registry["wasm"] = Wasm
dispatcher_registry[Wasm] = WasmDispatcher
jit_registry[Wasm] = _jit_overload


def jit(function: Callable[..., Any], key: str, *, is_called: bool) -> Any:
    """Return a dispatcher for WebAssembly; functions are not cached, whole modules are (see
    :mod:`.build`)."""
    return _make_dispatcher(function, OPTIONS | {"forceinline": not is_called})


def _copy_record(source: Any, target: Any, index: Any) -> None:
    target[index] = source


PRIMITIVES = tuple(
    jit(_copy_record, "", is_called=False) if primitive is primitives.copy_record else primitive
    for primitive in primitives.PRIMITIVES
)
