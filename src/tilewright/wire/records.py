"""Finished games: positions by ply, moves, records, verification; personal data export."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from tilewright.game import Seat
from tilewright.text import MAX_TEXT
from tilewright.wire.fields import ClientStruct, Milliseconds, Salt
from tilewright.wire.moves import Effect, Played, Scene
from tilewright.wire.people import PersonCard, Rated
from tilewright.wire.tables import TableCard

RecordText = Annotated[
    str, Meta(min_length=1, max_length=MAX_TEXT, description="A record, as `play` writes it.")
]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}(?!\n)$")]
Seed = Annotated[
    str, Meta(pattern=r"^(0|[1-9][0-9]{0,19})(?!\n)$", description="A decimal number.")
]


class PlyShown(Struct, frozen=True, kw_only=True):
    """A position of a game, and the next move."""

    seat: Seat | None
    """The viewer's seat; None for a spectator, or if everything is shown."""
    ply: int
    first: int
    """First ply: 0 unless the game started from a given position."""
    plies: int
    """Last ply."""
    mover: Seat
    is_over: bool
    position: str
    """The position as text, with ``?`` for hidden parts."""
    legal: list[str] | None
    """The legal moves, if everything is shown or it is this seat's turn."""
    move: str | None
    """The move played in this position."""
    scene: Scene | UnsetType = UNSET
    """The position as scene data, if requested."""
    effect: Effect | UnsetType | None = UNSET
    """Effect of the move, if requested."""


class MoveHistory(Struct, frozen=True):
    """All moves of a game and their effects."""

    first: int
    """First ply: 0 unless the game started from a given position."""
    plies: int
    """Last ply."""
    played: list[Played]


# --- Records ------------------------------------------------------------------------------------


class RecordCard(Struct, frozen=True, kw_only=True):
    """A record in a list."""

    id: str
    game: str
    created: Milliseconds


class RecordPage(Struct, frozen=True):
    """A page of records, newest first."""

    records: list[RecordCard]
    next: str | None
    """``before`` of the next page; None on the last."""


class RecordShown(RecordCard, frozen=True, kw_only=True):
    """A verified record."""

    players: int
    plies: int
    seats: list[str]
    """Names by seat, if the record contains them."""
    scores: list[int] | None
    """Places by seat; None for an unfinished game."""
    places: list[int] | None
    text: str


class NewRecord(ClientStruct, frozen=True):
    """A request to store a record."""

    text: RecordText


# --- Verification -------------------------------------------------------------------------------


class ShuffleParts(ClientStruct, frozen=True):
    """The parts of a shuffle that are published after the game."""

    secret: Hash
    salts: Annotated[list[Salt], Meta(min_length=1, max_length=4)]
    """Salts by seat."""
    seed: Seed


class VerifyRequest(ClientStruct, frozen=True):
    """A request to verify a record or a shuffle."""

    record: RecordText | None = None
    shuffle: ShuffleParts | None = None
    commitment: Hash | None = None
    """Commitment shown before the game; needed for a shuffle."""

    def __post_init__(self) -> None:
        if (self.record is None) == (self.shuffle is None):
            raise ValueError("expected either a record or a shuffle")
        if self.shuffle is not None and self.commitment is None:
            raise ValueError("expected the commitment of the shuffle")


class VerifyResponse(Struct, frozen=True):
    """Result of a verification, with lines in English on what was and was not checked."""

    holds: bool
    lines: list[str]


# --- Personal data export -------------------------------------------------------------------------


class OwnRecord(RecordCard, frozen=True, kw_only=True):
    """An imported record."""

    text: str


class OwnSession(Struct, frozen=True, kw_only=True):
    """A session, without its secret."""

    kind: str
    label: str
    created: Milliseconds
    seen: Milliseconds


class OwnHead(Struct, frozen=True, kw_only=True):
    """A person's data, without the potentially long lists."""

    person: PersonCard
    login: str | None
    mail: str | None
    """Email address for turn notifications."""
    sessions: list[OwnSession]
    ratings: list[Rated]


class OwnData(OwnHead, frozen=True, kw_only=True):
    """All of a person's data. The moves of a game are in its table's record."""

    tables: list[TableCard]
    records: list[OwnRecord]
