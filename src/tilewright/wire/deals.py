"""Shared deals and club evenings."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilewright.match.events import Day, GameName
from tilewright.wire.fields import ClientStruct, Milliseconds
from tilewright.wire.people import Name

DealId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{1,64}(?!\n)$",
        description="The name of a deal.",
        examples=["2026-11-15-my-shelfie"],
    ),
]


class NewDeal(ClientStruct, frozen=True, kw_only=True):
    """A request for a deal among friends. Everyone who opens its link plays the same deal."""

    game: GameName
    players: Annotated[int, Meta(ge=1, le=4)]
    level: Annotated[int, Meta(ge=1, le=8)]
    """Level of the bots on all other seats. Level 8 is replaced by level 7, which does not depend
    on time."""


class DealStats(Struct, frozen=True):
    """Statistics of all results."""

    count: int
    margin: float
    """Mean margin."""


class DealScore(Struct, frozen=True, kw_only=True):
    """The result of a person, or of the server's bot, on a deal."""

    place: int
    """Final place; 1 for the winner."""
    score: int
    """Score by the rules of the game."""
    margin: int
    """Lead over the best opponent, or the solo score; higher is better in every game."""
    above: float
    """Margin minus the mean margin of this seat."""
    parted: int | None
    """Number of moves before this game diverged from yours. None if it did not, if you have not
    finished, or if the moves are no longer stored."""


class DealResult(DealScore, frozen=True, kw_only=True):
    """A ranked result."""

    name: str
    seat: int
    """The player's seat."""
    at: Milliseconds
    """Time of the last move."""
    is_me: bool


class MyDeal(Struct, frozen=True, kw_only=True):
    """Your game of a deal."""

    table: str
    made: DealScore | None
    """None until you have finished."""
    rank: int | None
    """Rank among all results so far; for an unranked game, the rank it would have."""
    is_ranked: bool
    """True if the result counts for the ranking. On daily deals, guests are not ranked."""


class DealShuffle(Struct, frozen=True):
    """The secret and seed of a deal, published after its last day."""

    secret: str
    seed: str
    """Seed as a decimal number."""


class DealShown(Struct, frozen=True, kw_only=True):
    """A deal with its results."""

    id: DealId
    game: str
    day: Day | None
    """Day of a daily deal; None for a deal shared by link."""
    last_day: Day
    """Last day on which it can be played."""
    evening: str | None
    """Id of its club evening, if any."""
    seats: list[str | None]
    """Bot name by seat; None for a player's seat."""
    commitment: str
    """SHA-256 of the deal's secret."""
    field: DealStats
    results: list[DealResult]
    """The best 100, ordered by place, margin and time; if people play each other, by ``above``. For
    a deal shared by link it is empty until you have finished."""
    mine: MyDeal | None
    """None until you have joined the deal."""
    par: DealScore | None
    """Result of the server's bot; None until it is computed and you have finished, or the last day
    is over."""
    shuffle: DealShuffle | None
    """None until the last day is over."""


class DayShown(Struct, frozen=True):
    """The deals of a day, one per game."""

    date: Day
    earlier: Day | None
    """Nearest earlier day with deals."""
    later: Day | None
    """Nearest later day with deals."""
    deals: list[DealShown]


# --- Club evenings ------------------------------------------------------------------------------

EveningId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{1,64}(?!\n)$",
        description="The name of an evening in links.",
        examples=["xK2c9_aQ71bZ"],
    ),
]


class NewEvening(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for an evening. Everyone who opens its link plays the same deals."""

    name: Name
    game: GameName
    players: Annotated[int, Meta(ge=1, le=4)]
    level: Annotated[int, Meta(ge=1, le=8)]
    """Level of the bots on all other seats, as in deals among friends."""
    deals: Annotated[int, Meta(ge=1, le=8)]
    """Number of deals."""
    is_together: bool = False
    """True if people play each other at tables with `players` seats. Bots fill leftover seats."""


class EveningDeal(Struct, frozen=True, kw_only=True):
    """One deal of an evening."""

    id: DealId
    count: int
    """Number of people who have finished it."""
    mean: float | None
    """Mean margin on your seat; None until you have finished the deal or the evening is over."""
    seated: list[list[str]]
    """Names at each table, if people play each other."""
    table: str | None
    """Your table; None until you have joined the deal."""
    is_done: bool
    """True if you have finished it."""


class EveningPlayer(Struct, frozen=True, kw_only=True):
    """A person who has joined the evening or one of its deals."""

    name: str
    """Name, with a number if it is not unique."""
    is_me: bool
    place: int | None
    """Place according to the deals that you may see; None if there are none."""
    finished: int
    """Number of finished deals."""
    marks: list[float | None]
    """By deal: margin minus the mean margin of the seat. None without a result, and until you have
    finished that deal or the evening is over."""
    total: float
    """Sum of the marks."""


class EveningShown(Struct, frozen=True, kw_only=True):
    """An evening with its results."""

    id: EveningId
    name: str
    game: str
    bots: list[str]
    """Bots on the seats that people do not take."""
    seats: int
    """Number of seats at each table."""
    is_together: bool
    """True if people play each other."""
    has_joined: bool
    """True if you are waiting for a seat in the next deal."""
    is_host: bool
    last_day: Day
    """Last day on which it can be played."""
    is_over: bool
    """True if the host has closed it, or its last day is over."""
    is_final: bool
    """True if it is over, or all participants have finished all deals."""
    deals: list[EveningDeal]
    players: list[EveningPlayer]
    """Best first: by number of finished deals, then by total."""
