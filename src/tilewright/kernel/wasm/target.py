"""WebAssembly as a target of Numba. Imported only when a module is compiled.

Numba compiles for the processor it runs on. This target (by Numba's extension API) shares the
processor's typing and lowering, but generates code for ``wasm32`` from the start, so nothing is
optimised for another machine first. Compiled functions are never called here. They stay as LLVM
code, each by itself, until :mod:`.build` links and optimises them as one module.
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
"""The features that every browser since 2023 has."""
OPTIONS = {
    "nopython": True,
    "nogil": True,
    "_nrt": False,  # nothing is allocated, so nothing is counted
    "error_model": "numpy",  # a division by zero raises nothing
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


class Wasm(CPU):
    """The name of the target; functions that Numba made for the processor may be used, too."""


def make_machine() -> Any:
    """Return LLVM's machine for the target."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)


class Library(CPUCodeLibrary):
    """Compiled functions that are never called here: not linked to others, not loaded."""

    def finalize(self) -> None:
        self._finalized = True

    @property
    def module(self) -> Any:
        """The LLVM code of these functions."""
        return self._final_module

    @property
    def needed(self) -> list[Library]:
        """The libraries of the functions that these call."""
        return self._linking_libraries


class Codegen(CPUCodegen):
    """Factory of libraries for the target."""

    _library_class = Library

    def _init(self, llvm_module: Any) -> None:
        self._tm = make_machine()
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)

    def _create_empty_module(self, name: str) -> Any:
        module = super()._create_empty_module(name)
        module.triple = TRIPLE
        return module

    def _add_module(self, module: Any) -> None:
        """Do nothing: there is no engine to load a module into."""


class Context(cpu.CPUContext):
    """Lowering as for the processor, into libraries for the target."""

    _is_loaded = False

    @global_compiler_lock
    def init(self) -> None:
        self.is32bit = False  # of integers: WebAssembly divides those of 64 bits itself
        self._internal_codegen = Codegen("wasm")
        cpu_target.target_context.refresh()  # else Numba would make its runtime out of this one
        self.install_registry(builtin_registry)  # intrinsics go to the first there is

    def load_additional_registries(self) -> None:
        """Load them once: Numba asks several times per function, and they do not change."""
        if not self._is_loaded:
            super().load_additional_registries()
            self._is_loaded = True

    def post_lowering(self, mod: Any, library: Any) -> None:
        """Do nothing: Numba's runtime is not there."""

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:
        """Return the function's unique name, because there is nothing to call."""
        return library


class Target(TargetDescriptor):
    """The typing and target contexts, each made once when it is needed."""

    options = cpu.CPUTargetOptions

    @cached_property
    def typing_context(self) -> Any:
        return typing.Context()

    @cached_property
    def target_context(self) -> Any:
        return Context(self.typing_context, "wasm")


TARGET = Target("wasm")


class WasmDispatcher(Dispatcher):
    """A function for the target, compiled for the types it is asked for."""

    targetdescr = TARGET

    def compile(self, sig: Any) -> Any:
        with target_override("wasm"):
            return super().compile(sig)

    def add_overload(self, cres: Any) -> None:
        """Keep a compile result for the linker."""
        self.overloads[tuple(cres.signature.args)] = cres


def _dispatch(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    return WasmDispatcher(function, targetoptions=options, pipeline_class=compiler.Compiler)


def _jit_overload(*_: Any, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return the decorator that Numba puts on its own functions when a kernel calls them."""
    return lambda function: _dispatch(function, OPTIONS)


target_registry["wasm"] = Wasm
dispatcher_registry[Wasm] = WasmDispatcher
jit_registry[Wasm] = _jit_overload


def jit(function: Callable[..., Any], key: str, *, is_called: bool) -> Any:
    """Return the function for the target; it is not cached by itself, see :mod:`.build`."""
    return _dispatch(function, OPTIONS | {"forceinline": not is_called})


def _copy_record(source: Any, to: Any, at: Any) -> None:
    to[at] = source


PRIMITIVES = tuple(
    jit(_copy_record, "", is_called=False) if primitive is primitives.copy_record else primitive
    for primitive in primitives.PRIMITIVES
)
