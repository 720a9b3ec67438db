"""How a game's moves and positions are written."""

from __future__ import annotations

import re
from typing import NamedTuple, Protocol

from tilewright.game.states import Action, State
from tilewright.text import Fields

__all__ = ["Notation", "Sign"]


class Sign(NamedTuple):
    """What a game is written with: an alphabet, a word or a pattern, for readers elsewhere.

    A pattern says nothing that a browser would read otherwise. One that begins with ``^`` is of a
    whole text; any other is looked for again and again.
    """

    name: str
    written: str | re.Pattern[str]
    words: str


class Notation(Protocol):
    """How a game's moves and positions are written. Implemented by a game's ``notation`` module."""

    def format_move(self, state: State, action: Action) -> str:
        """The move as a person would type it, such as ``7@1,-2``."""
        ...

    def parse_move(self, state: State, text: str) -> Action:
        """The legal action that the text names.

        Raises TextError when it cannot be read, IllegalMove with the rule when it is not legal."""
        ...

    def describe_move(self, state: State, action: Action) -> str:
        """The move and what it does in words, in English."""
        ...

    def format_position(self, state: State) -> list[tuple[str, str | list[str]]]:
        """The fields of the position as text, in order; the header is not the game's business."""
        ...

    def parse_position(self, fields: Fields, state: State) -> None:
        """Fill a zeroed record (players already set) from those fields, checking everything."""
        ...
