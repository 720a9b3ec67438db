"""The byte limit on what a client sends over its socket.

Messages are counted where they are handled. The library answers pings, drops pongs and joins
fragments by itself, so those reach no handler. Every byte is therefore counted on arrival, before
parsing: a frame has at least 6 bytes, so a limit on bytes limits frames of any kind. A client over
its limit is disconnected without a close frame.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import ContextVar, copy_context
from typing import Any, Final, cast

from tilewright.errors import TooManyRequests

__all__ = ["CURRENT_INTAKE", "ByteLimitedProtocol", "FrontProtocol", "Intake"]

MAX_CLOSE_BYTES: Final = 256
"""Bytes accepted after the server's close frame: the client's answer is one frame."""


class Intake:
    """Counts the bytes of one connection.

    No bytes may arrive before ``open`` is called: a client waits until its handshake is answered.
    """

    __slots__ = ("_charge", "_rest")

    def __init__(self) -> None:
        self._charge: Callable[[int], None] | None = None
        self._rest = 0

    def open(self, charge: Callable[[int], None]) -> None:
        """Accept bytes from now on; ``charge`` raises TooManyRequests over the client's limit."""
        self._charge = charge

    def close(self) -> None:
        """Accept no more than the answer to a close frame."""
        self._charge, self._rest = None, MAX_CLOSE_BYTES

    def take(self, size: int) -> bool:
        """Count `size` bytes; return False if the connection must end."""
        if self._charge is None:
            self._rest -= size
            return self._rest >= 0
        try:
            self._charge(size)
        except TooManyRequests:
            return False
        return True


CURRENT_INTAKE: ContextVar[Intake] = ContextVar("tilewright_intake")
"""The intake of the socket that the present task serves."""


class FrontProtocol(asyncio.Protocol):
    """Stands in front of another protocol and passes on to it all that happens on a connection.

    Args:
        make_protocol: The class of the protocol that parses and answers.
        parts: Its arguments.
    """

    def __init__(self, make_protocol: type[asyncio.Protocol], **parts: Any) -> None:
        self._protocol = make_protocol(**parts)

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


class ByteLimitedProtocol(FrontProtocol):
    """A WebSocket protocol behind an ``Intake``: every byte is counted before it is parsed."""

    _intake: Intake | None = None

    def data_received(self, data: bytes) -> None:
        """Pass data on while the client is within its limit; otherwise abort the connection.

        The first data is the head of the request. It starts the application's task, which finds the
        intake in its context.
        """
        if self._intake is None:
            self._intake, context = Intake(), copy_context()
            context.run(CURRENT_INTAKE.set, self._intake)
            context.run(self._protocol.data_received, data)
        elif self._intake.take(len(data)):
            self._protocol.data_received(data)
        else:
            self.transport.abort()
