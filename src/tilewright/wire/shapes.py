"""What the plain data of all games have in common. A game adds fields of its own."""

from __future__ import annotations

from msgspec import Struct

from tilewright.game import Seat

__all__ = ["Box", "Effect", "Scene"]


class Box(Struct, frozen=True):
    """What is in the box of a game: tiles, goals, cards, pieces."""

    game: str


class Scene(Struct, frozen=True, kw_only=True):
    """A position as data for drawing. Every game adds fields of its own."""

    game: str
    players: int
    ply: int
    mover: Seat
    turns: list[Seat]
    """Who moves, in order, as far as it is known; the mover first."""
    is_over: bool
    scores: list[int] | None
    places: list[int] | None


class Effect(Struct, frozen=True, kw_only=True):
    """What a move does. Every game adds fields of its own."""

    move: str
    kind: str
    seat: Seat
    next: Seat | None
    """Who moves then; None where the game is over."""
    ends: bool
