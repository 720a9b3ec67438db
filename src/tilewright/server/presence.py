"""Who is at which table, over all processes of a server.

Each process knows its own connections and tells the others who came and who went. A process that
has been silent for a while is taken for dead, and its people for gone.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable

import msgspec

from tilewright.server.database import MISSED, Database
from tilewright.server.hub import Connection, Hub, PresenceMessage, encode

__all__ = ["Presence"]

CHANNEL = "presence"
ALIVE_SECONDS = 5.0
DEAD_SECONDS = 20.0
BATCH = 100  # places in one announcement: it must stay under PostgreSQL's 8,000 bytes

Place = tuple[str, str]  # table, person
Changed = Callable[[str], None]


class Announcement(msgspec.Struct, frozen=True):
    """What a process tells the others. ``asks``: it has just begun and knows nobody."""

    worker: str
    came: list[Place] = []
    went: list[Place] = []
    asks: bool = False


class Presence:
    """Answers who is here; tells ``changed(table)`` and the table's listeners when that changes."""

    def __init__(self, hub: Hub, database: Database, worker: str, changed: Changed) -> None:
        self._hub, self._database, self._worker, self._changed = hub, database, worker, changed
        self._others: dict[str, set[Place]] = {}
        self._heard_at: dict[str, float] = {}

    def is_here(self, table: str, person: str) -> bool:
        return self._hub.is_here(table, person) or any(
            (table, person) in places for places in self._others.values()
        )

    def people(self, table: str) -> set[str]:
        """Everybody at a table; the nameless not counted."""
        mine = {person for person in self._hub.people_at(table) if person is not None}
        return mine | {who for places in self._others.values() for at, who in places if at == table}

    def message(self, table: str) -> bytes:
        nameless = self._hub.people_at(table)[None]
        return encode(PresenceMessage(table, sorted(self.people(table)), nameless))

    # --- This process ---

    def subscribe(self, connection: Connection, table: str) -> None:
        if self._hub.subscribe(connection, table):
            self._moved(table, connection.person, came=True)

    def unsubscribe(self, connection: Connection, table: str) -> None:
        if self._hub.unsubscribe(connection, table):
            self._moved(table, connection.person, came=False)

    def _moved(self, table: str, person: str | None, *, came: bool) -> None:
        self._tell_table(table)
        if person is not None and self._database.is_shared:
            places = [(table, person)]
            self._announce(
                Announcement(self._worker, came=places)
                if came
                else Announcement(self._worker, went=places)
            )

    def _tell_table(self, table: str) -> None:
        self._changed(table)
        message = self.message(table)
        for connection in list(self._hub.listeners(table)):
            connection.send(message)

    # --- The others ---

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hear the other processes from now on, and keep telling them that this one lives."""

        def heard(text: str) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._heard, text)

        self._database.listen(CHANNEL, heard)
        self._announce(Announcement(self._worker, asks=True))
        self._beat(loop)

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        self._announce(Announcement(self._worker))
        dead = [w for w, at in self._heard_at.items() if time.monotonic() - at > DEAD_SECONDS]
        for worker in dead:
            del self._heard_at[worker]
            self._tell_tables(self._others.pop(worker, set()))
        loop.call_later(ALIVE_SECONDS, self._beat, loop)

    def _heard(self, text: str) -> None:
        if text == MISSED:
            self._announce(Announcement(self._worker, asks=True))
            self._announce_all()
            return
        news = msgspec.json.decode(text, type=Announcement)
        if news.worker == self._worker:
            return
        self._heard_at[news.worker] = time.monotonic()
        places = self._others.setdefault(news.worker, set())
        places |= set(news.came)
        places -= set(news.went)
        self._tell_tables([*news.came, *news.went])
        if news.asks:
            self._announce_all()

    def _tell_tables(self, places: Iterable[Place]) -> None:
        for table in {table for table, _ in places}:
            self._tell_table(table)

    def _announce_all(self) -> None:
        places = [
            (table, person)
            for table in self._hub.tables()
            for person in self._hub.people_at(table)
            if person is not None
        ]
        for start in range(0, len(places), BATCH):
            self._announce(Announcement(self._worker, came=places[start : start + BATCH]))

    def _announce(self, news: Announcement) -> None:
        text = encode(news).decode()
        self._database.submit_write(lambda tx: tx.notify(CHANNEL, text))
