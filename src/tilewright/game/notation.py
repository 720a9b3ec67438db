"""Notation of a game: its protocol, and move texts written by a kernel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from tilewright.game.sheets import SHEET_SIZE, Sheet, SheetBuffer, write_int
from tilewright.game.states import Action, Actions, State
from tilewright.kernel import bound, kernel
from tilewright.text import Fields


class Sign(NamedTuple):
    """A part of a notation that the page also uses: an alphabet, a word or a pattern.

    Patterns have the same meaning in Python and JavaScript. A pattern that begins with ``^``
    matches a whole text; any other is searched for repeatedly.
    """

    name: str
    written: str | re.Pattern[str]
    words: str


class Notation(Protocol):
    """Notation of a game, implemented by its ``notation`` module."""

    def format_move(self, state: State, action: Action) -> str:
        """Return the text of a legal action as a player would type it, such as ``7@1,-2``."""
        ...

    def parse_move(self, state: State, text: str) -> Action:
        """Return the legal action that a move text describes.

        Raises:
            TextError: The text cannot be parsed.
            IllegalMove: The move is illegal; the error names the rule.
        """
        ...

    def describe_move(self, state: State, action: Action) -> str:
        """Return an English sentence about a legal move and its consequences."""
        ...

    def format_position(self, state: State) -> list[tuple[str, str | list[str]]]:
        """Return the game's own fields of a position text, as pairs of name and value."""
        ...

    def parse_position(self, fields: Fields, state: State) -> None:
        """Parse and validate the game's own fields of a position text.

        The values are stored in ``state``, of which only the header is set.
        """
        ...


# --- Move texts written by a kernel ---------------------------------------------------------------

# Layout of the sheet: the number of characters, then their codes.

MINUS, ZERO, NEW_LINE = ord("-"), ord("0"), ord("\n")
LONGEST_MOVE = 100
"""Maximum number of characters in the text of a move."""
LAST_START = SHEET_SIZE - LONGEST_MOVE
"""Largest offset at which every move fits on the sheet."""


class WriteMove(Protocol):
    """``write_move(state, action, buffer, offset) -> end``: writes the text of a legal action.

    It writes at most ``LONGEST_MOVE`` characters at ``offset`` and returns the next offset.
    """

    def __call__(
        self, state: State, action: Action, buffer: SheetBuffer, offset: int, /
    ) -> int: ...


@kernel
def write_move(state: State, action: Action, buffer: SheetBuffer, offset: int) -> int:
    """Write the text of a move.

    Placeholder for the game's own kernel.
    """
    return offset


@kernel
def write_moves(state: State, actions: Actions, first: int, buffer: SheetBuffer) -> int:
    """Write the texts of ``actions[first:]``, one per line.

    Writing stops when the sheet is full.

    Returns:
        The number of integers written. ``buffer[0]`` is the number of characters.
    """
    offset = 1
    for index in range(first, len(actions)):
        if offset > LAST_START:
            break
        if index > first:
            offset = write_int(buffer, offset, NEW_LINE)
        offset = write_move(state, int(actions[index]), buffer, offset)
    write_int(buffer, 0, offset - 1)
    return offset


class MoveFormatter(Sheet):
    """A ``format_move`` backed by the kernel ``write_move``."""

    @classmethod
    def from_kernel(cls, write_move: WriteMove) -> MoveFormatter:
        """Return a formatter that runs a game's own kernel."""
        return cls(bound(write_moves, write_move=write_move), str)

    def __call__(self, state: State, action: Action) -> str:
        return self.format_all(state, [action])[0]

    def format_all(self, state: State, actions: npt.ArrayLike) -> list[str]:
        """Return the text of each action, in order."""
        chunks = self._format_chunks(state, actions)
        return [move for lines in chunks for move in lines.decode("ascii").split("\n")]

    def format_lines(self, state: State, actions: npt.ArrayLike) -> bytes:
        """Return the texts of all actions as ASCII, one per line.

        Splitting the lines into strings would take as long as writing them.
        """
        return b"\n".join(self._format_chunks(state, actions))

    def _format_chunks(self, state: State, actions: npt.ArrayLike) -> Iterator[bytes]:
        """Yield the lines of ``format_lines`` in chunks of at most one sheet."""
        actions = np.array(actions, dtype=np.int32)  # a writable copy, as the kernel's type demands
        first = 0
        while first < len(actions):
            buffer = np.empty(SHEET_SIZE, dtype=np.int32)
            size = self.write(state, actions, first, buffer)
            lines = buffer[1:size].astype(np.uint8).tobytes()
            yield lines
            first += lines.count(b"\n") + 1


# --- Lines ---------------------------------------------------------------------------------------


def lines_to_json(lines: bytes) -> bytes:
    """Convert moves, one per line in ASCII, to a JSON list of strings."""
    if not lines or b'"' in lines or b"\\" in lines:
        return msgspec.json.encode(lines.decode("ascii").split("\n") if lines else [])
    return b'["%b"]' % lines.replace(b"\n", b'","')


def find_line(lines: bytes, text: str) -> int | None:
    """Return the index of the first line that equals ``text``, or None if there is none."""
    page, line = b"\n%b\n" % lines, b"\n%b\n" % text.encode(errors="surrogatepass")
    start = page.find(line) if "\n" not in text else -1
    return page.count(b"\n", 0, start) if start >= 0 else None


# --- Characters -----------------------------------------------------------------------------------


def encode_ascii(text: str) -> npt.NDArray[Any]:
    """Return the character codes of an ASCII text as a read-only array, for ``write_ascii``."""
    codes = np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    codes.flags.writeable = False
    return codes


@kernel
def write_ascii(buffer: SheetBuffer, offset: int, codes: npt.NDArray[Any]) -> int:
    """Write ASCII character codes. Return the next offset."""
    for index in range(len(codes)):
        offset = write_int(buffer, offset, int(codes[index]))
    return offset


@kernel
def write_decimal(buffer: SheetBuffer, offset: int, number: int) -> int:
    """Write a number from -999 to 999 in decimal digits. Return the next offset."""
    if number < 0:
        offset = write_int(buffer, offset, MINUS)
        number = -number
    if number >= 100:
        offset = write_int(buffer, offset, ZERO + number // 100)
    if number >= 10:
        offset = write_int(buffer, offset, ZERO + number // 10 % 10)
    return write_int(buffer, offset, ZERO + number % 10)
