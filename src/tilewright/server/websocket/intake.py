"""Limits the bytes that a client sends over its socket.

Messages are counted when they are handled. But the library answers pings, drops pongs and joins
fragments itself, so those reach no handler. Every byte is therefore counted on arrival, before
parsing: a frame has at least 6 bytes, so a byte limit also limits frames of any kind. A client over
its limit is disconnected without a close frame.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import ContextVar, copy_context
from typing import Any, Final, cast

from tilewright.errors import TooManyRequests

__all__ = ["CURRENT_INTAKE", "ByteLimitedProtocol", "ForwardingProtocol", "Intake"]

MAX_CLOSE_BYTES: Final = 256
"""Bytes accepted after the server's close frame: the client replies with one frame."""


class Intake:
    """Counts the bytes received on one connection.

    No bytes are accepted before ``open`` is called: a client must wait for the handshake response.
    """

    __slots__ = ("_bytes_left", "_charge")

    def __init__(self) -> None:
        self._charge: Callable[[int], None] | None = None
        self._bytes_left = 0

    def open(self, charge: Callable[[int], None]) -> None:
        """Start accepting bytes. `charge` raises TooManyRequests above the client's limit."""
        self._charge = charge

    def close(self) -> None:
        """Stop accepting bytes, except the client's close frame."""
        self._charge, self._bytes_left = None, MAX_CLOSE_BYTES

    def count(self, size: int) -> bool:
        """Count `size` received bytes. Return False if the connection must be aborted."""
        if self._charge is None:
            self._bytes_left -= size
            return self._bytes_left >= 0
        try:
            self._charge(size)
        except TooManyRequests:
            return False
        return True


CURRENT_INTAKE: ContextVar[Intake] = ContextVar("tilewright_intake")
"""The intake of the socket served by the current task."""


class ForwardingProtocol(asyncio.Protocol):
    """An asyncio protocol that forwards all events to another protocol.

    Args:
        make_protocol: The class of the other protocol.
        arguments: Its keyword arguments.
    """

    def __init__(self, make_protocol: type[asyncio.Protocol], **arguments: Any) -> None:
        self._protocol = make_protocol(**arguments)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._protocol.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._protocol.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._protocol.data_received(data)

    def eof_received(self) -> bool | None:
        return self._protocol.eof_received()

    def pause_writing(self) -> None:
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        self._protocol.resume_writing()


class ByteLimitedProtocol(ForwardingProtocol):
    """A WebSocket protocol that counts every byte with an ``Intake`` before parsing."""

    _intake: Intake | None = None

    def data_received(self, data: bytes) -> None:
        """Forward data. Abort the connection if the client exceeds its limit.

        The first data is the request head. It starts the application's task, which gets the intake
        from its context.
        """
        if self._intake is None:
            self._intake, context = Intake(), copy_context()
            context.run(CURRENT_INTAKE.set, self._intake)
            context.run(self._protocol.data_received, data)
        elif self._intake.count(len(data)):
            self._protocol.data_received(data)
        else:
            self.transport.abort()
