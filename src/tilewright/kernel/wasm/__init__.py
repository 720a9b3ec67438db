"""Compile kernels to a WebAssembly module, for the page or any other host.

A module is built from *entries*, which are data. It is stored in the kernel cache under a hash of
all its inputs. It imports a memory but no functions; its tables are in the first pages of that
memory. A custom section, the manifest, lists the entries for the host.

    Entry("apply", rules.apply, (RecordPointer(STATE), INT))

The page passes each kind of argument as:

    WORD            an i64, which is a BigInt
    INT             an i32, which is a number; kernels receive a signed 64-bit integer
    RecordPointer(dtype)   an i32: the record's address in the memory
    Array(...)      an i32: the address of the first item; then the length, if that is free
    a tuple         its parts, one after the other; kernels may read them by name

A kernel returns nothing, a word (an i64) or an integer (an i32). A kernel that returns several
numbers takes an address as its first argument and writes them there, 8 bytes each.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.kernel.cache import cache_folder, file_lock, hash_kernel, use_folder
from tilewright.kernel.wasm.binary import read_manifest

__all__ = [
    "INT",
    "WORD",
    "Array",
    "Entry",
    "Kind",
    "Module",
    "RecordPointer",
    "describe_dtype",
    "read_manifest",
]

# --- Entries ------------------------------------------------------------------------------------


class Number(Enum):
    """The kinds of numbers that are passed by value."""

    INT = "int"
    WORD = "word"


INT, WORD = Number


@dataclass(frozen=True)
class RecordPointer:
    """The address of a record of this dtype."""

    dtype: np.dtype[Any]


@dataclass(frozen=True)
class Array:
    """An array of numbers or records."""

    dtype: np.dtype[Any]
    shape: tuple[int | None, ...]
    """The sizes. If the first is None, the length is free and the caller passes it."""


Kind = Number | RecordPointer | Array | tuple["Kind", ...]


@dataclass(frozen=True)
class Entry:
    """A kernel that the page can call by name."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[Kind, ...]
    bindings: Mapping[str, Any] = field(default_factory=dict)

    def describe(self) -> dict[str, Any]:
        """Return the entry as JSON data for the manifest: its name and the kinds of its
        arguments."""
        return {"name": self.name, "arguments": [_describe(kind) for kind in self.arguments]}

    @property
    def key(self) -> str:
        """Text that identifies the entry and all code that it runs."""
        description = json.dumps(self.describe(), sort_keys=True)
        return f"{description} {hash_kernel(self.function, self.bindings)}"


def _describe(kind: Kind) -> Any:
    """Return a kind of argument as JSON data for the manifest."""
    if isinstance(kind, tuple):
        return [_describe(part) for part in kind]
    if isinstance(kind, Number):
        return kind.value
    if isinstance(kind, RecordPointer):
        return {"record": describe_dtype(kind.dtype)}
    return {"array": describe_dtype(kind.dtype), "shape": kind.shape}


def describe_dtype(dtype: np.dtype[Any]) -> Any:
    """Return a dtype as JSON data: ``u8``, or size and fields of a record with their offsets and
    shapes."""
    if dtype.names is None:
        return dtype.str[1:]
    assert dtype.fields is not None
    parts = {name: dtype.fields[name][:2] for name in dtype.names}
    fields = {
        name: [offset, describe_dtype(part.base), part.shape]
        for name, (part, offset) in parts.items()
        if not name.startswith("gap_")
    }
    return {"bytes": dtype.itemsize, "fields": fields}


# --- Modules ------------------------------------------------------------------------------------

FILE = "module.wasm"


class Module:
    """A WebAssembly module, defined by its entries and by further facts for the host."""

    def __init__(self, entries: Sequence[Entry], facts: Mapping[str, Any]) -> None:
        self.entries, self.facts = entries, facts

    @property
    def manifest(self) -> dict[str, Any]:
        """Contents of the custom section; the linker adds the number of table pages."""
        return {**self.facts, "entries": [entry.describe() for entry in self.entries]}

    @property
    def path(self) -> Path:
        """Path of the module in the cache, whether or not it has been built."""
        parts = [json.dumps(self.manifest), *(entry.key for entry in self.entries), _hash_tools()]
        key = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        return cache_folder(key) / FILE

    @property
    def is_built(self) -> bool:
        return self.path.is_file()

    def build(self) -> bytes:
        """Build the module unless it is cached, and return its bytes."""
        path = self.path
        use_folder(path.parent)
        with file_lock(path.parent / "lock"):
            if not path.is_file():
                self._write(path)
        return path.read_bytes()

    def _write(self, path: Path) -> None:
        """Build the module and replace its file atomically."""
        from tilewright.kernel.wasm.build import make_module  # Numba is slow to import

        partial = path.with_suffix(".part")
        partial.write_bytes(make_module(self.entries, self.manifest))
        partial.replace(path)


@cache
def _hash_tools() -> str:
    """Return a hash of this package's sources, which build the module."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
