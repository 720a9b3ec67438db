"""Field types with their bounds, and the docstrings of fields.

The patterns exclude the trailing line feed that ``$`` allows.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Any, get_args, get_type_hints

from msgspec import Meta, Struct

from tilewright.records.commit_reveal import MAX_SALT

MAX_PLY = 10_000
ID = r"^[A-Za-z0-9_-]{1,32}(?!\n)$"
# One line: no control or bidirectional characters.
LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+(?!\n)$"


class ClientStruct(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the structs sent by clients. Unknown fields are refused, as they may be typos."""


TableId = Annotated[str, Meta(pattern=ID, description="The name of a table.")]
RecordId = Annotated[str, Meta(pattern=ID, description="The name of a record.")]
Ref = Annotated[int, Meta(ge=0, le=2**53)] | Annotated[str, Meta(max_length=64)] | None
Count = Annotated[int, Meta(ge=0, le=2**31)]
Ply = Annotated[int, Meta(ge=0, le=MAX_PLY, description="After so many moves.")]
MoveText = Annotated[str, Meta(min_length=1, max_length=200, examples=["d4e4>3"])]
MoveId = Annotated[
    str,
    Meta(
        pattern=r"^[!-~]{1,64}(?!\n)$",
        description="Your own name for this move: sent twice, it counts once.",
    ),
]
Line = Annotated[str, Meta(min_length=1, max_length=300, pattern=LINE)]
Salt = Annotated[
    str,
    Meta(
        max_length=2 * MAX_SALT,
        pattern=r"^([0-9a-f]{2})*(?!\n)$",
        description="Bytes of your own that take part in the shuffle, in hexadecimal digits.",
    ),
]
Invite = Annotated[str, Meta(max_length=64, description="Opens a table that is not listed.")]
Milliseconds = Annotated[int, Meta(description="Since 1970.")]


# --- Field docstrings: the string literals below the fields, parsed from the source -------------


def collect_structs(types: Iterable[type[Struct]]) -> list[type[Struct]]:
    """Return the structs and all structs that they contain, without duplicates.

    A struct comes after the structs that it contains.
    """
    found: dict[type[Struct], None] = {}
    for kind in types:
        _collect(kind, found)
    return list(found)


def _collect(field_type: Any, found: dict[type[Struct], None]) -> None:
    """Add a struct to `found` after the structs that it contains."""
    if isinstance(field_type, type) and issubclass(field_type, Struct):
        if field_type not in found:
            for hint in get_type_hints(field_type).values():
                _collect(hint, found)
            found[field_type] = None
    for part in get_args(field_type):
        _collect(part, found)


@cache
def describe_fields(struct_type: type) -> dict[str, str]:
    """Return the docstrings of a struct's fields by name, including inherited fields."""
    found: dict[str, str] = {}
    for base in reversed(struct_type.__mro__):
        if issubclass(base, Struct | dict) and base not in (Struct, dict):
            found |= dict(_read_docstrings(base))
    return found


def _read_docstrings(struct_type: type) -> Iterator[tuple[str, str]]:
    """Yield the name and docstring of each field in a struct's source."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(struct_type))).body
    assert isinstance(tree, ast.ClassDef)
    for field, words in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            if isinstance(words, ast.Expr) and isinstance(words.value, ast.Constant):
                yield field.target.id, " ".join(str(words.value.value).split())
