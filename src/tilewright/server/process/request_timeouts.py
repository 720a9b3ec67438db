"""Header and request timeouts (slowloris protection), which uvicorn lacks.

A client that never completes a request would occupy a connection and its buffers. The head must
arrive within 10 s, and the rest of the request within another 60 s. On a kept-alive connection, the
time starts with the first byte of the next request.

An asyncio protocol in front of uvicorn's detects the first byte. Middleware, which uvicorn calls
when the head is complete, reports the rest.
"""

from __future__ import annotations

import asyncio
from contextvars import ContextVar, copy_context
from typing import Any, Final, Literal

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewright.server.websocket.intake import ForwardingProtocol

__all__ = ["RequestTimeouts", "RequestTimer", "TimedProtocol"]

HEAD_TIMEOUT_SECONDS: Final = 10.0
REQUEST_TIMEOUT_SECONDS: Final = 60.0
MAX_HEAD_BYTES: Final = 64 * 1024
"""Maximum size of a request head."""


class RequestTimer:
    """Closes a connection if its request does not arrive in time."""

    __slots__ = ("_handle", "_head_bytes", "_state", "_transport")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._handle: asyncio.Handle | None = None
        self._state: Literal["idle", "head", "request"] = "idle"
        self._head_bytes = 0

    @property
    def is_running(self) -> bool:
        """True while a timeout is scheduled."""
        return self._handle is not None

    def expect_head(self) -> None:
        """Start the timeout for the head of a request."""
        self._state, self._head_bytes = "head", 0
        self._start(HEAD_TIMEOUT_SECONDS)

    def add(self, size: int) -> None:
        """Count received bytes. The first byte after a response starts the next head."""
        if self._state == "idle":
            self.expect_head()
        self._head_bytes += size

    def close_long_head(self) -> None:
        """Close the connection if an incomplete head exceeds `MAX_HEAD_BYTES`."""
        if self._state == "head" and self._head_bytes > MAX_HEAD_BYTES:
            self._transport.close()

    def expect_body(self) -> None:
        """Start the timeout for the body. Call this when the head is complete."""
        self._state = "request"
        self._start(REQUEST_TIMEOUT_SECONDS)

    def stop(self) -> None:
        """Cancel the timeout. Call this when the request is complete."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def finish(self) -> None:
        """Wait for the next request without a timeout. Call this after the response."""
        self.stop()
        self._state = "idle"

    def _start(self, seconds: float) -> None:
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(seconds, self._expire)

    def _expire(self) -> None:
        """Close the connection in the next iteration of the event loop.

        A task that a complete head has just started runs first.
        """
        self._handle = asyncio.get_running_loop().call_soon(self._transport.close)


CURRENT_TIMER: ContextVar[RequestTimer] = ContextVar("tilewright_request_timer")
"""The timer of the connection served by the current task."""


class TimedProtocol(ForwardingProtocol):
    """An HTTP protocol with a ``RequestTimer``."""

    _timer: RequestTimer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the timer of a new connection."""
        super().connection_made(transport)
        self._timer = RequestTimer(self.transport)
        self._timer.expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Forward data. A complete head starts the application's task.

        When the connection becomes a WebSocket, the HTTP protocol is told that it is lost:
        otherwise it and its parser form a cycle until the garbage collector runs.
        """
        self._timer.add(len(data))
        context = copy_context()
        context.run(CURRENT_TIMER.set, self._timer)
        context.run(self._protocol.data_received, data)
        if self.transport.get_protocol() is not self:
            self.connection_lost(ConnectionAbortedError("became a WebSocket"))
        else:
            # The application's task runs first, and reports that the head is complete.
            asyncio.get_running_loop().call_soon(self._timer.close_long_head)


class RequestTimeouts:
    """The outermost middleware. Reports a request's progress to the connection's timer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Any:
        timer = CURRENT_TIMER.get(None)
        if scope["type"] != "http" or timer is None:
            return await self._app(scope, receive, send)
        timer.expect_body()

        async def receive_in_time() -> Message:
            message = await receive()
            if not message.get("more_body"):
                timer.stop()
            return message

        async def send_and_finish(message: Message) -> None:
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                timer.finish()

        return await self._app(scope, receive_in_time, send_and_finish)
