"""Finished games: positions by ply, moves, records, verification; the export of a person's data."""

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
    """A position of a game, and the move that followed."""

    seat: Seat | None
    """The viewer's seat; None for a spectator, or if everything is shown."""
    ply: int
    first: int
    """First ply: 0, unless the game began in the middle."""
    plies: int
    """Last ply."""
    mover: Seat
    is_over: bool
    position: str
    """The position as text, with ``?`` for hidden parts."""
    legal: list[str] | None
    """The legal moves, if everything is shown or it was this seat's turn."""
    move: str | None
    """Move that was played here."""
    scene: Scene | UnsetType = UNSET
    """The position as data for drawing, if it was asked for."""
    effect: Effect | UnsetType | None = UNSET
    """Effect of the move, if it was asked for."""


class MoveHistory(Struct, frozen=True):
    """All moves of a game and their effects."""

    first: int
    """First ply: 0, unless the game began in the middle."""
    plies: int
    """Present ply."""
    played: list[Played]


# --- Records ------------------------------------------------------------------------------------


class RecordCard(Struct, frozen=True, kw_only=True):
    """A record in a list."""

    id: str
    game: str
    created: Milliseconds


class RecordPage(Struct, frozen=True):
    """A page of records, the latest first."""

    records: list[RecordCard]
    next: str | None
    """``before`` of the next page; None on the last."""


class RecordShown(RecordCard, frozen=True, kw_only=True):
    """A record that was read and checked."""

    players: int
    plies: int
    seats: list[str]
    """Names by seat, as far as the record has them."""
    scores: list[int] | None
    """Places by seat; None for a game that was broken off."""
    places: list[int] | None
    text: str


class NewRecord(ClientStruct, frozen=True):
    """A request to store a record."""

    text: RecordText


# --- Was it fair? -------------------------------------------------------------------------------


class ShuffleParts(ClientStruct, frozen=True):
    """The parts of a shuffle that a table shows after the game."""

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
    """The result: whether it holds, and in words what was checked and what was not."""

    holds: bool
    lines: list[str]


# --- The export of a person's data ----------------------------------------------------------------


class OwnRecord(RecordCard, frozen=True, kw_only=True):
    """A game that the person imported."""

    text: str


class OwnSession(Struct, frozen=True, kw_only=True):
    """A session of the person, without its secret."""

    kind: str
    label: str
    created: Milliseconds
    seen: Milliseconds


class OwnHead(Struct, frozen=True, kw_only=True):
    """The person's data, without the lists that may be long."""

    person: PersonCard
    login: str | None
    mail: str | None
    """Address for reminders of turns."""
    sessions: list[OwnSession]
    ratings: list[Rated]


class OwnData(OwnHead, frozen=True, kw_only=True):
    """All data about a person. The moves of a game are in the record of its table."""

    tables: list[TableCard]
    records: list[OwnRecord]
