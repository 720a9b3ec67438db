"""The games that are played on a server."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

__all__ = ["BotCard", "EngineCard", "EngineList", "GameCard", "OptionCard", "SeatNumbers"]


class GameCard(Struct, frozen=True, kw_only=True):
    """A game."""

    name: str
    title: str
    players: list[int]
    """How many may play."""
    options: list[OptionCard]
    score_name: str
    """What a score counts."""
    lower_is_better: bool
    has_secrets: bool
    """Whether anything is hidden from a seat: a card, the order of a deck."""
    bots: list[BotCard]
    is_ready: bool
    """Whether its bots think at full speed. A machine that is new to them prepares them first."""
    puzzles: int = 0
    """How many puzzles there are to be solved."""


class OptionCard(Struct, frozen=True, kw_only=True):
    """An option of a game."""

    name: str
    help: str
    default: str
    kind: Literal["word", "seat", "numbers"]
    """One of some words; a seat, or chance; a number for each seat, as ``7,0``."""
    values: list[str]
    """The words there are. Of seats those of a full table, after chance."""
    numbers: list[SeatNumbers]
    """The numbers there are, by player count."""


class SeatNumbers(Struct, frozen=True, kw_only=True):
    """Which numbers an option gives to seats."""

    players: int
    highest: int
    """The greatest that one seat may have."""
    most: int
    """The greatest that all may have together."""
    suggested: list[int]
    """Those that the box suggests, the weakest first."""


class BotCard(Struct, frozen=True, kw_only=True):
    """Somebody who plays a game."""

    name: str
    help: str
    """How it plays, in English."""


class EngineCard(Struct, frozen=True, kw_only=True):
    """What a page needs to play a game by itself. The files lie beside the list."""

    module: str
    """``GAME.HASH.wasm``, named by its contents."""
    weights: str | None
    """``GAME.HASH.weights``: the newest network as it is kept; none where the game has none."""
    puzzles: str | None
    """``GAME.HASH.puzzles``; none where the game has none."""
    card: GameCard
    box: Annotated[dict[str, Any], Meta(title="Box")]
    positions: dict[str, str]
    """The states of its lesson's positions in base64, by their text: no page reads such texts."""


class EngineList(Struct, frozen=True, kw_only=True):
    """The engines that are ready, by game."""

    version: str
    """Ours: a page of another one does not know how to read them."""
    games: dict[str, EngineCard]
    more: bool
    """Whether others are being built."""
