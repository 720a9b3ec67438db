"""What a module offers, as data: entries, and the kinds of their arguments.

    Entry("apply", rules.apply, (Record(STATE), INT))

An argument crosses over to a page so:

    WORD            an i64, which is a BigInt
    INT             an i32, which is a number; compiled kernels get their signed 64 bits
    Record(dtype)   an i32: where the record lies in the memory
    Array(...)      an i32: where its first item lies; and its length after it, if that is free
    a tuple         its parts, one after the other; kernels may ask for them by name

A kernel answers nothing, a word (an i64) or an integer (an i32). One that answers several numbers
is given the place where to write them, 8 bytes each, before all other arguments.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy as np

from tilewright.kernel.cache import hash_kernel

__all__ = ["INT", "WORD", "Array", "Entry", "Kind", "Number", "Record", "describe_dtype"]


class Number(Enum):
    """A number by itself."""

    INT = "int"
    WORD = "word"


INT, WORD = Number


@dataclass(frozen=True)
class Record:
    """A record of that dtype."""

    dtype: np.dtype[Any]


@dataclass(frozen=True)
class Array:
    """An array of numbers or records."""

    dtype: np.dtype[Any]
    shape: tuple[int | None, ...]
    """None, for the first of them at most, where the caller says how many there are."""


Kind = Number | Record | Array | tuple["Kind", ...]


@dataclass(frozen=True)
class Entry:
    """A kernel that a page may call, under a name."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[Kind, ...]
    bindings: Mapping[str, Any] = field(default_factory=dict)

    def describe(self) -> dict[str, Any]:
        """What a page must know to call it."""
        return {"name": self.name, "arguments": [_describe(kind) for kind in self.arguments]}

    @property
    def key(self) -> str:
        """A text that differs where the entry does."""
        told = json.dumps(self.describe(), sort_keys=True)
        return f"{told} {hash_kernel(self.function, self.bindings)}"


def _describe(kind: Kind) -> Any:
    if isinstance(kind, tuple):
        return [_describe(part) for part in kind]
    if isinstance(kind, Number):
        return kind.value
    if isinstance(kind, Record):
        return {"record": describe_dtype(kind.dtype)}
    return {"array": describe_dtype(kind.dtype), "shape": kind.shape}


def describe_dtype(dtype: np.dtype[Any]) -> Any:
    """A dtype as plain data: ``u8``, or bytes and fields with their offsets and shapes."""
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
