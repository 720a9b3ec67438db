"""The connection of a client and its outbox of bounded size: slow clients are cut off here.

A connection is closed if its client does not read; the client can reconnect and resume. A slow
client never delays others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tilewright.server.presenters import PositionFormat
from tilewright.server.ratelimit.quotas import Caller, ConcurrencyLimit

__all__ = ["CloseReason", "Connection"]

MAX_OUTBOX_BYTES = 512 * 1024
"""Bytes that may wait for a client. Beyond that it is disconnected, and resumes from the log."""
SMALL_MESSAGE_BYTES = 64 * 1024
"""Messages up to this size are queued on an empty outbox even if the caller's quota is used up."""


class CloseReason(NamedTuple):
    """A close code and its reason. Codes from 4000 on are our own."""

    code: int
    reason: str


TOO_SLOW = CloseReason(4000, "too slow: reconnect and resume")
CLIENT_GONE = CloseReason(1000, "gone")


class Connection:
    """The connection of one client: its person, its tables and its outbox."""

    def __init__(self, person: str | None, caller: Caller, unread: ConcurrencyLimit) -> None:
        self.person = person
        self.tables: set[str] = set()
        self.forms: dict[str, PositionFormat] = {}
        """Format in which the client wants positions, by table."""
        self.close_reason: CloseReason | None = None
        self.on_close: Callable[[], object] | None = None
        self.on_message: Callable[[], object] | None = None
        """Called when a message enters an empty outbox. The callee sends until the outbox is
        empty."""
        self._outbox: list[bytes] = []
        """A list: an asyncio.Queue takes as much memory as the rest of a connection."""
        self.outbox_bytes = 0
        """Bytes in the outbox."""
        self._is_sending = False
        """True while the message last taken from the outbox is being sent."""
        self.caller, self._unread = caller, unread

    def send(self, message: bytes) -> None:
        """Queue a message. Closes the connection if its client leaves too much unread."""
        if not self._has_room(len(message)):
            self.close(TOO_SLOW)
        if self.close_reason is None:
            self._count(len(message))
            self._outbox.append(message)
            if self.on_message is not None and not self._is_sending and len(self._outbox) == 1:
                self.on_message()

    def _has_room(self, size: int) -> bool:
        """Return True if a message fits.

        One message longer than the outbox may be queued alone, within the caller's quota of unread
        bytes.
        """
        if self.outbox_bytes == 0 and size <= SMALL_MESSAGE_BYTES:
            return True
        fits = self.outbox_bytes == 0 or self.outbox_bytes + size <= MAX_OUTBOX_BYTES
        return fits and self._unread.has_room(self.caller, size)

    def _count(self, size: int) -> None:
        self.outbox_bytes += size
        self._unread.add(self.caller, size)

    def next_message(self) -> bytes | None:
        """Remove and return the next message; None if the outbox is empty. Marks the previous
        message as sent."""
        self._is_sending = bool(self._outbox)
        if not self._outbox:
            return None
        message = self._outbox.pop(0)
        self._count(-len(message))
        return message

    def discard(self) -> None:
        """Close the connection and return its unread bytes to the quota."""
        self.close(CLIENT_GONE)
        self._count(-self.outbox_bytes)

    def close(self, reason: CloseReason) -> None:
        """Close the connection; nothing more is sent. The first reason counts."""
        self.close_reason = self.close_reason or reason
        if self.on_close is not None:
            self.on_close()
