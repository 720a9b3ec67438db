"""Middleware that numbers, logs and counts every request.

Refused requests of one address are logged once per second, followed by one line with the count of
the others.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from http import HTTPMethod
from typing import Any, Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewright.server.http.error_handlers import problem_response
from tilewright.server.monitoring.logs import log
from tilewright.server.monitoring.metrics import Metrics
from tilewright.server.ratelimit.token_bucket import client_key
from tilewright.wire.problems import internal_problem

__all__ = ["RequestLog"]

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
