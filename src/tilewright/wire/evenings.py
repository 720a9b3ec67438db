"""Evenings of a club: a few deals that everybody plays, compared as in duplicate bridge."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilewright.events import Day, GameName
from tilewright.wire.deals import DealId
from tilewright.wire.people import Name

__all__ = ["EveningDeal", "EveningId", "EveningPlayer", "EveningShown", "NewEvening"]

EveningId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{1,64}(?!\n)$",
        description="The name of an evening in links.",
        examples=["xK2c9_aQ71bZ"],
    ),
]


class NewEvening(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An evening to be made: everybody who has its link plays the same deals."""

    name: Name
    game: GameName
    players: Annotated[int, Meta(ge=1, le=4)]
    level: Annotated[int, Meta(ge=1, le=8)]
    """Of the bots on all the other seats, as in deals for friends."""
    deals: Annotated[int, Meta(ge=1, le=8)]
    """How many of them."""
    is_together: bool = False
    """Whether people play each other, at tables of so many `players`: bots have only the seats that
    are left over."""


class EveningDeal(Struct, frozen=True, kw_only=True):
    """One of the deals."""

    id: DealId
    count: int
    """How many have finished it."""
    mean: float | None
    """Of the leads on your seat; None until you have finished it, or the evening is over."""
    seated: list[list[str]]
    """Who sits together, where people play each other: the names at each table."""
    table: str | None
    """Yours; None where you have not taken it."""
    is_done: bool
    """Whether you have finished it."""


class EveningPlayer(Struct, frozen=True, kw_only=True):
    """Somebody who has taken one of the deals, or has joined."""

    name: str
    """With a number where several are called so."""
    is_me: bool
    place: int | None
    """By the deals that you may know; None where there are none."""
    finished: int
    """Of all deals."""
    marks: list[float | None]
    """For each deal: by how much their lead was above the mean of their seat. None where they have
    no result, and until you have finished that deal, or the evening is over."""
    total: float
    """Of these marks."""


class EveningShown(Struct, frozen=True, kw_only=True):
    """An evening, and how those did who take part."""

    id: EveningId
    name: str
    game: str
    bots: list[str]
    """On the seats that nobody has who plays."""
    seats: int
    """At each table."""
    is_together: bool
    """Whether people play each other."""
    has_joined: bool
    """Whether you wait to be seated with the next deal."""
    is_host: bool
    last_day: Day
    """On which it can be played."""
    is_over: bool
    """Whether its host has closed it, or its last day is over."""
    is_final: bool
    """Whether it is over, or all who take part have finished all deals."""
    deals: list[EveningDeal]
    players: list[EveningPlayer]
    """The best first: by the number of deals, then by the total."""
