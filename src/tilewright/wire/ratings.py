"""How people and bots stand."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["Rated"]


class Rated(Struct, frozen=True, kw_only=True):
    """How somebody stands in a game with so many players."""

    subject: str
    """A person's id, or a bot as ``bot:level-3``."""
    name: str
    game: str
    players: int
    skill: float
    """``mu - 3 * sigma``: what one may be all but sure of."""
    mu: float
    """The most likely skill; everybody begins at 25."""
    sigma: float
    """How uncertain that is."""
    games: int
