"""The small words of the interface: bounded, and described once."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path, Query
from pydantic import Field

from tilewright.clock import MAX_TIME
from tilewright.game import MAX_PLAYERS
from tilewright.shuffle import MAX_SALT

__all__ = [
    "BotName",
    "Cursor",
    "GameName",
    "Invite",
    "Limit",
    "MoveId",
    "MoveText",
    "PathGame",
    "PathPlayers",
    "PathPly",
    "PathSeat",
    "Players",
    "Ply",
    "RecordId",
    "Salt",
    "SceneQuery",
    "SeatNumber",
    "SeatQuery",
    "StateNumber",
    "StatusQuery",
    "TableId",
    "Time",
    "Word",
    "parse_cursor",
    "write_cursor",
]

MAX_PLY = 10_000

Word = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
GameName = Annotated[
    str, Field(max_length=40, pattern=r"^[a-z][a-z0-9-]*$", examples=["my-shelfie"])
]
Players = Annotated[int, Field(ge=1, le=MAX_PLAYERS)]
SeatNumber = Annotated[int, Field(ge=0, lt=MAX_PLAYERS, description="Counted from 0.")]
BotName = Annotated[str, Field(pattern=r"^(random|greedy|level-[1-8])$", examples=["level-3"])]
Time = Annotated[int, Field(ge=1, le=MAX_TIME, description="In ms.")]
Ply = Annotated[int, Field(ge=0, le=MAX_PLY, description="After so many moves.")]
StateNumber = Annotated[
    int, Field(ge=0, le=2**31, description="The `number` of the position you saw.")
]
MoveText = Annotated[str, Field(min_length=1, max_length=200, examples=["d4e4>3"])]
MoveId = Annotated[
    str,
    Field(
        pattern=r"^[!-~]{1,64}$",
        description="Your own name for this move: sent twice, it counts once.",
    ),
]
Salt = Annotated[
    str,
    Field(
        max_length=2 * MAX_SALT,
        pattern=r"^([0-9a-f]{2})*$",
        description="Bytes of your own that take part in the shuffle, in hexadecimal digits.",
    ),
]

# --- In the address -----------------------------------------------------------------------------

ID = r"^[A-Za-z0-9_-]{1,32}$"

TableId = Annotated[str, Path(pattern=ID, description="The name of a table.")]
RecordId = Annotated[str, Path(pattern=ID, description="The name of a record.")]
PathGame = Annotated[GameName, Path(description="The name of a game.")]
PathPlayers = Annotated[Players, Path(description="How many play.")]
PathSeat = Annotated[SeatNumber, Path()]
PathPly = Annotated[Ply, Path()]
SeatQuery = Annotated[
    SeatNumber | None, Query(description="As this seat sees it; by default as you may see it.")
]
SceneQuery = Annotated[bool, Query(description="Also as data for drawing.")]
StatusQuery = Annotated[Literal["open", "running", "over"] | None, Query()]
Invite = Annotated[
    str | None, Query(max_length=64, description="Opens a table that is not listed.")
]
Limit = Annotated[int, Query(ge=1, le=100, description="How many at most.")]
Cursor = Annotated[
    str | None,
    Query(
        pattern=r"^[0-9]{1,16}\.[A-Za-z0-9_-]{1,32}$",
        description="The `next` of the page before, for those that follow.",
    ),
]


def write_cursor(place: tuple[int, str]) -> str:
    """Where a page ends: the time and the name of its last entry."""
    return f"{place[0]}.{place[1]}"


def parse_cursor(cursor: str | None) -> tuple[int, str] | None:
    """The other way round, of a text that has the right form."""
    if cursor is None:
        return None
    time, _, name = cursor.partition(".")
    return int(time), name
