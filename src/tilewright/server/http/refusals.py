"""Refusals over HTTP: every error of an application in one form, with its status."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from tilewright.errors import Code, NotSignedIn, TilewrightError, TooManyRequests
from tilewright.wire.problems import Problem, problem_of

__all__ = ["handle_errors", "refuse", "refuse_with"]

CODES = {code.status: code for code in (Code.BAD_REQUEST, Code.NOT_FOUND, Code.METHOD_NOT_ALLOWED)}
"""What the web framework itself may refuse with."""


def refuse(error: TilewrightError) -> Response:
    """The answer to a request that led to an error."""
    return refuse_with(problem_of(error), headers=_headers(error))


def refuse_with(
    problem: Problem, status: int | None = None, headers: dict[str, str] | None = None
) -> Response:
    """A problem as an answer; its status is that of its code unless told."""
    status = Code[problem.code.upper()].status if status is None else status
    return Response(msgspec.json.encode(problem), status, headers, "application/json")


def _headers(error: TilewrightError) -> dict[str, str]:
    if isinstance(error, TooManyRequests):
        return {"Retry-After": str(error.seconds)}
    if isinstance(error, NotSignedIn):
        return {"WWW-Authenticate": "Bearer"}
    return {}


def handle_errors(app: FastAPI) -> None:
    """Give every refusal of an application the same form."""
    app.add_exception_handler(TilewrightError, _answer_refusal)
    app.add_exception_handler(RequestValidationError, _answer_validation)
    app.add_exception_handler(HTTPException, _answer_http)


async def _answer_refusal(_request: Request, error: Exception) -> Response:
    assert isinstance(error, TilewrightError)
    return refuse(error)


async def _answer_validation(_request: Request, error: Exception) -> Response:
    """What was sent is not shown again: it may be a password."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])[:100]
    params = {"where": where, "problem": first["type"]}
    return refuse_with(Problem(Code.INVALID_REQUEST, f"{where}: {first['msg']}", params=params))


async def _answer_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status, headers = HTTPStatus(error.status_code), dict(error.headers or {})
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        headers |= {"Allow": allowed_methods(request) or headers["Allow"]}
    problem = Problem(CODES.get(status, Code.REFUSED), str(error.detail))
    return refuse_with(problem, status, headers)


def allowed_methods(request: Request) -> str:
    """All methods of a path; the router knows only those of the first route that it fits."""
    paths: dict[str, Any] = request.app.openapi()["paths"]
    fitting = [
        methods for path, methods in paths.items() if compile_path(path)[0].match(request.url.path)
    ]
    return ", ".join(sorted({method.upper() for methods in fitting for method in methods}))
