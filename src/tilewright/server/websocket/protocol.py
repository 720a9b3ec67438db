"""The message protocol of a socket. It handles a client's requests, whatever the transport."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from msgspec.structs import asdict

from tilewright.errors import (
    Code,
    NotSignedIn,
    Refused,
    Stale,
    TextError,
    TilewrightError,
    TooManyRequests,
)
from tilewright.match import Match
from tilewright.match.events import Person
from tilewright.match.guards import check_number
from tilewright.position import Position
from tilewright.server.accounts.service import Identity
from tilewright.server.audience.outbox import Connection
from tilewright.server.presenters import (
    TEXT_ONLY,
    PositionFormat,
    TableUpdate,
    encode,
    preview_moves,
)
from tilewright.server.ratelimit.quotas import Caller, Quotas
from tilewright.server.tables.cache import LiveTable
from tilewright.server.tables.commands import COMMANDS, command_for, make_move
from tilewright.server.tables.wiring import Tables
from tilewright.version import __version__
from tilewright.wire.messages import (
    Ack,
    ErrorMessage,
    MoveRequest,
    Ping,
    Pong,
    PreviewMessage,
    PreviewRequest,
    Request,
    SayRequest,
    SubscribeRequest,
    TableRequest,
    UnsubscribeRequest,
    WelcomeMessage,
    parse_request,
)
from tilewright.wire.problems import Problem, internal_problem, problem_of
from tilewright.wire.tables import LoggedEvent

__all__ = ["MAX_MESSAGE_BYTES", "SocketProtocol"]

log = logging.getLogger("tilewright.socket")

MAX_MESSAGE_BYTES = 8 * 1024
"""Maximum size of a message."""
MAX_TABLES_PER_SOCKET = 50


class SocketProtocol:
    """Handles one client's requests in order. Responses go into its connection's outbox."""

    def __init__(
        self, tables: Tables, quotas: Quotas, caller: Caller, person: Identity | None
    ) -> None:
        self.tables, self.person = tables, person
        self.connection = Connection(person.id if person else None, caller, quotas.unread_bytes)
        self._quotas, self._caller = quotas, caller

    def send_welcome(self) -> None:
        """Send the welcome message: the version, the game time, and the client's identity."""
        person_id, name = (self.person.id, self.person.name) if self.person else (None, None)
        self._send(WelcomeMessage(__version__, self.tables.time.now(), person_id, name))

    def close(self) -> None:
        """End all subscriptions of a client that has disconnected."""
        self.connection.discard()
        for table in list(self.connection.tables):
            self.tables.sync.unsubscribe(self.connection, table)

    def count_message(self) -> None:
        """Count a message from this client.

        Raises:
            TooManyRequests: The client is over its limit.
        """
        self._quotas.messages.consume(self._caller)

    def count_bytes(self, size: int) -> None:
        """Count received bytes, including control frames.

        Raises:
            TooManyRequests: The client is over its limit.
        """
        try:
            self._quotas.socket_bytes.consume(self._caller, size)
        except TooManyRequests:
            self.tables.hub.refused["too_many_bytes"] += 1
            raise

    async def handle(self, data: str | bytes) -> None:
        """Handle one message, then send the response or an error.

        Do not cancel it: the commit of a cancelled task is published at the next tick (0.5 s).
        """
        request: Request | None = None
        try:
            request = _parse_message(data)
            await HANDLERS[type(request)](self, request)
        except TilewrightError as error:
            self._send_error(problem_of(error), request)
        except Exception:
            number = secrets.token_hex(8)
            log.exception("unhandled error", extra={"number": number})
            self._send_error(internal_problem(number), request)

    def refuse(self, error: TilewrightError, data: str | bytes) -> None:
        """Send `error` for a message without executing it."""
        try:
            request = _parse_message(data)
        except TextError:
            request = None
        self._send_error(problem_of(error), request)

    def _send_error(self, problem: Problem, request: Request | None) -> None:
        """Count a refused request and send its error message."""
        self.tables.hub.refused[problem.code] += 1
        table = request.table if isinstance(request, TableRequest) else None
        ref = request.ref if request is not None else None
        self._send(ErrorMessage(**asdict(problem), table=table, ref=ref))

    def _send(self, message: msgspec.Struct) -> None:
        self.connection.send(encode(message))

    # --- Subscriptions ---

    async def _ping(self, request: Ping) -> None:
        self._send(Pong(self.tables.time.now(), request.ref))

    async def _subscribe(self, request: SubscribeRequest) -> None:
        """Subscribe the client to a table and send the current state."""
        self._check_table_limit(request.table)
        table = await self.tables.directory.get_visible(
            request.table, self.connection.person, request.invite
        )
        async with self.tables.sync.subscribed(table):
            await self._send_state_and_subscribe(request, table)

    async def _send_state_and_subscribe(self, request: SubscribeRequest, table: LiveTable) -> None:
        """Send a table's state and missed events. Then add the client to its listeners."""
        person, tables = self.connection.person, self.tables
        async with table.lock:  # so that no event is published between state and subscription
            match = table.match
            missed = await self._read_missed_events(request, match)
            update = TableUpdate(table.id, match, missed, tables.time.now(), shows_view=True)
            form = PositionFormat(request.scene, request.text)
            self.connection.send(update.encode_for(person, form))
            tables.presence.subscribe(self.connection, table.id)
            self.connection.forms[table.id] = form
            self.connection.send(tables.presence.encode_presence(table.id))
            self._send(Ack(table.id, match.seq, request.ref))

    def _check_table_limit(self, table_id: str) -> None:
        """Raise Refused if the client is subscribed to too many tables."""
        if (
            table_id not in self.connection.tables
            and len(self.connection.tables) >= MAX_TABLES_PER_SOCKET
        ):
            raise Refused(
                Code.TOO_MANY_TABLES,
                f"expected at most {MAX_TABLES_PER_SOCKET} tables on one socket",
            )

    async def _read_missed_events(
        self, request: SubscribeRequest, match: Match
    ) -> list[LoggedEvent]:
        """Return the events after `request.since`, up to the state of `match`.

        Returns [] if the client does not say which events it has.
        """
        if request.since is None or request.since >= match.seq:
            return []
        events = await self.tables.directory.read_events(request.table, request.since)
        return [numbered for numbered in events if numbered.seq <= match.seq]

    async def _unsubscribe(self, request: UnsubscribeRequest) -> None:
        """End the client's subscription to a table."""
        self.tables.sync.unsubscribe(self.connection, request.table)
        self._send(Ack(request.table, None, request.ref))

    # --- Playing ---

    async def _move(self, request: MoveRequest) -> None:
        """Play the client's move. If it is outdated, send the current position as well."""
        player = self._require_player()
        await self._check_visible(request.table)
        started_at = time.perf_counter()
        try:
            receipt = await make_move(self.tables.commands.execute_inline, request, player)
        except Stale:
            await self._send_position(request.table)
            raise
        self.tables.commands.move_seconds.add(time.perf_counter() - started_at)
        self._send(Ack(request.table, receipt.seq, request.ref))

    async def _preview(self, request: PreviewRequest) -> None:
        """Send the effects of moves without playing them."""
        await self._check_visible(request.table)
        self._quotas.previews.consume(self._caller, len(request.moves))
        try:
            view = await self._get_mover_view(request)
        except Stale:
            await self._send_position(request.table)
            raise
        # In a thread: many previews would block other clients for too long.
        effects = await asyncio.to_thread(preview_moves, view, request.moves)
        self._send(PreviewMessage(request.table, request.number, effects, request.ref))

    async def _get_mover_view(self, request: PreviewRequest) -> Position:
        """Return the position as the client sees it on its turn.

        Raises:
            Refused: It is not this client's turn.
            Stale: The client previews moves in an older position.
        """
        person = self._require_identity().id
        table = await self.tables.directory.get(request.table)
        match = table.match
        check_number(match, request.number)
        if match.mover is None or match.mover not in match.seats_of(person):
            raise Refused(Code.NOT_YOUR_TURN, f"it is the turn of seat {match.mover}")
        return match.board.view(match.mover)

    async def _send_position(self, table_id: str) -> None:
        """Send the current position of a table."""
        table = await self.tables.directory.get(table_id)
        update = TableUpdate(table.id, table.match, [], self.tables.time.now(), shows_view=True)
        form = self.connection.forms.get(table.id, TEXT_ONLY)
        self.connection.send(update.encode_for(self.connection.person, form))

    async def _chat(self, request: SayRequest) -> None:
        """Send a chat message to a table. Raises Refused unless the client is subscribed to it."""
        self._require_identity()
        if request.table not in self.connection.tables:
            raise Refused(Code.NOT_SUBSCRIBED, "only those at a table may talk there")
        self._quotas.chat_lines.consume(self._caller)
        await self._execute(request)

    async def _execute(self, request: TableRequest) -> None:
        """Execute a table request and acknowledge it."""
        command = command_for(request, self._require_player())
        await self._check_visible(request.table)
        result = await self.tables.commands.execute_inline(request.table, command)
        self._send(Ack(request.table, result.seq, request.ref))

    async def _check_visible(self, table_id: str) -> None:
        """Raise NotFound unless the client may see the table."""
        if table_id not in self.connection.tables:
            await self.tables.directory.get_visible(table_id, self.connection.person, None)

    def _require_identity(self) -> Identity:
        """Return the signed-in person. Raises NotSignedIn if there is none."""
        if self.person is None:
            raise NotSignedIn("sign in first")
        return self.person

    def _require_player(self) -> Person:
        """Return the signed-in person as a player. Raises NotSignedIn if there is none."""
        identity = self._require_identity()
        return Person(identity.id, identity.name)


def _parse_message(data: str | bytes) -> Request:
    """Parse a client's message. Raises TextError if it is too long or invalid."""
    if len(data) > MAX_MESSAGE_BYTES:
        raise TextError(f"expected at most {MAX_MESSAGE_BYTES:,} bytes; found {len(data):,}")
    try:
        return parse_request(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise TextError(f"expected a message as documented; found: {error}"[:300]) from error


HANDLERS: dict[type[Any], Callable[[SocketProtocol, Any], Awaitable[None]]] = {
    **dict.fromkeys(COMMANDS, SocketProtocol._execute),
    Ping: SocketProtocol._ping,
    SubscribeRequest: SocketProtocol._subscribe,
    UnsubscribeRequest: SocketProtocol._unsubscribe,
    MoveRequest: SocketProtocol._move,
    PreviewRequest: SocketProtocol._preview,
    SayRequest: SocketProtocol._chat,
}
