"""Positions, moves and their effects, as data."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from tilewright.game import Seat
from tilewright.wire.fields import MoveText
from tilewright.wire.problems import Problem

# Plain data, to which every game adds fields of its own.
Scene = Annotated[dict[str, Any], Meta(title="Scene")]
"""A position as data for drawing."""
Effect = Annotated[dict[str, Any], Meta(title="Effect")]
"""The effect of a move."""
Preview = Annotated[dict[str, Any], Meta(title="Preview")]
"""The effect of a tried move; a ``MoveIllegal`` if it cannot be played."""

MAX_PREVIEWS = 64
"""Most moves per preview."""
Previews = Annotated[list[MoveText], Meta(min_length=1, max_length=MAX_PREVIEWS)]


class View(Struct, frozen=True, omit_defaults=True):
    """A position as one seat may see it."""

    seat: Seat | None
    """The viewer's seat; None for a spectator."""
    number: int
    ply: int
    mover: Seat
    is_over: bool
    moves: list[str] | None
    """The legal moves, if it is this seat's turn."""
    position: str = ""
    """The position as text, with ``?`` for hidden parts; only for clients that asked for it."""
    scene: Scene | None = None
    """The position as data for drawing; only for clients that asked for it."""


class Played(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move that was played, and its effect as far as the viewer may know it."""

    seq: int | None = None
    """Number of its event, if it is part of an update."""
    ply: int
    """Number of moves played before it."""
    seat: Seat
    move: str
    effect: Effect


class MoveIllegal(Struct, frozen=True):
    """An illegal move in place of an effect, with the reason."""

    move: str
    illegal: Problem
