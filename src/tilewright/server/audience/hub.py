"""Who listens to which table.

A connection has an outbox of bounded size. One whose client does not read is closed: it can come
back and resume, and it never makes the others wait.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import NamedTuple, TypeVar, cast

import msgspec

from tilewright.events import Moved, Undone
from tilewright.game import Seat
from tilewright.match import Match
from tilewright.server.admission import Caller, Places
from tilewright.server.effects import Stretch, recount
from tilewright.server.views import PLAIN, WHOLE, Form, describe, look
from tilewright.wire.messages import UpdateMessage
from tilewright.wire.moves import Played
from tilewright.wire.tables import Numbered

__all__ = ["Connection", "Goodbye", "Hub", "Update", "encode"]

MAX_WAITING = 512 * 1024
"""Bytes that may wait for a client; what it misses beyond that it gets by resuming."""
SHORT = 64 * 1024
"""Bytes of a message that everybody is sent who has read all others, whatever the rest of their
household has left unread."""
T = TypeVar("T")
encode: Callable[[object], bytes] = msgspec.json.Encoder().encode


class Goodbye(NamedTuple):
    """Why a socket is closed: a code of the WebSocket protocol, 4000 and up our own."""

    code: int
    reason: str


TOO_SLOW = Goodbye(4000, "too slow: reconnect and resume")
GONE = Goodbye(1000, "gone")


class Connection:
    """One client: who it is, what it listens to, what waits to be sent to it."""

    def __init__(self, person: str | None, caller: Caller, unread: Places) -> None:
        self.person = person
        self.tables: set[str] = set()
        self.forms: dict[str, Form] = {}
        """How it wants the positions of each."""
        self.goodbye: Goodbye | None = None
        self.on_close: Callable[[], object] | None = None
        self.on_waiting: Callable[[], object] | None = None
        """Called when something begins to wait; whoever takes it out goes on until nothing does."""
        self.line: Callable[[bytes], bool] | None = None
        """Takes a message at once, where it can; see ``packing``."""
        self._outbox: list[bytes] = []
        """Not a queue of asyncio's, which weighs as much as all else here."""
        self.waiting = 0
        """Bytes in the outbox."""
        self._is_sending = False
        """Whether one that was taken out of it is still on its way."""
        self.caller, self._unread = caller, unread

    def send(self, message: bytes) -> None:
        """Send a message, if it can go at once; else it waits in the outbox. A client for whom too
        much waits is let go."""
        if self._is_idle and len(message) <= SHORT and self.line and self.line(message):
            return
        if not self._has_room(len(message)):
            self.close(TOO_SLOW)
        if self.goodbye is None:
            self._count(len(message))
            self._outbox.append(message)
            if self.on_waiting is not None and not self._is_sending and len(self._outbox) == 1:
                self.on_waiting()

    @property
    def _is_idle(self) -> bool:
        return not (self.waiting or self._is_sending or self.goodbye)

    def _has_room(self, size: int) -> bool:
        """A long log is one message and must get through, but not to all sockets at once of
        somebody who reads none of them."""
        if self.waiting == 0 and size <= SHORT:
            return True
        fits = self.waiting == 0 or self.waiting + size <= MAX_WAITING
        return fits and self._unread.has_room(self.caller, size)

    def _count(self, size: int) -> None:
        self.waiting += size
        self._unread.add(self.caller, size)

    def next_message(self) -> bytes | None:
        """The next message to be sent, None where nothing waits; the one before has gone."""
        self._is_sending = bool(self._outbox)
        if not self._outbox:
            return None
        message = self._outbox.pop(0)
        self._count(-len(message))
        return message

    def forget(self) -> None:
        """Nobody will read what still waits."""
        self.close(GONE)
        self._count(-self.waiting)

    def close(self, goodbye: Goodbye) -> None:
        """Send no more. The first reason is the one that counts."""
        self.goodbye = self.goodbye or goodbye
        if self.on_close is not None:
            self.on_close()


