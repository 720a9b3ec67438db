"""Live play: one WebSocket for each client, any number of tables on it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tilewright import __version__
from tilewright.errors import TextError, TilewrightError
from tilewright.events import Event, Forfeited, Person
from tilewright.match import Match, Refused, Stale
from tilewright.server.errors import NotSignedIn, TooManyRequests, problem_of
from tilewright.server.hub import Connection, Numbered, Update, encode
from tilewright.server.limits import Bucket, Rate
from tilewright.server.messages import (
    Ack,
    AnswerRequest,
    AskRequest,
    ErrorMessage,
    MoveRequest,
    Ping,
    Pong,
    ReclaimRequest,
    Request,
    ResignRequest,
    ResumeRequest,
    SayRequest,
    SubscribeRequest,
    UnsubscribeRequest,
    WelcomeMessage,
    parse_request,
)
from tilewright.server.people import Identity
from tilewright.server.tables import Tables, Wish

__all__ = ["SOCKET_RATE", "TALK_RATE", "SocketSession"]

log = logging.getLogger("tilewright.socket")

MAX_FRAME = 8 * 1024
MAX_TABLES = 50
SOCKET_RATE = Rate.per(seconds=20, count=100)
TALK_RATE = Rate.per(seconds=30, count=10)
STRIKES = 100
"""Messages over the limit, in a row, after which a client is let go."""

# Codes of RFC 6455 and our own from 4000 on.
POLICY_VIOLATION = 1008
TOO_SLOW = 4000
TOO_FAST = 4001


class SocketSession:
    """One client's socket from its welcome to its end."""

    def __init__(
        self,
        socket: WebSocket,
        tables: Tables,
        person: Identity | None,
        rate: Rate = SOCKET_RATE,
    ) -> None:
        self.socket, self.tables, self.person = socket, tables, person
        self.connection = Connection(person.id if person else None)
        self._bucket, self._talk = Bucket(rate), Bucket(TALK_RATE)
        self._strikes = 0

    async def run(self) -> None:
        """Serve the client until it leaves or is let go."""
        self.tables.hub.connections.add(self.connection)
        self.connection.send(self._welcome())
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self._leave(reader, writer)

    async def _leave(self, *tasks: asyncio.Task[None]) -> None:
        for table in list(self.connection.tables):
            self.tables.presence.unsubscribe(self.connection, table)
        self.tables.hub.connections.discard(self.connection)
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
                log.error("a socket failed", exc_info=result)

    def _welcome(self) -> bytes:
        known, name = (self.person.id, self.person.name) if self.person else (None, None)
        return encode(WelcomeMessage(__version__, self.tables.clock(), known, name))

    # --- Out ---

    async def _write(self) -> None:
        while (message := await self.connection.queue.get()) is not None:
            await self.socket.send_text(message.decode())
        with contextlib.suppress(RuntimeError):
            await self.socket.close(TOO_SLOW, "too slow: reconnect and resume")

    # --- In ---

    async def _read(self) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            data = message.get("text") or message.get("bytes") or b""
            if not await self._take(data):
                return

    async def _take(self, data: str | bytes) -> bool:
        """Handle one message; False when the client is let go."""
        if seconds := self._bucket.wait():
            return await self._slow_down(seconds)
        self._strikes = 0
        request: Request | None = None
        try:
            request = _parse(data)
            await HANDLERS[type(request)](self, request)
        except TilewrightError as error:
            self._refuse(error, request)
        return True

    async def _slow_down(self, seconds: float) -> bool:
        self._strikes += 1
        if self._strikes > STRIKES:
            await self.socket.close(TOO_FAST, "too fast")
            return False
        if self._strikes == 1:
            self._refuse(TooManyRequests("messages", seconds), None)
        return True

    def _refuse(self, error: TilewrightError, request: Request | None) -> None:
        table = getattr(request, "table", None)
        ref = request.ref if request is not None else None
        self.connection.send(encode(ErrorMessage(**problem_of(error).body(), table=table, ref=ref)))

    # --- What can be asked ---

    async def _ping(self, request: Ping) -> None:
        self.connection.send(encode(Pong(self.tables.clock(), request.ref)))

    async def _subscribe(self, request: SubscribeRequest) -> None:
        if len(self.connection.tables) >= MAX_TABLES:
            raise Refused("too_many_tables", f"expected at most {MAX_TABLES} tables on one socket")
        person = self.connection.person
        table = await self.tables.enter(request.table, person, request.invite)
        if self.tables.database.is_shared:
            await self.tables.refresh(table)
        async with self.tables.reading(table) as match:
            missed = await self._missed(request, match)
            update = Update(table.id, match, missed, self.tables.clock(), shows_view=True)
            self.connection.send(update.message_for(person))
            self.tables.presence.subscribe(self.connection, table.id)
        self.connection.send(self.tables.presence.message(table.id))
        self.connection.send(encode(Ack(table.id, match.seq, request.ref)))

    async def _missed(self, request: SubscribeRequest, match: Match) -> list[Numbered]:
        since = match.seq if request.since is None else request.since
        return await self.tables.events(request.table, since) if since < match.seq else []

    async def _unsubscribe(self, request: UnsubscribeRequest) -> None:
        self.tables.presence.unsubscribe(self.connection, request.table)
        self.connection.send(encode(Ack(request.table, 0, request.ref)))

    async def _move(self, request: MoveRequest) -> None:
        person = self._known().id

        def wish(match: Match, now: int) -> list[Event]:
            return match.move(person, request.move, request.number, request.move_id, now)

        await self._check_admitted(request.table)
        try:
            done = await self.tables.do(request.table, wish)
        except Stale:
            await self._show(request.table)
            raise
        if any(isinstance(event, Forfeited) for event in done.events):
            raise Refused("time", "your time was up before this move")
        seq = done.table.match.seq_of_move(person, request.move_id)
        self.connection.send(encode(Ack(request.table, seq or done.seq, request.ref)))

    async def _show(self, table_id: str) -> None:
        """Send the present position to somebody who moved on an older one."""
        table = await self.tables.find(table_id)
        async with self.tables.reading(table) as match:
            update = Update(table.id, match, [], self.tables.clock(), shows_view=True)
            self.connection.send(update.message_for(self.connection.person))

    async def _ask(self, request: AskRequest) -> None:
        person = self._known().id
        await self._do(request, lambda match, now: match.ask(person, request.what, now))

    async def _answer(self, request: AnswerRequest) -> None:
        person = self._known().id
        await self._do(request, lambda match, now: match.answer(person, request.yes, now))

    async def _resume(self, request: ResumeRequest) -> None:
        person = self._known().id
        await self._do(request, lambda match, now: match.resume(person, now))

    async def _resign(self, request: ResignRequest) -> None:
        person = self._known().id
        await self._do(request, lambda match, now: match.resign(person, now))

    async def _reclaim(self, request: ReclaimRequest) -> None:
        person = self._known().id
        await self._do(request, lambda match, now: match.reclaim(person, now))

    async def _say(self, request: SayRequest) -> None:
        known = self._known()
        if request.table not in self.connection.tables:
            raise Refused("not_subscribed", "only those at a table may talk there")
        if seconds := self._talk.wait():
            raise TooManyRequests("words", seconds)
        speaker = Person(known.id, known.name)
        await self._do(request, lambda match, now: match.say(speaker, request.text, now))

    async def _do(self, request: Any, wish: Wish) -> None:
        await self._check_admitted(request.table)
        done = await self.tables.do(request.table, wish)
        self.connection.send(encode(Ack(request.table, done.seq, request.ref)))

    async def _check_admitted(self, table_id: str) -> None:
        """Whoever may not see a table does not learn that there is one."""
        if table_id not in self.connection.tables:
            await self.tables.enter(table_id, self.connection.person, None)

    def _known(self) -> Identity:
        if self.person is None:
            raise NotSignedIn("expected somebody with a name; found nobody")
        return self.person


def _parse(data: str | bytes) -> Request:
    if len(data) > MAX_FRAME:
        raise TextError(f"expected at most {MAX_FRAME:,} bytes; found {len(data):,}")
    try:
        return parse_request(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise TextError(f"expected a message as documented; found: {error}"[:300]) from error


HANDLERS: dict[type[Any], Callable[[SocketSession, Any], Awaitable[None]]] = {
    Ping: SocketSession._ping,
    SubscribeRequest: SocketSession._subscribe,
    UnsubscribeRequest: SocketSession._unsubscribe,
    MoveRequest: SocketSession._move,
    AskRequest: SocketSession._ask,
    AnswerRequest: SocketSession._answer,
    ResumeRequest: SocketSession._resume,
    ResignRequest: SocketSession._resign,
    ReclaimRequest: SocketSession._reclaim,
    SayRequest: SocketSession._say,
}
