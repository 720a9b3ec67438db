"""What a kernel tells: a row of whole numbers, and a type that says how it is read.

A kernel can make neither dicts nor texts. So it writes numbers on a *sheet*, one after the other,
with ``put``. Whoever wants to show them, here or in a browser, reads them by the *layout*, which
comes from a type:

    int                          the number
    bool                         0 or 1
    str                          how many characters, then the code of each (ASCII)
    X | None                     0, or 1 and then an X
    list[X]                      how many, then each
    tuple[X, Y]                  one after the other; a list in JSON
    Annotated[str, OneOf(...)]   the place of a word in that table
    Literal["x", "y"]            the same; nothing at all where there is but one word
    a TypedDict                  its keys in order; one that is NotRequired like ``X | None``, and
                                 left out where it is 0
    a union of TypedDicts        the place of the one that follows, then its keys
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

import msgspec
import numpy as np
import numpy.typing as npt

from tilewright.game.typesetting import Typesetting, typeset
from tilewright.kernel import compiled, kernel

__all__ = [
    "SHEET_SIZE",
    "Figures",
    "Layout",
    "OneOf",
    "Sheet",
    "layout_of",
    "put",
    "put_maybe",
    "put_pair",
    "reader_of",
]

Figures = npt.NDArray[np.int32]
"""The numbers of a sheet, int32[SHEET_SIZE]."""
Layout = Any
"""How a sheet is read, as JSON: a word, or a list of a word and what belongs to it."""
Reader = Callable[[Iterator[int]], Any]

SHEET_SIZE = 4096
LAST = SHEET_SIZE - 1


@kernel
def put(out: Figures, at: int, number: int) -> int:
    """Write the next number; returns where the one after it goes.

    What is too much for a sheet begins it anew, so no memory is written that is not its own.
    """
    out[at & LAST] = number
    return at + 1


@kernel
def put_pair(out: Figures, at: int, one: int, other: int) -> int:
    """Write two numbers, such as those of a cell."""
    return put(out, put(out, at, one), other)


@kernel
def put_maybe(out: Figures, at: int, is_there: bool, number: int) -> int:
    """Write a number that may be None."""
    if not is_there:
        return put(out, at, 0)
    return put_pair(out, at, 1, number)


class OneOf(NamedTuple):
    """The words out of which a text is one, and what they are called together."""

    name: str
    words: tuple[str, ...]


class Sheet:
    """A kernel that writes on a sheet, as a function that returns what is written there."""

    def __init__(self, write: Callable[..., int], told: Any) -> None:
        """``write(..., out) -> count``; ``told``: the type of what it tells."""
        self.write = write
        self.told = told

    def __call__(self, *args: Any) -> Any:
        out = np.empty(SHEET_SIZE, dtype=np.int32)
        return self.read(out, self.write(*args, out))

    def read(self, out: Figures, count: int) -> Any:
        """What the first so many numbers of a sheet say."""
        if count > SHEET_SIZE:
            raise ValueError(f"expected at most {SHEET_SIZE} numbers on a sheet; found {count}")
        numbers = iter(out[:count].tolist())
        told = self._reader(numbers)
        if left := list(numbers):
            raise ValueError(f"expected {count - len(left)} numbers on the sheet; found {count}")
        return told

    def json(self, *args: Any) -> bytes:
        """What is written there, as JSON."""
        out = np.empty(SHEET_SIZE, dtype=np.int32)
        count = self.write(*args, out)
        # Interpreted, a reader is quicker.
        told = self._typesetting.set(out, count) if self.is_compiled else None
        return told or msgspec.json.encode(self.read(out, count))

    @property
    def is_compiled(self) -> bool:
        return not isinstance(self.write, FunctionType)

    @cached_property
    def _typesetting(self) -> Typesetting:
        return Typesetting(self.layout, compiled(typeset))

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.told)

    @cached_property
    def _reader(self) -> Reader:
        return reader_of(self.layout)

    def compiled(self) -> Self:
        """The same, written by the compiled kernel."""
        return type(self)(compiled(self.write), self.told)


# --- Layouts --------------------------------------------------------------------------------------


def layout_of(kind: Any) -> Layout:
    """How what is of a type is read."""
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
    """Stands for a key that is left out."""


def reader_of(layout: Layout) -> Reader:
    """What reads a layout from numbers."""
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
