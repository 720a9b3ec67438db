"""Tilewright: Nova Luna, My Shelfie and Polyssimo Challenge, to play, to study, to simulate.

>>> import tilewright as tw
>>> p = tw.new("nova-luna", players=3, seed=7)
>>> p.play(p.legal_moves[0])
>>> print(p.outcome)
None
"""

from __future__ import annotations

from tilewright.errors import TilewrightError
from tilewright.position import Outcome, Position
from tilewright.record import format_record, parse_record
from tilewright.registry import GAMES, get_game
from tilewright.version import __version__

__all__ = [
    "GAMES",
    "Outcome",
    "Position",
    "TilewrightError",
    "__version__",
    "dump",
    "load",
    "new",
    "position",
]


def new(game: str, players: int | None = None, seed: int = 0, **options: str) -> Position:
    """A freshly dealt game; the fewest players it takes unless told otherwise."""
    found = get_game(game)
    return Position.new(found, found.players[0] if players is None else players, seed, options)


def position(game: str, text: str) -> Position:
    """A position written by ``str(position)`` or by hand."""
    return Position.from_text(get_game(game), text)


def load(record: str) -> Position:
    """Play a record's text again: the position it ends in, its moves to undo."""
    return parse_record(record)


def dump(position: Position, seats: list[str] | None = None) -> str:
    """The record of the game that led to a position."""
    return format_record(position, seats)
