"""Positions, moves and their effects, as data."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from tilewright.game import Seat
from tilewright.wire.fields import MoveText
from tilewright.wire.problems import Problem

# Plain data; every game adds its own fields.
Scene = Annotated[dict[str, Any], Meta(title="Scene")]
"""A position as scene data."""
Effect = Annotated[dict[str, Any], Meta(title="Effect")]
"""The effect of a move."""
Preview = Annotated[dict[str, Any], Meta(title="Preview")]
"""The effect of a previewed move; a ``MoveIllegal`` if it is illegal."""

MAX_PREVIEWS = 64
"""Maximum number of moves per preview."""
Previews = Annotated[list[MoveText], Meta(min_length=1, max_length=MAX_PREVIEWS)]


class View(Struct, frozen=True, omit_defaults=True):
    """A position as a viewer may see it."""

    seat: Seat | None
    """The viewer's seat; None for a spectator."""
    number: int
    ply: int
    mover: Seat
    is_over: bool
    moves: list[str] | None
    """The legal moves, if it is this seat's turn."""
    position: str = ""
    """The position as text, with ``?`` for hidden parts, if requested."""
    scene: Scene | None = None
    """The position as scene data, if requested."""


class Played(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move, and its effect as far as the viewer may see it."""

    seq: int | None = None
    """``seq`` of its event, in an update."""
    ply: int
    """Number of moves played before it."""
    seat: Seat
    move: str
    effect: Effect


class MoveIllegal(Struct, frozen=True):
    """Replaces the effect of an illegal move, with the reason."""

    move: str
    illegal: Problem
