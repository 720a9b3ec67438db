"""One client's socket: reads requests, writes the outbox, and closes when its session ends."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import Any, Final

from starlette.types import Receive, Send
from starlette.websockets import WebSocketDisconnect

from tilewright.errors import TilewrightError, TooManyRequests
from tilewright.server.accounts.service import Accounts, Session
from tilewright.server.audience.outbox import CloseReason, Connection
from tilewright.server.storage import people as store
from tilewright.server.websocket.intake import Intake
from tilewright.server.websocket.protocol import MAX_MESSAGE_BYTES, SocketProtocol

__all__ = [
    "MAX_MESSAGE_BYTES",
    "SIGNED_OUT",
    "SessionWatcher",
    "SocketSession",
]

log = logging.getLogger("tilewright.socket")

MAX_CONSECUTIVE_REFUSALS = 100
"""Consecutive refused messages after which a client is disconnected."""
CLOSE_TIMEOUT_SECONDS = 1.0
ANSWER_TIMEOUT_SECONDS = 5.0
"""Maximum wait for a running request after its client has disconnected."""

TOO_FAST = CloseReason(4001, "too fast: wait a while")
CLIENT_GONE = (WebSocketDisconnect, OSError)
"""Errors when writing to a disconnected client."""

CoroutineFunction = Callable[[], Coroutine[Any, Any, None]]
"""Not a coroutine: one whose task is cancelled before its first step would never be awaited."""


class SocketSession:
    """Runs one client's socket, from the welcome message to the close frame."""

    def __init__(
        self,
        receive: Receive,
        send: Send,
        protocol: SocketProtocol,
        intake: Intake,
    ) -> None:
        self._receive, self._send, self.protocol = receive, send, protocol
        self._intake = intake
        self.connection = protocol.connection
        self._num_refusals = 0
        self._request_lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        """Serve the client until the client or the server closes the connection."""
        hub = self.protocol.tables.hub
        hub.connections.add(self.connection)
        try:
            self.protocol.send_welcome()
            await self._read_and_write()
        finally:
            close_reason = self.connection.close_reason
            self.protocol.close()
            self._intake.close()
            hub.connections.discard(self.connection)
        if close_reason is not None:
            await self._send_close(close_reason)

    async def _read_and_write(self) -> None:
        """Read requests and write the outbox until the connection closes."""
        self.connection.on_close = self._finish
        self.connection.on_message = lambda: self._spawn(self._flush_outbox)
        try:
            self._spawn(self._read_requests)
            if self.connection.outbox_bytes:
                self.connection.on_message()
            if self.connection.close_reason is None:
                await self._closed
        finally:
            self.connection.on_close = self.connection.on_message = None
            await self._wait_for_request()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, function: CoroutineFunction) -> None:
        """Run a coroutine function as a task. Keep a reference until it ends."""
        task = asyncio.get_running_loop().create_task(self._run_task(function))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run_task(self, function: CoroutineFunction) -> None:
        """Run a coroutine function. Any error ends the session."""
        try:
            await function()
        except CLIENT_GONE:
            self._finish()
        except Exception:
            log.exception("a socket failed")
            self._finish()

    def _finish(self) -> None:
        if not self._closed.done():
            self._closed.set_result(None)

    async def _wait_for_request(self) -> None:
        """Wait up to `ANSWER_TIMEOUT_SECONDS` for the running request.

        The lock stays acquired, so that no other request starts.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                await self._request_lock.acquire()

    async def _send_close(self, reason: CloseReason) -> None:
        """Send the close frame. Gives up after `CLOSE_TIMEOUT_SECONDS`."""
        message = {"type": "websocket.close", "code": reason.code, "reason": reason.reason}
        with contextlib.suppress(*CLIENT_GONE, RuntimeError):
            async with asyncio.timeout(CLOSE_TIMEOUT_SECONDS):
                await self._send(message)

    async def _flush_outbox(self) -> None:
        while (message := self.connection.pop_message()) is not None:
            await self._send({"type": "websocket.send", "text": message.decode()})

    async def _read_requests(self) -> None:
        """Handle requests one after the other until the client disconnects."""
        while (message := await self._receive())["type"] != "websocket.disconnect":
            async with self._request_lock:
                await self._handle_message(message.get("text") or message.get("bytes") or "")
        self._finish()

    async def _handle_message(self, data: str | bytes) -> None:
        """Handle a message, or refuse it if the client is over its rate limit."""
        try:
            self.protocol.count_message()
        except TooManyRequests as error:
            self._refuse(data, error)
        else:
            self._num_refusals = 0
            await self.protocol.handle(data)

    def _refuse(self, data: str | bytes, error: TooManyRequests) -> None:
        """Refuse a message. Close the connection after ``MAX_CONSECUTIVE_REFUSALS`` in a row."""
        self._num_refusals += 1
        self.protocol.refuse(error, data)
        if self._num_refusals > MAX_CONSECUTIVE_REFUSALS:
            self.connection.close(TOO_FAST)


# --- Ended sessions: log-outs, password changes, deleted people -----------------------------------


SIGNED_OUT: Final = CloseReason(4002, "signed out")
CHECK_INTERVAL_SECONDS: Final = 30.0
"""Interval at which all sessions with a socket are checked: another process may end one."""
MIN_CHECK_INTERVAL_SECONDS: Final = 1.0
"""Minimum time between two checks."""


class SessionWatcher:
    """Closes the sockets of ended sessions. Belongs to one event loop."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._watched: set[tuple[bytes, Connection]] = set()

    @contextlib.contextmanager
    def watch(self, session: Session, connection: Connection) -> Iterator[None]:
        """Close the connection if the session ends before the context does."""
        entry = session.key, connection
        self._watched.add(entry)
        try:
            yield
        finally:
            self._watched.discard(entry)

    async def run(self) -> None:
        """Check sessions when one ends in this process, and every ``CHECK_INTERVAL_SECONDS``."""
        ended = self._accounts.session_ended
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CHECK_INTERVAL_SECONDS):
                    await ended.wait()
            ended.clear()
            await self.check()
            await asyncio.sleep(MIN_CHECK_INTERVAL_SECONDS)

    async def check(self) -> None:
        """Close the connections whose sessions have ended. A database error is logged."""
        watched = list(self._watched)
        keys = [key for key, _ in watched]
        find = partial(store.filter_unexpired, keys=keys, now=self._accounts.clock())
        try:
            live = await self._accounts.database.read(find) if watched else set()
        except TilewrightError as error:
            log.warning("sessions could not be looked up: %s", error)
            return
        for key, connection in watched:
            if key not in live:
                connection.close(SIGNED_OUT)
