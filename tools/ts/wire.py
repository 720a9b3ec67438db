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
    tables,
)
from tilewright.wire.fields import ClientStruct, collect_structs, describe_fields
from tools.ts import shapes

__all__ = ["alias", "comment", "quote", "type_of", "write_typescript"]

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


def write_typescript() -> str:
    """Return the TypeScript file of the protocol."""
    parts = [HEAD, _codes(), *(part for module in MODULES for part in _module(module))]
    return "\n".join(parts)


def _codes() -> str:
    words = comment("Why something is refused.")
    return words + alias("Code", [quote(code) for code in errors.Code])


def _module(module: ModuleType) -> Iterator[str]:
    title = re.split("[.:]", module.__doc__ or "")[0]
    yield f"// --- {title} ---\n"
    yield from map(_interface, _structs_of(module))
    for name, union in UNIONS.get(module, {}).items():
        yield alias(name, _parts(union))


def _structs_of(module: ModuleType) -> list[type[Struct]]:
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type)]
    return [
        kind for kind in kinds if issubclass(kind, Struct) and kind.__module__ == module.__name__
    ]


# --- Interfaces ---------------------------------------------------------------------------------


def _interface(kind: type[Struct]) -> str:
    head = f"export interface {kind.__name__}{_extends(kind)} {{"
    return "\n".join([comment(kind.__doc__ or "") + head, *_tag(kind), *_fields(kind), "}\n"])


def _extends(kind: type[Struct]) -> str:
    """Return the base of a type; the server never leaves out what a request may."""
    base = kind.__base__
    if base is None or base in (Struct, ClientStruct):
        return ""
    is_whole = base in REQUESTS and kind not in REQUESTS
    return f" extends Required<{base.__name__}>" if is_whole else f" extends {base.__name__}"


def _tag(kind: type[Struct]) -> Iterator[str]:
    config = kind.__struct_config__
    if config.tag is not None and not kind.__subclasses__():
        yield f"  {config.tag_field}: {quote(str(config.tag))};"


def _fields(kind: type[Struct]) -> Iterator[str]:
    hints = get_type_hints(kind, include_extras=True)
    inherited = set(getattr(kind.__base__, "__struct_fields__", ()))
    words = describe_fields(kind)
    for field in msgspec.structs.fields(kind):
        if field.name not in inherited:
            if field.name in words:
                yield comment(words[field.name], "  ").rstrip("\n")
            yield f"  {_field(kind, field, hints[field.name])}"


def _field(kind: type[Struct], field: msgspec.structs.FieldInfo, hint: Any) -> str:
    hint = _without(hint, UnsetType)
    if not _may_be_missing(kind, field):
        return f"{field.name}: {type_of(hint)};"
    if kind not in REQUESTS and field.default is None:
        hint = _without(hint, NoneType)  # what is null is left out
    return f"{field.name}?: {type_of(hint)};"


def _may_be_missing(kind: type[Struct], field: msgspec.structs.FieldInfo) -> bool:
    is_needed = field.default is NODEFAULT and field.default_factory is NODEFAULT
    if is_needed:
        return False
    omits = kind.__struct_config__.omit_defaults or field.default is msgspec.UNSET
    return omits or kind in REQUESTS


def _requests() -> set[type[Struct]]:
    """Return the structs that clients send, their parts, and their bases."""
    wire = (kind for module in MODULES if module is not events for kind in _structs_of(module))
    sent = [kind for kind in wire if kind.__struct_config__.forbid_unknown_fields]
    kinds = collect_structs(sent)
    return {base for kind in kinds for base in kind.__mro__ if issubclass(base, Struct)}


REQUESTS = _requests()


# --- Types --------------------------------------------------------------------------------------


def type_of(hint: Any) -> str:
    """Return a type as TypeScript writes it; structs, rows and lists of words by their names."""
    for name, union in NAMES.items():
        if hint == union:
            return name
    return " | ".join(dict.fromkeys(_parts(hint)))


def _parts(hint: Any) -> list[str]:
    """Return the members of a union."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return [type_of(part) for part in parts]
    if origin is Literal:
        return [quote(part) for part in parts]
    if origin is Annotated:
        return [_title(hint) or type_of(parts[0])]
    return [_one(hint, origin, [type_of(part) for part in parts])]


def _title(hint: Any) -> str | None:
    """Return the name of a type that is declared by itself, such as ``Scene``."""
    for meta in hint.__metadata__:
        if isinstance(meta, OneOf):
            return meta.name
        if isinstance(meta, Meta) and meta.title:
            return meta.title
    return None


def _one(hint: Any, origin: Any, parts: list[str]) -> str:
    if origin is list:
        is_list = get_origin(get_args(hint)[0]) is list
        is_loose = " | " in parts[0] or parts[0].startswith("readonly ")
        return f"({parts[0]})[]" if is_loose and not is_list else f"{parts[0]}[]"
    if origin is tuple:
        return f"readonly [{', '.join(parts)}]"
    if origin is dict:
        return f"Record<string, {parts[1]}>"
    return PLAIN.get(hint) or str(hint.__name__)


def _without(hint: Any, kind: type) -> Any:
    if get_origin(hint) not in (Union, UnionType):
        return hint
    left = tuple(part for part in get_args(hint) if part is not kind)
    return Union[left]  # noqa: UP007  # of as many as are left


# --- Text ---------------------------------------------------------------------------------------


def alias(name: str, parts: list[str]) -> str:
    """Return a named union, on one line if it fits."""
    head, line = f"export type {name} =", " | ".join(parts)
    if len(f"{head} {line};") <= WIDTH:
        return f"{head} {line};\n"
    if len(f"  {line};") <= WIDTH:
        return f"{head}\n  {line};\n"
    return head + "".join(f"\n  | {part}" for part in parts) + ";\n"


def quote(text: str) -> str:
    """Return a text as TypeScript writes it."""
    return f"'{text}'"


def comment(words: str, indent: str = "") -> str:
    """Return the first paragraph as a comment, in TypeScript's words."""
    first = " ".join(words.split("\n\n", maxsplit=1)[0].split())
    said = re.sub(r"\bNone\b", "null", first.replace("``", "`"))
    if not said:
        return ""
    if len(indent) + len(said) + 7 <= WIDTH:
        return f"{indent}/** {said} */\n"
    lines = textwrap.wrap(said, WIDTH - len(indent) - 3)
    return "\n".join([f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */\n"])


if __name__ == "__main__":
    print(write_typescript(), end="")
