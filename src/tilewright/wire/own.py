"""What somebody may take along: all that is kept about them."""

from __future__ import annotations

from msgspec import Struct

from tilewright.wire.fields import Milliseconds
from tilewright.wire.people import PersonCard
from tilewright.wire.ratings import Rated
from tilewright.wire.records import RecordCard
from tilewright.wire.tables import TableCard

__all__ = ["OwnData", "OwnRecord", "OwnSession"]


class OwnRecord(RecordCard, frozen=True, kw_only=True):
    """A game that somebody brought along."""

    text: str


class OwnSession(Struct, frozen=True, kw_only=True):
    """Where somebody is signed in, without the secret."""

    kind: str
    label: str
    created: Milliseconds
    seen: Milliseconds


class OwnData(Struct, frozen=True, kw_only=True):
    """All that is kept about somebody. The moves of a game are in the record of its table."""

    person: PersonCard
    login: str | None
    mail: str | None
    """Where they are told of their turns."""
    sessions: list[OwnSession]
    tables: list[TableCard]
    ratings: list[Rated]
    records: list[OwnRecord]
