"""What may stand in an address: words of the wire, as FastAPI takes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import Depends, Path, Query

from tilewright.events import Day, GameName, Players, SeatNumber
from tilewright.game import Seat
from tilewright.server.tables.played import Sought
from tilewright.wire import fields
from tilewright.wire.deals import DealId
from tilewright.wire.evenings import EveningId
from tilewright.wire.tables import Status

__all__ = [
    "GameQuery",
    "Invite",
    "PageQuery",
    "PathDay",
    "PathDeal",
    "PathEvening",
    "PathGame",
    "PathPlayers",
    "PathPly",
    "PathSeat",
    "PlayedQuery",
    "RecordId",
    "SceneQuery",
    "SeatQuery",
    "StatusQuery",
    "TableId",
    "ThePage",
    "ThePlayed",
]

BOUNDS = ("ge", "le", "min_length", "max_length", "pattern", "description", "examples")


def bounds(word: Any, **more: Any) -> dict[str, Any]:
    """The bounds of a word, for ``Path`` and ``Query``. Their ``$`` lets no line feed pass."""
    (meta,) = word.__metadata__
    found = {name: getattr(meta, name) for name in BOUNDS if getattr(meta, name) is not None}
    if "pattern" in found:
        found["pattern"] = found["pattern"].replace(r"(?!\n)", "")
    return found | more


TableId = Annotated[str, Path(**bounds(fields.TableId))]
RecordId = Annotated[str, Path(**bounds(fields.RecordId))]
PathGame = Annotated[str, Path(**bounds(GameName, description="The name of a game."))]
PathPlayers = Annotated[int, Path(**bounds(Players, description="How many play."))]
PathSeat = Annotated[Seat, Path(**bounds(SeatNumber))]
PathPly = Annotated[int, Path(**bounds(fields.Ply))]
PathDay = Annotated[str, Path(**bounds(Day, description="A day in UTC."))]
PathDeal = Annotated[str, Path(**bounds(DealId))]
PathEvening = Annotated[str, Path(**bounds(EveningId))]
SeatQuery = Annotated[
    Seat | None,
    Query(**bounds(SeatNumber, description="As this seat sees it; by default as you may see it.")),
]
GameQuery = Annotated[str | None, Query(**bounds(GameName))]
SceneQuery = Annotated[bool, Query(description="Also as data for drawing.")]
StatusQuery = Annotated[Status | None, Query()]
Invite = Annotated[
    str | None, Query(max_length=64, description="Opens a table that is not listed.")
]


# --- Lists in pages -----------------------------------------------------------------------------

Limit = Annotated[int, Query(ge=1, le=100, description="How many at most.")]
Cursor = Annotated[
    str | None,
    Query(
        pattern=r"^[0-9]{1,16}\.[A-Za-z0-9_-]{1,32}$",
        description="The `next` of the page before, for those that follow.",
    ),
]


class PageQuery:
    """Which of many are asked for, the latest first."""

    def __init__(self, before: str | None = None, limit: int = 50) -> None:
        self.before = _parse_cursor(before)
        self.limit = limit

    def following(self, places: Sequence[tuple[int, str]]) -> str | None:
        """``before`` of the page after one that ends there; None for the last."""
        return _write_cursor(places[-1]) if len(places) == self.limit else None


async def _page(before: Cursor = None, limit: Limit = 50) -> PageQuery:
    return PageQuery(before, limit)


ThePage = Annotated[PageQuery, Depends(_page)]


def _write_cursor(place: tuple[int, str]) -> str:
    """Where a page ends: the time and the name of its last entry."""
    return f"{place[0]}.{place[1]}"


def _parse_cursor(cursor: str | None) -> tuple[int, str] | None:
    """The other way round, of a text that has the right form."""
    if cursor is None:
        return None
    time, _, name = cursor.partition(".")
    return int(time), name


# --- The games of somebody ----------------------------------------------------------------------


class PlayedQuery(NamedTuple):
    """Which of somebody's games are asked for, and whether also what there is to choose from."""

    page: PageQuery
    sought: Sought
    game: str | None
    choices: bool


async def _sought(
    other: Annotated[
        str | None, Query(max_length=64, description="The name of somebody else there.")
    ] = None,
    result: Annotated[Literal["won", "lost"] | None, Query()] = None,
    rated: bool | None = None,
) -> Sought:
    return Sought(other, result, rated)


async def _played(
    page: ThePage,
    sought: Annotated[Sought, Depends(_sought)],
    game: GameQuery = None,
    choices: Annotated[
        bool, Query(description="Also which games there are, and with whom.")
    ] = False,
) -> PlayedQuery:
    return PlayedQuery(page, sought, game, choices)


ThePlayed = Annotated[PlayedQuery, Depends(_played)]
