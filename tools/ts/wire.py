"""The wire as TypeScript: ``python -m tools.ts.wire > web/src/lib/wire.ts``.

Names, fields and comments are those of the structs. A field is optional if the server, or a
client, may leave it out. A JSON schema does not say that: it knows defaults, not which of them the
server leaves out or clients may. So the types are not made from OpenAPI with openapi-typescript;
that would also need TypeScript 5 beside the page's.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Struct, UnsetType

from tilewright import errors
from tilewright.game import OneOf
from tilewright.match import clock, events
from tilewright.records import forfeits
from tilewright.wire import (
    analysis,
    deals,
    games,
    messages,
    moves,
    people,
    problems,
    puzzles,
    records,
    rooms,
    tables,
)
from tilewright.wire.fields import ClientStruct, collect_structs, describe_fields
from tools.ts import shapes

__all__ = ["format_alias", "format_comment", "format_protocol", "format_type", "quote"]

WIDTH = 100
HEAD = """\
/**
 * What goes over the wire, made from the structs of `tilewright.wire`. Do not edit: run
 * `python -m tools.ts.wire > web/src/lib/wire.ts`.
 *
 * Times are ms since 1970, seats count from 0.
 */

export type Seat = number;
export type GameName = string;
"""
MODULES = (
    problems,
    clock,
    events,
    shapes,
    moves,
    tables,
    messages,
    games,
    people,
    analysis,
    puzzles,
    records,
    deals,
    rooms,
)
UNIONS: dict[ModuleType, dict[str, Any]] = {
    events: {
        "Ask": events.Ask,
        "ForfeitReason": forfeits.ForfeitReason,
        "Occupant": events.Occupant,
        "TableEvent": events.Event,
    },
    moves: {"Preview": moves.Effect | moves.MoveIllegal},
    tables: {"Status": tables.Status},
    messages: {"ServerMessage": messages.Message, "ClientMessage": messages.Request},
    people: {"PersonKind": people.PersonKind},
}
"""Named unions. The browser has an ``Event`` and a ``Request`` already."""
NAMES = {name: union for unions in UNIONS.values() for name, union in unions.items()}
PLAIN: dict[Any, str] = {
    bool: "boolean",
    int: "number",
    float: "number",
    str: "string",
    NoneType: "null",
    Any: "unknown",
}


def format_protocol() -> str:
    """Return the TypeScript source of the protocol."""
    parts = [
        HEAD,
        _format_codes(),
        *(part for module in MODULES for part in _format_module(module)),
    ]
    return "\n".join(parts)


def _format_codes() -> str:
    words = format_comment("Why something is refused.")
    return words + format_alias("Code", [quote(code) for code in errors.Code])


def _format_module(module: ModuleType) -> Iterator[str]:
    """Yield the interfaces and named unions of a module's structs."""
    title = re.split("[.:]", module.__doc__ or "")[0]
    yield f"// --- {title} ---\n"
    yield from map(_format_interface, _list_structs(module))
    for name, union in UNIONS.get(module, {}).items():
        yield format_alias(name, _list_union_members(union))


def _list_structs(module: ModuleType) -> list[type[Struct]]:
    """Return the structs that a module defines, in order."""
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type)]
    return [
        kind for kind in kinds if issubclass(kind, Struct) and kind.__module__ == module.__name__
    ]


# --- Interfaces ---------------------------------------------------------------------------------


def _format_interface(kind: type[Struct]) -> str:
    """Return a struct as a TypeScript interface."""
    head = f"export interface {kind.__name__}{_format_base(kind)} {{"
    return "\n".join(
        [
            format_comment(kind.__doc__ or "") + head,
            *_format_tag(kind),
            *_format_fields(kind),
            "}\n",
        ]
    )


def _format_base(kind: type[Struct]) -> str:
    """Return the ``extends`` clause of a struct. Fields that requests may leave out are required in
    answers."""
    base = kind.__base__
    if base is None or base in (Struct, ClientStruct):
        return ""
    is_whole = base in REQUESTS and kind not in REQUESTS
    return f" extends Required<{base.__name__}>" if is_whole else f" extends {base.__name__}"


def _format_tag(kind: type[Struct]) -> Iterator[str]:
    """Yield the field that names a struct's type in a union."""
    config = kind.__struct_config__
    if config.tag is not None and not kind.__subclasses__():
        yield f"  {config.tag_field}: {quote(str(config.tag))};"


def _format_fields(kind: type[Struct]) -> Iterator[str]:
    """Yield the lines of a struct's own fields, with comments."""
    hints = get_type_hints(kind, include_extras=True)
    inherited = set(getattr(kind.__base__, "__struct_fields__", ()))
    words = describe_fields(kind)
    for field in msgspec.structs.fields(kind):
        if field.name not in inherited:
            if field.name in words:
                yield format_comment(words[field.name], "  ").rstrip("\n")
            yield f"  {_format_field(kind, field, hints[field.name])}"


