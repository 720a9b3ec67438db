"""WebAssembly as a target of Numba: what ``build_module`` needs. Imported only to compile.

Numba compiles for the processor it runs on. A target of its own (Numba's extension API) shares the
processor's typing and lowering, but writes its code for ``wasm32`` from the first line on: nothing
is optimised for another machine first. Compiled functions are never called here, so they stay
as LLVM's code, each by itself, until :mod:`.build` links and optimises a module of them.
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

__all__ = ["CALLEES", "PRIMITIVES", "TARGET", "Library", "jit", "make_machine"]

CALLEES = "wasm.target"
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+simd128"
"""What every browser since 2023 has."""
OPTIONS = {
    "nopython": True,
    "nogil": True,
    "_nrt": False,  # nothing is allocated, so nothing is counted
    "error_model": "numpy",  # a division by zero raises nothing
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


class Wasm(CPU):
    """Its name among Numba's targets; what is made for the processor may serve."""


def make_machine() -> Any:
    """LLVM's machine for the target."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)


class Library(CPUCodeLibrary):
    """Compiled functions that nobody calls here: not linked to others, not loaded."""

    def finalize(self) -> None:
        self._finalized = True

    @property
    def module(self) -> Any:
        """LLVM's code of these functions."""
        return self._final_module

    @property
    def needed(self) -> list[Library]:
        """The libraries of what they call."""
        return self._linking_libraries


class Codegen(CPUCodegen):
    """Makes libraries for the target."""

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
        """There is nowhere to load it."""


class Context(cpu.CPUContext):
    """Lowers as for the processor, into libraries for the target."""

    _is_loaded = False

    @global_compiler_lock
    def init(self) -> None:
        self.is32bit = False  # of integers: WebAssembly divides those of 64 bits itself
        self._internal_codegen = Codegen("wasm")
        cpu_target.target_context.refresh()  # else Numba would make its runtime out of this one
        self.install_registry(builtin_registry)  # intrinsics go to the first there is

    def load_additional_registries(self) -> None:
        """Once: Numba asks for it several times a function, and nothing new comes in between."""
        if not self._is_loaded:
            super().load_additional_registries()
            self._is_loaded = True

    def post_lowering(self, mod: Any, library: Any) -> None:
        """Numba's runtime is not there."""

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:
        """What tells a function apart; there is nothing to call."""
        return library


class Target(TargetDescriptor):
    """The one context for each purpose, made when it is wanted."""

    options = cpu.CPUTargetOptions

    @cached_property
    def typing_context(self) -> Any:
        return typing.Context()

    @cached_property
    def target_context(self) -> Any:
        return Context(self.typing_context, "wasm")


TARGET = Target("wasm")


class WasmDispatcher(Dispatcher):
    """A function for the target, compiled for the types that are asked of it."""

    targetdescr = TARGET

    def compile(self, sig: Any) -> Any:
        with target_override("wasm"):
            return super().compile(sig)

    def add_overload(self, cres: Any) -> None:
        """Note what was compiled, for those who link it."""
        self.overloads[tuple(cres.signature.args)] = cres


def _dispatch(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    return WasmDispatcher(function, targetoptions=options, pipeline_class=compiler.Compiler)


def _jit_overload(*_: Any, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """The decorator that Numba puts on its own functions when a kernel calls them."""
    return lambda function: _dispatch(function, OPTIONS)


target_registry["wasm"] = Wasm
dispatcher_registry[Wasm] = WasmDispatcher
jit_registry[Wasm] = _jit_overload


def jit(function: Callable[..., Any], key: str, *, is_called: bool) -> Any:
    """The function for the target; nothing is kept of it, see :mod:`.build`."""
    return _dispatch(function, OPTIONS | {"forceinline": not is_called})


def _copy_record(source: Any, to: Any, at: Any) -> None:
    to[at] = source


PRIMITIVES = tuple(
    jit(_copy_record, "", is_called=False) if primitive is primitives.copy_record else primitive
    for primitive in primitives.PRIMITIVES
)
