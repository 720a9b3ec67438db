"""The file of a backup, the same for both backends: gzip over lines of JSON.

The first line says what it is, then come the tables, each with its columns and one line a row.
The last line has the counts, and the SHA-256 of all before it:

    {"format":"tilewright backup 1","schema":1,"created":1763200000000}
    {"table":"events","columns":["table_id","seq","at","kind","author","move_id","data"]}
    ["xK2c",1,1763100000000,"opened",null,null,"{...}"]
    {"rows":{"events":1},"sha256":"..."}

Bytes are written as {"hex":"..."}.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from tilewright.errors import TextError
from tilewright.text import quote

__all__ = ["BackupWriter", "Counts", "Group", "Header", "read_backup"]

Counts = dict[str, int]  # rows by table

FORMAT = "tilewright backup 1"
GROUP = 100  # rows at once; SQLite takes 32,766 parameters in a statement
MAX_LINE = 64 << 20
TABLE_KEYS = ("table", "columns")
NAME = re.compile(r"[a-z_]{1,40}")


class BackupWriter:
    """Writes a backup; closed without ``finish`` it is one that was cut off."""

    def __init__(self, file: BinaryIO, schema: int, created: int) -> None:
        self._file = gzip.GzipFile("", "wb", fileobj=file, mtime=0)
        self._hash = hashlib.sha256()
        self._counts: Counts = {}
        self._table = ""
        self._add({"format": FORMAT, "schema": schema, "created": created})

    def begin_table(self, table: str, columns: list[str]) -> None:
        self._table = table
        self._counts[table] = 0
        self._add({"table": table, "columns": columns})

    def add_row(self, row: tuple[Any, ...]) -> None:
        self._counts[self._table] += 1
        self._add(row)

    def finish(self) -> Counts:
        """Write the last line; how many rows there are."""
        self._add({"rows": self._counts, "sha256": self._hash.hexdigest()})
        self._file.close()
        return self._counts

    def _add(self, value: Any) -> None:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_as_hex)
        line = text.encode() + b"\n"
        self._hash.update(line)
        self._file.write(line)


def _as_hex(value: bytes) -> dict[str, str]:
    return {"hex": value.hex()}


def _from_hex(value: dict[str, Any]) -> Any:
    return bytes.fromhex(value["hex"]) if value.keys() == {"hex"} else value


# --- Reading ------------------------------------------------------------------------------------


class Header(NamedTuple):
    """The first line."""

    schema: int


class Group(NamedTuple):
    """Some rows of one table."""

    table: str
    columns: list[str]
    rows: list[list[Any]]


def read_backup(path: Path) -> Iterator[Header | Group]:
    """The header, then all rows. Raises TextError, at its very end at the latest, where the file
    is damaged or not a backup."""
    try:
        with gzip.open(path, "rb") as file:
            lines = _Lines(file)
            yield _parse_header(lines.next())
            yield from _groups(lines)
    except (OSError, EOFError, zlib.error) as error:
        raise TextError(f"expected a backup at {path}; found: {error}") from error


class _Lines:
    """The parsed lines, one by one."""

    def __init__(self, file: gzip.GzipFile) -> None:
        self._file = file
        self._hash = hashlib.sha256()
        self._line = b""
        self.number = 0

    @property
    def digest(self) -> str:
        """Of all lines before the one at hand."""
        return self._hash.hexdigest()

    def next(self) -> Any:
        self._hash.update(self._line)
        self._line = self._file.readline(MAX_LINE)
        self.number += 1
        if not self._line:
            raise TextError("expected a last line with the counts; found the file cut off")
        try:
            return json.loads(self._line, object_hook=_from_hex)
        except (ValueError, TypeError) as error:
            raise self.wrong("JSON", str(error)) from None

    def check_end(self) -> None:
        if self._file.read(1):
            raise self.wrong("the end of the file", "more")

    def wrong(self, expected: str, found: str) -> TextError:
        return TextError(f"expected {expected}; found {found}", self.number)


def _parse_header(value: Any) -> Header:
    found = value.get("format") if isinstance(value, dict) else None
    if found != FORMAT:
        raise TextError(f"expected {quote(FORMAT)}; found {quote(str(found))}", 1)
    if not isinstance(value.get("schema"), int) or value["schema"] < 1:
        raise TextError("expected the number of a schema; found none", 1)
    return Header(value["schema"])


def _groups(lines: _Lines) -> Iterator[Group]:
    group = Group("", [], [])
    counts: Counts = {}
    while True:
        value = lines.next()
        if isinstance(value, list):
            group.rows.append(_checked_row(lines, group, value))
        if group.rows and (len(group.rows) == GROUP or not isinstance(value, list)):
            counts[group.table] += len(group.rows)
            yield group
            group = group._replace(rows=[])
        if isinstance(value, dict) and "sha256" in value:
            return _check_trailer(lines, value, counts)
        if not isinstance(value, list):
            group = _parse_table(lines, value)
            counts[group.table] = 0


def _checked_row(lines: _Lines, group: Group, row: list[Any]) -> list[Any]:
    if not group.columns or len(row) != len(group.columns):
        raise lines.wrong(f"a row of {len(group.columns)} values", f"one of {len(row)}")
    return row


def _parse_table(lines: _Lines, value: Any) -> Group:
    """A table that begins; its name and columns are fit for a statement."""
    table, columns = (value.get(key) if isinstance(value, dict) else None for key in TABLE_KEYS)
    names = [table, *columns] if isinstance(columns, list) and columns else [None]
    if not all(isinstance(name, str) and NAME.fullmatch(name) for name in names):
        raise lines.wrong("a table and its columns", quote(str(names)[:100]))
    return Group(str(table), columns or [], [])


def _check_trailer(lines: _Lines, trailer: dict[str, Any], counts: Counts) -> None:
    if trailer.get("rows") != counts:
        raise lines.wrong(f"rows {trailer.get('rows')}", str(counts))
    if trailer["sha256"] != lines.digest:
        raise lines.wrong(f"contents with SHA-256 {trailer['sha256']}", lines.digest)
    lines.check_end()
