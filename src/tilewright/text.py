"""The text format of positions and records: ``key: value`` lines, or a key with an indented block.

    game: my-shelfie
    room:
      .........
      ...TC....
    goals: corners stairs

Parsing is strict and bounded: malformed or hostile text raises a TextError that names the line,
what was expected and what was found.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from tilewright.errors import TextError

__all__ = [
    "MAX_TEXT",
    "Fields",
    "Value",
    "extract_remarks",
    "format_fields",
    "parse_fields",
    "parse_json",
    "parse_number",
    "parse_settings",
    "quote",
]

MAX_TEXT: Final = 1_000_000
MAX_LINES: Final = 20_000
MAX_LINE: Final = 2_000
MAX_QUOTE: Final = 40
MAX_REMARKS: Final = 1_000


def quote(text: str) -> str:
    """Return a short, printable excerpt of a user's text, for an error message."""
    return ascii(text if len(text) <= MAX_QUOTE else text[:MAX_QUOTE] + "...")


def parse_json(text: str | bytes) -> dict[str, Any]:
    """Parse a JSON object.

    Raises:
        TextError: The text is not a JSON object.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TextError(f"expected JSON; {error}") from error
    if not isinstance(value, dict):
        raise TextError(f"expected a JSON object; found {type(value).__name__}")
    return value


@dataclass(frozen=True)
class Value:
    """The value of a key: a single line, or a block of indented lines."""

    key: str
    lines: tuple[str, ...]
    number: int
    """Line number of the key, from 1."""
    is_block: bool

    def error(self, message: str, row: int = 0) -> TextError:
        """Create an error about this value. ``row`` is the line within a block, from 0."""
        number = self.number + 1 + row if self.is_block else self.number
        return TextError(f"{self.key}: {message}", number)

    @property
    def text(self) -> str:
        """The single line of the value."""
        if self.is_block:
            raise self.error(f"expected one line; found a block of {len(self.lines)} lines")
        return self.lines[0]

    @property
    def words(self) -> list[str]:
        return self.text.split()

    def block(self, height: int | None = None, width: int | None = None) -> tuple[str, ...]:
        """Return the lines of the block. Raises TextError unless it has this height and width."""
        if not self.is_block:
            raise self.error("expected a block of indented lines; found one line")
        if height is not None and len(self.lines) != height:
            raise self.error(f"expected {height} lines; found {len(self.lines)}")
        for row, line in enumerate(self.lines):
            if width is not None and len(line) != width:
                raise self.error(f"expected {width} characters; found {len(line)}", row)
        return self.lines

    def number_in(self, low: int, high: int) -> int:
        """Parse the single line as an integer from `low` to `high`."""
        return parse_number(self.text, low, high, self)

    def one_of(self, words: Sequence[str]) -> int:
        """Return the index of the value in `words`. Raises TextError if there is none."""
        if self.text not in words:
            raise self.error(f"expected one of {', '.join(words)}; found {quote(self.text)}")
        return list(words).index(self.text)


def parse_number(text: str, low: int, high: int, value: Value) -> int:
    """Parse an integer from `low` to `high`, in ASCII digits.

    Raises TextError if `text` is anything else. `value` is named in the error.
    """
    digits = text[1:] if text[:1] == "-" else text
    if digits.isascii() and digits.isdigit() and len(digits) <= 20 and low <= int(text) <= high:
        return int(text)
    raise value.error(f"expected a number from {low} to {high}; found {quote(text)}")


def parse_settings(words: Iterable[str]) -> dict[str, str]:
    """Parse words of the form NAME=VALUE into a dict. Names must be unique."""
    settings: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name in settings:
            raise TextError(f"expected NAME=VALUE, each name once; found {quote(word)}")
        settings[name] = value
    return settings


class Fields:
    """Values by key. Each key must be taken, or ``finish`` raises an error."""

    def __init__(self, values: Iterable[Value], last_line: int) -> None:
        self._values = {value.key: value for value in values}
        self._last_line = last_line

    def take(self, key: str) -> Value:
        """Remove and return the value of a key. Raises TextError if it is missing."""
        value = self.take_optional(key)
        if value is None:
            raise TextError(f"expected '{key}:'; found no such line", self._last_line)
        return value

    def take_optional(self, key: str) -> Value | None:
        return self._values.pop(key, None)

    def finish(self) -> None:
        """Raise TextError if any key was not taken."""
        for value in self._values.values():
            raise TextError(f"unknown key {quote(value.key)}", value.number)


def parse_fields(text: str) -> Fields:
    """Parse a text into its fields."""
    if not isinstance(text, str):
        raise TextError(f"expected a text, not a file or bytes; found {type(text).__name__}")
    if len(text) > MAX_TEXT:
        raise TextError(f"expected at most {MAX_TEXT:,} characters; found {len(text):,}")
    lines = text.split("\n")
    if len(lines) > MAX_LINES:
        raise TextError(f"expected at most {MAX_LINES:,} lines; found {len(lines):,}")
    values: dict[str, Value] = {}
    number = 0
    while number < len(lines):
        line = _clean_line(lines[number], number + 1)
        number += 1
        if not line or line.startswith("#"):
            continue
        if line[0] == " ":
            raise TextError(f"expected 'key: value'; found {quote(line)}", number)
        key, colon, rest = line.partition(":")
        if not colon or not key.strip():
            raise TextError(f"expected 'key: value'; found {quote(line)}", number)
        if key in values:
            raise TextError(f"'{key}:' stands twice, first on line {values[key].number}", number)
        start = number
        block: list[str] = []
        while not rest.strip() and number < len(lines) and lines[number].startswith(" "):
            block.append(_clean_line(lines[number], number + 1))
            number += 1
        value = Value(key, (rest.strip(),), start, is_block=False)
        values[key] = _make_block(value, block) if block else value
    return Fields(values.values(), len(lines))


def extract_remarks(text: str) -> list[str]:
    """Return the first remarks of a text, at most `MAX_REMARKS` characters in all."""
    remarks: list[str] = []
    room = MAX_REMARKS
    for line in text.split("\n"):
        if line.startswith("#"):
            remark = line.rstrip("\r\n\t ")
            room -= len(remark) + 1
            if room < 0:
                break
            remarks.append(remark)
    return remarks


def _make_block(value: Value, lines: list[str]) -> Value:
    """Return `value` as a block of `lines` without their indentation.

    Raises TextError if a line has less indentation than the first.
    """
    indent = lines[0][: len(lines[0]) - len(lines[0].lstrip(" "))]
    block = replace(value, lines=tuple(line[len(indent) :] for line in lines), is_block=True)
    for row, line in enumerate(lines):
        if not line.startswith(indent):
            raise block.error(f"expected an indentation of {len(indent)}; found {quote(line)}", row)
    return block


def _clean_line(line: str, number: int) -> str:
    """Return a line without trailing whitespace.

    Raises TextError if it is too long or not printable ASCII.
    """
    line = line.rstrip("\r\n\t ")
    if len(line) > MAX_LINE:
        raise TextError(f"expected at most {MAX_LINE:,} characters; found {len(line):,}", number)
    for column, character in enumerate(line, 1):
        if not " " <= character <= "~":
            raise TextError(
                f"expected printable ASCII; found {ascii(character)} at column {column}", number
            )
    return line


def format_fields(fields: Iterable[tuple[str, str | list[str]]]) -> str:
    """Format fields as text. A value that is a list of lines becomes a block."""
    lines: list[str] = []
    for key, value in fields:
        if isinstance(value, str):
            lines.append(f"{key}: {value}".rstrip())
        else:
            lines.append(f"{key}:")
            lines += [f"  {line}" for line in value]
    return "\n".join(lines) + "\n"
