"""Positions, moves and what they do, as data."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from tilewright.game import Seat
from tilewright.wire.fields import MoveText
from tilewright.wire.problems import Problem

__all__ = [
    "MAX_PREVIEWS",
    "Effect",
    "MoveIllegal",
    "Played",
    "Preview",
    "Previews",
    "Scene",
    "View",
]

# Plain data, to which every game adds fields of its own; ``shapes`` has what all of them share.
Scene = Annotated[dict[str, Any], Meta(title="Scene")]
"""A position as data for drawing."""
Effect = Annotated[dict[str, Any], Meta(title="Effect")]
"""What a move does."""
Preview = Annotated[dict[str, Any], Meta(title="Preview")]
"""The effect of a move that was only tried; a ``MoveIllegal`` where it cannot be played."""

MAX_PREVIEWS = 64
"""Moves that may be tried at once."""
Previews = Annotated[list[MoveText], Meta(min_length=1, max_length=MAX_PREVIEWS)]


class View(Struct, frozen=True, omit_defaults=True):
    """A position as one seat may see it."""

    seat: Seat | None
    """Whose view; None for a spectator."""
    number: int
    ply: int
    mover: Seat
    is_over: bool
    moves: list[str] | None
    """The legal moves, when it is this seat's turn."""
    position: str = ""
    """The position as text; ``?`` stands for what is hidden. Left out for those who want none."""
    scene: Scene | None = None
    """The position as data for drawing; for those who asked for it."""
    state: str | None = None
    """The same for an engine of one's own: the bytes of the view, in base64. With a scene when it
    is this seat's turn; always, and alone, for those who asked for states."""


class Played(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move that was played, and what it did as far as the viewer may know."""

    seq: int | None = None
    """The number of its event, where it is news."""
    ply: int
    """How many moves were played before it."""
    seat: Seat
    move: str
    effect: Effect


class MoveIllegal(Struct, frozen=True):
    """Stands in the place of an effect: a move that cannot be played, and why."""

    move: str
    illegal: Problem
