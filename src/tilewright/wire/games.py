"""The games that are played on a server."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["BotCard", "GameCard", "OptionCard"]


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


class OptionCard(Struct, frozen=True, kw_only=True):
    """An option of a game."""

    name: str
    help: str
    default: str
    values: list[str] | None
    """All there are; None where ``help`` says it."""


class BotCard(Struct, frozen=True, kw_only=True):
    """Somebody who plays a game."""

    name: str
    help: str
    """How it plays, in English."""
