"""Header and request timeouts (slowloris protection), which uvicorn lacks.

A client that never completes a request would keep a connection and its buffers. The head must
arrive within 10 s and the whole request within 60 s. On a kept-alive connection time starts with
the first byte of the next request.
"""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

__all__ = ["TimeoutProtocol"]

HEAD_TIMEOUT_SECONDS: Final = 10.0
REQUEST_TIMEOUT_SECONDS: Final = 60.0
MAX_HEAD_BYTES: Final = 64 * 1024
"""Most bytes of a request's head."""


class TimeoutProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP protocol, which closes connections with incomplete requests."""

    _timer: asyncio.TimerHandle | None = None
    _head_bytes = 0
    """Bytes of the incomplete head."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_timer(HEAD_TIMEOUT_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._head_bytes += len(data)
        super().data_received(data)
        if (
            self._timer is not None
            and self._head_bytes > MAX_HEAD_BYTES
            and not self.transport.is_closing()
        ):
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head_bytes = 0
        self._start_timer(HEAD_TIMEOUT_SECONDS)

    def on_headers_complete(self) -> None:
        self._start_timer(REQUEST_TIMEOUT_SECONDS)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._cancel_timer()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection to the WebSocket protocol.

        This protocol is told that its own part is over: otherwise it and its parser keep each
        other alive until the garbage collector runs.
        """
        super().handle_websocket_upgrade()
        self.connection_lost(ConnectionAbortedError("became a WebSocket"))

    def _start_timer(self, seconds: float) -> None:
        """Close the connection after `seconds`, unless the timer is cancelled or restarted."""
        self._cancel_timer()
        self._timer = self.loop.call_later(seconds, self.transport.close)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
