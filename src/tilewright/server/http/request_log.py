"""Every request gets a number, a line in the log and its place in the counters."""

from __future__ import annotations

import secrets
import time
from http import HTTPMethod
from typing import Any, Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewright.server.http.refusals import refuse_with
from tilewright.server.monitoring.logs import log
from tilewright.server.monitoring.metrics import Metrics
from tilewright.wire.problems import internal_problem

__all__ = ["RequestLog"]

METHODS: Final = frozenset(HTTPMethod)


class RequestLog:
    """Whatever breaks inside is logged here, and answered with its number."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        answer = Answer(send)
        try:
            await self.app(scope, receive, answer)
        except Exception:
            log.exception(
                "unhandled error", extra={"number": answer.number, "route": route_of(scope)}
            )
            await answer.give_up(scope, receive)
        finally:
            self._note(scope, answer)

    def _note(self, scope: Scope, answer: Answer) -> None:
        route, seconds = route_of(scope), time.perf_counter() - answer.started
        self.metrics.requests.labels(method_of(scope), route, str(answer.status)).inc()
        self.metrics.request_seconds.labels(route).observe(seconds)
        log.info("request", extra=fields_of(scope, answer) | {"ms": round(seconds * 1000, 1)})


class Answer:
    """What was sent in answer to one request."""

    def __init__(self, send: Send) -> None:
        self.send, self.status, self.started = send, 0, time.perf_counter()
        self.number = secrets.token_hex(8)

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            MutableHeaders(scope=message)["X-Request-Id"] = self.number
        await self.send(message)

    async def give_up(self, scope: Scope, receive: Receive) -> None:
        """Say that something broke, unless half an answer is on its way already."""
        if self.status == 0:
            await refuse_with(internal_problem(self.number))(scope, receive, self)


def route_of(scope: Scope) -> str:
    """The pattern of a path, not the path: that may hold an invitation, or anything at all."""
    return getattr(scope.get("route"), "path", None) or "none"


def method_of(scope: Scope) -> str:
    """A method may be any word; only those that exist are worth a counter."""
    return scope["method"] if scope["method"] in METHODS else "other"


def fields_of(scope: Scope, answer: Answer) -> dict[str, Any]:
    client = scope.get("client")
    return {
        "method": method_of(scope),
        "route": route_of(scope),
        "status": answer.status,
        "client": client[0] if client else "none",
        "number": answer.number,
    }
