"""Positions for local engines, and study positions for trying moves."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from tilewright.game import Seat
from tilewright.match.events import SeatNumber
from tilewright.wire.fields import ClientStruct, MoveText
from tilewright.wire.moves import MAX_PREVIEWS, Played, Preview, Scene

MAX_POSITION = 20_000
MAX_MOVES = 400

PositionText = Annotated[str, Meta(max_length=MAX_POSITION)]


# --- For an engine ------------------------------------------------------------------------------


class StateShown(Struct, frozen=True, kw_only=True):
    """The mover's view of a position, for a local engine."""

    version: str
    """Version of the server: an engine of another version cannot read the bytes."""
    game: str
    number: int
    """Position version."""
    state: str
    """The view's bytes, in base64."""


class StatesShown(Struct, frozen=True, kw_only=True):
    """The states of a finished game, for a local engine."""

    version: str
    """Version of the server: an engine of another version cannot read the bytes."""
    game: str
    first: int
    """Ply of the first state."""
    states: list[str]
    """All states from that ply on, each as bytes in base64."""


# --- Study --------------------------------------------------------------------------------------


class StudyTask(ClientStruct, frozen=True):
    """A position, moves to play, and moves to try after them."""

    position: PositionText
    """A complete position, as text."""
    moves: Annotated[list[MoveText], Meta(max_length=MAX_MOVES)] = field(default_factory=list)
    """Moves to play, in order."""
    preview: Annotated[list[MoveText], Meta(max_length=MAX_PREVIEWS)] = field(default_factory=list)
    """Moves to try afterwards, each on its own."""
    seat: SeatNumber | None = None
    """Seat whose view is returned; None for the complete position."""


class StudyResult(Struct, frozen=True, kw_only=True):
    """The position after the moves, and the effects of all moves."""

    mover: Seat
    is_over: bool
    position: str
    """The position or the seat's view, as text."""
    scene: Scene
    legal: list[str]
    played: list[Played]
    effects: list[Preview]
    """Effects of the moves to try, in order."""
