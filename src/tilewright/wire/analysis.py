"""What a bot thinks, and positions that one plays about with."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from tilewright.events import SeatNumber
from tilewright.game import Seat
from tilewright.wire.fields import Invite, MoveText, Ply, RecordId, Sent, TableId
from tilewright.wire.moves import MAX_PREVIEWS, Effect, Played, Preview, Scene

__all__ = [
    "AnalysisShown",
    "AnalysisTask",
    "Chances",
    "HintShown",
    "HintWish",
    "MoveThought",
    "ParShown",
    "StatesShown",
    "Studied",
    "StudyTask",
]

MAX_POSITION = 20_000
MAX_MOVES = 400

PositionText = Annotated[str, Meta(max_length=MAX_POSITION)]
Seconds = Annotated[float, Meta(gt=0, le=5)]
Most = Annotated[int, Meta(ge=1, le=50, description="How many moves to tell at most.")]


# --- Thinking -----------------------------------------------------------------------------------


class AnalysisTask(Sent, frozen=True):
    """What to think about: exactly one of a position, a record and a table."""

    position: PositionText | None = None
    """As text, with nothing hidden."""
    record: RecordId | None = None
    table: TableId | None = None
    """One whose game is over."""
    ply: Ply | None = None
    """Of the record or table; the last if null."""
    invite: Invite | None = None
    """Where the table needs one."""
    seconds: Seconds = 2.0
    most: Most = 10

    def __post_init__(self) -> None:
        given = [self.position, self.record, self.table]
        if sum(one is not None for one in given) != 1:
            raise ValueError("expected exactly one of position, record and table")


class MoveThought(Struct, frozen=True, kw_only=True):
    """A move the search has looked at."""

    move: str
    does: str
    """What it does, in English."""
    chance: float | None
    """What the mover may expect of it: 1 is a sure win. None in a game for one."""
    expected: float | None
    """The total it leads to at the end of a game for one. None in others."""
    visits: int
    """How much the search has looked at it."""
    prior: float | None
    """How good it looked before the search, as a share."""
    score_change: int
    """What it changes in the mover's score right now."""
    effect: Effect


class AnalysisShown(Struct, frozen=True, kw_only=True):
    """The best moves of the seat to move, judged from what that seat may know."""

    game: str
    ply: int
    mover: Seat
    iterations: int
    moves: list[MoveThought]


class HintWish(Sent, frozen=True):
    """How long to think, and how much to tell."""

    seconds: Seconds = 2.0
    most: Most = 3


class HintShown(AnalysisShown, frozen=True, kw_only=True):
    """The best moves for you, judged from what you may know."""

    number: int
    """Of the position that was thought about."""


class ParShown(Struct, frozen=True):
    """What the deal was worth."""

    par: int | None
    """None where the server stopped before it was found."""


class Chances(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What could be expected at a ply of a game that is over."""

    ply: int
    chances: list[float] | None = None
    """Of each seat to come first; they add up to 1. None in a game for one."""
    expected: float | None = None
    """The total at the end of a game for one. None in others."""


class StatesShown(Struct, frozen=True, kw_only=True):
    """A game about which nothing is secret any more, for an engine of one's own."""

    game: str
    first: int
    """The ply at which it begins."""
    states: list[str]
    """The bytes of every state from there on, in base64."""


# --- Playing about ------------------------------------------------------------------------------


class StudyTask(Sent, frozen=True):
    """A position, how it goes on, and what might be played then."""

    position: PositionText
    """As text, with nothing hidden."""
    moves: Annotated[list[MoveText], Meta(max_length=MAX_MOVES)] = field(default_factory=list)
    """Played one after the other."""
    preview: Annotated[list[MoveText], Meta(max_length=MAX_PREVIEWS)] = field(default_factory=list)
    """Tried afterwards, each by itself."""
    seat: SeatNumber | None = None
    """As this seat sees it all."""


class Studied(Struct, frozen=True, kw_only=True):
    """The position after the moves, what they did, and what others would do."""

    mover: Seat
    is_over: bool
    position: str
    """As text; as the seat sees it, if one was named."""
    scene: Scene
    legal: list[str]
    played: list[Played]
    effects: list[Preview]
    """Of the moves that were tried, in their order."""
