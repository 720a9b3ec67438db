"""Structured data from kernels: a sequence of integers and the type that decodes it.

Kernels can build neither dicts nor strings. They write integers to a *sheet* with ``put``. Python
and the browser decode them by the *layout* (schema), which is derived from a type:

    int                          the number
    bool                         0 or 1
    str                          number of characters, then the code of each (ASCII)
    X | None                     0, or 1 and then an X
    list[X]                      number of items, then each
    tuple[X, Y]                  one after the other; a list in JSON
    Annotated[str, OneOf(...)]   index of a word in that table
    Literal["x", "y"]            the same; nothing if there is only one word
    a TypedDict                  its keys in order; a NotRequired key like ``X | None``, absent if 0
    a union of TypedDicts        index of the one that follows, then its keys
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from types import FunctionType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    Self,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np
import numpy.typing as npt

from tilewright.kernel import compiled, kernel

Figures = npt.NDArray[np.int32]
"""int32[SHEET_SIZE]: the numbers on a sheet."""
Layout = Any
"""Schema of a sheet as JSON: a word, or a list of a word and its arguments."""
Reader = Callable[[Iterator[int]], Any]

SHEET_SIZE = 4096
LAST = SHEET_SIZE - 1


@kernel
def put(out: Figures, at: int, number: int) -> int:
    """Write a number at position ``at``; return the next position.

    Positions wrap around at the sheet's size, so that no other memory is overwritten.
    """
    out[at & LAST] = number
    return at + 1


@kernel
def put_pair(out: Figures, at: int, one: int, other: int) -> int:
    """Write two numbers, such as a cell's coordinates; return the next position."""
    return put(out, put(out, at, one), other)


@kernel
def put_optional(out: Figures, at: int, is_there: bool, number: int) -> int:
    """Write an optional number, absent unless ``is_there``; return the next position."""
    if not is_there:
        return put(out, at, 0)
    return put_pair(out, at, 1, number)


class OneOf(NamedTuple):
    """A named set of words; the annotated text is one of them."""

    name: str
    words: tuple[str, ...]


class Sheet:
    """A callable that runs a kernel and decodes the sheet it wrote."""

    def __init__(self, write: Callable[..., int], kind: Any) -> None:
        """Wrap a kernel ``write(..., out) -> count`` whose numbers are decoded as the type
        ``kind``."""
        self.write = write
        self.kind = kind

    def __call__(self, *args: Any) -> Any:
        out = np.empty(SHEET_SIZE, dtype=np.int32)
        return self.read(out, self.write(*args, out))

    def read(self, out: Figures, count: int) -> Any:
        """Decode the first ``count`` numbers of a sheet."""
        if count > SHEET_SIZE:
            raise ValueError(f"expected at most {SHEET_SIZE} numbers on a sheet; found {count}")
        numbers = iter(out[:count].tolist())
        decoded = self._reader(numbers)
        if left := list(numbers):
            raise ValueError(f"expected {count - len(left)} numbers on the sheet; found {count}")
        return decoded

    @property
    def is_compiled(self) -> bool:
        return not isinstance(self.write, FunctionType)

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.kind)

    @cached_property
    def _reader(self) -> Reader:
        return make_reader(self.layout)

    def compiled(self) -> Self:
        """Return this sheet with its kernel compiled."""
        return type(self)(compiled(self.write), self.kind)


# --- Layouts --------------------------------------------------------------------------------------


def layout_of(kind: Any) -> Layout:
    """Return the layout of a type."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if get_origin(kind) is None:
        return ["row", [[name, layout_of(part)] for name, part in _keys(kind).items()]]
    return _generic_layout(get_origin(kind), get_args(kind))


_PLAIN = {int: "number", bool: "flag", str: "text"}


def _generic_layout(origin: Any, parts: tuple[Any, ...]) -> Layout:
    """Return the layout of a generic type, given its origin and arguments."""
    if origin is Annotated:
        return ["words", list(parts[1].words)]
    if origin is Literal:
        return ["always", *parts] if len(parts) == 1 else ["words", list(parts)]
    if origin is list:
        return ["list", layout_of(parts[0])]
    if origin is tuple:
        return ["together", [layout_of(part) for part in parts]]
    if origin is NotRequired:
        return ["lacking", layout_of(parts[0])]
    assert origin in (Union, UnionType), origin
    if NoneType in parts:
        return ["maybe", layout_of(parts[0])]
    return ["either", [layout_of(part) for part in parts]]


def _keys(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


# --- Reading --------------------------------------------------------------------------------------
#
# The page's ``sheets.ts`` does the same; both are tested with the same layouts and sheets.


class _Absent:
    """Marks an absent key."""


def make_reader(layout: Layout) -> Reader:
    """Return a function that decodes numbers of this layout."""
    match layout:
        case "number":
            return cast(Reader, next)
        case "flag":
            return lambda numbers: bool(next(numbers))
        case "text":
            return lambda numbers: bytes(islice(numbers, next(numbers))).decode("ascii")
        case ["words", words]:
            return lambda numbers: words[next(numbers)]
        case ["always", word]:
            return lambda numbers: word
        case ["maybe", part]:
            return _make_optional_reader(make_reader(part), None)
        case ["lacking", part]:
            return _make_optional_reader(make_reader(part), _Absent)
        case ["list", part]:
            return _make_list_reader(make_reader(part))
        case ["together", parts]:
            return _make_tuple_reader([make_reader(part) for part in parts])
        case ["either", parts]:
            reads = [make_reader(part) for part in parts]
            return lambda numbers: reads[next(numbers)](numbers)
        case ["row", keys]:
            return _make_row_reader(keys)
    raise ValueError(f"expected a layout; found {layout!r}")


def _make_optional_reader(read: Reader, nothing: Any) -> Reader:
    return lambda numbers: read(numbers) if next(numbers) else nothing


def _make_list_reader(read: Reader) -> Reader:
    if read is next:
        return lambda numbers: list(islice(numbers, next(numbers)))
    return lambda numbers: [read(numbers) for _ in range(next(numbers))]


def _make_tuple_reader(reads: list[Reader]) -> Reader:
    if all(read is next for read in reads):
        size = len(reads)
        return lambda numbers: list(islice(numbers, size))
    return lambda numbers: [read(numbers) for read in reads]


def _make_row_reader(keys: list[tuple[str, Layout]]) -> Reader:
    """Return a reader for a TypedDict, which omits absent keys."""
    names, reads = [name for name, _ in keys], [make_reader(part) for _, part in keys]
    if all(read is next for read in reads):
        return lambda numbers: dict(zip(names, numbers, strict=False))
    pairs = list(zip(names, reads, strict=True))
    if any(part[0] == "lacking" for _, part in keys):
        whole = _make_mixed_row_reader(pairs)
        return lambda numbers: {k: v for k, v in whole(numbers).items() if v is not _Absent}
    return _make_mixed_row_reader(pairs)


def _make_mixed_row_reader(pairs: list[tuple[str, Reader]]) -> Reader:
    return lambda numbers: {name: read(numbers) for name, read in pairs}
