"""The games of a server, their bots and browser engines."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct


class GameCard(Struct, frozen=True, kw_only=True):
    """A game."""

    name: str
    title: str
    players: list[int]
    """Allowed numbers of players."""
    options: list[OptionCard]
    score_name: str
    """Unit of a score."""
    lower_is_better: bool
    has_secrets: bool
    """True if anything is hidden from a seat: a card, the order of a deck."""
    bots: list[BotCard]
    is_ready: bool
    """True if its bots run at full speed. A server compiles them when it starts on a new machine.
    """
    puzzles: int = 0
    """Number of puzzles."""


class OptionCard(Struct, frozen=True, kw_only=True):
    """An option of a game."""

    name: str
    help: str
    default: str
    kind: Literal["word", "seat", "numbers"]
    """Kind of value: one of some words; a seat, or chance; or a number per seat, as ``7,0``."""
    values: list[str]
    """Allowed words. For seats: the seats of a full table, after chance."""
    numbers: list[SeatNumbers]
    """Allowed numbers, by player count."""


class SeatNumbers(Struct, frozen=True, kw_only=True):
    """The numbers that an option gives to seats."""

    players: int
    highest: int
    """Maximum for one seat."""
    most: int
    """Maximum for the sum of all seats."""
    suggested: list[int]
    """Values that the rulebook suggests, the weakest first."""


class BotCard(Struct, frozen=True, kw_only=True):
    """A bot that plays a game."""

    name: str
    help: str
    """Description of its play, in English."""


class EngineCard(Struct, frozen=True, kw_only=True):
    """The files with which a page plays a game without the server. They lie beside the list."""

    module: str
    """``GAME.HASH.wasm``, named by its contents."""
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
    """The engines that are ready, by game."""

    version: str
    """Version of the package: a page of another version cannot read the files."""
    games: dict[str, EngineCard]
    more: bool
    """True if more are being built."""
