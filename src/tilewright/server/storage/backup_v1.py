"""Reader for backups made by version 0.1.0: gzipped JSON lines. To be removed after one release.

The first line is the header. Then each table has a line with its columns and one line per row.
The trailer contains the row counts and the SHA-256 of all preceding lines:

{"format":"tilewright backup 1","schema":1,"created":1763200000000}
{"table":"events","columns":["table_id","seq","at","kind","author","move_id","data"]}
["xK2c",1,1763100000000,"opened",null,null,"{...}"] {"rows":{"events":1},"sha256":"..."}

Bytes are encoded as {"hex":"..."}.
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

RowCounts = dict[str, int]  # number of rows, by table

FORMAT = "tilewright backup 1"
ROWS_PER_GROUP = 32
MAX_LINE_BYTES = 64 << 20
TABLE_KEYS = ("table", "columns")
NAME = re.compile(r"[a-z_]{1,40}")


def is_backup_v1(path: Path) -> bool:
    """Return True if a file is gzipped, as backups of version 0.1.0 are.

    A file that cannot be read gives False.
    """
    try:
        with open(path, "rb") as file:
            return file.read(2) == b"\x1f\x8b"
    except OSError:
        return False


def _decode_bytes(value: dict[str, Any]) -> Any:
    """Decode ``{"hex": "..."}`` to bytes. Other objects are returned unchanged."""
    return bytes.fromhex(value["hex"]) if value.keys() == {"hex"} else value


class BackupHeader(NamedTuple):
    """The header line."""

    schema: int


class RowGroup(NamedTuple):
    """Some rows of one table."""

    table: str
    columns: list[str]
    rows: list[list[Any]]


def read_backup(path: Path) -> Iterator[BackupHeader | RowGroup]:
    """Yield the header, then all rows in groups.

    Raises:
        TextError: The file is damaged, or is not a backup. A wrong hash is found only at the end.
    """
    try:
        with gzip.open(path, "rb") as file:
            lines = _LineReader(file)
            yield _parse_header(lines.next())
            yield from _read_groups(lines)
    except (OSError, EOFError, zlib.error) as error:
        raise TextError(f"expected a backup at {path}; found: {error}") from error


class _LineReader:
    """Reads, hashes and parses the lines of a backup."""

    def __init__(self, file: gzip.GzipFile) -> None:
        self._file = file
        self._hash = hashlib.sha256()
        self._line = b""
        self.number = 0

    @property
    def digest(self) -> str:
        """SHA-256 of all lines before the current one."""
        return self._hash.hexdigest()

    def next(self) -> Any:
        """Read and parse the next line. Raises TextError at the end of the file."""
        self._hash.update(self._line)
        self._line = self._file.readline(MAX_LINE_BYTES)
        self.number += 1
        if not self._line:
            raise TextError("expected a last line with the counts; found the file cut off")
        try:
            return json.loads(self._line, object_hook=_decode_bytes)
        except (ValueError, TypeError) as error:
            raise self.make_error("JSON", str(error)) from None

    def check_end(self) -> None:
        """Raise TextError unless the file ends here."""
        if self._file.read(1):
            raise self.make_error("the end of the file", "more")

    def make_error(self, expected: str, found: str) -> TextError:
        """Create an error about the current line."""
        return TextError(f"expected {expected}; found {found}", self.number)


def _parse_header(value: Any) -> BackupHeader:
    """Parse the header line. Raises TextError if the format is unknown."""
    found = value.get("format") if isinstance(value, dict) else None
    if found != FORMAT:
        raise TextError(f"expected {quote(FORMAT)}; found {quote(str(found))}", 1)
    if not isinstance(value.get("schema"), int) or value["schema"] < 1:
        raise TextError("expected the number of a schema; found none", 1)
    return BackupHeader(value["schema"])


def _read_groups(lines: _LineReader) -> Iterator[RowGroup]:
    """Yield the rows of all tables in groups. Verify the trailer at the end."""
    group = RowGroup("", [], [])
    counts: RowCounts = {}
    while True:
        value = lines.next()
        if isinstance(value, list):
            group.rows.append(_validate_row(lines, group, value))
        if group.rows and (len(group.rows) == ROWS_PER_GROUP or not isinstance(value, list)):
            counts[group.table] += len(group.rows)
            yield group
            group = group._replace(rows=[])
        if isinstance(value, dict) and "sha256" in value:
            return _check_trailer(lines, value, counts)
        if not isinstance(value, list):
            group = _parse_table(lines, value)
            counts[group.table] = 0


def _validate_row(lines: _LineReader, group: RowGroup, row: list[Any]) -> list[Any]:
    """Return `row` unchanged. Raises TextError unless it has one value per column."""
    if not group.columns or len(row) != len(group.columns):
        raise lines.make_error(f"a row of {len(group.columns)} values", f"one of {len(row)}")
    return row


def _parse_table(lines: _LineReader, value: Any) -> RowGroup:
    """Parse the line that starts a table. Its names are safe to use in SQL."""
    table, columns = (value.get(key) if isinstance(value, dict) else None for key in TABLE_KEYS)
    names = [table, *columns] if isinstance(columns, list) and columns else [None]
    if not all(isinstance(name, str) and NAME.fullmatch(name) for name in names):
        raise lines.make_error("a table and its columns", quote(str(names)[:100]))
    return RowGroup(str(table), columns or [], [])


def _check_trailer(lines: _LineReader, trailer: dict[str, Any], counts: RowCounts) -> None:
    """Raise TextError unless the trailer matches the row counts and the hash."""
    if trailer.get("rows") != counts:
        raise lines.make_error(f"rows {trailer.get('rows')}", str(counts))
    if trailer["sha256"] != lines.digest:
        raise lines.make_error(f"contents with SHA-256 {trailer['sha256']}", lines.digest)
    lines.check_end()
