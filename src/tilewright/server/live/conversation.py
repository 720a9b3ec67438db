"""What a client may ask on its socket, and what it is answered. Knows nothing of sockets."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from msgspec.structs import asdict

from tilewright.errors import Code, NotSignedIn, Refused, Stale, TextError, TilewrightError
from tilewright.events import Person
from tilewright.match import Match, consent, playing
from tilewright.match.checks import check_number
from tilewright.position import Position
from tilewright.server.admission import Admission, Caller
from tilewright.server.audience.hub import Connection, Update, encode
from tilewright.server.effects import preview
from tilewright.server.people.service import Identity
from tilewright.server.tables.live_table import LiveTable
from tilewright.server.tables.moves import make_move
from tilewright.server.tables.service import Tables, Wish
from tilewright.server.views import BYTES, PLAIN, Form
from tilewright.version import __version__
from tilewright.wire.messages import (
    Ack,
    AnswerRequest,
    AskRequest,
    ErrorMessage,
    MoveRequest,
    Ping,
    Pong,
    PreviewMessage,
    PreviewRequest,
    ReclaimRequest,
    Request,
    ResignRequest,
    ResumeRequest,
    SayRequest,
    SubscribeRequest,
    TableRequest,
    UnsubscribeRequest,
    WelcomeMessage,
    parse_request,
)
from tilewright.wire.problems import Problem, internal_problem, problem_of
from tilewright.wire.tables import Move, Numbered

__all__ = ["MAX_FRAME", "Conversation"]

log = logging.getLogger("tilewright.socket")

MAX_FRAME = 8 * 1024
"""Bytes of one message."""
MAX_TABLES = 50


class Conversation:
    """One client's requests, one after the other. Answers go into its connection's outbox."""

    def __init__(
        self, tables: Tables, admission: Admission, caller: Caller, person: Identity | None
    ) -> None:
        self.tables, self.person = tables, person
        self.connection = Connection(person.id if person else None, caller, admission.waiting)
        self._admission, self._caller = admission, caller

    def begin(self) -> None:
        """Say hello."""
        known, name = (self.person.id, self.person.name) if self.person else (None, None)
        self._say(WelcomeMessage(__version__, self.tables.clock(), known, name))

    def end(self) -> None:
        """The client has gone."""
        self.connection.forget()
        for table in list(self.connection.tables):
            self.tables.leave(self.connection, table)

    def count(self) -> None:
        """One more message of this client's. Raises TooManyRequests."""
        self._admission.messages.take(self._caller)

    async def take(self, data: str | bytes) -> None:
        """Answer one message, whatever it is. Whoever calls this stays until it is done: what is
        cut off while it is written down the others hear of half a second later."""
        request: Request | None = None
        try:
            request = _parse(data)
            await HANDLERS[type(request)](self, request)
        except TilewrightError as error:
            self._refuse(problem_of(error), request)
        except Exception:
            number = secrets.token_hex(8)
            log.exception("unhandled error", extra={"number": number})
            self._refuse(internal_problem(number), request)

    def refuse(self, error: TilewrightError, data: str | bytes) -> None:
        """Refuse a message without looking at what it asks for."""
        try:
            request = _parse(data)
        except TextError:
            request = None
        self._refuse(problem_of(error), request)

    def _refuse(self, problem: Problem, request: Request | None) -> None:
        self.tables.hub.refused[problem.code] += 1
        table = request.table if isinstance(request, TableRequest) else None
        ref = request.ref if request is not None else None
        self._say(ErrorMessage(**asdict(problem), table=table, ref=ref))

    def _say(self, message: msgspec.Struct) -> None:
        self.connection.send(encode(message))

    # --- Listening ---

    async def _ping(self, request: Ping) -> None:
        self._say(Pong(self.tables.clock(), request.ref))

    async def _subscribe(self, request: SubscribeRequest) -> None:
        self._check_room(request.table)
        table = await self.tables.enter(request.table, self.connection.person, request.invite)
        async with self.tables.showing(table):
            await self._show_and_listen(request, table)

    async def _show_and_listen(self, request: SubscribeRequest, table: LiveTable) -> None:
        person, tables = self.connection.person, self.tables
        async with tables.reading(table) as match:
            missed = await self._missed(request, match)
            update = Update(table.id, match, missed, tables.clock(), shows_view=True)
            form = BYTES if request.state else Form(request.scene, request.text)
            self.connection.send(update.message_for(person, form))
            tables.presence.subscribe(self.connection, table.id)
            self.connection.forms[table.id] = form
            self.connection.send(tables.presence.message(table.id))
            self._say(Ack(table.id, match.seq, request.ref))

    def _check_room(self, table: str) -> None:
        if table not in self.connection.tables and len(self.connection.tables) >= MAX_TABLES:
            raise Refused(
                Code.TOO_MANY_TABLES, f"expected at most {MAX_TABLES} tables on one socket"
            )

    async def _missed(self, request: SubscribeRequest, match: Match) -> list[Numbered]:
        """What the client has not heard of; what came after the match as it is shown will follow
        by itself."""
        if request.since is None or request.since >= match.seq:
            return []
        events = await self.tables.events(request.table, request.since)
        return [numbered for numbered in events if numbered.seq <= match.seq]

    async def _unsubscribe(self, request: UnsubscribeRequest) -> None:
        self.tables.leave(self.connection, request.table)
        self._say(Ack(request.table, None, request.ref))

    # --- Playing ---

    async def _move(self, request: MoveRequest) -> None:
        person = self._known().id
        await self._check_admitted(request.table)
        move, begun = Move(request.number, request.move, request.move_id), time.perf_counter()
        try:
            made = await make_move(self.tables.do_here, request.table, person, move)
        except Stale:
            await self._show(request.table)
            raise
        self.tables.move_seconds.add(time.perf_counter() - begun)
        self._say(Ack(request.table, made.seq, request.ref))

    async def _preview(self, request: PreviewRequest) -> None:
        await self._check_admitted(request.table)
        self._admission.previews.take(self._caller, len(request.moves))
        try:
            seen = await self._own_turn(request)
        except Stale:
            await self._show(request.table)
            raise
        # Many moves may take longer than others should wait for theirs.
        effects = await asyncio.to_thread(preview, seen, request.moves)
        self._say(PreviewMessage(request.table, request.number, effects, request.ref))

    async def _own_turn(self, request: PreviewRequest) -> Position:
        """What the seat to move may see, if that seat is this client's."""
        person = self._known().id
        table = await self.tables.find(request.table)
        async with self.tables.reading(table) as match:
            check_number(match, request.number)
            if match.mover is None or match.mover not in match.seats_of(person):
                raise Refused(Code.NOT_YOUR_TURN, f"it is the turn of seat {match.mover}")
            return match.board.view(match.mover)

    async def _show(self, table_id: str) -> None:
        """Send the present position to somebody who moved on an older one."""
        table = await self.tables.find(table_id)
        async with self.tables.reading(table) as match:
            update = Update(table.id, match, [], self.tables.clock(), shows_view=True)
            form = self.connection.forms.get(table.id, PLAIN)
            self.connection.send(update.message_for(self.connection.person, form))

    async def _ask(self, request: AskRequest) -> None:
        person = self._known().id
        await self._do(request, lambda match, now: consent.ask(match, person, request.what, now))

    async def _answer(self, request: AnswerRequest) -> None:
        person = self._known().id
        await self._do(request, lambda match, now: consent.answer(match, person, request.yes, now))

    async def _resume(self, request: ResumeRequest) -> None:
        person = self._known().id
        await self._do(request, lambda match, now: consent.resume(match, person, now))

    async def _resign(self, request: ResignRequest) -> None:
        person = self._known().id
        await self._do(request, lambda match, now: playing.resign(match, person, now))

    async def _reclaim(self, request: ReclaimRequest) -> None:
        person = self._known().id
        await self._do(request, lambda match, now: playing.reclaim(match, person, now))

    async def _talk_at(self, request: SayRequest) -> None:
        known = self._known()
        if request.table not in self.connection.tables:
            raise Refused(Code.NOT_SUBSCRIBED, "only those at a table may talk there")
        self._admission.words.take(self._caller)
        speaker = Person(known.id, known.name)
        await self._do(request, lambda match, now: playing.say(match, speaker, request.text, now))

    async def _do(self, request: TableRequest, wish: Wish) -> None:
        await self._check_admitted(request.table)
        done = await self.tables.do_here(request.table, wish)
        self._say(Ack(request.table, done.seq, request.ref))

    async def _check_admitted(self, table_id: str) -> None:
        """Whoever may not see a table does not learn that there is one."""
        if table_id not in self.connection.tables:
            await self.tables.enter(table_id, self.connection.person, None)

    def _known(self) -> Identity:
        if self.person is None:
            raise NotSignedIn("sign in first")
        return self.person


def _parse(data: str | bytes) -> Request:
    if len(data) > MAX_FRAME:
        raise TextError(f"expected at most {MAX_FRAME:,} bytes; found {len(data):,}")
    try:
        return parse_request(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise TextError(f"expected a message as documented; found: {error}"[:300]) from error


HANDLERS: dict[type[Any], Callable[[Conversation, Any], Awaitable[None]]] = {
    Ping: Conversation._ping,
    SubscribeRequest: Conversation._subscribe,
    UnsubscribeRequest: Conversation._unsubscribe,
    MoveRequest: Conversation._move,
    PreviewRequest: Conversation._preview,
    AskRequest: Conversation._ask,
    AnswerRequest: Conversation._answer,
    ResumeRequest: Conversation._resume,
    ResignRequest: Conversation._resign,
    ReclaimRequest: Conversation._reclaim,
    SayRequest: Conversation._talk_at,
}
