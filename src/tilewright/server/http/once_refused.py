"""Whoever was told to wait and does not hears the same again, without another look.

To refuse a request costs as much as to serve a small one: it is routed, its session is looked up in
the database, its body is read. Where the very same request, of the same person and address, was
refused a few times as one too many, it hears that again before any of this; once a second it is
looked at anew. So it is with a socket that is not opened.

And it hears so late: who asks again when the answer is there asks less often. A few of an address
wait, on a timer each; more are answered at once, and have to connect anew.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from http import HTTPStatus
from typing import Final, NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewright.server.limits import Clock, client_key

__all__ = ["OnceRefused"]

STRIKES: Final = 3
"""Refusals in a row after which no look is taken."""
SECONDS: Final = 1.0
LATE_SECONDS: Final = 0.5
MOST_LATE: Final = 10
"""Refusals that wait for one address."""
MOST: Final = 10_000
"""Refusals that are remembered."""
WITNESSES: Final = (b"authorization", b"cookie")
"""The headers that tell who asks."""

Key = tuple[str, tuple[bytes, ...], str, str, bytes]


class LastAnswer(NamedTuple):
    """A refusal that somebody heard last: when, how often in a row, and its messages."""

    at: float
    strikes: int
    messages: list[Message]


class OnceRefused:
    """A layer in front of all that costs something. Logins pass: they are slowed down, not refused,
    and whose they are is known only when they are read."""

    def __init__(self, app: ASGIApp, passes: str, clock: Clock = time.monotonic) -> None:
        self.app, self._passes, self._clock = app, passes, clock
        self._refusals: OrderedDict[Key, LastAnswer] = OrderedDict()
        self._late: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or scope["path"] == self._passes:
            return await self.app(scope, receive, send)
        key = key_of(scope)
        last = self._refusals.get(key)
        if last is None or not self._is_fresh(last):
            return await self._listen(key, scope, receive, send)
        is_late = await self._wait(key[0])
        for message in last.messages:
            await send(_copied(message) if is_late else _closing(message))
        return None

    async def _wait(self, client: str) -> bool:
        """Let somebody wait; whether there was a place for them."""
        if self._late[client] >= MOST_LATE:
            return False
        self._late[client] += 1
        try:
            await asyncio.sleep(LATE_SECONDS)
        finally:
            self._late[client] -= 1
            if not self._late[client]:
                del self._late[client]
        return True

    def _is_fresh(self, last: LastAnswer) -> bool:
        return last.strikes >= STRIKES and self._clock() < last.at + SECONDS

    async def _listen(self, key: Key, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it pass, and remember the answer if it is a refusal."""
        messages: list[Message] = []

        async def note(message: Message) -> None:
            if messages or message.get("status") == HTTPStatus.TOO_MANY_REQUESTS:
                messages.append(_copied(message))
            await send(message)

        await self.app(scope, receive, note)
        before = self._refusals.pop(key, None)
        if messages:
            strikes = before.strikes + 1 if before else 1
            self._refusals[key] = LastAnswer(self._clock(), strikes, messages)
            if len(self._refusals) > MOST:
                self._refusals.popitem(last=False)


def key_of(scope: Scope) -> Key:
    """Who asks for what from where."""
    client = scope.get("client")
    who = tuple(value for name, value in scope["headers"] if name in WITNESSES)
    asked = scope.get("method", "socket"), scope["path"], scope["query_string"]
    return (client_key(client[0] if client else None), who, *asked)


def _closing(message: Message) -> Message:
    """The same, and the end of the connection."""
    copied = _copied(message)
    if "headers" in copied:
        copied["headers"].append((b"connection", b"close"))
    return copied


def _copied(message: Message) -> Message:
    """Layers further out add headers to the one that they are given."""
    headers = {"headers": list(message["headers"])} if "headers" in message else {}
    return {**message, **headers}
