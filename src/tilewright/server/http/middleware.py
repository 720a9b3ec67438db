"""Middleware: limits on request bodies; numbers, logs and counters of requests.

Refused requests of one address are logged once per second, followed by one line with the count of
the others.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from http import HTTPMethod
from typing import Any, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewright.errors import Code, Refused, TilewrightError
from tilewright.server.http import responses
from tilewright.server.http.responses import problem_response
from tilewright.server.monitoring import Metrics, log
from tilewright.server.ratelimit.limits import client_key
from tilewright.wire.problems import internal_problem

__all__ = ["MAX_BODY", "MAX_LONG_BODY", "BodyLimit", "RequestLog"]

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
    response = responses.error_response(error)
    response.headers["Connection"] = "close"
    await response(scope, receive, send)


# --- Numbers, log and counters of requests --------------------------------------------------------


METHODS: Final = frozenset(HTTPMethod)
REFUSED: Final = range(400, 500)
REFUSAL_SECONDS: Final = 1.0


class RequestLog:
    """Middleware that logs requests, and answers unhandled errors with the request's number."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics
        self._refusals = Refusals()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        answer = Answer(send)
        try:
            await self.app(scope, receive, answer)
        except Exception:
            log.exception(
                "unhandled error", extra={"number": answer.number, "route": route_pattern(scope)}
            )
            await answer.give_up(scope, receive)
        finally:
            self._record(scope, answer)

    def _record(self, scope: Scope, answer: Answer) -> None:
        route, seconds = route_pattern(scope), time.perf_counter() - answer.started
        self.metrics.requests.labels(known_method(scope), route, str(answer.status)).inc()
        self.metrics.request_seconds.labels(route).observe(seconds)
        fields = log_fields(scope, answer) | {"ms": round(seconds * 1000, 1)}
        if answer.status not in REFUSED or self._refusals.is_first(client_key(fields["client"])):
            log.info("request", extra=fields)


class Refusals:
    """Counts of refused requests per client address. Not thread-safe: for one event loop."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def is_first(self, client: str) -> bool:
        """Count a refused request; return True if it is the first within a second."""
        if client in self._counts:
            self._counts[client] += 1
            return False
        self._counts[client] = 0
        asyncio.get_running_loop().call_later(REFUSAL_SECONDS, self._log_refusals, client)
        return True

    def _log_refusals(self, client: str) -> None:
        if more := self._counts.pop(client):
            log.info("requests refused", extra={"client": client, "count": more})


class Answer:
    """The status of one answer and the number of its request; passes messages on."""

    def __init__(self, send: Send) -> None:
        self.send, self.status, self.started = send, 0, time.perf_counter()
        self.number = secrets.token_hex(8)

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            MutableHeaders(scope=message)["X-Request-Id"] = self.number
        await self.send(message)

    async def give_up(self, scope: Scope, receive: Receive) -> None:
        """Answer with status 500, unless the answer has begun already."""
        if self.status == 0:
            await problem_response(internal_problem(self.number))(scope, receive, self)


def route_pattern(scope: Scope) -> str:
    """Return the pattern of the matched path; paths themselves may contain secrets."""
    return getattr(scope.get("route"), "path", None) or "none"


def known_method(scope: Scope) -> str:
    """Return a known method, or "other": clients may send any word."""
    return scope["method"] if scope["method"] in METHODS else "other"


def log_fields(scope: Scope, answer: Answer) -> dict[str, Any]:
    client = scope.get("client")
    return {
        "method": known_method(scope),
        "route": route_pattern(scope),
        "status": answer.status,
        "client": client[0] if client else "none",
        "number": answer.number,
    }
