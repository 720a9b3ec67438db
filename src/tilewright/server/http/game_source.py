"""Games to read back: a route takes its game from a table or from a kept record, by one interface.

A route is written once and mounted for both prefixes with the source as its dependency:
`table_game` below ``/tables/{table}``, `record_game` below ``/records/{record}``.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from functools import lru_cache
from typing import NamedTuple

from tilewright.errors import HiddenInformation, NotFound
from tilewright.game import Seat
from tilewright.match import Match, format_match
from tilewright.position import Position
from tilewright.records.record import Record, read_record
from tilewright.server.http.dependencies import Services, TheServices
from tilewright.server.http.params import RecordId
from tilewright.server.http.table_access import TableAccess, ThisTable
from tilewright.server.storage import records as store

__all__ = [
    "GameSource",
    "RecordGameSource",
    "SeenGame",
    "TableGameSource",
    "find_record",
    "no_record",
    "parse_record",
    "record_game",
    "table_game",
]


class SeenGame(NamedTuple):
    """A game so far, and from which seat the caller may see it."""

    game: Position
    seat: Seat | None
    """None for all of a revealed game, else for a spectator's view."""
    is_revealed: bool


class GameSource(ABC):
    """A game that the caller may read; nothing is read before a method is called."""

    name: str
    """Unique among tables and records."""

    @abstractmethod
    async def see(self, seat: Seat | None) -> SeenGame:
        """Return the game so far, seen from `seat` or as the caller may see it.

        Raises:
            HiddenInformation: The caller may not look from that seat.

        """

    @abstractmethod
    async def open_position(self) -> Position:
        """Return the position with its history. Raises HiddenInformation while it has secrets."""

    @abstractmethod
    async def open_record(self) -> Record:
        """Return the record of the game. Raises HiddenInformation while it has secrets."""


# --- Tables -------------------------------------------------------------------------------------


class TableGameSource(GameSource):
    """The game of a table: open to all of its visitors once it is over and revealed."""

    def __init__(self, access: TableAccess) -> None:
        self._access, self.name = access, f"table {access.table.id}"

    async def see(self, seat: Seat | None) -> SeenGame:
        match = self._access.table.match
        viewer = viewer_seat(match, self._access.person, seat)
        return SeenGame(match.board.copy(), viewer, match.is_revealed and seat is None)

    async def open_position(self) -> Position:
        match = self._access.table.match
        check_revealed(match)
        return match.board.copy()

    async def open_record(self) -> Record:
        match = self._access.table.match
        check_revealed(match)
        return await parse_record(format_match(match))


def check_revealed(match: Match) -> None:
    """Raise HiddenInformation while something about a match is secret."""
    if not match.is_over:
        raise HiddenInformation("expected a game that is over; this one goes on")
    if not match.is_revealed:
        raise HiddenInformation("expected the day of this deal to be over; it is not")


def viewer_seat(match: Match, person: str | None, seat: Seat | None) -> Seat | None:
    """Return the seat from which a caller sees a match who asks for the view of `seat`."""
    if match.is_revealed:
        return seat
    if seat is None:
        return match.viewer_seat(person)
    if person is None or seat not in match.seats_of(person):
        raise HiddenInformation(f"expected a seat of yours until all is open; found {seat}")
    return seat


async def table_game(table: ThisTable) -> GameSource:
    """Return the game of the table that the path names."""
    return TableGameSource(table)


# --- Records ------------------------------------------------------------------------------------


class RecordGameSource(GameSource):
    """The game of a kept record. Records have no secrets."""

    def __init__(self, services: Services, record: str) -> None:
        self._services, self._record, self.name = services, record, f"record {record}"

    async def see(self, seat: Seat | None) -> SeenGame:
        return SeenGame(await self.open_position(), seat, seat is None)

    async def open_position(self) -> Position:
        return (await self.open_record()).position

    async def open_record(self) -> Record:
        return await parse_record((await find_record(self._services, self._record)).text)


async def record_game(record: RecordId, services: TheServices) -> GameSource:
    """Return the game of the record that the path names."""
    return RecordGameSource(services, record)


async def find_record(services: Services, name: str) -> store.SavedRecord:
    """Return a kept record; its name is all that a caller needs. Raises NotFound."""
    found = await services.database.read(lambda tx: store.find(tx, name))
    if found is None:
        raise no_record(name)
    return found


def no_record(name: str) -> NotFound:
    """Return the error for a record that does not exist or belongs to another person."""
    return NotFound(f"there is no record {name!r}, or it is not yours")


async def parse_record(text: str) -> Record:
    """Parse a record in a thread, since its moves are replayed. Callers must not change it."""
    return await asyncio.to_thread(_parse_cached, text)


@lru_cache(maxsize=64)
def _parse_cached(text: str) -> Record:
    return read_record(text)
