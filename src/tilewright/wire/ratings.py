"""How people and bots stand."""

from __future__ import annotations

from msgspec import Struct

from tilewright.wire.fields import Milliseconds
from tilewright.wire.people import PersonCard

__all__ = ["Profile", "Rated", "RatedThen"]


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


class RatedThen(Struct, frozen=True, kw_only=True):
    """How somebody stood after a rated game."""

    game: str
    players: int
    at: Milliseconds
    mu: float
    sigma: float


class Profile(Struct, frozen=True, kw_only=True):
    """What everybody may know of somebody with an account. Their games stand in a list of their
    own; those at tables that are not listed are nobody else's."""

    person: PersonCard
    ratings: list[Rated]
    curve: list[RatedThen]
    """After each rated game, the latest 500, in order."""
