"""Errors as HTTP answers: all in one form, each with its status."""

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

__all__ = ["error_response", "handle_errors", "problem_response"]

CODES = {code.status: code for code in (Code.BAD_REQUEST, Code.NOT_FOUND, Code.METHOD_NOT_ALLOWED)}
"""Codes for the errors that the web framework raises itself."""


def error_response(error: TilewrightError) -> Response:
    """Return the answer for an error."""
    return problem_response(problem_of(error), headers=_headers(error))


def problem_response(
    problem: Problem, status: int | None = None, headers: dict[str, str] | None = None
) -> Response:
    """Return a problem as an answer; the status is that of its code unless given."""
    status = Code[problem.code.upper()].status if status is None else status
    return Response(msgspec.json.encode(problem), status, headers, "application/json")


def _headers(error: TilewrightError) -> dict[str, str]:
    if isinstance(error, TooManyRequests):
        return {"Retry-After": str(error.seconds)}
    if isinstance(error, NotSignedIn):
        return {"WWW-Authenticate": "Bearer"}
    return {}


def handle_errors(app: FastAPI) -> None:
    """Register the handlers of an application."""
    app.add_exception_handler(TilewrightError, _answer_refusal)
    app.add_exception_handler(RequestValidationError, _answer_validation)
    app.add_exception_handler(HTTPException, _answer_http)


async def _answer_refusal(_request: Request, error: Exception) -> Response:
    assert isinstance(error, TilewrightError)
    return error_response(error)


async def _answer_validation(_request: Request, error: Exception) -> Response:
    """Answer without the value that was sent: it may be a password."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])[:100]
    params = {"where": where, "problem": first["type"]}
    return problem_response(
        Problem(Code.INVALID_REQUEST, f"{where}: {first['msg']}", params=params)
    )


async def _answer_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status, headers = HTTPStatus(error.status_code), dict(error.headers or {})
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        headers |= {"Allow": allowed_methods(request) or headers["Allow"]}
    problem = Problem(CODES.get(status, Code.REFUSED), str(error.detail))
    return problem_response(problem, status, headers)


def allowed_methods(request: Request) -> str:
    """Return all methods of a path; the router knows only those of the first matching route."""
    paths: dict[str, Any] = request.app.openapi()["paths"]
    fitting = [
        methods for path, methods in paths.items() if compile_path(path)[0].match(request.url.path)
    ]
    return ", ".join(sorted({method.upper() for methods in fitting for method in methods}))
