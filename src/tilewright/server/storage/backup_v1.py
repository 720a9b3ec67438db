"""Reader of the backups of 0.1.0: gzip over lines of JSON. To be removed one release later.

The first line names the format. Then come the tables, each with its columns and one line per row.
The last line has the row counts and the SHA-256 of all lines before it:

{"format":"tilewright backup 1","schema":1,"created":1763200000000}
{"table":"events","columns":["table_id","seq","at","kind","author","move_id","data"]}
["xK2c",1,1763100000000,"opened",null,null,"{...}"] {"rows":{"events":1},"sha256":"..."}

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
from typing import Any, NamedTuple

from tilewright.errors import TextError
from tilewright.text import quote

__all__ = ["BackupHeader", "RowGroup", "is_backup_v1", "read_backup"]

RowCounts = dict[str, int]  # rows by table

FORMAT = "tilewright backup 1"
ROWS_PER_GROUP = 32  # rows at once
MAX_LINE_BYTES = 64 << 20
TABLE_KEYS = ("table", "columns")
NAME = re.compile(r"[a-z_]{1,40}")


def is_backup_v1(path: Path) -> bool:
    """Return True if a file has the format of 0.1.0."""
    try:
        with open(path, "rb") as file:
            return file.read(2) == b"\x1f\x8b"
    except OSError:
        return False


def _from_hex(value: dict[str, Any]) -> Any:
    return bytes.fromhex(value["hex"]) if value.keys() == {"hex"} else value


class BackupHeader(NamedTuple):
    """The first line."""

    schema: int


class RowGroup(NamedTuple):
    """Rows of one table."""

    table: str
    columns: list[str]
    rows: list[list[Any]]


def read_backup(path: Path) -> Iterator[BackupHeader | RowGroup]:
    """Yield the header, then all rows. Raises TextError, at the last line at the latest, if the
    file is damaged or no backup."""
    try:
        with gzip.open(path, "rb") as file:
            lines = _Lines(file)
            yield _parse_header(lines.next())
            yield from _read_groups(lines)
    except (OSError, EOFError, zlib.error) as error:
        raise TextError(f"expected a backup at {path}; found: {error}") from error


class _Lines:
    """A reader of the parsed lines."""

    def __init__(self, file: gzip.GzipFile) -> None:
        self._file = file
        self._hash = hashlib.sha256()
        self._line = b""
        self.number = 0

    @property
    def digest(self) -> str:
        """The SHA-256 of all lines before the current one."""
        return self._hash.hexdigest()

    def next(self) -> Any:
        """Return the next line, parsed. Raises TextError at the end of the file."""
        self._hash.update(self._line)
        self._line = self._file.readline(MAX_LINE_BYTES)
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


def _parse_header(value: Any) -> BackupHeader:
    """Return the header. Raises TextError for another format."""
    found = value.get("format") if isinstance(value, dict) else None
    if found != FORMAT:
        raise TextError(f"expected {quote(FORMAT)}; found {quote(str(found))}", 1)
    if not isinstance(value.get("schema"), int) or value["schema"] < 1:
        raise TextError("expected the number of a schema; found none", 1)
    return BackupHeader(value["schema"])


def _read_groups(lines: _Lines) -> Iterator[RowGroup]:
    """Yield the rows of all tables in groups, and check the last line."""
    group = RowGroup("", [], [])
    counts: RowCounts = {}
    while True:
        value = lines.next()
        if isinstance(value, list):
            group.rows.append(_check_row(lines, group, value))
        if group.rows and (len(group.rows) == ROWS_PER_GROUP or not isinstance(value, list)):
            counts[group.table] += len(group.rows)
            yield group
            group = group._replace(rows=[])
        if isinstance(value, dict) and "sha256" in value:
            return _check_trailer(lines, value, counts)
        if not isinstance(value, list):
            group = _parse_table(lines, value)
            counts[group.table] = 0


def _check_row(lines: _Lines, group: RowGroup, row: list[Any]) -> list[Any]:
    """Return a row. Raises TextError if it does not fit the columns."""
    if not group.columns or len(row) != len(group.columns):
        raise lines.wrong(f"a row of {len(group.columns)} values", f"one of {len(row)}")
    return row


def _parse_table(lines: _Lines, value: Any) -> RowGroup:
    """Return the table that a line begins, with a name and columns that are safe in a statement."""
    table, columns = (value.get(key) if isinstance(value, dict) else None for key in TABLE_KEYS)
    names = [table, *columns] if isinstance(columns, list) and columns else [None]
    if not all(isinstance(name, str) and NAME.fullmatch(name) for name in names):
        raise lines.wrong("a table and its columns", quote(str(names)[:100]))
    return RowGroup(str(table), columns or [], [])


def _check_trailer(lines: _Lines, trailer: dict[str, Any], counts: RowCounts) -> None:
    """Raise TextError unless the last line has these counts and the right hash."""
    if trailer.get("rows") != counts:
        raise lines.wrong(f"rows {trailer.get('rows')}", str(counts))
    if trailer["sha256"] != lines.digest:
        raise lines.wrong(f"contents with SHA-256 {trailer['sha256']}", lines.digest)
    lines.check_end()
