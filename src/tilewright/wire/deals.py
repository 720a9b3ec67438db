"""Deals that many people play, and club evenings."""

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
    """A request for a deal among friends: all who open its link play the same deal."""

    game: GameName
    players: Annotated[int, Meta(ge=1, le=4)]
    level: Annotated[int, Meta(ge=1, le=8)]
    """Level of the bots on all other seats. Level 8 plays as level 7, which does not depend on
    time."""


class DealStats(Struct, frozen=True):
    """Statistics of all results."""

    count: int
    margin: float
    """Mean margin."""


class DealScore(Struct, frozen=True, kw_only=True):
    """A result of a person, or of the server's own player, on a deal."""

    place: int
    """Place in that game; 1 for the winner."""
    score: int
    """Score, in the unit of the game."""
    margin: int
    """Lead over the best opponent, or the score in a game for one; more is better in every game."""
    above: float
    """Margin minus the mean margin of all results on this seat."""
    parted: int | None
    """Number of moves, of all seats, before this game diverged from yours. None if it did not, if
    you have not finished, or if the moves are not stored any more."""


class DealResult(DealScore, frozen=True, kw_only=True):
    """A result that was finished in time."""

    name: str
    seat: int
    """The player's seat."""
    at: Milliseconds
    """Time of the last move."""
    is_me: bool


class MyDeal(Struct, frozen=True, kw_only=True):
    """Your own game of a deal."""

    table: str
    made: DealScore | None
    """None until you have finished."""
    rank: int | None
    """Rank among all results so far, or the rank it would have."""
    is_ranked: bool
    """True if it is in the list; games of guests are not in the lists of daily deals."""


class DealShuffle(Struct, frozen=True):
    """The secret and seed of a deal, shown when its last day is over."""

    secret: str
    seed: str
    """Seed as a decimal number."""


class DealShown(Struct, frozen=True, kw_only=True):
    """A deal and its results."""

    id: DealId
    game: str
    day: Day | None
    """Day of a daily deal; None for a deal by link."""
    last_day: Day
    """Last day on which it can be played."""
    evening: str | None
    """Id of its evening; None for most deals."""
    seats: list[str | None]
    """A bot's name for each seat, or None for the seats of the people who play the deal."""
    commitment: str
    """SHA-256 of the secret behind the deal."""
    field: DealStats
    results: list[DealResult]
    """The best 100, by place, then by margin, then by time; in games against each other by
    ``above``. For a deal by link it is empty until you have finished."""
    mine: MyDeal | None
    """None until you have joined the deal."""
    par: DealScore | None
    """Result of the server's own player; None until it is computed, and until you have finished or
    the last day is over."""
    shuffle: DealShuffle | None
    """None until the last day is over."""


class DayShown(Struct, frozen=True):
    """The deals of a day, one for each game."""

    date: Day
    earlier: Day | None
    """Nearest earlier day that has deals."""
    later: Day | None
    """Nearest later day that has deals."""
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
    """A request for an evening: all who open its link play the same deals."""

    name: Name
    game: GameName
    players: Annotated[int, Meta(ge=1, le=4)]
    level: Annotated[int, Meta(ge=1, le=8)]
    """Level of the bots on all other seats, as in deals among friends."""
    deals: Annotated[int, Meta(ge=1, le=8)]
    """Number of deals."""
    is_together: bool = False
    """True if people play each other, at tables of `players` seats; bots fill the seats left over.
    """


class EveningDeal(Struct, frozen=True, kw_only=True):
    """One deal of an evening."""

    id: DealId
    count: int
    """Number of people who have finished it."""
    mean: float | None
    """Mean lead on your seat; None until you have finished it or the evening is over."""
    seated: list[list[str]]
    """Names at each table, if people play each other."""
    table: str | None
    """Your table; None until you have joined the deal."""
    is_done: bool
    """True if you have finished it."""


class EveningPlayer(Struct, frozen=True, kw_only=True):
    """A person who has joined the evening or one of its deals."""

    name: str
    """Name, with a number if several have the same."""
    is_me: bool
    place: int | None
    """Place by the deals that you may know; None if there are none."""
    finished: int
    """Number of finished deals."""
    marks: list[float | None]
    """For each deal, the lead minus the mean lead of the seat. None if there is no result, and
    until you have finished that deal or the evening is over."""
    total: float
    """Sum of the marks."""


class EveningShown(Struct, frozen=True, kw_only=True):
    """An evening and its results."""

    id: EveningId
    name: str
    game: str
    bots: list[str]
    """Bots on the seats that no person takes."""
    seats: int
    """Number of seats at each table."""
    is_together: bool
    """True if people play each other."""
    has_joined: bool
    """True if you wait for a seat with the next deal."""
    is_host: bool
    last_day: Day
    """Last day on which it can be played."""
    is_over: bool
    """True if its host has closed it or its last day is over."""
    is_final: bool
    """True if it is over, or all participants have finished all deals."""
    deals: list[EveningDeal]
    players: list[EveningPlayer]
    """Best first: by the number of finished deals, then by the total."""
