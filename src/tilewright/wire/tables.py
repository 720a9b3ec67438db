"""Tables and seats: requests to open and fill them, and the data shown of them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from tilewright.game import Seat
from tilewright.match.events import (
    Ask,
    BotName,
    Event,
    GameName,
    GameTerms,
    Occupant,
    SeatNumber,
    Terms,
    Unrated,
)
from tilewright.records.forfeits import ForfeitReason
from tilewright.wire.fields import (
    ClientStruct,
    Count,
    Invite,
    Milliseconds,
    MoveId,
    MoveText,
    Ply,
    RecordId,
    Salt,
    TableId,
)
from tilewright.wire.moves import View
from tilewright.wire.people import Name
from tilewright.wire.problems import Problem

Status = Literal["open", "running", "over"]


# --- What is shown ------------------------------------------------------------------------------


class ChairInfo(Struct, frozen=True, omit_defaults=True):
    """A seat and its occupant."""

    who: Occupant | None = None
    salt: str = ""
    has_stand_in: bool = False
    forfeit: ForfeitReason | None = None
    kept_for: str | None = None
    """Id of the only person who may take it."""
    left: int | None = None
    """Time left in ms, as of ``TableInfo.now``; None without a clock."""


class OutcomeInfo(Struct, frozen=True):
    """The outcome of a game, by seat."""

    scores: list[int]
    places: list[int]


class ShuffleInfo(Struct, frozen=True):
    """Secret, salts and seed of the deal; shown after the game."""

    secret: str
    salts: list[str]
    seed: str
    """Decimal number as text, because it may exceed what JSON readers represent exactly."""


class TableInfo(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """All public data of a table except the position."""

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
    """Seat whose time runs."""
    held_until: int | None = None
    """Time until which all clocks stand still, because the server was down."""
    asked: tuple[Ask, Seat] | None = None
    is_paused: bool = False
    next_table: str | None = None
    unrated: Unrated | None = None
    """Reason why an agreed rating does not count."""
    is_quick: bool = False
    """True for a quick match: the game begins with the last seat taken."""
    outcome: OutcomeInfo | None = None
    shuffle: ShuffleInfo | None = None


class TableShown(Struct, frozen=True, kw_only=True):
    """A table as the person who asks may see it."""

    info: TableInfo
    view: View | None
    """The position; None before the deal."""
    invite: str | None
    """Key of the invitation link; for the host and the people seated or expected."""


class TableCard(Struct, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    status: Status
    host: str
    terms: Terms
    chairs: list[str | None]
    """Names by seat; None for a free seat."""
    ply: int
    outcome: OutcomeInfo | None = None
    """None before the end, for a game broken off, and for old games without a stored outcome."""
    is_my_turn: bool
    seats: list[int]
    """Seats of the person whose list it is."""
    created: Milliseconds
    updated: Milliseconds


class TableFilters(Struct, frozen=True):
    """The values by which a person's games can be filtered."""

    games: list[str]
    others: list[str]
    """Names of other players, bots included."""


class TablePage(Struct, frozen=True, omit_defaults=True):
    """A page of tables, the latest first."""

    tables: list[TableCard]
    next: str | None
    """``before`` of the next page; None on the last."""
    choices: TableFilters | None = None
    """Choices over all pages, if they were asked for."""


class LoggedEvent(Struct, frozen=True):
    """An event and its place in the log."""

    seq: int
    event: Event


class EventLog(Struct, frozen=True):
    """A page of a table's event log."""

    events: list[LoggedEvent]
    next: int | None
    """``since`` of the next page; None on the last."""


# --- Opening one --------------------------------------------------------------------------------


class SeatedBot(ClientStruct, frozen=True):
    """A bot on a seat."""

    seat: SeatNumber
    bot: BotName


Strangers = Annotated[int, Meta(ge=2, le=4, description="How many play.")]
SeatedBots = Annotated[list[SeatedBot], Meta(max_length=4)]


class Start(ClientStruct, frozen=True, kw_only=True):
    """A ply of a finished game, of a table or of a record, as one seat saw it."""

    table: TableId | None = None
    record: RecordId | None = None
    ply: Ply
    seat: SeatNumber
    invite: Invite | None = None
    """Invitation key, if the table needs one."""

    def __post_init__(self) -> None:
        if (self.table is None) == (self.record is None):
            raise ValueError("expected either a table or a record")


class NewTable(GameTerms, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to open a table.

    To add bytes of your own to the shuffle, open the table without sitting down and take a seat
    once you know the commitment. Otherwise the server could choose its secret to suit them.
    """

    listed: bool = True
    """True to show the table in the lobby."""
    sit: bool = True
    """True to take the first free seat."""
    bots: SeatedBots = field(default_factory=list)
    start: Start | None = None
    """Position to continue from; what that seat did not see is dealt again. The game and the
    number of players must be the same; not for rated games."""

    def terms(self, start: str | None) -> Terms:
        """Return the terms of the match; ``start`` is the view it starts with."""
        fields = {name: getattr(self, name) for name in GameTerms.__struct_fields__}
        return Terms(**fields, start=start)


class QuickMatch(ClientStruct, frozen=True, kw_only=True):
    """A request for a game with other people who look for one."""

    game: GameName
    players: Strangers = 2
    rated: bool = False


class SitRequest(ClientStruct, frozen=True):
    """A request for a seat; by default the first free one."""

    seat: SeatNumber | None = None
    salt: Salt = ""
    name: Name | None = None
    """Name of the player, if several share a screen; by default your own."""


class SeatKey(Struct, frozen=True):
    """A key with which another device can take over a seat of a running game, once."""

    key: str
    until: Milliseconds
    """Time at which it expires."""


class SeatClaim(ClientStruct, frozen=True):
    """A request to take over a seat with its key."""

    key: Annotated[str, Meta(min_length=1, max_length=64)]


class SeatBotRequest(ClientStruct, frozen=True):
    """A bot to put on a seat."""

    bot: BotName


class StartRequest(ClientStruct, frozen=True):
    """A request to start the game."""

    fill: BotName | None = None
    """Bot for every free seat."""


# --- Playing ------------------------------------------------------------------------------------


class Move(ClientStruct, frozen=True):
    """A move on the position of a number."""

    number: Count
    """Number of the position you saw."""
    move: MoveText
    move_id: MoveId


class ProposalRequest(ClientStruct, frozen=True):
    """A proposal to the other players."""

    what: Ask


class ProposalReply(ClientStruct, frozen=True):
    """A reply to a proposal; its author may withdraw it by answering no."""

    yes: bool


class MoveMade(TableShown, frozen=True, kw_only=True):
    """Confirmation of a stored move, and the table after it."""

    seq: int
    """Number of the event that the move became."""


class MoveRefused(Problem, frozen=True, kw_only=True):
    """The reason why a move was refused; for a `stale` one also the present table."""

    table: TableShown | None = None
