"""Rooms: one link for all games of a group of friends, with the score over these games.

A room is all tables with one invitation. A rematch has the invitation of the game before it, and so
does a table that is opened in the room. So a room needs no row of its own: a client that has the
invitation of one table has that of the room. Only people who have played or hosted in a room may
open its next table.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tilewright.errors import Code, NotFound, Refused
from tilewright.game import Seat
from tilewright.server.audience.presence import Presence
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.tables import TableRow
from tilewright.server.tables.cache import TableSummary, read_summary

__all__ = ["PlayerScore", "Room", "Rooms", "rank_players"]

MAX_ROOM_TABLES: Final = 200
"""Number of a room's latest tables that are counted."""


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player of a room: a person, or a bot."""

    person: str | None
    """None for a bot."""
    name: str
    """As at the latest table."""
    wins: int
    games: int


@dataclass(frozen=True, slots=True)
class Room:
    """The tables of one invitation."""

    invite: str
    current: TableRow | None
    """The latest table; tables that were closed without a game do not count."""
    players: list[PlayerScore]
    """Everyone who has finished a game here, most wins first."""
    games: int
    """Number of finished games."""
    names: dict[str, str]
    """Latest names of the people with a seat, by id."""
    members: frozenset[str]
    """People with a seat or as hosts; they may open the next table."""
    here: frozenset[str]
    """People who are connected to the current table."""

    def may_open(self, person: str | None) -> bool:
        """Return True if a person may open the next table.

        Only members may. A table that still waits for players does not prevent it if the person is
        its host, or its host is away.
        """
        if person not in self.members:
            return False
        return self._is_free or (
            self.current is not None
            and self.current.status == "open"
            and (self.current.host == person or self.current.host not in self.here)
        )

    @property
    def _is_free(self) -> bool:
        return self.current is None or self.current.status == "over"

    def check_may_open(self, person: str) -> None:
        """Raise Refused unless a person may open the next table."""
        if person not in self.members:
            raise Refused(Code.NOT_SEATED, "only those who played here may open another table")
        if not self.may_open(person):
            raise Refused(Code.NOT_OVER, "expected the game of this room to be over; it is not")


class Rooms:
    """Finds rooms. Belongs to one event loop."""

    def __init__(self, database: Database, presence: Presence) -> None:
        self._database, self._presence = database, presence

    async def find(self, invite: str) -> Room:
        """Return the room of an invitation.

        Raises:
            NotFound: No table has this invitation.
        """

        def read(tx: Transaction) -> tuple[list[TableRow], dict[str, dict[Seat, str]]]:
            rows = store.list_by_invite(tx, invite, MAX_ROOM_TABLES)
            return rows, store.list_owners(tx, [row.id for row in rows])

        rows, owners = await self._database.read(read)
        if not rows:
            raise NotFound("there is no such room")
        summaries = {row.id: read_summary(row.summary) for row in rows}
        played = [row for row in rows if summaries[row.id].outcome is not None]
        current = next((row for row in rows if row.status != "over" or row in played), None)
        names = {
            person: summaries[row.id].chairs[seat] or ""
            for row in reversed(rows)
            for seat, person in owners[row.id].items()
        }
        here = await self._presence.find_people(current.id) if current else None
        return Room(
            invite=invite,
            current=current,
            players=rank_players([(summaries[row.id], owners[row.id]) for row in played]),
            games=len(played),
            names=names,
            members=frozenset([*names, *(row.host for row in rows)]),
            here=frozenset(here or ()),
        )


def rank_players(games: Sequence[tuple[TableSummary, Mapping[Seat, str]]]) -> list[PlayerScore]:
    """Return the score of each player over finished games, most wins first.

    Args:
        games: Each game and the person on each seat, latest first. A person with one seat is known
            by their id; people who share one screen, and bots, by their names.
    """
    found: dict[tuple[str | None, str], PlayerScore] = {}
    for summary, owners in games:
        assert summary.outcome is not None
        for seat, name in enumerate(summary.chairs):
            person = owners.get(seat)
            key = (person, _shared_name(name, person, owners.values()))
            one = found.get(key) or PlayerScore(person, name or "", 0, 0)
            has_won = summary.outcome.places[seat] == 1
            found[key] = PlayerScore(person, one.name, one.wins + has_won, one.games + 1)
    return sorted(found.values(), key=lambda one: (-one.wins, -one.games, one.name))


def _shared_name(name: str | None, person: str | None, owners: Collection[str]) -> str:
    """Return the name that tells a player from others with the same owner.

    It is empty for a person who has one seat.
    """
    is_alone = person is not None and list(owners).count(person) == 1
    return "" if is_alone else name or ""
