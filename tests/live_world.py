"""Tables and clients in one process, without a wire: requests go in, messages come out.

A client here believes only what it is sent, as a page would; tests compare that with the log.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tilewright.bots import BOTS
from tilewright.events import Person, Terms
from tilewright.match import seating
from tilewright.server.admission import Admission, Caller
from tilewright.server.audience.hub import Hub
from tilewright.server.exchange.in_process import InProcess, Meeting
from tilewright.server.live.conversation import Conversation
from tilewright.server.people.service import Identity
from tilewright.server.settings import Settings
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Database
from tilewright.server.tables.service import Tables, Wish, new_worker

START = 1_700_000_000_000


class Clock:
    """Time that passes only when told to."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


class Guest:
    """Somebody at one table, with what they have been told of it."""

    def __init__(
        self, tables: Tables, table: str, name: str | None, admission: Admission | None = None
    ) -> None:
        self.table, self.name = table, name
        self.admission = admission or Admission.of(Settings())
        self.events: list[dict[str, Any]] = []
        self.view: dict[str, Any] | None = None
        self.info: dict[str, Any] = {}
        self.here: list[str] = []
        self.heard: list[dict[str, Any]] = []
        """Every message, as it came."""
        self._refs = 0
        self.connect(tables)

    def connect(self, tables: Tables) -> None:
        person = None if self.name is None else Identity(self.name, self.name.title(), "guest")
        self.tables = tables
        caller = Caller.of(self.name, "192.0.2.1")
        self.conversation = Conversation(tables, self.admission, caller, person)
        self.conversation.begin()

    async def subscribe(self, **more: Any) -> dict[str, Any]:
        return await self.ask("subscribe", since=len(self.events), **more)

    def leave(self) -> None:
        """Gone, and with it whatever was on its way."""
        self.conversation.end()

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request: an ack or an error."""
        self._refs += 1
        ref = f"{kind}-{self._refs}"
        message = {"type": kind, "ref": ref} | fields
        if kind != "ping":
            message = {"table": self.table} | message
        await self.conversation.take(json.dumps(message))
        await self.listen()
        return next(found for found in reversed(self.heard) if found.get("ref") == ref)

    async def listen(self) -> None:
        """Take everything out of the outbox."""
        while self.conversation.connection.waiting:
            await self.hear()

    async def hear(self) -> None:
        """Wait for the next message."""
        while (message := self.conversation.connection.next_message()) is None:
            await asyncio.sleep(0.001)
        self._take(json.loads(message))

    def _take(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        if message["type"] == "presence":
            self.here = message["here"]
        if message["type"] == "update" and message["table"] == self.table:
            new = [item for item in message["events"] if item["seq"] > len(self.events)]
            for item in new:
                assert item["seq"] == len(self.events) + 1, "an event was left out"
                self.events.append(item["event"])
            self.info, self.view = message["info"], message["view"] or self.view
            # Whoever has not subscribed is shown the position only, after a stale move.
            if self.table in self.conversation.connection.tables:
                assert message["seq"] == len(self.events), "an update is not up to date"

    @property
    def moves(self) -> list[str]:
        """The moves open to this client, as it was told."""
        is_running = self.info["status"] == "running"
        return (self.view["moves"] or []) if self.view and is_running else []

    async def move(self, text: str, move_id: str, number: int | None = None) -> dict[str, Any]:
        number = self.info["number"] if number is None else number
        return await self.ask("move", move=text, move_id=move_id, number=number)


@asynccontextmanager
async def running_tables(
    database: Database, clock: Clock | None = None, *, beats: bool = False
) -> AsyncIterator[Tables]:
    """The tables of one process; time is kept by the test, not by itself. Where it does not beat,
    time that passes all at once is no sign that the server was away."""
    worker = new_worker()
    exchange = InProcess(_meetings.setdefault(database.url, Meeting()), worker)
    tables = Tables(database, Hub(), worker, clock or Clock(), exchange)
    await tables.start(keeps_time=False)
    if beats:
        await tables.beat()
    else:
        tables.beat = _nothing  # type: ignore[method-assign]
    try:
        yield tables
    finally:
        await tables.stop()


_meetings: dict[str, Meeting] = {}
"""Those who use the same database, by its address."""


async def _nothing() -> None:
    pass


async def begin(tables: Tables, *names: str, **terms: Any) -> str:
    """A game that has begun among these persons and bots; the first is a person, and the host."""
    given = {"game": "toy"} | terms
    table = await tables.open(Terms(players=len(names), **given), names[0], listed=True)
    for seat, name in enumerate(names):
        await tables.do(table.id, _seating(names[0], seat, name))
    await tables.do(table.id, lambda match, now: seating.start(match, names[0], now))
    return table.id


def _seating(host: str, seat: int, name: str) -> Wish:
    if name in BOTS:
        return lambda match, now: seating.seat_bot(match, host, seat, name, now)
    return lambda match, now: seating.sit(match, Person(name, name.title()), now, seat)


async def joined(tables: Tables, table: str, *names: str | None) -> list[Guest]:
    """Clients of these people, subscribed from the first event on."""
    guests = [Guest(tables, table, name) for name in names]
    for guest in guests:
        answer = await guest.subscribe()
        assert answer["type"] == "ack", answer
    return guests


async def log_of(database: Database, table: str) -> list[dict[str, Any]]:
    """The events on disk; their numbers must be 1, 2, 3 ..."""
    rows = await database.read(lambda tx: store.events_since(tx, table, 0))
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), "the log has a gap"
    return [json.loads(row.data) for row in rows]


async def settle(*tables: Tables) -> None:
    """Let every process hear what the others have done, without waiting for the news."""
    for process in tables:
        for table in process._memory.all():
            await process.refresh(table)
    await asyncio.sleep(0)
