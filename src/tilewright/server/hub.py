"""Who listens to which table, and who is there.

A connection has a bounded queue of messages. One that does not read them is closed: it can come
back and resume, and it never makes the others wait.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

import msgspec

from tilewright.events import Event
from tilewright.game import Seat
from tilewright.match import Match
from tilewright.server.views import describe, look

__all__ = ["Connection", "Hub", "Numbered", "PresenceMessage", "Update", "UpdateMessage", "encode"]

QUEUE = 256
encode: Callable[[object], bytes] = msgspec.json.Encoder().encode


class Numbered(msgspec.Struct, frozen=True):
    """An event and its place in the log."""

    seq: int
    event: Event


class UpdateMessage(msgspec.Struct, frozen=True, tag="update", tag_field="type"):
    """What happened at a table, and how it stands now."""

    table: str
    seq: int
    events: list[Numbered]
    info: msgspec.Raw
    view: msgspec.Raw
    """The new position; null when it has not changed."""


class PresenceMessage(msgspec.Struct, frozen=True, tag="presence", tag_field="type"):
    """Who of those seated is there, and how many only watch."""

    table: str
    here: list[str]
    spectators: int


NULL = msgspec.Raw(b"null")


class Connection:
    """One client: who it is, what it listens to, what waits to be sent to it."""

    def __init__(self, person: str | None) -> None:
        self.person = person
        self.tables: set[str] = set()
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)
        self.is_closed = False

    def send(self, message: bytes) -> None:
        """Queue a message; a client too slow for its queue is let go."""
        if self.is_closed:
            return
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        """Send no more; the writer stops as soon as it sees this."""
        self.is_closed = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Update:
    """One change of one table, encoded once for each kind of viewer."""

    def __init__(
        self, table: str, match: Match, events: list[Numbered], now: int, *, shows_view: bool
    ) -> None:
        self.table, self.match, self.events = table, match, events
        self.shows_view = shows_view
        self._info = msgspec.Raw(encode(describe(table, match, now)))
        self._messages: dict[Seat | None, bytes] = {}

    def message_for(self, person: str | None) -> bytes:
        seat = self.match.seen_as(person)
        if seat not in self._messages:
            view = msgspec.Raw(encode(look(self.match, seat))) if self.shows_view else NULL
            self._messages[seat] = encode(
                UpdateMessage(self.table, self.match.seq, self.events, self._info, view)
            )
        return self._messages[seat]


class Hub:
    """The connections of this process."""

    def __init__(self) -> None:
        self.connections: set[Connection] = set()
        self._listeners: defaultdict[str, set[Connection]] = defaultdict(set)

    def listeners(self, table: str) -> set[Connection]:
        return self._listeners.get(table, set())

    def subscribe(self, connection: Connection, table: str) -> bool:
        """Whether that brought somebody to the table who was not there."""
        was_here = self.is_here(table, connection.person)
        self._listeners[table].add(connection)
        connection.tables.add(table)
        return not was_here

    def unsubscribe(self, connection: Connection, table: str) -> bool:
        """Whether somebody left the table by that."""
        connection.tables.discard(table)
        listeners = self.listeners(table)
        listeners.discard(connection)
        if not listeners:
            self._listeners.pop(table, None)
        return not self.is_here(table, connection.person)

    def is_here(self, table: str, person: str | None) -> bool:
        return any(other.person == person for other in self.listeners(table))

    def people_at(self, table: str) -> Counter[str | None]:
        """How many connections everybody has at a table; None for the nameless."""
        return Counter(connection.person for connection in self.listeners(table))

    def tables(self) -> Iterator[str]:
        """The tables that somebody listens to."""
        return iter(list(self._listeners))

    def publish(self, update: Update) -> None:
        """Send an update to everybody who listens to its table."""
        for connection in list(self.listeners(update.table)):
            connection.send(update.message_for(connection.person))
