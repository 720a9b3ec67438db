"""What a server answers, as values. Fields that a newer server adds are left out."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tilewright.events import Terms
from tilewright.server.effects import Played
from tilewright.server.messages import (
    Ack,
    ErrorMessage,
    Numbered,
    Pong,
    PresenceMessage,
    PreviewMessage,
)
from tilewright.server.messages import WelcomeMessage as Welcome
from tilewright.server.views import TableInfo, View

__all__ = [
    "GameCard",
    "Message",
    "Numbered",
    "Person",
    "Played",
    "Shown",
    "TableCard",
    "TableInfo",
    "TablePage",
    "Update",
    "View",
    "Welcome",
]


class Person(Struct, frozen=True):
    """Somebody, as everybody may see them; to themselves also their token, once."""

    id: str
    name: str
    kind: str
    token: str | None = None


class GameCard(Struct, frozen=True):
    """A game as data."""

    name: str
    title: str
    players: list[int]
    score_name: str
    lower_is_better: bool
    options: list[dict[str, Any]]
    bots: list[dict[str, Any]]


class Shown(Struct, frozen=True):
    """A table as one may see it."""

    info: TableInfo
    view: View | None
    invite: str | None = None
    """What lets others in; for the host alone."""


class TableCard(Struct, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    status: str
    terms: Terms
    chairs: list[str | None]
    ply: int
    is_my_turn: bool


class TablePage(Struct, frozen=True):
    """Some tables; ``next`` is where the following page begins."""

    tables: list[TableCard]
    next: str | None = None


class EventPage(Struct, frozen=True):
    """A part of a table's log."""

    events: list[Numbered]


class Problem(Struct, frozen=True):
    """A refusal over HTTP."""

    code: str
    message: str
    rule: str | None = None
    params: dict[str, Any] = {}


class Update(Struct, frozen=True, tag="update", tag_field="type"):
    """What happened at a table, and how it stands now."""

    table: str
    seq: int
    events: list[Numbered]
    info: TableInfo
    view: View | None
    """The new position; None when it has not changed."""
    played: list[Played] | None = None
    """What the moves among the events did; None unless scenes were asked for."""


Message = Welcome | Update | PresenceMessage | Ack | PreviewMessage | Pong | ErrorMessage
"""Whatever a server says on the socket."""
