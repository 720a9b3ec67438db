"""Structured data from kernels: a row of whole numbers and a type that decodes it.

Kernels can build neither dicts nor texts. They write numbers on a *sheet*, one after the other,
with ``put``. Python and the browser decode them by the *layout* (schema), derived from a type:

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
"""Numbers of a sheet, int32[SHEET_SIZE]."""
Layout = Any
"""Schema of a sheet as JSON: a word, or a list of a word and its parts."""
Reader = Callable[[Iterator[int]], Any]

SHEET_SIZE = 4096
LAST = SHEET_SIZE - 1


@kernel
def put(out: Figures, at: int, number: int) -> int:
    """Write the next number; return the position after it.

    Positions wrap around at the sheet's size, so no other memory is written.
    """
    out[at & LAST] = number
    return at + 1


@kernel
def put_pair(out: Figures, at: int, one: int, other: int) -> int:
    """Write two numbers, such as the coordinates of a cell."""
    return put(out, put(out, at, one), other)


@kernel
def put_maybe(out: Figures, at: int, is_there: bool, number: int) -> int:
    """Write an optional number."""
    if not is_there:
        return put(out, at, 0)
    return put_pair(out, at, 1, number)


class OneOf(NamedTuple):
    """A set of words with a name, one of which a text is."""

    name: str
    words: tuple[str, ...]


class Sheet:
    """A function that runs a kernel and returns what it wrote, decoded by a type."""

    def __init__(self, write: Callable[..., int], told: Any) -> None:
        """Wrap a kernel ``write(..., out) -> count`` whose numbers are decoded as type `told`."""
        self.write = write
        self.told = told

    def __call__(self, *args: Any) -> Any:
        out = np.empty(SHEET_SIZE, dtype=np.int32)
        return self.read(out, self.write(*args, out))

    def read(self, out: Figures, count: int) -> Any:
        """Decode the first `count` numbers of a sheet."""
        if count > SHEET_SIZE:
            raise ValueError(f"expected at most {SHEET_SIZE} numbers on a sheet; found {count}")
        numbers = iter(out[:count].tolist())
        told = self._reader(numbers)
        if left := list(numbers):
            raise ValueError(f"expected {count - len(left)} numbers on the sheet; found {count}")
        return told

    @property
    def is_compiled(self) -> bool:
        return not isinstance(self.write, FunctionType)

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.told)

    @cached_property
    def _reader(self) -> Reader:
        return reader_of(self.layout)

    def compiled(self) -> Self:
        """Return this sheet with its kernel compiled."""
        return type(self)(compiled(self.write), self.told)


# --- Layouts --------------------------------------------------------------------------------------


def layout_of(kind: Any) -> Layout:
    """Return the schema of a type."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if get_origin(kind) is None:
        return ["row", [[name, layout_of(part)] for name, part in _keys(kind).items()]]
    return _layout_of_parts(get_origin(kind), get_args(kind))


_PLAIN = {int: "number", bool: "flag", str: "text"}


def _layout_of_parts(origin: Any, parts: tuple[Any, ...]) -> Layout:
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
# Here as in the page's ``sheets.ts``, which the same layouts and sheets test.


class _Lacking:
    """Marks a key that is left out."""


def reader_of(layout: Layout) -> Reader:
    """Return a function that decodes numbers by a schema."""
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
            return _reader_of_maybe(reader_of(part), None)
        case ["lacking", part]:
            return _reader_of_maybe(reader_of(part), _Lacking)
        case ["list", part]:
            return _reader_of_list(reader_of(part))
        case ["together", parts]:
            return _reader_of_tuple([reader_of(part) for part in parts])
        case ["either", parts]:
            reads = [reader_of(part) for part in parts]
            return lambda numbers: reads[next(numbers)](numbers)
        case ["row", keys]:
            return _reader_of_row(keys)
    raise ValueError(f"expected a layout; found {layout!r}")


def _reader_of_maybe(read: Reader, nothing: Any) -> Reader:
    return lambda numbers: read(numbers) if next(numbers) else nothing


def _reader_of_list(read: Reader) -> Reader:
    if read is next:
        return lambda numbers: list(islice(numbers, next(numbers)))
    return lambda numbers: [read(numbers) for _ in range(next(numbers))]


def _reader_of_tuple(reads: list[Reader]) -> Reader:
    if all(read is next for read in reads):
        size = len(reads)
        return lambda numbers: list(islice(numbers, size))
    return lambda numbers: [read(numbers) for read in reads]


def _reader_of_row(keys: list[tuple[str, Layout]]) -> Reader:
    names, reads = [name for name, _ in keys], [reader_of(part) for _, part in keys]
    if all(read is next for read in reads):
        return lambda numbers: dict(zip(names, numbers, strict=False))
    pairs = list(zip(names, reads, strict=True))
    if any(part[0] == "lacking" for _, part in keys):
        whole = _reader_of_row_with(pairs)
        return lambda numbers: {k: v for k, v in whole(numbers).items() if v is not _Lacking}
    return _reader_of_row_with(pairs)


def _reader_of_row_with(pairs: list[tuple[str, Reader]]) -> Reader:
    return lambda numbers: {name: read(numbers) for name, read in pairs}
