"""Tables and seats: how one is opened, what is shown of it, what one may ask there."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from tilewright.events import (
    Agreement,
    Ask,
    BotName,
    Event,
    GameName,
    Occupant,
    SeatNumber,
    Terms,
    Unrated,
)
from tilewright.forfeits import ForfeitReason
from tilewright.game import Seat
from tilewright.wire.fields import (
    Count,
    Invite,
    Milliseconds,
    MoveId,
    MoveText,
    Ply,
    RecordId,
    Salt,
    Sent,
    TableId,
)
from tilewright.wire.moves import View
from tilewright.wire.people import Name
from tilewright.wire.problems import Problem

__all__ = [
    "Answer",
    "Beginning",
    "BotChoice",
    "ChairInfo",
    "Choices",
    "EventLog",
    "Move",
    "MoveMade",
    "MoveRefused",
    "NewTable",
    "Numbered",
    "OutcomeInfo",
    "Question",
    "QuickMatch",
    "SeatKey",
    "SeatTaken",
    "SeatedBot",
    "ShuffleInfo",
    "Sitting",
    "Start",
    "Status",
    "TableCard",
    "TableInfo",
    "TablePage",
    "TableShown",
]

Status = Literal["open", "running", "over"]


# --- What is shown ------------------------------------------------------------------------------


class ChairInfo(Struct, frozen=True, omit_defaults=True):
    """A seat and who has it."""

    who: Occupant | None = None
    salt: str = ""
    has_stand_in: bool = False
    forfeit: ForfeitReason | None = None
    kept_for: str | None = None
    """The only one who may take it."""
    left: int | None = None
    """Time left in ms, as of ``TableInfo.now``; None where no time is kept."""


class OutcomeInfo(Struct, frozen=True):
    """How it ended, by seat."""

    scores: list[int]
    places: list[int]


class ShuffleInfo(Struct, frozen=True):
    """What decided the deal; shown after the game."""

    secret: str
    salts: list[str]
    seed: str
    """A decimal number as text: it may be greater than what JSON readers keep exact."""


class TableInfo(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """All that is public about a table, but for the position."""

    id: str
    terms: Terms
    host: str
    commitment: str
    status: Status
    seq: int
    number: int
    ply: int
    mover: Seat | None
    chairs: list[ChairInfo]
    now: int
    """The server's time in ms."""
    running: Seat | None = None
    """Whose time runs."""
    held_until: int | None = None
    """The server was away: until then nobody's time runs."""
    asked: tuple[Ask, Seat] | None = None
    is_paused: bool = False
    next_table: str | None = None
    unrated: Unrated | None = None
    """Why the game is not rated, though that was agreed."""
    is_quick: bool = False
    """Whether it is for whoever comes: the game begins with the last seat taken."""
    outcome: OutcomeInfo | None = None
    shuffle: ShuffleInfo | None = None


class TableShown(Struct, frozen=True, kw_only=True):
    """A table as somebody may see it."""

    info: TableInfo
    view: View | None
    """The position; None before the deal."""
    invite: str | None
    """What lets others in; for the host and those seated or expected there."""
    has_help: bool = False
    """Whether somebody may have such games analysed: not who plays one that counts."""


class TableCard(Struct, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    status: Status
    host: str
    terms: Terms
    chairs: list[str | None]
    """Names; None for a free seat."""
    ply: int
    outcome: OutcomeInfo | None = None
    """None before the end, for a game broken off, and for one that ended before this was kept."""
    is_my_turn: bool
    seats: list[int]
    """Those of whoever the list is of."""
    created: Milliseconds
    updated: Milliseconds


class Choices(Struct, frozen=True):
    """Among which games of somebody one can choose."""

    games: list[str]
    others: list[str]
    """The names of whoever else sat there, bots included."""


class TablePage(Struct, frozen=True, omit_defaults=True):
    """Some tables, the latest first."""

    tables: list[TableCard]
    next: str | None
    """``before`` of the next page; None on the last."""
    choices: Choices | None = None
    """Of all pages together, where they were asked for."""


class Numbered(Struct, frozen=True):
    """An event and its place in the log."""

    seq: int
    event: Event


class EventLog(Struct, frozen=True):
    """What has happened at a table, a page of it."""

    events: list[Numbered]
    next: int | None
    """``since`` of the next page; None on the last."""


# --- Opening one --------------------------------------------------------------------------------


class SeatedBot(Sent, frozen=True):
    """A bot on a seat."""

    seat: SeatNumber
    bot: BotName


Strangers = Annotated[int, Meta(ge=2, le=4, description="How many play.")]
SeatedBots = Annotated[list[SeatedBot], Meta(max_length=4)]


class Start(Sent, frozen=True, kw_only=True):
    """A ply of a game that is over, as one seat saw it: of a table or of a record."""

    table: TableId | None = None
    record: RecordId | None = None
    ply: Ply
    seat: SeatNumber
    invite: Invite | None = None
    """Where the table needs one."""

    def __post_init__(self) -> None:
        if (self.table is None) == (self.record is None):
            raise ValueError("expected either a table or a record")


class NewTable(Agreement, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be opened.

    Whoever wants bytes of their own in the shuffle opens the table without sitting down: they
    should know the commitment first, or the server could choose its secret to suit them.
    """

    listed: bool = True
    """Whether the lobby shows it to everybody."""
    sit: bool = True
    """Whether you take the first seat left."""
    bots: SeatedBots = field(default_factory=list)
    start: Start | None = None
    """Play on from there: what that seat did not see is dealt anew. The game and the number of
    players must be the same; not for rated games."""

    def terms(self, start: str | None) -> Terms:
        """As the match knows them; ``start`` is the view that it begins with."""
        fields = {name: getattr(self, name) for name in Agreement.__struct_fields__}
        return Terms(**fields, start=start)


class QuickMatch(Sent, frozen=True, kw_only=True):
    """A game with whoever else looks for one."""

    game: GameName
    players: Strangers = 2
    rated: bool = False


class Sitting(Sent, frozen=True):
    """A seat to be taken; the first free one unless told."""

    seat: SeatNumber | None = None
    salt: Salt = ""
    name: Name | None = None
    """Whoever plays there, where several share a screen; by default your own name."""


class SeatKey(Struct, frozen=True):
    """What lets another device have a seat of a running game, once."""

    key: str
    until: Milliseconds
    """When it opens nothing any more."""


class SeatTaken(Sent, frozen=True):
    """A seat that is taken with a key to it."""

    key: Annotated[str, Meta(min_length=1, max_length=64)]


class BotChoice(Sent, frozen=True):
    """Which bot."""

    bot: BotName


class Beginning(Sent, frozen=True):
    """How to begin."""

    fill: BotName | None = None
    """For every seat that is still free."""


# --- Playing ------------------------------------------------------------------------------------


class Move(Sent, frozen=True):
    """A move on the position of a number."""

    number: Count
    """That of the position you saw."""
    move: MoveText
    move_id: MoveId


class Question(Sent, frozen=True):
    """What the others are asked for."""

    what: Ask


class Answer(Sent, frozen=True):
    """Agree or refuse; whoever asked may take it back by a no."""

    yes: bool


class MoveMade(TableShown, frozen=True, kw_only=True):
    """A move that is on disk, and the table as it stands now."""

    seq: int
    """The number of the event that the move became."""


class MoveRefused(Problem, frozen=True, kw_only=True):
    """Why a move was not made; for a `stale` one also how the table stands."""

    table: TableShown | None = None
