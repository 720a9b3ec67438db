"""Who is at which table, over all processes of a server.

Each process knows its own connections and tells the others who came and who went. A process that
has been silent for a while is taken for dead, and its people for gone.

Words can be lost while the database is away. So whoever says that they live also says, in one
number, who is with them; who has it otherwise asks for all of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import xor
from zlib import crc32

import msgspec

from tilewright.server.audience.hub import Connection, Hub, encode
from tilewright.server.storage.database import MISSED, Database
from tilewright.wire.messages import PresenceMessage

__all__ = ["Presence"]

CHANNEL = "presence"
ALIVE_SECONDS = 5.0
DEAD_SECONDS = 20.0
TELL_SECONDS = 0.1
"""How long comings and goings are gathered before a table is told: many may come at once."""
BATCH = 100  # places in one announcement: it must stay under PostgreSQL's 8,000 bytes

Place = tuple[str, str]  # table, person
Changed = Callable[[str], None]


class Announcement(msgspec.Struct, frozen=True):
    """What a process tells the others. ``asks``: it wants to know who is with them. ``is_whole``:
    nobody else is here. ``mark``: that of all who are."""

    worker: str
    came: list[Place] = []
    went: list[Place] = []
    asks: bool = False
    is_whole: bool = False
    mark: int | None = None


class Neighbour:
    """Another process and who is at its tables."""

    def __init__(self) -> None:
        self.people: defaultdict[str, set[str]] = defaultdict(set)
        self.heard_at = 0.0

    def learn(self, news: Announcement) -> set[str]:
        """Take note of who came and who went; the tables at which that changed something."""
        self.heard_at = time.monotonic()
        before = set(self.people) if news.is_whole else set()
        if news.is_whole:
            self.people.clear()
        self._take(news)
        return before.union(table for table, _ in news.came + news.went)

    def _take(self, news: Announcement) -> None:
        for table, person in news.came:
            self.people[table].add(person)
        for table, person in news.went:
            self.people[table].discard(person)
            if not self.people[table]:
                del self.people[table]

    @property
    def places(self) -> Iterator[Place]:
        return ((table, person) for table, found in self.people.items() for person in found)


def mark_of(places: Iterable[Place]) -> int:
    """A number that differs where the places do, in whatever order they are."""
    return reduce(xor, (crc32("\0".join(place).encode()) for place in places), 0)


class Presence:
    """Answers who is here; tells ``changed(table)`` and the table's listeners when that changes."""

    def __init__(self, hub: Hub, database: Database, worker: str, changed: Changed) -> None:
        self._hub, self._database, self._worker, self._changed = hub, database, worker, changed
        self._neighbours: defaultdict[str, Neighbour] = defaultdict(Neighbour)
        self._to_tell: dict[str, asyncio.TimerHandle] = {}
        self._beating: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Hear the other processes from now on, and keep telling them that this one lives."""
        if self._database.is_shared:
            loop = asyncio.get_running_loop()
            self._database.listen(CHANNEL, lambda text: _hand_over(loop, self._heard, text))
            self._beating = loop.create_task(self._beat())

    def stop(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
        for timer in self._to_tell.values():
            timer.cancel()

    # --- Questions ---

    def is_here(self, table: str, person: str) -> bool:
        return person in self.people(table)

    def people(self, table: str) -> set[str]:
        """Everybody at a table; the nameless not counted."""
        mine = {person for person in self._hub.people_at(table) if person is not None}
        return mine.union(*(one.people.get(table, ()) for one in self._neighbours.values()))

    def message(self, table: str) -> bytes:
        """What is told to those at a table."""
        nameless = self._hub.people_at(table)[None]
        return encode(PresenceMessage(table, sorted(self.people(table)), nameless))

    # --- This process ---

    def subscribe(self, connection: Connection, table: str) -> None:
        """Somebody sat down to listen, perhaps a second time."""
        person = connection.person
        is_new = person is None or not self._hub.people_at(table)[person]
        self._hub.subscribe(connection, table)
        if is_new:
            self._moved(table, person, came=True)

    def unsubscribe(self, connection: Connection, table: str) -> None:
        """Somebody listens no more with that connection."""
        if table not in connection.tables:
            return
        self._hub.unsubscribe(connection, table)
        person = connection.person
        if person is None or not self._hub.people_at(table)[person]:
            self._moved(table, person, came=False)

    def _moved(self, table: str, person: str | None, *, came: bool) -> None:
        self._tell_table(table)
        if person is not None:
            places = [(table, person)]
            self._announce(came=places if came else [], went=[] if came else places)

    def _tell_table(self, table: str) -> None:
        """The match knows at once; those who listen hear it in a moment."""
        self._changed(table)
        if table not in self._to_tell and self._hub.listeners(table):
            loop = asyncio.get_running_loop()
            self._to_tell[table] = loop.call_later(TELL_SECONDS, self._tell_now, table)

    def _tell_now(self, table: str) -> None:
        del self._to_tell[table]
        message = self.message(table)
        for connection in self._hub.listeners(table):
            connection.send(message)

    # --- The others ---

    async def _beat(self) -> None:
        self._announce(asks=True)
        while True:
            await asyncio.sleep(ALIVE_SECONDS)
            self.beat()
            self._drop_silent(time.monotonic() - DEAD_SECONDS)

    def beat(self) -> None:
        """Say that this process lives, and who is here."""
        self._announce(mark=mark_of(self._places()))

    def _drop_silent(self, silent_since: float) -> None:
        """Take for gone whoever was with a process that has not been heard since."""
        found = self._neighbours.items()
        for worker in [worker for worker, one in found if one.heard_at < silent_since]:
            self._tell_tables(self._neighbours.pop(worker).people)

    def _heard(self, text: str) -> None:
        if text == MISSED:
            self._announce(asks=True)
            self._announce_all()
            return
        news = msgspec.json.decode(text, type=Announcement)
        if news.worker == self._worker:
            return
        neighbour = self._neighbours[news.worker]
        self._tell_tables(neighbour.learn(news))
        if news.asks:
            self._announce_all()
        if news.mark is not None and news.mark != mark_of(neighbour.places):
            self._announce(asks=True)

    def _tell_tables(self, tables: Iterable[str]) -> None:
        for table in set(tables):
            self._tell_table(table)

    def _announce_all(self) -> None:
        """Tell the others of everybody here."""
        places = self._places()
        self._announce(came=places[:BATCH], is_whole=True)
        for start in range(BATCH, len(places), BATCH):
            self._announce(came=places[start : start + BATCH])

    def _places(self) -> list[Place]:
        """Who is here, at which tables."""
        return [
            (table, person)
            for table in self._hub.tables()
            for person in self._hub.people_at(table)
            if person is not None
        ]

    def _announce(
        self,
        came: Iterable[Place] = (),
        went: Iterable[Place] = (),
        *,
        asks: bool = False,
        is_whole: bool = False,
        mark: int | None = None,
    ) -> None:
        if self._database.is_shared:
            news = Announcement(self._worker, list(came), list(went), asks, is_whole, mark)
            text = encode(news).decode()
            self._database.submit_write(lambda tx: tx.notify(CHANNEL, text))


def _hand_over(loop: asyncio.AbstractEventLoop, call: Callable[[str], None], text: str) -> None:
    """From a thread of the database's to the event loop, unless that has ended."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(call, text)
