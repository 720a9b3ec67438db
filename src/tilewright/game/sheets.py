"""Sheets: structured data that kernels write as integers, and the types that decode them.

Kernels can build neither dicts nor strings. They write integers to a *sheet* with ``write_int``.
Python and the browser decode them by the *layout* (schema), which is derived from a type:

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

SheetBuffer = npt.NDArray[np.int32]
"""int32[SHEET_SIZE]: the integers on a sheet."""
Layout = Any
"""Schema of a sheet as JSON: a word, or a list of a word and its arguments."""
Reader = Callable[[Iterator[int]], Any]

SHEET_SIZE = 4096
LAST = SHEET_SIZE - 1


@kernel
def write_int(buffer: SheetBuffer, offset: int, number: int) -> int:
    """Write an integer at ``offset``. Return the next offset.

    Offsets wrap around at the end of the sheet, so that no other memory is overwritten.
    """
    buffer[offset & LAST] = number
    return offset + 1


@kernel
def write_pair(buffer: SheetBuffer, offset: int, one: int, other: int) -> int:
    """Write two integers, such as a row and a column. Return the next offset."""
    return write_int(buffer, write_int(buffer, offset, one), other)


@kernel
def write_optional(buffer: SheetBuffer, offset: int, is_present: bool, number: int) -> int:
    """Write an ``int | None`` and return the next offset.

    The value is ``number`` if ``is_present``, else None.
    """
    if not is_present:
        return write_int(buffer, offset, 0)
    return write_pair(buffer, offset, 1, number)


class OneOf(NamedTuple):
    """Annotates a text that is one of these words; ``name`` names the set of words."""

    name: str
    words: tuple[str, ...]


class Sheet:
    """A function that runs a kernel and returns what it wrote, decoded to Python objects."""

    def __init__(self, write: Callable[..., int], kind: Any) -> None:
        """Wrap a kernel.

        Args:
            write: The kernel ``write(..., buffer) -> count``.
            kind: The type that decodes the integers.
        """
        self.write = write
        self.kind = kind

    def __call__(self, *args: Any) -> Any:
        buffer = np.empty(SHEET_SIZE, dtype=np.int32)
        return self.decode(buffer, self.write(*args, buffer))

    def decode(self, buffer: SheetBuffer, count: int) -> Any:
        """Return the value encoded by the first ``count`` integers of a sheet.

        Raises:
            ValueError: The sheet is too small, or the value needs fewer integers.
        """
        if count > SHEET_SIZE:
            raise ValueError(f"expected at most {SHEET_SIZE} numbers on a sheet; found {count}")
        numbers = iter(buffer[:count].tolist())
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
        """Return a copy of this sheet with a compiled kernel."""
        return type(self)(compiled(self.write), self.kind)


# --- Layouts --------------------------------------------------------------------------------------


def layout_of(kind: Any) -> Layout:
    """Return the layout that encodes values of a type.

    The table at the top of the module lists the layouts.
    """
    if kind in _PLAIN:
        return _PLAIN[kind]
    if get_origin(kind) is None:
        return ["row", [[name, layout_of(part)] for name, part in _typed_keys(kind).items()]]
    return _generic_layout(get_origin(kind), get_args(kind))


_PLAIN = {int: "number", bool: "flag", str: "text"}


def _generic_layout(origin: Any, parts: tuple[Any, ...]) -> Layout:
    """Return the layout of a generic type.

    For example, ``list[int]`` has the origin ``list`` and the parts ``(int,)``.
    """
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


def _typed_keys(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


# --- Readers --------------------------------------------------------------------------------------
#
# ``sheets.ts`` of the page decodes the same layouts; both are tested with the same samples.


class _Absent:
    """Marks an absent key."""


def make_reader(layout: Layout) -> Reader:
    """Return a function that decodes one value from an iterator of integers."""
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
            return _make_dict_reader(keys)
    raise ValueError(f"expected a layout; found {layout!r}")


def _make_optional_reader(read: Reader, absent: Any) -> Reader:
    return lambda numbers: read(numbers) if next(numbers) else absent


def _make_list_reader(read: Reader) -> Reader:
    """Return a reader for a list, given the reader for its items."""
    if read is next:
        return lambda numbers: list(islice(numbers, next(numbers)))
    return lambda numbers: [read(numbers) for _ in range(next(numbers))]


def _make_tuple_reader(reads: list[Reader]) -> Reader:
    """Return a reader for a tuple, given one reader per item.

    It returns a list, because JSON has no tuples.
    """
    if all(read is next for read in reads):
        size = len(reads)
        return lambda numbers: list(islice(numbers, size))
    return lambda numbers: [read(numbers) for read in reads]


def _make_dict_reader(keys: list[tuple[str, Layout]]) -> Reader:
    """Return a reader for a TypedDict, given its keys in order.

    Absent keys are left out of the dict.
    """
    names, reads = [name for name, _ in keys], [make_reader(part) for _, part in keys]
    if all(read is next for read in reads):
        return lambda numbers: dict(zip(names, numbers, strict=False))
    pairs = list(zip(names, reads, strict=True))
    if any(part[0] == "lacking" for _, part in keys):
        whole = _make_mixed_dict_reader(pairs)
        return lambda numbers: {k: v for k, v in whole(numbers).items() if v is not _Absent}
    return _make_mixed_dict_reader(pairs)


def _make_mixed_dict_reader(pairs: list[tuple[str, Reader]]) -> Reader:
    return lambda numbers: {name: read(numbers) for name, read in pairs}
