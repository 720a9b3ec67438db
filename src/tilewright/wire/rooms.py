"""Rooms: the tables of one invitation."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilewright.wire.tables import TableCard

RoomId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{1,64}(?!\n)$",
        description="The invitation of the room's tables.",
        examples=["vQ3k9_aQ71bZx0Pw"],
    ),
]


class RoomPlayer(Struct, frozen=True, kw_only=True):
    """A player of a room."""

    name: str
    is_bot: bool
    is_me: bool
    wins: int
    """Number of games won here; of a game with several winners each has won."""
    games: int
    """Number of games finished here."""


class RoomShown(Struct, frozen=True, kw_only=True):
    """A room as the requesting person may see it."""

    id: RoomId
    table: TableCard | None
    """The latest table; None if no table was opened, or all were closed without a game."""
    games: int
    """Number of finished games, of the latest 200 tables."""
    players: list[RoomPlayer]
    """Most wins first."""
    here: list[str]
    """Names of the players who are connected to the latest table."""
    others: int
    """Number of other people with a name who are connected to it."""
    may_open: bool
    """True if you may open the next table: you have played here, and no game is running."""
