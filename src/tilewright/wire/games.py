"""The games of a server, their bots and browser engines."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct


class GameCard(Struct, frozen=True, kw_only=True):
    """A game."""

    name: str
    title: str
    players: list[int]
    """Supported numbers of players."""
    options: list[OptionCard]
    score_name: str
    """Unit of a score."""
    lower_is_better: bool
    has_secrets: bool
    """True if the game has hidden information, such as cards or the order of a deck."""
    bots: list[BotCard]
    is_ready: bool
    """True once its bots are compiled, which a server does when it starts on a new machine."""
    puzzles: int = 0
    """Number of puzzles."""


class OptionCard(Struct, frozen=True, kw_only=True):
    """An option of a game."""

    name: str
    help: str
    default: str
    kind: Literal["word", "seat", "numbers"]
    """Kind of value: a word, a seat or chance, or one number per seat, such as ``7,0``."""
    values: list[str]
    """Allowed words. For seats: the seats of a full table, after chance."""
    numbers: list[SeatNumbers]
    """Allowed numbers, by player count."""


class SeatNumbers(Struct, frozen=True, kw_only=True):
    """The numbers that an option allows per seat."""

    players: int
    highest: int
    """Maximum for one seat."""
    most: int
    """Maximum for the sum of all seats."""
    suggested: list[int]
    """Values suggested by the rulebook, weakest first."""


class BotCard(Struct, frozen=True, kw_only=True):
    """A bot that plays a game."""

    name: str
    help: str
    """Description of how it plays, in English."""


class EngineCard(Struct, frozen=True, kw_only=True):
    """The files for playing a game without the server, in the same folder as the list."""

    module: str
    """``GAME.HASH.wasm``, named by a hash of its content."""
    weights: str | None
    """``GAME.HASH.weights``: the newest network; None if the game has none."""
    puzzles: str | None
    """``GAME.HASH.puzzles``; None if the game has none."""
    card: GameCard
    box: Annotated[dict[str, Any], Meta(title="Box")]
    positions: dict[str, str]
    """States of the lesson's positions in base64, by their text; the page cannot parse position
    texts."""


class EngineList(Struct, frozen=True, kw_only=True):
    """The available engines, by game."""

    version: str
    """Package version: a page of another version cannot read the files."""
    games: dict[str, EngineCard]
    more: bool
    """True if more are being built."""
