"""A limit on the size of request bodies, and on the time to receive one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewright.errors import Code, Refused, TilewrightError
from tilewright.server.http import error_handlers

__all__ = ["MAX_BODY", "MAX_LONG_BODY", "BodyLimit"]

MAX_BODY: Final = 64 * 1024
MAX_LONG_BODY: Final = 2 * 1024 * 1024
"""Maximum for records, which are long; for paths that begin with `LONG_PATHS`."""
LONG_PATHS: Final = ("/api/v1/records", "/api/v1/verify")
BODY_SECONDS: Final = 30.0

Admit = Callable[[HTTPConnection, int], AbstractAsyncContextManager[None]]
"""Context in which a caller may send a body of this many bytes; raises if it may not."""


class BodyLimit:
    """Middleware that reads a request's body before the application runs.

    A body above `MAX_BODY` must announce its length, and its sender must be signed in: this bounds
    the memory that anonymous clients can use.
    """

    def __init__(self, app: ASGIApp, admit: Admit, seconds: float = BODY_SECONDS) -> None:
        self.app, self.admit, self.seconds = app, admit, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        async with AsyncExitStack() as stack:
            try:
                limit = check_declared_size(scope)
                if limit > MAX_BODY:
                    await stack.enter_async_context(self.admit(HTTPConnection(scope), limit))
                read = await self._read(receive, limit)
            except TilewrightError as error:
                return await refuse(error, scope, receive, send)
            return await self.app(scope, replay(read, receive), send)

    async def _read(self, receive: Receive, limit: int) -> Message:
        try:
            async with asyncio.timeout(self.seconds):
                return await read_body(receive, limit)
        except TimeoutError:
            seconds = f"{self.seconds:g} seconds"
            raise Refused(
                Code.TOO_SLOW, f"body: expected all of it within {seconds}; found less"
            ) from None


def check_declared_size(scope: Scope) -> int:
    """Return the maximum to read. Raises Refused if the announced length is above the limit."""
    limit = MAX_LONG_BODY if scope["path"].startswith(LONG_PATHS) else MAX_BODY
    declared = Headers(scope=scope).get("content-length", "")
    if not (declared.isascii() and declared.isdigit()):
        return MAX_BODY
    if int(declared[:20]) > limit:
        raise too_large(limit)
    return max(MAX_BODY, int(declared))


async def read_body(receive: Receive, limit: int) -> Message:
    """Read the whole body as one message and count it: the announced length may be wrong."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return message
        body += message.get("body", b"")
        if len(body) > limit:
            raise too_large(limit)
        if not message.get("more_body"):
            return {"type": "http.request", "body": bytes(body), "more_body": False}


def too_large(limit: int) -> Refused:
    return Refused(
        Code.TOO_LARGE, f"body: expected at most {limit:,} bytes; found more", limit=limit
    )


def replay(read: Message, receive: Receive) -> Receive:
    """Return a `receive` that yields the message read already, then those of the client."""
    waiting = [read]

    async def replayed() -> Message:
        return waiting.pop() if waiting else await receive()

    return replayed


async def refuse(error: TilewrightError, scope: Scope, receive: Receive, send: Send) -> None:
    """Send an error and close the connection, since the rest of the body is not read."""
    response = error_handlers.error_response(error)
    response.headers["Connection"] = "close"
    await response(scope, receive, send)
