"""Requests that are only begun: uvicorn waits for the rest of one for ever.

Whoever connects and sends no whole request, byte by byte or nothing at all, keeps a connection and
what was read of it. Here every request has its time: so long until its head is there, and so long
until all of it is. On a connection that is kept, time runs from the first byte of the next one.
"""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

__all__ = ["ImpatientProtocol"]

HEAD_SECONDS: Final = 10.0
REQUEST_SECONDS: Final = 60.0
MAX_HEAD: Final = 64 * 1024
"""Bytes until a request's head is complete."""


class ImpatientProtocol(HttpToolsProtocol):
    """Uvicorn's protocol, which ends a connection on which no request gets whole."""

    _timer: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes of a head that is not whole yet."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._head += len(data)
        super().data_received(data)
        if self._timer is not None and self._head > MAX_HEAD and not self.transport.is_closing():
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0
        self._wait(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        self._wait(REQUEST_SECONDS)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From now on the socket's protocol has the connection. The parser and we know each other,
        so that only the garbage collector would find us."""
        self._stop_waiting()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as uvicorn does where a connection ends

    def _wait(self, seconds: float) -> None:
        """From now on until somebody says otherwise."""
        self._stop_waiting()
        self._timer = self.loop.call_later(seconds, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