def _format_field(kind: type[Struct], field: msgspec.structs.FieldInfo, hint: Any) -> str:
    """Return a field's line; it has a ``?`` if the field may be missing."""
    hint = _remove_from_union(hint, UnsetType)
    if not _is_optional(kind, field):
        return f"{field.name}: {format_type(hint)};"
    if kind not in REQUESTS and field.default is None:
        hint = _remove_from_union(hint, NoneType)  # what is null is left out
    return f"{field.name}?: {format_type(hint)};"


def _is_optional(kind: type[Struct], field: msgspec.structs.FieldInfo) -> bool:
    """Return True if JSON of a struct may lack a field."""
    is_needed = field.default is NODEFAULT and field.default_factory is NODEFAULT
    if is_needed:
        return False
    omits = kind.__struct_config__.omit_defaults or field.default is msgspec.UNSET
    return omits or kind in REQUESTS


def _collect_requests() -> set[type[Struct]]:
    """Return the structs that clients send, their parts and their bases."""
    wire = (kind for module in MODULES if module is not events for kind in _list_structs(module))
    sent = [kind for kind in wire if kind.__struct_config__.forbid_unknown_fields]
    kinds = collect_structs(sent)
    return {base for kind in kinds for base in kind.__mro__ if issubclass(base, Struct)}


REQUESTS = _collect_requests()


# --- Types --------------------------------------------------------------------------------------


def format_type(hint: Any) -> str:
    """Return a Python type as TypeScript; structs, rows and lists of words by name."""
    for name, union in NAMES.items():
        if hint == union:
            return name
    return " | ".join(dict.fromkeys(_list_union_members(hint)))


def _list_union_members(hint: Any) -> list[str]:
    """Return the members of a union; of any other type, the type alone."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return [format_type(part) for part in parts]
    if origin is Literal:
        return [quote(part) for part in parts]
    if origin is Annotated:
        return [_get_title(hint) or format_type(parts[0])]
    return [_format_plain_type(hint, origin, [format_type(part) for part in parts])]


def _get_title(hint: Any) -> str | None:
    """Return the name under which an annotated type is declared, such as ``Scene``; None if it has
    none."""
    for meta in hint.__metadata__:
        if isinstance(meta, OneOf):
            return meta.name
        if isinstance(meta, Meta) and meta.title:
            return meta.title
    return None


def _format_plain_type(hint: Any, origin: Any, parts: list[str]) -> str:
    """Return a type that is no union as TypeScript, given its origin and its formatted parts."""
    if origin is list:
        is_list = get_origin(get_args(hint)[0]) is list
        is_loose = " | " in parts[0] or parts[0].startswith("readonly ")
        return f"({parts[0]})[]" if is_loose and not is_list else f"{parts[0]}[]"
    if origin is tuple:
        return f"readonly [{', '.join(parts)}]"
    if origin is dict:
        return f"Record<string, {parts[1]}>"
    return PLAIN.get(hint) or str(hint.__name__)


def _remove_from_union(hint: Any, kind: type) -> Any:
    """Return a union without one of its members."""
    if get_origin(hint) not in (Union, UnionType):
        return hint
    left = tuple(part for part in get_args(hint) if part is not kind)
    return Union[left]  # noqa: UP007  # of as many as are left


# --- Text ---------------------------------------------------------------------------------------


def format_alias(name: str, parts: list[str]) -> str:
    """Return the declaration of a named union, on one line if it fits."""
    head, line = f"export type {name} =", " | ".join(parts)
    if len(f"{head} {line};") <= WIDTH:
        return f"{head} {line};\n"
    if len(f"  {line};") <= WIDTH:
        return f"{head}\n  {line};\n"
    return head + "".join(f"\n  | {part}" for part in parts) + ";\n"


def quote(text: str) -> str:
    """Return a text as a TypeScript string."""
    return f"'{text}'"


def format_comment(words: str, indent: str = "") -> str:
    """Return the first paragraph of a docstring as a TypeScript comment; empty if it has none."""
    first = " ".join(words.split("\n\n", maxsplit=1)[0].split())
    said = re.sub(r"\bNone\b", "null", first.replace("``", "`"))
    if not said:
        return ""
    if len(indent) + len(said) + 7 <= WIDTH:
        return f"{indent}/** {said} */\n"
    lines = textwrap.wrap(said, WIDTH - len(indent) - 3)
    return "\n".join([f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */\n"])


if __name__ == "__main__":
    print(format_protocol(), end="")
