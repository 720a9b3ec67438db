"""Path and query parameters, with the constraints of the wire's fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import Depends, Path, Query

from tilewright.game import Seat
from tilewright.match.events import Day, GameName, Players, SeatNumber
from tilewright.server.tables.history_filter import HistoryFilter
from tilewright.wire import fields
from tilewright.wire.deals import DealId, EveningId
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


def field_constraints(word: Any, **more: Any) -> dict[str, Any]:
    """Return the constraints of a field for ``Path`` and ``Query``. Their ``$`` excludes a final
    line feed."""
    (meta,) = word.__metadata__
    found = {name: getattr(meta, name) for name in BOUNDS if getattr(meta, name) is not None}
    if "pattern" in found:
        found["pattern"] = found["pattern"].replace(r"(?!\n)", "")
    return found | more


TableId = Annotated[str, Path(**field_constraints(fields.TableId))]
RecordId = Annotated[str, Path(**field_constraints(fields.RecordId))]
PathGame = Annotated[str, Path(**field_constraints(GameName, description="The name of a game."))]
PathPlayers = Annotated[int, Path(**field_constraints(Players, description="Number of players."))]
PathSeat = Annotated[Seat, Path(**field_constraints(SeatNumber))]
PathPly = Annotated[int, Path(**field_constraints(fields.Ply))]
PathDay = Annotated[str, Path(**field_constraints(Day, description="A day in UTC."))]
PathDeal = Annotated[str, Path(**field_constraints(DealId))]
PathEvening = Annotated[str, Path(**field_constraints(EveningId))]
SEAT_VIEW = "The seat whose view is returned; by default what you may see."
SeatQuery = Annotated[Seat | None, Query(**field_constraints(SeatNumber, description=SEAT_VIEW))]
GameQuery = Annotated[str | None, Query(**field_constraints(GameName))]
SceneQuery = Annotated[bool, Query(description="Add the position as data for drawing.")]
StatusQuery = Annotated[Status | None, Query()]
Invite = Annotated[
    str | None, Query(max_length=64, description="Opens a table that is not listed.")
]


# --- Lists in pages -----------------------------------------------------------------------------

Limit = Annotated[int, Query(ge=1, le=100, description="Maximum number of entries.")]
Cursor = Annotated[
    str | None,
    Query(
        pattern=r"^[0-9]{1,16}\.[A-Za-z0-9_-]{1,32}$",
        description="The `next` of the previous page.",
    ),
]


class PageQuery:
    """A page of a list that is sorted by time, the latest first."""

    def __init__(self, before: str | None = None, limit: int = 50) -> None:
        self.before = _parse_cursor(before)
        self.limit = limit

    def next_cursor(self, places: Sequence[tuple[int, str]]) -> str | None:
        """Return the ``before`` of the next page; None on the last one."""
        return _write_cursor(places[-1]) if len(places) == self.limit else None


async def _page(before: Cursor = None, limit: Limit = 50) -> PageQuery:
    return PageQuery(before, limit)


ThePage = Annotated[PageQuery, Depends(_page)]


def _write_cursor(place: tuple[int, str]) -> str:
    """Return the time and the id of the last entry of a page as one text."""
    return f"{place[0]}.{place[1]}"


def _parse_cursor(cursor: str | None) -> tuple[int, str] | None:
    """Return the time and the id of a cursor; None without one."""
    if cursor is None:
        return None
    time, _, name = cursor.partition(".")
    return int(time), name


# --- The games of a player -----------------------------------------------------------------------


class PlayedQuery(NamedTuple):
    """A search in a player's games: page, filters, and whether to return all filter values."""

    page: PageQuery
    sought: HistoryFilter
    game: str | None
    choices: bool


async def _sought(
    other: Annotated[
        str | None, Query(max_length=64, description="Name of another player at the table.")
    ] = None,
    result: Annotated[Literal["won", "lost"] | None, Query()] = None,
    rated: bool | None = None,
) -> HistoryFilter:
    return HistoryFilter(other, result, rated)


async def _played(
    page: ThePage,
    sought: Annotated[HistoryFilter, Depends(_sought)],
    game: GameQuery = None,
    choices: Annotated[
        bool, Query(description="Add the games and players to choose from.")
    ] = False,
) -> PlayedQuery:
    return PlayedQuery(page, sought, game, choices)


ThePlayed = Annotated[PlayedQuery, Depends(_played)]
