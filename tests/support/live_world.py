"""Tables and clients in one process, without a network: requests go in, messages come out.

A client here knows only what it is sent, like the page. Tests compare that with the log.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tilewright.bots import BOTS
from tilewright.match import lobby_commands
from tilewright.match.events import Person, Terms
from tilewright.server.accounts.service import Identity
from tilewright.server.pubsub import LocalBus, LocalHub, new_worker_id
from tilewright.server.ratelimit.quotas import Caller, Quotas
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Database
from tilewright.server.tables.commands import Command
from tilewright.server.tables.wiring import Tables, make_tables
from tilewright.server.websocket.protocol import SocketProtocol
from tilewright.settings import Settings
from waiting import wait_until_async

START = 1_700_000_000_000


class Clock:
    """A clock that moves only when a test moves it."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


class Guest:
    """A client of one table, with the state it was sent."""

    def __init__(
        self, tables: Tables, table: str, name: str | None, quotas: Quotas | None = None
    ) -> None:
        self.table, self.name = table, name
        self.quotas = quotas or Quotas.from_settings(Settings())
        self.events: list[dict[str, Any]] = []
        self.view: dict[str, Any] | None = None
        self.info: dict[str, Any] = {}
        self.here: list[str] = []
        self.heard: list[dict[str, Any]] = []
        """All messages, in order."""
        self._refs = 0
        self.connect(tables)

    def connect(self, tables: Tables) -> None:
        person = None if self.name is None else Identity(self.name, self.name.title(), "guest")
        self.tables = tables
        caller = Caller.of(self.name, "192.0.2.1")
        self.protocol = SocketProtocol(tables, self.quotas, caller, person)
        self.protocol.send_welcome()

    async def subscribe(self, **more: Any) -> dict[str, Any]:
        return await self.ask("subscribe", since=len(self.events), **more)

    def leave(self) -> None:
        """Disconnect; messages under way are lost."""
        self.protocol.close()

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request. Return the answer: an ack or an error."""
        self._refs += 1
        ref = f"{kind}-{self._refs}"
        message = {"type": kind, "ref": ref} | fields
        if kind != "ping":
            message = {"table": self.table} | message
        await self.protocol.handle(json.dumps(message))
        await self.listen()
        return next(found for found in reversed(self.heard) if found.get("ref") == ref)

    async def listen(self) -> None:
        """Take all messages out of the outbox."""
        while self.protocol.connection.outbox_bytes:
            await self.hear()

    async def hear(self) -> None:
        """Wait for the next message."""
        connection = self.protocol.connection
        await wait_until_async("a message", lambda: connection.outbox_bytes)
        message = connection.pop_message()
        assert message is not None
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
            # A client without a subscription is shown the position only, after a stale move.
            if self.table in self.protocol.connection.tables:
                assert message["seq"] == len(self.events), "an update is not up to date"

    @property
    def moves(self) -> list[str]:
        """The legal moves of this client, as it was sent them."""
        is_running = self.info["status"] == "running"
        return (self.view["moves"] or []) if self.view and is_running else []

    async def move(self, text: str, move_id: str, number: int | None = None) -> dict[str, Any]:
        number = self.info["number"] if number is None else number
        return await self.ask("move", move=text, move_id=move_id, number=number)


@asynccontextmanager
async def running_tables(
    database: Database, clock: Clock | None = None, *, beats: bool = False
) -> AsyncIterator[Tables]:
    """Run the tables of one process, with time kept by the test.

    Without a heartbeat, a jump of time does not count as an outage.
    """
    bus = LocalBus(local_hub_of(database), new_worker_id())
    tables = make_tables(database, clock or Clock(), bus)
    await tables.start()
    if beats:
        await tables.time.write_heartbeat()
    else:
        tables.time.write_heartbeat = _nothing  # type: ignore[method-assign]
    try:
        yield tables
    finally:
        await tables.stop()


def local_hub_of(database: Database) -> LocalHub:
    """Return the local bus that processes on a database share."""
    return _hubs.setdefault(database.url, LocalHub())


_hubs: dict[str, LocalHub] = {}
"""Buses by the address of the database that their processes share."""


async def _nothing() -> None:
    pass


async def begin(tables: Tables, *names: str, **terms: Any) -> str:
    """Start a game of these people and bots; the first is a person, and the host."""
    given = {"game": "toy"} | terms
    table = await tables.directory.open(Terms(players=len(names), **given), names[0], listed=True)
    for seat, name in enumerate(names):
        await tables.commands.execute(table.id, _seating(names[0], seat, name))
    await tables.commands.execute(
        table.id, lambda match, now: lobby_commands.start(match, names[0], now)
    )
    return table.id


def _seating(host: str, seat: int, name: str) -> Command:
    if name in BOTS:
        return lambda match, now: lobby_commands.seat_bot(match, host, seat, name, now)
    return lambda match, now: lobby_commands.sit(match, Person(name, name.title()), now, seat)


async def joined(tables: Tables, table: str, *names: str | None) -> list[Guest]:
    """Return clients of these people, subscribed from the first event on."""
    guests = [Guest(tables, table, name) for name in names]
    for guest in guests:
        answer = await guest.subscribe()
        assert answer["type"] == "ack", answer
    return guests


async def log_of(database: Database, table: str) -> list[dict[str, Any]]:
    """Return the events on disk, after a check that their numbers are 1, 2, 3 ..."""
    rows = await database.read(lambda tx: store.list_events(tx, table, 0))
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), "the log has a gap"
    return [json.loads(row.data) for row in rows]


async def settle(*tables: Tables) -> None:
    """Let every process read what the others have done, without waiting for notifications."""
    for process in tables:
        for table in process.cache.all():
            await process.sync.refresh(table)
    await asyncio.sleep(0)
