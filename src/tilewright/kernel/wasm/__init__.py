"""Kernels as a WebAssembly module, for a page or any other host.

A module is made of *entries*, which are data, and kept in the kernel cache under a hash of all that
it is made of. It imports a memory and nothing that computes; its tables lie in the first pages of
it. In a custom section it says what it offers, so that a host needs no second list.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tilewright.kernel.alone import locked
from tilewright.kernel.cache import cache_folder, use_folder
from tilewright.kernel.wasm.binary import read_manifest
from tilewright.kernel.wasm.entries import (
    INT,
    WORD,
    Array,
    Entry,
    Kind,
    Record,
    describe_dtype,
)

__all__ = [
    "INT",
    "WORD",
    "Array",
    "Entry",
    "Kind",
    "Module",
    "Record",
    "describe_dtype",
    "read_manifest",
]

FILE = "module.wasm"


class Module:
    """Entries, and facts that a host wants to know, as one module."""

    def __init__(self, entries: Sequence[Entry], facts: Mapping[str, Any]) -> None:
        self.entries, self.facts = entries, facts

    @property
    def manifest(self) -> dict[str, Any]:
        """What the module says of itself; a linker adds the size of its tables."""
        return {**self.facts, "entries": [entry.describe() for entry in self.entries]}

    @property
    def path(self) -> Path:
        """Where it is, or will be, in the cache."""
        parts = [json.dumps(self.manifest), *(entry.key for entry in self.entries), _hash_tools()]
        key = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        return cache_folder(key) / FILE

    @property
    def is_built(self) -> bool:
        return self.path.is_file()

    def build(self) -> bytes:
        """Its bytes, out of the cache where they are there."""
        path = self.path
        use_folder(path.parent)
        with locked(path.parent / "lock"):
            if not path.is_file():
                self._write(path)
        return path.read_bytes()

    def _write(self, path: Path) -> None:
        """Whoever asks meanwhile sees the whole of it, or nothing."""
        from tilewright.kernel.wasm.build import make_module  # Numba is slow to import

        beside = path.with_suffix(".part")
        beside.write_bytes(make_module(self.entries, self.manifest))
        beside.replace(path)


@cache
def _hash_tools() -> str:
    """A hash of this folder, which compiles."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
