"""A client's connection with its bounded outbox.

A connection is closed if its client reads too slowly; the client can reconnect and resume. Slow
clients never delay others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tilewright.server.presenters import PositionFormat
from tilewright.server.ratelimit.quotas import Caller, ConcurrencyLimit

__all__ = ["CloseReason", "Connection"]

MAX_OUTBOX_BYTES = 512 * 1024
"""A client with more unsent bytes is disconnected. It can resume from the log."""
SMALL_MESSAGE_BYTES = 64 * 1024
"""An empty outbox always accepts a message of this size, even above the caller's quota."""


class CloseReason(NamedTuple):
    """A WebSocket close code and reason. Codes from 4000 are our own."""

    code: int
    reason: str


TOO_SLOW = CloseReason(4000, "too slow: reconnect and resume")
CLIENT_GONE = CloseReason(1000, "gone")


class Connection:
    """A client's connection: its person, its tables and its outbox."""

    def __init__(self, person_id: str | None, caller: Caller, unread: ConcurrencyLimit) -> None:
        self.person = person_id
        self.tables: set[str] = set()
        self.forms: dict[str, PositionFormat] = {}
        """Position format requested by the client, by table."""
        self.close_reason: CloseReason | None = None
        self.on_close: Callable[[], object] | None = None
        self.on_message: Callable[[], object] | None = None
        """Called when a message enters an empty outbox; sends until the outbox is empty."""
        self._outbox: list[bytes] = []
        """Not an asyncio.Queue, which needs as much memory as the rest of a connection."""
        self.outbox_bytes = 0
        """Number of bytes in the outbox."""
        self._is_sending = False
        """True while a message popped from the outbox is being sent."""
        self.caller, self._unread = caller, unread

    def send(self, message: bytes) -> None:
        """Queue a message. If the client has too many unread bytes, close the connection."""
        if not self._has_room(len(message)):
            self.close(TOO_SLOW)
        if self.close_reason is None:
            self._add_bytes(len(message))
            self._outbox.append(message)
            if self.on_message is not None and not self._is_sending and len(self._outbox) == 1:
                self.on_message()

    def _has_room(self, size: int) -> bool:
        """Return True if a message of `size` bytes may be queued.

        A small message may always enter an empty outbox. A large one may do so within the caller's
        quota of unread bytes.
        """
        if self.outbox_bytes == 0 and size <= SMALL_MESSAGE_BYTES:
            return True
        fits = self.outbox_bytes == 0 or self.outbox_bytes + size <= MAX_OUTBOX_BYTES
        return fits and self._unread.has_room(self.caller, size)

    def _add_bytes(self, size: int) -> None:
        self.outbox_bytes += size
        self._unread.add(self.caller, size)

    def pop_message(self) -> bytes | None:
        """Remove and return the next message, or None if the outbox is empty.

        Call it after the previous message has been sent.
        """
        self._is_sending = bool(self._outbox)
        if not self._outbox:
            return None
        message = self._outbox.pop(0)
        self._add_bytes(-len(message))
        return message

    def discard(self) -> None:
        """Close the connection and release its unread bytes from the caller's quota."""
        self.close(CLIENT_GONE)
        self._add_bytes(-self.outbox_bytes)

    def close(self, reason: CloseReason) -> None:
        """Close the connection with a reason. Only the first reason is sent."""
        self.close_reason = self.close_reason or reason
        if self.on_close is not None:
            self.on_close()
