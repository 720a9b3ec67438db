"""Tables and seats: requests, and the data shown to clients."""

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


# --- Responses ----------------------------------------------------------------------------------


class ChairInfo(Struct, frozen=True, omit_defaults=True):
    """A seat and its occupant."""

    who: Occupant | None = None
    salt: str = ""
    has_stand_in: bool = False
    forfeit: ForfeitReason | None = None
    kept_for: str | None = None
    """Id of the only person who may take it."""
    left: int | None = None
    """Remaining time (ms) at ``TableInfo.now``; None without a clock."""


class OutcomeInfo(Struct, frozen=True):
    """The outcome of a game, by seat."""

    scores: list[int]
    places: list[int]


class ShuffleInfo(Struct, frozen=True):
    """Secret, salts and seed of the deal, published after the game."""

    secret: str
    salts: list[str]
    seed: str
    """Decimal number as text, because it may exceed the integers that JSON parsers support."""


class TableInfo(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table's public data, without the position."""

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
    """The server's time (ms)."""
    running: Seat | None = None
    """Seat whose clock is running."""
    held_until: int | None = None
    """Time until which the clocks are frozen, because the server was down."""
    asked: tuple[Ask, Seat] | None = None
    is_paused: bool = False
    next_table: str | None = None
    unrated: Unrated | None = None
    """Why a game that was agreed as rated does not count."""
    is_quick: bool = False
    """True for a quick match, which starts as soon as the last seat is taken."""
    outcome: OutcomeInfo | None = None
    shuffle: ShuffleInfo | None = None


class TableShown(Struct, frozen=True, kw_only=True):
    """A table as the requesting person may see it."""

    info: TableInfo
    view: View | None
    """The position; None before the deal."""
    invite: str | None
    """Key of the invitation link, for the host and for people with a seat or a reservation."""


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
    """None for unfinished games, and for old games without a stored outcome."""
    is_my_turn: bool
    seats: list[int]
    """Seats of the person to whom the list belongs."""
    created: Milliseconds
    updated: Milliseconds


class TableFilters(Struct, frozen=True):
    """Available values for filtering a person's games."""

    games: list[str]
    others: list[str]
    """Names of the other players, including bots."""


class TablePage(Struct, frozen=True, omit_defaults=True):
    """A page of tables, most recent first."""

    tables: list[TableCard]
    next: str | None
    """``before`` of the next page; None on the last."""
    choices: TableFilters | None = None
    """Filter values over all pages, if requested."""


class LoggedEvent(Struct, frozen=True):
    """An event and its ``seq`` in the log."""

    seq: int
    event: Event


class EventLog(Struct, frozen=True):
    """A page of a table's event log."""

    events: list[LoggedEvent]
    next: int | None
    """``since`` of the next page; None on the last."""


# --- Requests before the game -------------------------------------------------------------------


class SeatedBot(ClientStruct, frozen=True):
    """A bot on a seat."""

    seat: SeatNumber
    bot: BotName


Strangers = Annotated[int, Meta(ge=2, le=4, description="How many play.")]
SeatedBots = Annotated[list[SeatedBot], Meta(max_length=4)]


class Start(ClientStruct, frozen=True, kw_only=True):
    """A start position: a ply of a finished game or a record, as one seat saw it."""

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

    To contribute your own salt to the shuffle, open the table without taking a seat, and sit down
    once you know the commitment. Otherwise the server could choose its secret to suit your salt.
    """

    listed: bool = True
    """True to show the table in the lobby."""
    sit: bool = True
    """True to take the first free seat."""
    bots: SeatedBots = field(default_factory=list)
    start: Start | None = None
    """Position to start from; hidden information is dealt again. The game and the number of players
    must be the same. Not allowed in rated games."""

    def terms(self, start: str | None) -> Terms:
        """Return the terms of the match. `start` is the position, as text, from which it starts."""
        fields = {name: getattr(self, name) for name in GameTerms.__struct_fields__}
        return Terms(**fields, start=start)


class QuickMatch(ClientStruct, frozen=True, kw_only=True):
    """A request for a quick match with other waiting people."""

    game: GameName
    players: Strangers = 2
    rated: bool = False


class SitRequest(ClientStruct, frozen=True):
    """A request to take a seat, by default the first free one."""

    seat: SeatNumber | None = None
    salt: Salt = ""
    name: Name | None = None
    """Player name, if several players share a screen; by default your own name."""


class SeatKey(Struct, frozen=True):
    """A single-use key for transferring a seat in a running game to another device."""

    key: str
    until: Milliseconds
    """Time at which it expires."""


class SeatClaim(ClientStruct, frozen=True):
    """A request to claim a seat with its key."""

    key: Annotated[str, Meta(min_length=1, max_length=64)]


class SeatBotRequest(ClientStruct, frozen=True):
    """A request to put a bot on a seat."""

    bot: BotName


class StartRequest(ClientStruct, frozen=True):
    """A request to start the game."""

    fill: BotName | None = None
    """Bot for the free seats."""


# --- Requests during the game -------------------------------------------------------------------


class Move(ClientStruct, frozen=True):
    """A move in a version of the position."""

    number: Count
    """Version of the position you saw."""
    move: MoveText
    move_id: MoveId


class ProposalRequest(ClientStruct, frozen=True):
    """A proposal to the other players."""

    what: Ask


class ProposalReply(ClientStruct, frozen=True):
    """A reply to a proposal. Its author can withdraw it by replying no."""

    yes: bool


class MoveMade(TableShown, frozen=True, kw_only=True):
    """Confirmation that a move was stored, with the resulting table."""

    seq: int
    """``seq`` of the move's event."""


class MoveRefused(Problem, frozen=True, kw_only=True):
    """Why a move was refused; for a `stale` move also the current table."""

    table: TableShown | None = None
