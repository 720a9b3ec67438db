"""Notation of a game: moves and positions as text, in plain Python or written by a kernel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from tilewright.game.sheets import SHEET_SIZE, Figures, Sheet, put
from tilewright.game.states import Action, Actions, State
from tilewright.kernel import bound, kernel
from tilewright.text import Fields


class Sign(NamedTuple):
    """An element of a notation: an alphabet, a word or a pattern, also used by the page.

    Patterns mean the same in Python and JavaScript. One that begins with ``^`` matches a whole
    text; any other is searched repeatedly.
    """

    name: str
    written: str | re.Pattern[str]
    words: str


class Notation(Protocol):
    """Notation of a game, implemented by its ``notation`` module."""

    def format_move(self, state: State, action: Action) -> str:
        """Return the move as a person would type it, such as ``7@1,-2``."""
        ...

    def parse_move(self, state: State, text: str) -> Action:
        """Return the legal action that a text names.

        Raises:
            TextError: The text cannot be read.
            IllegalMove: The move is not legal; the error names the rule.
        """
        ...

    def describe_move(self, state: State, action: Action) -> str:
        """Return the move and its effect in English."""
        ...

    def format_position(self, state: State) -> list[tuple[str, str | list[str]]]:
        """Return the fields of a position's text, in order, without the common header."""
        ...

    def parse_position(self, fields: Fields, state: State) -> None:
        """Fill a zeroed record (players already set) from those fields, checking everything."""
        ...


# --- Moves written by a kernel ------------------------------------------------------------------

# The kernel writes on a sheet: the number of characters, then their codes.

MINUS, ZERO, NEW_LINE = ord("-"), ord("0"), ord("\n")
LONGEST_MOVE = 100
FULL = SHEET_SIZE - LONGEST_MOVE


class SpellMove(Protocol):
    """``spell_move(state, action, out, at) -> end``: writes the characters of a legal action (at
    most LONGEST_MOVE); returns the position after them."""

    def __call__(self, state: State, action: Action, out: Figures, at: int, /) -> int: ...


@kernel
def spell_move(state: State, action: Action, out: Figures, at: int) -> int:
    """Write a move; bound to the game's own kernel."""
    return at


@kernel
def write_moves(state: State, actions: Actions, first: int, out: Figures) -> int:
    """Write actions from number `first` on, one per line, as many as fit on a sheet."""
    at = 1
    for index in range(first, len(actions)):
        if at > FULL:
            break
        if index > first:
            at = put(out, at, NEW_LINE)
        at = spell_move(state, int(actions[index]), out, at)
    put(out, 0, at - 1)
    return at


class Spelling(Sheet):
    """The ``format_move`` of a game, by its kernel ``spell_move``."""

    @classmethod
    def by(cls, spell_move: SpellMove) -> Spelling:
        return cls(bound(write_moves, spell_move=spell_move), str)

    def __call__(self, state: State, action: Action) -> str:
        return self.each(state, [action])[0]

    def each(self, state: State, actions: npt.ArrayLike) -> list[str]:
        """Return actions as a list of texts."""
        pages = self._spell(state, actions)
        return [move for lines in pages for move in lines.decode("ascii").split("\n")]

    def lines(self, state: State, actions: npt.ArrayLike) -> bytes:
        """Return actions as lines of ASCII text; splitting them would take as long as writing
        them."""
        return b"\n".join(self._spell(state, actions))

    def _spell(self, state: State, actions: npt.ArrayLike) -> Iterator[bytes]:
        """Yield lines, as many at a time as fit on a sheet."""
        actions = np.array(actions, dtype=np.int32)  # one that may be written: kernels know types
        first = 0
        while first < len(actions):
            out = np.empty(SHEET_SIZE, dtype=np.int32)
            lines = out[1 : self.write(state, actions, first, out)].astype(np.uint8).tobytes()
            yield lines
            first += lines.count(b"\n") + 1


# --- Lines ---------------------------------------------------------------------------------------


def lines_json(lines: bytes) -> bytes:
    """Return lines of moves as a JSON list."""
    if not lines or b'"' in lines or b"\\" in lines:
        return msgspec.json.encode(lines.decode("ascii").split("\n") if lines else [])
    return b'["%b"]' % lines.replace(b"\n", b'","')


def find_line(lines: bytes, text: str) -> int | None:
    """Return the index of the line that equals a text, or None."""
    page, line = b"\n%b\n" % lines, b"\n%b\n" % text.encode(errors="surrogatepass")
    place = page.find(line) if "\n" not in text else -1
    return page.count(b"\n", 0, place) if place >= 0 else None


# --- Characters -----------------------------------------------------------------------------------


def codes_of(text: str) -> npt.NDArray[Any]:
    """Return the character codes of a text as a table for ``put_codes``."""
    codes = np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    codes.flags.writeable = False
    return codes


@kernel
def put_codes(out: Figures, at: int, codes: npt.NDArray[Any]) -> int:
    """Write the characters of a table."""
    for index in range(len(codes)):
        at = put(out, at, int(codes[index]))
    return at


@kernel
def put_number(out: Figures, at: int, number: int) -> int:
    """Write a number below 1,000 in digits."""
    if number < 0:
        at = put(out, at, MINUS)
        number = -number
    if number >= 100:
        at = put(out, at, ZERO + number // 100)
    if number >= 10:
        at = put(out, at, ZERO + number // 10 % 10)
    return put(out, at, ZERO + number % 10)
