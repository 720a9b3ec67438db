"""Live play: one WebSocket for each client, any number of tables on it."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from starlette.websockets import WebSocket, WebSocketDisconnect

from tilewright.errors import TooManyRequests
from tilewright.server.audience.hub import Goodbye
from tilewright.server.live.conversation import MAX_FRAME, Conversation

__all__ = ["LINE", "MAX_FRAME", "SocketSession"]

log = logging.getLogger("tilewright.socket")

LINE = "tilewright.line"
"""The extension of ASGI by which a server takes messages at once."""
STRIKES = 100
"""Messages over the limit, in a row, after which a client is let go."""
GOODBYE_SECONDS = 1.0
ANSWER_SECONDS = 5.0
"""How long an answer under way is waited for when its client has gone."""

TOO_FAST = Goodbye(4001, "too fast: wait a while")


class SocketSession:
    """One client's socket from its welcome to its end."""

    def __init__(self, socket: WebSocket, conversation: Conversation) -> None:
        self.socket, self.conversation = socket, conversation
        self.connection = conversation.connection
        self._strikes = 0
        self._answering = asyncio.Lock()

    async def run(self) -> None:
        """Serve the client until it leaves or is let go."""
        hub = self.conversation.tables.hub
        hub.connections.add(self.connection)
        self.connection.line = self.socket.scope.get("extensions", {}).get(LINE, {}).get("take")
        try:
            self.conversation.begin()
            await self._write_and_read()
        finally:
            goodbye = self.connection.goodbye
            self.conversation.end()
            hub.connections.discard(self.connection)
        if goodbye is not None:
            await self._say_goodbye(goodbye)

    async def _write_and_read(self) -> None:
        """Both at a time, until one of them ends or the connection is closed."""
        tasks = [asyncio.create_task(work) for work in (self._write(), self._read())]
        self.connection.on_close = tasks[0].cancel
        if self.connection.goodbye is not None:
            tasks[0].cancel()
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.connection.on_close = None
            await self._let_answer()
            for task in tasks:
                task.cancel()
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
                    log.error("a socket failed", exc_info=result)

    async def _let_answer(self) -> None:
        """A move that is being written down is not cut off, and no other one is begun."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._answering.acquire()

    async def _say_goodbye(self, goodbye: Goodbye) -> None:
        """Whoever does not read may not hear it."""
        with contextlib.suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await self.socket.close(*goodbye)

    async def _write(self) -> None:
        while True:
            message = await self.connection.next_message()
            await self.socket.send_text(message.decode())

    async def _read(self) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            async with self._answering:
                await self._take(message.get("text") or message.get("bytes") or "")

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