class Update:
    """One change of one table, encoded once for each kind of viewer. ``is_next``: they all have
    what came right before."""

    def __init__(
        self,
        table: str,
        match: Match,
        events: list[Numbered],
        now: int,
        *,
        shows_view: bool,
        is_next: bool = False,
    ) -> None:
        self.table, self.match, self.events = table, match, events
        self.shows_view = shows_view
        self._is_one_move = is_next and not match.is_revealed and is_one_move(events)
        self._info = _encoded(describe(table, match, now))
        self._messages: dict[tuple[Seat | None, Form], bytes] = {}
        self._moves: Stretch | None = None

    def message_for(self, person: str | None, form: Form = PLAIN) -> bytes:
        """What somebody is told of it."""
        kind = self.match.seen_as(person), self._form_for(person, form)
        if kind not in self._messages:
            self._messages[kind] = encode(self._message(*kind))
        return self._messages[kind]

    def _form_for(self, person: str | None, form: Form) -> Form:
        """Whoever sees now with these eyes, now with those, has not seen with the same before."""
        is_many = form.state and person is not None and len(self.match.seats_of(person)) > 1
        return WHOLE if is_many else form

    def _message(self, seat: Seat | None, form: Form) -> UpdateMessage:
        is_told = form.scene or (form.state and not self._is_one_move)
        played = self._played(seat) if is_told else None
        view = look(self.match, seat, form) if self.shows_view else None
        return UpdateMessage(self.table, self.match.seq, self.events, self._info, view, played)

    def _played(self, seat: Seat | None) -> list[Played]:
        """What the moves among the events did, those left out that were taken back since. Whoever
        has the state before one move, and an engine, sees that for themselves."""
        numbers = standing(self.events)
        if not numbers:
            return []
        self._moves = self._moves or Stretch.last(self.match.board, len(numbers))
        return recount(self._moves, seat, is_revealed=self.match.is_revealed, seqs=numbers)


def _encoded(value: T) -> T:
    """The same on the wire, written once for all who are told of it."""
    return cast(T, msgspec.Raw(encode(value)))


def standing(events: list[Numbered]) -> list[int]:
    """The numbers of the moves among the latest events that have not been taken back."""
    moves: list[int] = []
    for numbered in events:
        if isinstance(numbered.event, Moved):
            moves.append(numbered.seq)
        elif isinstance(numbered.event, Undone):
            del moves[-numbered.event.moves :]
    return moves


def is_one_move(events: list[Numbered]) -> bool:
    """Whether these events changed the position by a single move."""
    changes = [one.event for one in events if isinstance(one.event, Moved | Undone)]
    return len(changes) == 1 and isinstance(changes[0], Moved)


class Hub:
    """The connections of this process."""

    def __init__(self) -> None:
        self.connections: set[Connection] = set()
        self.refused: Counter[str] = Counter()
        """How many messages were refused, by code."""
        self._listeners: defaultdict[str, set[Connection]] = defaultdict(set)

    def listeners(self, table: str) -> set[Connection]:
        """Who is told what happens at a table."""
        return self._listeners.get(table, set())

    def subscribe(self, connection: Connection, table: str) -> None:
        self._listeners[table].add(connection)
        connection.tables.add(table)

    def unsubscribe(self, connection: Connection, table: str) -> None:
        connection.tables.discard(table)
        connection.forms.pop(table, None)
        listeners = self.listeners(table)
        listeners.discard(connection)
        if not listeners:
            self._listeners.pop(table, None)

    def people_at(self, table: str) -> Counter[str | None]:
        """How many connections everybody has at a table; None for the nameless."""
        return Counter(connection.person for connection in self.listeners(table))

    def callers_at(self, table: str) -> set[Caller]:
        """Who listens to a table from where."""
        return {connection.caller for connection in self.listeners(table)}

    def tables(self) -> list[str]:
        """The tables that somebody listens to."""
        return list(self._listeners)

    def publish(self, update: Update) -> None:
        """Send an update to everybody who listens to its table."""
        for connection in self.listeners(update.table):
            form = connection.forms.get(update.table, PLAIN)
            connection.send(update.message_for(connection.person, form))
