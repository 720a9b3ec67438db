"""Kernels that only kernels call are part of each that Python calls, and nothing by themselves.

Numba links, optimises and loads every function, with all that it calls in turn: a search of a
hundred kernels would be optimised a hundred times, in larger and larger pieces. Here an inner
kernel stays as it was lowered; what Python calls is one piece of code, optimised once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

__all__ = ["EntryCompiler", "InnerCompiler"]


class Inner(JITCodeLibrary):
    """An inner kernel: not linked to others, not optimised, not loaded."""

    environment: tuple[str, Any]
    """What Numba keeps for a function at run time, and its name there."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # Python never calls it

    @property
    def codegen(self) -> Inner:
        """Numba asks for it to set the environment of what it has loaded."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        self.environment = name, environment


class Entry(JITCodeLibrary):
    """A kernel that Python calls, and all inner ones below it."""

    def finalize(self) -> None:
        # Callers first: LLVM leaves out what nobody has called so far.
        self._linking_libraries = list(reversed(_reach(self, {})))
        super().finalize()
        for library in self._linking_libraries:
            if isinstance(library, Inner) and self._has(library.environment[0]):
                self._codegen.set_env(*library.environment)

    def _has(self, name: str) -> bool:
        return bool(self._codegen._engine.is_symbol_defined(name))


def _reach(library: Any, found: dict[Any, None]) -> dict[Any, None]:
    """All that a library needs, inner kernels being linked with nothing yet: each after all that it
    needs in turn."""
    for one in library._linking_libraries:
        if one not in found:
            if isinstance(one, Inner):
                _reach(one, found)
            found[one] = None
    return found


class InnerCompiler(Compiler):
    """Compiles for other kernels."""

    library = Inner

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        made = self.library(self.state.targetctx.codegen(), func.__qualname__)
        made.enable_object_caching()
        self.state.library = made
        return super().compile_extra(func)


class EntryCompiler(InnerCompiler):
    """Compiles for Python."""

    library = Entry
