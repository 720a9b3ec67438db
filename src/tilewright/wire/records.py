"""Games as they went: by ply, as a story, as a record; and whether one was played fairly."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from tilewright.game import Seat
from tilewright.text import MAX_TEXT
from tilewright.wire.fields import Milliseconds, Salt, Sent
from tilewright.wire.moves import Effect, Played, Scene

__all__ = [
    "Claim",
    "NewRecord",
    "PlyShown",
    "RecordCard",
    "RecordPage",
    "RecordShown",
    "ShuffleParts",
    "Story",
    "Verdict",
]

RecordText = Annotated[
    str, Meta(min_length=1, max_length=MAX_TEXT, description="A record, as `play` writes it.")
]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}(?!\n)$")]
Seed = Annotated[
    str, Meta(pattern=r"^(0|[1-9][0-9]{0,19})(?!\n)$", description="A decimal number.")
]


class PlyShown(Struct, frozen=True, kw_only=True):
    """A position of a game, and how it went on from there."""

    seat: Seat | None
    """Whose view; None where all is shown, or a spectator's view."""
    ply: int
    first: int
    """The first there is: 0, unless the game began in the middle."""
    plies: int
    """The last there is."""
    mover: Seat
    is_over: bool
    position: str
    """As text; ``?`` stands for what is hidden."""
    legal: list[str] | None
    """The legal moves, where all is shown or it was this seat's turn."""
    move: str | None
    """What was played here."""
    scene: Scene | UnsetType = UNSET
    """The position as data for drawing, where that was asked for."""
    effect: Effect | UnsetType | None = UNSET
    """And what the move did."""


class Story(Struct, frozen=True):
    """All moves of a game, and what they did."""

    first: int
    """The ply at which it began: 0, unless that was in the middle."""
    plies: int
    """The ply that it has come to."""
    played: list[Played]


# --- Records ------------------------------------------------------------------------------------


class RecordCard(Struct, frozen=True, kw_only=True):
    """A record in a list."""

    id: str
    game: str
    created: Milliseconds


class RecordPage(Struct, frozen=True):
    """Some records, the latest first."""

    records: list[RecordCard]
    next: str | None
    """``before`` of the next page; None on the last."""


class RecordShown(RecordCard, frozen=True, kw_only=True):
    """A record that was read and checked."""

    players: int
    plies: int
    seats: list[str]
    """Who sat where, as far as the record says."""
    scores: list[int] | None
    """By seat; None for a game that was broken off."""
    places: list[int] | None
    text: str


class NewRecord(Sent, frozen=True):
    """A record to be kept."""

    text: RecordText


# --- Was it fair? -------------------------------------------------------------------------------


class ShuffleParts(Sent, frozen=True):
    """What a table shows after the game."""

    secret: Hash
    salts: Annotated[list[Salt], Meta(min_length=1, max_length=4)]
    """Seat by seat."""
    seed: Seed


class Claim(Sent, frozen=True):
    """What is to be checked: a record, or a shuffle."""

    record: RecordText | None = None
    shuffle: ShuffleParts | None = None
    commitment: Hash | None = None
    """What was shown before the game; needed for a shuffle."""

    def __post_init__(self) -> None:
        if (self.record is None) == (self.shuffle is None):
            raise ValueError("expected either a record or a shuffle")
        if self.shuffle is not None and self.commitment is None:
            raise ValueError("expected the commitment of the shuffle")


class Verdict(Struct, frozen=True):
    """Whether it holds, and in words what was checked and what was not."""

    holds: bool
    lines: list[str]
