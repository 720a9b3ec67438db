"""What the structs of the wire, and rows of scenes, say about their fields: the lines below them in
the source."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, get_args, get_type_hints

from msgspec import Struct

__all__ = ["describe_fields", "structs_in"]


def structs_in(kinds: Iterable[type[Struct]]) -> list[type[Struct]]:
    """These structs and all that are in their fields, each once, those they are made of first."""
    found: dict[type[Struct], None] = {}
    for kind in kinds:
        _collect(kind, found)
    return list(found)


def _collect(kind: Any, found: dict[type[Struct], None]) -> None:
    if isinstance(kind, type) and issubclass(kind, Struct):
        if kind not in found:
            for hint in get_type_hints(kind).values():
                _collect(hint, found)
            found[kind] = None
    for part in get_args(kind):
        _collect(part, found)


@cache
def describe_fields(kind: type) -> dict[str, str]:
    """By field: what its docstring says, those of base structs included."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if issubclass(base, Struct | dict) and base not in (Struct, dict):
            found |= dict(_own_docs(base))
    return found


def _own_docs(kind: type) -> Iterator[tuple[str, str]]:
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(tree, ast.ClassDef)
    for field, words in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            if isinstance(words, ast.Expr) and isinstance(words.value, ast.Constant):
                yield field.target.id, " ".join(str(words.value.value).split())
