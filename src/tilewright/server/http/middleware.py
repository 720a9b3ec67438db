"""Middleware that limits request bodies, and that logs and counts requests.

The first refused request of an address is logged; those of the next second are only counted.
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
"""Maximum for records, on paths that begin with `LONG_PATHS`."""
LONG_PATHS: Final = ("/api/v1/records", "/api/v1/verify")
BODY_SECONDS: Final = 30.0

Admit = Callable[[HTTPConnection, int], AbstractAsyncContextManager[None]]
"""Reserves quota for a body of this many bytes for a context; raises if it is exceeded."""


class BodyLimit:
    """Middleware that reads the request body before it calls the application.

    A client that sends more than `MAX_BODY` must declare the length and be signed in: this bounds
    the memory that anonymous clients can use.
    """

    def __init__(self, app: ASGIApp, admit: Admit, seconds: float = BODY_SECONDS) -> None:
        self.app, self.admit, self.seconds = app, admit, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        async with AsyncExitStack() as stack:
            try:
                limit = find_body_limit(scope)
                if limit > MAX_BODY:
                    await stack.enter_async_context(self.admit(HTTPConnection(scope), limit))
                read = await self._read_in_time(receive, limit)
            except TilewrightError as error:
                return await send_error(error, scope, receive, send)
            return await self.app(scope, replay_body(read, receive), send)

    async def _read_in_time(self, receive: Receive, limit: int) -> Message:
        """Read the request body. Raises Refused if it does not arrive in time."""
        try:
            async with asyncio.timeout(self.seconds):
                return await read_body(receive, limit)
        except TimeoutError:
            seconds = f"{self.seconds:g} seconds"
            raise Refused(
                Code.TOO_SLOW, f"body: expected all of it within {seconds}; found less"
            ) from None


def find_body_limit(scope: Scope) -> int:
    """Return the maximum number of body bytes to read.

    It is `MAX_BODY`, or the declared length of a longer body.

    Raises:
        Refused: The declared length exceeds the limit of the path.
    """
    limit = MAX_LONG_BODY if scope["path"].startswith(LONG_PATHS) else MAX_BODY
    declared = Headers(scope=scope).get("content-length", "")
    if not (declared.isascii() and declared.isdigit()):
        return MAX_BODY
    if int(declared[:20]) > limit:
        raise make_too_large_error(limit)
    return max(MAX_BODY, int(declared))


async def read_body(receive: Receive, limit: int) -> Message:
    """Read the whole request body into one message.

    If the client disconnects first, return the disconnect message.

    Raises:
        Refused: The body exceeds `limit`, whatever length was declared.
    """
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return message
        body += message.get("body", b"")
        if len(body) > limit:
            raise make_too_large_error(limit)
        if not message.get("more_body"):
            return {"type": "http.request", "body": bytes(body), "more_body": False}


def make_too_large_error(limit: int) -> Refused:
    """Create the error for a body with more than `limit` bytes."""
    return Refused(
        Code.TOO_LARGE, f"body: expected at most {limit:,} bytes; found more", limit=limit
    )


def replay_body(message: Message, receive: Receive) -> Receive:
    """Return a `receive` callable that returns `message` first."""
    pending = [message]

    async def replaying_receive() -> Message:
        return pending.pop() if pending else await receive()

    return replaying_receive


async def send_error(error: TilewrightError, scope: Scope, receive: Receive, send: Send) -> None:
    """Send an error response and close the connection without reading the rest of the body."""
    response = responses.error_response(error)
    response.headers["Connection"] = "close"
    await response(scope, receive, send)


# --- Request ids, logs and metrics ----------------------------------------------------------------


METHODS: Final = frozenset(HTTPMethod)
REFUSED: Final = range(400, 500)
REFUSAL_SECONDS: Final = 1.0


class RequestLog:
    """Middleware that logs and counts requests, and turns unhandled errors into a 500 response."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics
        self._refusals = RefusalCounter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        response = ResponseRecorder(send)
        try:
            await self.app(scope, receive, response)
        except Exception:
            log.exception(
                "unhandled error",
                extra={"number": response.request_id, "route": route_pattern(scope)},
            )
            await response.send_internal_error(scope, receive)
        finally:
            self._record(scope, response)

    def _record(self, scope: Scope, response: ResponseRecorder) -> None:
        """Update the metrics and log the request."""
        route, seconds = route_pattern(scope), time.perf_counter() - response.started_at
        self.metrics.requests.labels(known_method(scope), route, str(response.status)).inc()
        self.metrics.request_seconds.labels(route).observe(seconds)
        fields = log_fields(scope, response) | {"ms": round(seconds * 1000, 1)}
        if response.status not in REFUSED or self._refusals.count(client_key(fields["client"])):
            log.info("request", extra=fields)


class RefusalCounter:
    """Counts refused requests per client address. Belongs to one event loop."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def count(self, client_key: str) -> bool:
        """Count a refused request.

        Return True if it is the first one of `client_key` within `REFUSAL_SECONDS`.
        """
        if client_key in self._counts:
            self._counts[client_key] += 1
            return False
        self._counts[client_key] = 0
        asyncio.get_running_loop().call_later(REFUSAL_SECONDS, self._log_refusals, client_key)
        return True

    def _log_refusals(self, client_key: str) -> None:
        if more := self._counts.pop(client_key):
            log.info("requests refused", extra={"client": client_key, "count": more})


class ResponseRecorder:
    """An ASGI `send` that records the response status and adds the request id."""

    def __init__(self, send: Send) -> None:
        self.send, self.status, self.started_at = send, 0, time.perf_counter()
        self.request_id = secrets.token_hex(8)

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            MutableHeaders(scope=message)["X-Request-Id"] = self.request_id
        await self.send(message)

    async def send_internal_error(self, scope: Scope, receive: Receive) -> None:
        """Send a 500 response unless a response has already started."""
        if self.status == 0:
            await problem_response(internal_problem(self.request_id))(scope, receive, self)


def route_pattern(scope: Scope) -> str:
    """Return the path pattern of the matched route, or "none". The path may contain secrets."""
    return getattr(scope.get("route"), "path", None) or "none"


def known_method(scope: Scope) -> str:
    """Return the request's method, or "other" if it is not a standard one."""
    return scope["method"] if scope["method"] in METHODS else "other"


def log_fields(scope: Scope, response: ResponseRecorder) -> dict[str, Any]:
    """Return the fields of a request's log line."""
    client = scope.get("client")
    return {
        "method": known_method(scope),
        "route": route_pattern(scope),
        "status": response.status,
        "client": client[0] if client else "none",
        "number": response.request_id,
    }
