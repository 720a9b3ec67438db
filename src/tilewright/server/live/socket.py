"""Live play: one WebSocket for each client, any number of tables on it.

A socket lives for hours, and does nothing for most of them. So it leaves what every request passes
once it is accepted: the layers of the application, each of them a coroutine that waits for the
next, weigh more than all that we know of a client, and the garbage collector would look through
them again and again. What is left is one task that reads.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol, cast

from starlette.types import Receive, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tilewright.errors import TooManyRequests
from tilewright.server.audience.hub import Goodbye
from tilewright.server.live.conversation import MAX_FRAME, Conversation

__all__ = ["LINE", "MAX_FRAME", "Line", "SocketSession", "Work", "go_on"]

log = logging.getLogger("tilewright.socket")

LINE = "tilewright.line"
"""The extension of ASGI by which a server gives its side of a socket away: ``{"line": Line}``."""
STRIKES = 100
"""Messages over the limit, in a row, after which a client is let go."""
GOODBYE_SECONDS = 1.0
ANSWER_SECONDS = 5.0
"""How long an answer under way is waited for when its client has gone."""

TOO_FAST = Goodbye(4001, "too fast: wait a while")
GONE = (WebSocketDisconnect, OSError)
"""What is raised to who writes to a client that has left."""


Work = Callable[[], Coroutine[Any, Any, None]]
"""What is to be done, and has not begun: it may be called off before."""


class Line(Protocol):
    """A socket as the server itself has it."""

    receive: Receive
    send: Send

    def take(self, message: bytes) -> bool:
        """Send a message at once; whether that could be done."""
        ...

    def go_on(self, talk: Work) -> None:
        """Let this be the rest of what is done on the socket, once the application is done."""
        ...


async def go_on(
    socket: WebSocket, conversation: Conversation, leave: contextlib.AsyncExitStack
) -> None:
    """Talk on a socket that was accepted until it ends, then leave. It goes on when this returns,
    where the server knows how."""
    line = cast(Line | None, socket.scope.get("extensions", {}).get(LINE, {}).get("line"))
    if line is None:
        await _talk(SocketSession(socket.receive, socket.send, conversation), leave)
        return
    conversation.connection.line = line.take
    line.go_on(partial(_talk, SocketSession(line.receive, line.send, conversation), leave))


async def _talk(session: SocketSession, leave: contextlib.AsyncExitStack) -> None:
    async with leave:
        await session.run()


class SocketSession:
    """One client's socket from its welcome to its end."""

    def __init__(self, receive: Receive, send: Send, conversation: Conversation) -> None:
        self._receive, self._send, self.conversation = receive, send, conversation
        self.connection = conversation.connection
        self._strikes = 0
        self._answering = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._end: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        """Serve the client until it leaves or is let go."""
        hub = self.conversation.tables.hub
        hub.connections.add(self.connection)
        try:
            self.conversation.begin()
            await self._read_and_write()
        finally:
            goodbye = self.connection.goodbye
            self.conversation.end()
            hub.connections.discard(self.connection)
        if goodbye is not None:
            await self._say_goodbye(goodbye)

    async def _read_and_write(self) -> None:
        """Read until the client has gone or is let go, and beside it write what waits."""
        self.connection.on_close = self._finish
        self.connection.on_waiting = lambda: self._begin(self._write)
        try:
            self._begin(self._read)
            if self.connection.waiting:
                self.connection.on_waiting()
            if self.connection.goodbye is None:
                await self._end
        finally:
            self.connection.on_close = self.connection.on_waiting = None
            await self._let_answer()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, work: Work) -> None:
        task = asyncio.get_running_loop().create_task(self._until_it_fails(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _until_it_fails(self, work: Work) -> None:
        try:
            await work()
        except GONE:
            self._finish()
        except Exception:
            log.exception("a socket failed")
            self._finish()

    def _finish(self) -> None:
        if not self._end.done():
            self._end.set_result(None)

    async def _let_answer(self) -> None:
        """A move that is being written down is not cut off, and no other one is begun."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._answering.acquire()

    async def _say_goodbye(self, goodbye: Goodbye) -> None:
        """Whoever does not read may not hear it."""
        code, reason = goodbye
        with contextlib.suppress(*GONE, RuntimeError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await self._send({"type": "websocket.close", "code": code, "reason": reason})

    async def _write(self) -> None:
        while (message := self.connection.next_message()) is not None:
            await self._send({"type": "websocket.send", "text": message.decode()})

    async def _read(self) -> None:
        while (message := await self._receive())["type"] != "websocket.disconnect":
            async with self._answering:
                await self._take(message.get("text") or message.get("bytes") or "")
        self._finish()

    async def _take(self, data: str | bytes) -> None:
        try:
            self.conversation.count()
        except TooManyRequests as error:
            self._strike(data, error)
        else:
            self._strikes = 0
            await self.conversation.take(data)

    def _strike(self, data: str | bytes, error: TooManyRequests) -> None:
        """A message too many: refused, and not for ever."""
        self._strikes += 1
        self.conversation.refuse(error, data)
        if self._strikes > STRIKES:
            self.connection.close(TOO_FAST)
