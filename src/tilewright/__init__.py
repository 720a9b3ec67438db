"""Tilewright: Nova Luna, My Shelfie and Polyssimo Challenge, to play, to study, to simulate.

>>> import tilewright as tw
>>> p = tw.new("nova-luna", players=3, seed=7)
>>> p.play(p.legal_moves[0])
>>> print(p.outcome)
None
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from tilewright.errors import TilewrightError
from tilewright.position import Outcome, Position
from tilewright.records.record import format_record, parse_position, parse_record
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
    """Deal a new game.

    Args:
        game: Name of the game, such as ``nova-luna``; ``GAMES`` contains all games.
        players: Number of players; None for the game's minimum.
        seed: Integer from 0 to 2**64 - 1 that determines all chance in the game.
        **options: Game options as text, such as ``goals="1"``; missing ones get their defaults.

    Returns:
        The first position.

    Raises:
        UnknownGame: There is no such game.
        InvalidOption: The number of players, the seed or an option is not allowed.

    Examples:
        >>> import tilewright as tw
        >>> tw.new("polyssimo", players=3, seed=7)
        <Polyssimo Challenge, 3 players, ply 0, seat 0 to move>
        >>> tw.new("polyssimo", players=9)
        Traceback (most recent call last):
        tilewright.errors.InvalidOption: polyssimo is for 2, 3, 4 players; found 9
    """
    found = get_game(game)
    return Position.new(found, found.players[0] if players is None else players, seed, options)


@overload
def position(text: str, /) -> Position: ...
@overload
def position(game: str, text: str) -> Position: ...
def position(game: str, text: str | None = None) -> Position:
    """Parse a position written by ``str(position)`` or by hand.

    Args:
        game: Name of the expected game; by default any game is accepted.
        text: The position.

    Raises:
        UnknownGame: There is no such game.
        TextError: The text is not a position of this game; the error names the line.

    Examples:
        >>> import tilewright as tw
        >>> text = str(tw.new("my-shelfie", seed=7))
        >>> tw.position(text)
        <My Shelfie, 2 players, ply 0, seat 0 to move>
    """
    return parse_position(game) if text is None else Position.from_text(get_game(game), text)


def load(record: str) -> Position:
    """Replay a record, verifying every move, the result and the hash of the final position.

    Args:
        record: The record as text; ``tilewright.records.record.read_text`` reads it from a file.

    Returns:
        The final position, with all moves in its history.

    Raises:
        UnknownGame: The record's game is not installed.
        TextError: The record cannot be parsed, contains an illegal move, or its result does not
            follow from its moves; the error names the line.

    Examples:
        >>> import tilewright as tw
        >>> p = tw.new("my-shelfie", seed=7)
        >>> p.play(p.legal_moves[0])
        >>> tw.load(tw.dump(p)).moves == p.moves
        True
    """
    return parse_record(record)


def dump(position: Position, seats: Sequence[str] | None = None) -> str:
    """Format the record of the game that led to a position.

    Args:
        position: The position, with its history. The game may be unfinished.
        seats: Name of each seat, a word of 1 to 80 printable ASCII characters; None for no names.

    Returns:
        The record as text: seed or first position, options, moves and result.

    Raises:
        InvalidOption: The number of names is wrong, or a name is invalid.

    Examples:
        >>> import tilewright as tw
        >>> record = tw.dump(tw.new("polyssimo", seed=7), ["anna", "level-8"])
        >>> print(record.rstrip())
        tilewright: record 1
        game: polyssimo
        players: 2
        options: handicap=none first=seat-0
        seed: 7
        seats: anna level-8
        moves: none
        result: unfinished
        final: a147f6cb56f49f6b
    """
    return format_record(position, seats)
