"""Deals that many play, and how those did who played them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilewright.events import Day, GameName
from tilewright.wire.fields import Milliseconds, Sent

__all__ = [
    "AdjustedShown",
    "DayShown",
    "DealId",
    "DealResult",
    "DealShown",
    "DealShuffle",
    "FieldShown",
    "MadeShown",
    "MyDeal",
    "NewDeal",
]

DealId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{1,64}(?!\n)$",
        description="The name of a deal.",
        examples=["2026-11-15-my-shelfie"],
    ),
]


class NewDeal(Sent, frozen=True, kw_only=True):
    """A deal to be made for friends: everybody who has its link meets the same."""

    game: GameName
    players: Annotated[int, Meta(ge=1, le=4)]
    level: Annotated[int, Meta(ge=1, le=8)]
    """Of the bots on all the other seats; the highest plays as the one below it, which does not
    think by the clock."""


class FieldShown(Struct, frozen=True):
    """All results together."""

    count: int
    margin: float
    """Their mean."""


class AdjustedShown(Struct, frozen=True, kw_only=True):
    """What a game was worth without its luck, as its review has it: a share from 0 to 1 of what a
    seat may expect."""

    share: float
    error: float
    """How far that may be off, with 95 % certainty."""


class MadeShown(Struct, frozen=True, kw_only=True):
    """What somebody, or a program of ours, made of a deal."""

    place: int
    """In their own game; 1 for the winner."""
    score: int
    """In the game's own measure."""
    margin: int
    """How far before the best of the others, or alone the score; more is better in every game."""
    above: float
    """How far that is above the mean of all who had the same seat."""
    adjusted: AdjustedShown | None
    """None until somebody has asked for it, and until you have finished or the last day is over."""
    parted: int | None
    """After how many equal moves of all seats their game went another way than yours. None where
    it never did, where you have not finished, and where the moves are not known any more."""


class DealResult(MadeShown, frozen=True, kw_only=True):
    """Somebody who played to the end in time."""

    name: str
    seat: int
    """On which they sat."""
    at: Milliseconds
    """When they had finished."""
    is_me: bool


class MyDeal(Struct, frozen=True, kw_only=True):
    """Your own game of a deal."""

    table: str
    made: MadeShown | None
    """None until it is finished."""
    rank: int | None
    """Among all results so far, or what it would be there."""
    is_ranked: bool
    """Whether it is one of them: those of guests are not in the deals of days."""


class DealShuffle(Struct, frozen=True):
    """What decided the deal, shown when the day is over."""

    secret: str
    seed: str
    """A decimal number."""


class DealShown(Struct, frozen=True, kw_only=True):
    """A deal, and how those did who have played it."""

    id: DealId
    game: str
    day: Day | None
    """None for one that goes by link."""
    last_day: Day
    """On which it can be played."""
    evening: str | None
    """Whose deal it is; most are none's."""
    seats: list[str | None]
    """Who sits where: a bot, or None for somebody who plays the deal."""
    commitment: str
    """SHA-256 of the secret behind the deal."""
    field: FieldShown
    results: list[DealResult]
    """The best 100: by place, then by margin, then by time; where people play each other by what
    they are above the mean. Of a deal that goes by link only who has finished sees any."""
    mine: MyDeal | None
    """None where you have not taken the deal."""
    par: MadeShown | None
    """What a program of ours makes of it; None until it is found, and until you have finished or
    its last day is over."""
    shuffle: DealShuffle | None
    """None until the last day is over."""


class DayShown(Struct, frozen=True):
    """The deals of a day, one for each game."""

    date: Day
    earlier: Day | None
    """The nearest day before that has deals."""
    later: Day | None
    """The nearest day after."""
    deals: list[DealShown]
