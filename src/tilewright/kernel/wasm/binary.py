"""The binary format of WebAssembly, and a linker that turns LLVM's object file into a module.

An object file is already a module that a browser could instantiate. No relocation is needed,
because it is the only file. Only its exports are missing. So the linker looks up functions in the
symbol table, adds an export section, and drops the sections meant for linkers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

MEMORY_NAME = "__linear_memory"
ALLOWED_IMPORTS = (MEMORY_NAME, "__stack_pointer", "__indirect_function_table")
MANIFEST = "tilewright"
"""Name of the custom section with the manifest, as JSON."""
HEADER = b"\0asm\1\0\0\0"
CUSTOM, IMPORT, EXPORT = 0, 2, 7
TABLE, MEMORY, GLOBAL = 1, 2, 3
ORDER = (1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11)
"""Order of the sections in a module, by id."""
SYMBOL_TABLE = 8
SYMBOL_FUNCTION, SYMBOL_DATA, SYMBOL_SECTION = 0, 1, 3
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40


class Section(NamedTuple):
    """A section of a module; only custom sections have a name."""

    id: int
    name: str
    body: bytes


class Reader:
    """Reads numbers, bytes and names from a byte string, one after the other."""

    def __init__(self, data: bytes) -> None:
        self.data, self.offset = data, 0

    @property
    def is_at_end(self) -> bool:
        return self.offset >= len(self.data)

    def read_number(self) -> int:
        """Read an unsigned LEB128 number."""
        value = shift = 0
        while True:
            byte = self.data[self.offset]
            self.offset += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def read_bytes(self, size: int) -> bytes:
        self.offset += size
        return self.data[self.offset - size : self.offset]

    def read_name(self) -> str:
        return self.read_bytes(self.read_number()).decode()


def encode_number(value: int) -> bytes:
    """Encode a number as unsigned LEB128."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def encode_name(name: str) -> bytes:
    """Encode a name as its length in bytes, then the bytes."""
    return encode_number(len(name.encode())) + name.encode()


def read_sections(data: bytes) -> Iterator[Section]:
    """Yield the sections of a module or an object file, in order."""
    assert data.startswith(HEADER), "expected WebAssembly"
    reader = Reader(data[len(HEADER) :])
    while not reader.is_at_end:
        kind = reader.read_number()
        body = Reader(reader.read_bytes(reader.read_number()))
        name = body.read_name() if kind == CUSTOM else ""
        yield Section(kind, name, body.data[body.offset :])


def encode_module(sections: Sequence[Section]) -> bytes:
    """Encode sections as a module."""
    return HEADER + b"".join(map(_encode_section, sections))


def _encode_section(section: Section) -> bytes:
    body = (encode_name(section.name) if section.id == CUSTOM else b"") + section.body
    return bytes([section.id]) + encode_number(len(body)) + body


def read_imports(sections: Sequence[Section]) -> dict[str, int]:
    """Return the names that a module imports, each with its minimum size: pages of a memory,
    entries of a table, otherwise 0."""
    body = next((section.body for section in sections if section.id == IMPORT), b"\0")
    reader = Reader(body)
    return dict(_read_import(reader) for _ in range(reader.read_number()))


def _read_import(reader: Reader) -> tuple[str, int]:
    """Read one import; return its name and its minimum size, 0 for functions and globals."""
    reader.read_name()  # the module, always env
    name, kind = reader.read_name(), reader.read_number()
    if kind in (TABLE, MEMORY):
        reader.offset += kind == TABLE  # the element type
        has_maximum, minimum = reader.read_number(), reader.read_number()
        if has_maximum:
            reader.read_number()
        return name, minimum
    reader.offset += kind == GLOBAL  # type and mutability; a function has only a type
    reader.read_number()
    return name, 0


def _read_function_indices(sections: Sequence[Section]) -> dict[str, int]:
    """Return the index of each function in the symbol table of an object file, by name."""
    linking = Reader(next(section.body for section in sections if section.name == "linking"))
    assert linking.read_number() == 2, "expected version 2 of the linking section"
    while linking.read_number() != SYMBOL_TABLE:
        linking.read_bytes(linking.read_number())
    table = Reader(linking.read_bytes(linking.read_number()))
    symbols = [_read_symbol(table) for _ in range(table.read_number())]
    return dict(symbol for symbol in symbols if symbol)


def _read_symbol(table: Reader) -> tuple[str, int] | None:
    """Read one symbol; return name and index if it is a named function, otherwise None."""
    kind, flags = table.read_number(), table.read_number()
    is_named = not flags & UNDEFINED or bool(flags & EXPLICIT_NAME)
    if kind == SYMBOL_DATA:
        table.read_name()
        for _ in range(0 if flags & UNDEFINED else 3):
            table.read_number()
        return None
    index = table.read_number()
    name = table.read_name() if is_named and kind != SYMBOL_SECTION else ""
    return (name, index) if kind == SYMBOL_FUNCTION and name else None


def link(data: bytes, names: Sequence[str], manifest: Mapping[str, Any]) -> bytes:
    """Turn an object file into a module.

    Args:
        data: The object file.
        names: The functions to export.
        manifest: Facts for the host; the number of table pages is added.

    Raises:
        ValueError: The file imports more than memory, stack and table, such as a function of Python
            or of a mathematical library.
    """
    sections = list(read_sections(data))
    imports = read_imports(sections)
    if foreign := [name for name in imports if name not in ALLOWED_IMPORTS]:
        raise ValueError(f"a module may import {', '.join(ALLOWED_IMPORTS)}; found {foreign}")
    functions = _read_function_indices(sections)
    exports = [encode_name(name) + b"\0" + encode_number(functions[name]) for name in names]
    body = encode_number(len(exports)) + b"".join(exports)
    kept = [section for section in sections if section.id != CUSTOM]
    kept.append(Section(EXPORT, "", body))
    kept.sort(key=lambda section: ORDER.index(section.id))
    encoded = _encode_json({**manifest, "pages": imports.get(MEMORY_NAME, 0)})
    return encode_module([*kept, Section(CUSTOM, MANIFEST, encoded)])


def _encode_json(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode()


def read_manifest(module: bytes) -> dict[str, Any]:
    """Return the manifest in a module's custom section."""
    encoded = next(one.body for one in read_sections(module) if one.name == MANIFEST)
    manifest: dict[str, Any] = json.loads(encoded)
    return manifest
