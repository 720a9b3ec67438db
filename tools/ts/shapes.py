"""The fields that scenes, effects and boxes of all games share. A game adds its own."""

from __future__ import annotations

from msgspec import Struct

from tilewright.game import Seat


class Box(Struct, frozen=True):
    """The contents of a game's box: tiles, goals, cards, pieces."""

    game: str


class Scene(Struct, frozen=True, kw_only=True):
    """A position as data for drawing. Every game adds fields of its own."""

    game: str
    players: int
    ply: int
    mover: Seat
    turns: list[Seat]
    """Seats in the order in which they move, as far as it is known; the mover first."""
    is_over: bool
    scores: list[int] | None
    places: list[int] | None


class Effect(Struct, frozen=True, kw_only=True):
    """The effect of a move. Every game adds fields of its own."""

    move: str
    kind: str
    seat: Seat
    next: Seat | None
    """Seat that moves next; None if the game is over."""
    ends: bool
