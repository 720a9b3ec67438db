"""Moves as text, spelt by a kernel: how many characters, then their codes, as a sheet has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from tilewright.game.sheets import SHEET_SIZE, Figures, Sheet, put
from tilewright.game.states import Action, Actions, State
from tilewright.kernel import bound, kernel

__all__ = [
    "SpellMove",
    "Spelling",
    "codes_of",
    "find_line",
    "lines_json",
    "put_codes",
    "put_number",
]

MINUS, ZERO, NEW_LINE = ord("-"), ord("0"), ord("\n")
LONGEST_MOVE = 100
FULL = SHEET_SIZE - LONGEST_MOVE


class SpellMove(Protocol):
    """``spell_move(state, action, out, at) -> end``: puts the characters of a legal action, as a
    person would type it, no more than LONGEST_MOVE; returns where the next would go."""

    def __call__(self, state: State, action: Action, out: Figures, at: int, /) -> int: ...


@kernel
def spell_move(state: State, action: Action, out: Figures, at: int) -> int:
    """Bound to a game's own."""
    return at


@kernel
def write_moves(state: State, actions: Actions, first: int, out: Figures) -> int:
    """Some of the actions from the first on, as many as a sheet takes, each on a line."""
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
    """A game's ``format_move``, by its ``spell_move``."""

    @classmethod
    def by(cls, spell_move: SpellMove) -> Spelling:
        return cls(bound(write_moves, spell_move=spell_move), str)

    def __call__(self, state: State, action: Action) -> str:
        return self.each(state, [action])[0]

    def each(self, state: State, actions: npt.ArrayLike) -> list[str]:
        """All of the actions as text."""
        pages = self._spell(state, actions)
        return [move for lines in pages for move in lines.decode("ascii").split("\n")]

    def lines(self, state: State, actions: npt.ArrayLike) -> bytes:
        """All of them, a line each. What is looked for, or sent, is taken from there as it is: to
        make a text of each takes as long as to spell them."""
        return b"\n".join(self._spell(state, actions))

    def _spell(self, state: State, actions: npt.ArrayLike) -> Iterator[bytes]:
        """Lines, as many at a time as fit on a sheet."""
        actions = np.array(actions, dtype=np.int32)  # one that may be written: kernels know types
        first = 0
        while first < len(actions):
            out = np.empty(SHEET_SIZE, dtype=np.int32)
            lines = out[1 : self.write(state, actions, first, out)].astype(np.uint8).tobytes()
            yield lines
            first += lines.count(b"\n") + 1


# --- Lines ---------------------------------------------------------------------------------------


def lines_json(lines: bytes) -> bytes:
    """Moves that were spelt, as a list in JSON."""
    if not lines or b'"' in lines or b"\\" in lines:
        return msgspec.json.encode(lines.decode("ascii").split("\n") if lines else [])
    return b'["%b"]' % lines.replace(b"\n", b'","')


def find_line(lines: bytes, text: str) -> int | None:
    """Which of the moves that were spelt reads just so."""
    page, line = b"\n%b\n" % lines, b"\n%b\n" % text.encode(errors="surrogatepass")
    place = page.find(line) if "\n" not in text else -1
    return page.count(b"\n", 0, place) if place >= 0 else None


# --- Characters -----------------------------------------------------------------------------------


def codes_of(text: str) -> npt.NDArray[Any]:
    """The codes of the characters of a text, as a table for ``put_codes``."""
    codes = np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    codes.flags.writeable = False
    return codes


@kernel
def put_codes(out: Figures, at: int, codes: npt.NDArray[Any]) -> int:
    """Write the characters of a text."""
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
