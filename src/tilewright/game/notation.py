"""A game's notation: moves and positions as text, written in Python or by a kernel."""

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
    """An element of a notation that the page uses, too: an alphabet, a word or a pattern.

    Patterns have the same meaning in Python and JavaScript. A pattern that begins with ``^``
    matches a whole text; any other is searched for repeatedly.
    """

    name: str
    written: str | re.Pattern[str]
    words: str


class Notation(Protocol):
    """Notation of a game, implemented by its ``notation`` module."""

    def format_move(self, state: State, action: Action) -> str:
        """Return the move as a player would type it, such as ``7@1,-2``."""
        ...

    def parse_move(self, state: State, text: str) -> Action:
        """Return the legal action for a move text.

        Raises:
            TextError: The text cannot be parsed.
            IllegalMove: The move is illegal; the error names the rule.
        """
        ...

    def describe_move(self, state: State, action: Action) -> str:
        """Return the move and its effect in English."""
        ...

    def format_position(self, state: State) -> list[tuple[str, str | list[str]]]:
        """Return the game's own fields of the position text, in order."""
        ...

    def parse_position(self, fields: Fields, state: State) -> None:
        """Parse and validate the game's own fields into a record that is zero except for its
        header."""
        ...


# --- Moves written by a kernel ------------------------------------------------------------------

# Layout of the sheet: the number of characters, then their codes.

MINUS, ZERO, NEW_LINE = ord("-"), ord("0"), ord("\n")
LONGEST_MOVE = 100
FULL = SHEET_SIZE - LONGEST_MOVE


class SpellMove(Protocol):
    """``spell_move(state, action, out, at) -> end``: writes the text of a legal action (at most
    LONGEST_MOVE characters) from position ``at`` on; returns the position after it."""

    def __call__(self, state: State, action: Action, out: Figures, at: int, /) -> int: ...


@kernel
def spell_move(state: State, action: Action, out: Figures, at: int) -> int:
    """Write a move as text; bound to the game's own kernel."""
    return at


@kernel
def write_moves(state: State, actions: Actions, first: int, out: Figures) -> int:
    """Write ``actions[first:]`` as text, one per line, as many as fit on a sheet."""
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
    """A ``format_move`` backed by the kernel ``spell_move``."""

    @classmethod
    def by(cls, spell_move: SpellMove) -> Spelling:
        return cls(bound(write_moves, spell_move=spell_move), str)

    def __call__(self, state: State, action: Action) -> str:
        return self.each(state, [action])[0]

    def each(self, state: State, actions: npt.ArrayLike) -> list[str]:
        """Return the move text of each action."""
        pages = self._spell(state, actions)
        return [move for lines in pages for move in lines.decode("ascii").split("\n")]

    def lines(self, state: State, actions: npt.ArrayLike) -> bytes:
        """Return the actions as ASCII lines: splitting them takes as long as writing them."""
        return b"\n".join(self._spell(state, actions))

    def _spell(self, state: State, actions: npt.ArrayLike) -> Iterator[bytes]:
        """Yield the lines in chunks that fit on a sheet."""
        actions = np.array(actions, dtype=np.int32)  # a writable copy, as the kernel's type demands
        first = 0
        while first < len(actions):
            out = np.empty(SHEET_SIZE, dtype=np.int32)
            lines = out[1 : self.write(state, actions, first, out)].astype(np.uint8).tobytes()
            yield lines
            first += lines.count(b"\n") + 1


# --- Lines ---------------------------------------------------------------------------------------


def lines_to_json(lines: bytes) -> bytes:
    """Encode lines of moves as a JSON list."""
    if not lines or b'"' in lines or b"\\" in lines:
        return msgspec.json.encode(lines.decode("ascii").split("\n") if lines else [])
    return b'["%b"]' % lines.replace(b"\n", b'","')


def find_line(lines: bytes, text: str) -> int | None:
    """Return the index of the line that equals ``text``, or None."""
    page, line = b"\n%b\n" % lines, b"\n%b\n" % text.encode(errors="surrogatepass")
    place = page.find(line) if "\n" not in text else -1
    return page.count(b"\n", 0, place) if place >= 0 else None


# --- Characters -----------------------------------------------------------------------------------


def encode_ascii(text: str) -> npt.NDArray[Any]:
    """Return the character codes of an ASCII text, to be written by ``put_codes``."""
    codes = np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    codes.flags.writeable = False
    return codes


@kernel
def put_codes(out: Figures, at: int, codes: npt.NDArray[Any]) -> int:
    """Write the characters with these codes; return the position after them."""
    for index in range(len(codes)):
        at = put(out, at, int(codes[index]))
    return at


@kernel
def put_number(out: Figures, at: int, number: int) -> int:
    """Write a number between -999 and 999 in decimal; return the position after it."""
    if number < 0:
        at = put(out, at, MINUS)
        number = -number
    if number >= 100:
        at = put(out, at, ZERO + number // 100)
    if number >= 10:
        at = put(out, at, ZERO + number // 10 % 10)
    return put(out, at, ZERO + number % 10)
