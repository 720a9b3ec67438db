"""Positions for a local engine, and positions to try moves on."""

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
    """The position as the player to move sees it, for a local engine."""

    version: str
    """Version of the server: an engine of another version cannot read the bytes."""
    game: str
    number: int
    """Number of the position."""
    state: str
    """The bytes of the view, in base64."""


class StatesShown(Struct, frozen=True, kw_only=True):
    """The states of a finished game, for a local engine."""

    version: str
    """Version of the server: an engine of another version cannot read the bytes."""
    game: str
    first: int
    """Ply of the first state."""
    states: list[str]
    """All states from that ply on, as bytes in base64."""


# --- Playing about ------------------------------------------------------------------------------


class StudyTask(ClientStruct, frozen=True):
    """A position, the moves that follow, and moves to try after them."""

    position: PositionText
    """The position as text, with nothing hidden."""
    moves: Annotated[list[MoveText], Meta(max_length=MAX_MOVES)] = field(default_factory=list)
    """Moves to play, in order."""
    preview: Annotated[list[MoveText], Meta(max_length=MAX_PREVIEWS)] = field(default_factory=list)
    """Moves to try after those, each by itself."""
    seat: SeatNumber | None = None
    """Seat whose view is shown; None shows everything."""


class StudyResult(Struct, frozen=True, kw_only=True):
    """The position after the moves, their effects, and the effects of the moves to try."""

    mover: Seat
    is_over: bool
    position: str
    """The position as text, as the seat sees it if one was named."""
    scene: Scene
    legal: list[str]
    played: list[Played]
    effects: list[Preview]
    """Effects of the moves to try, in their order."""
