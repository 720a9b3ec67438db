"""What the server says when it refuses: the exceptions, and the one table of codes and statuses.

Every refusal, over HTTP and over the socket, has the same four parts. ``code`` is for programs and
never changes, ``message`` is for people, ``params`` is what a translation of the message needs.

    {"code": "illegal_move", "message": "NL-8: slot 9 is not ...", "rule": "NL-8", "params": {}}
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from tilewright import errors
from tilewright.match import Refused
from tilewright.server.storage import database

__all__ = [
    "BodyTooLarge",
    "BodyTooSlow",
    "Busy",
    "CrossOrigin",
    "ErrorBody",
    "Forbidden",
    "InvalidLogin",
    "InvalidName",
    "InvalidPassword",
    "LoginTaken",
    "NotFound",
    "NotSignedIn",
    "Problem",
    "Refusal",
    "TooManyRequests",
    "WrongPassword",
    "broken",
    "handle_errors",
    "problem_of",
    "refusals",
]

MAX_MESSAGE: Final = 500


class Refusal(errors.TilewrightError):
    """Something the server will not do. ``params`` is what a translated message needs."""

    def __init__(self, message: str, **params: Any) -> None:
        self.params = params
        super().__init__(message)


class NotSignedIn(Refusal):
    """Only for people who have said who they are."""


class Forbidden(Refusal):
    """Not for this person."""


class CrossOrigin(Refusal):
    """A foreign page tried to use somebody's cookie."""


class NotFound(Refusal):
    """There is no such thing, or none that this person may see."""


class InvalidName(Refusal):
    """Not a name for a person."""


class InvalidLogin(Refusal):
    """Not a login name."""


class InvalidPassword(Refusal):
    """Too short, too long or too easily guessed to be a password."""


class WrongPassword(Refusal):
    """No such login, or another password: which of the two is nobody's business."""


class LoginTaken(Refusal):
    """Somebody has that login."""


class BodyTooLarge(Refusal):
    """More than the server is ready to read."""


class BodyTooSlow(Refusal):
    """The request did not arrive in time."""


class TooManyRequests(Refusal):
    """Faster than allowed; ``retry_after`` is in seconds."""

    def __init__(self, what: str, retry_after: float) -> None:
        self.retry_after = max(1, math.ceil(retry_after))
        seconds = "1 second" if self.retry_after == 1 else f"{self.retry_after} seconds"
        super().__init__(f"too many {what}: try again in {seconds}", seconds=self.retry_after)


class Busy(TooManyRequests):
    """The server has as much to do as it takes on, for whoever it is."""


# The one table. The nearest ancestor of an exception decides.
TABLE: Final[Mapping[type[Exception], tuple[str, HTTPStatus]]] = {
    NotSignedIn: ("not_signed_in", HTTPStatus.UNAUTHORIZED),
    Forbidden: ("forbidden", HTTPStatus.FORBIDDEN),
    CrossOrigin: ("cross_origin", HTTPStatus.FORBIDDEN),
    WrongPassword: ("wrong_password", HTTPStatus.FORBIDDEN),
    NotFound: ("not_found", HTTPStatus.NOT_FOUND),
    InvalidName: ("invalid_name", HTTPStatus.UNPROCESSABLE_ENTITY),
    InvalidLogin: ("invalid_login", HTTPStatus.UNPROCESSABLE_ENTITY),
    InvalidPassword: ("invalid_password", HTTPStatus.UNPROCESSABLE_ENTITY),
    LoginTaken: ("login_taken", HTTPStatus.CONFLICT),
    BodyTooLarge: ("too_large", HTTPStatus.REQUEST_ENTITY_TOO_LARGE),
    BodyTooSlow: ("too_slow", HTTPStatus.REQUEST_TIMEOUT),
    TooManyRequests: ("too_many_requests", HTTPStatus.TOO_MANY_REQUESTS),
    Busy: ("busy", HTTPStatus.SERVICE_UNAVAILABLE),
    errors.UnknownGame: ("unknown_game", HTTPStatus.NOT_FOUND),
    errors.InvalidOption: ("invalid_option", HTTPStatus.UNPROCESSABLE_ENTITY),
    errors.TextError: ("invalid_text", HTTPStatus.UNPROCESSABLE_ENTITY),
    errors.IllegalMove: ("illegal_move", HTTPStatus.UNPROCESSABLE_ENTITY),
    errors.GameOver: ("game_over", HTTPStatus.CONFLICT),
    Refused: ("refused", HTTPStatus.CONFLICT),  # and a code of its own
    errors.HiddenInformation: ("hidden", HTTPStatus.FORBIDDEN),
    database.Conflict: ("conflict", HTTPStatus.CONFLICT),
    database.Unstorable: ("unstorable", HTTPStatus.UNPROCESSABLE_ENTITY),
    database.Unavailable: ("unavailable", HTTPStatus.SERVICE_UNAVAILABLE),
    errors.TilewrightError: ("refused", HTTPStatus.BAD_REQUEST),
}


@dataclass(frozen=True)
class Problem:
    """A refusal in words and numbers, for whichever wire it travels on."""

    status: int
    code: str
    message: str
    rule: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def body(self) -> dict[str, Any]:
        message = self.message[:MAX_MESSAGE]
        return {
            "code": self.code,
            "message": message,
            "rule": self.rule,
            "params": dict(self.params),
        }

    def response(self) -> JSONResponse:
        return JSONResponse(self.body(), self.status, self.headers)


def problem_of(error: errors.TilewrightError) -> Problem:
    """What to tell the one who caused an error."""
    code, status = next(TABLE[kind] for kind in type(error).__mro__ if kind in TABLE)
    code = error.code if isinstance(error, Refused) else code
    rule = getattr(error, "rule", None)
    return Problem(
        status, code, str(error), rule, getattr(error, "params", {}), headers_of(error, status)
    )


def headers_of(error: errors.TilewrightError, status: HTTPStatus) -> dict[str, str]:
    if isinstance(error, TooManyRequests):
        return {"Retry-After": str(error.retry_after)}
    if status == HTTPStatus.UNAUTHORIZED:
        return {"WWW-Authenticate": "Bearer"}
    return {}


def broken(number: str) -> Problem:
    """An error of our own: the reader gets its number in the log and nothing of our insides."""
    return Problem(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "internal",
        f"something broke on the server, not with you; error number {number}",
        params={"number": number},
    )


# --- Over HTTP ----------------------------------------------------------------------------------


class ErrorBody(BaseModel):
    """Why a request was refused."""

    model_config = ConfigDict(extra="forbid")

    code: str = Field(description="For programs; never changes.", examples=["illegal_move"])
    message: str = Field(description="For people: what was expected and what was found.")
    rule: str | None = Field(description="The rule of the game it is about.", examples=["NL-8"])
    params: dict[str, Any] = Field(description="What a translation of the message needs.")


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The ``responses`` of a route that may refuse with these statuses."""
    return {
        status: {"model": ErrorBody, "description": HTTPStatus(status).phrase}
        for status in statuses
    }


def handle_errors(app: FastAPI) -> None:
    """Give every refusal of an application the same form."""
    app.add_exception_handler(errors.TilewrightError, _answer_refusal)
    app.add_exception_handler(RequestValidationError, _answer_validation)
    app.add_exception_handler(HTTPException, _answer_http)


async def _answer_refusal(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, errors.TilewrightError)
    return problem_of(error).response()


async def _answer_validation(_request: Request, error: Exception) -> JSONResponse:
    """What was sent is not shown again: it may be a password."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])[:100]
    message = f"{where}: {first['msg']}"
    params = {"where": where, "problem": first["type"]}
    return Problem(
        HTTPStatus.UNPROCESSABLE_ENTITY, "invalid_request", message, params=params
    ).response()


async def _answer_http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    status, headers = HTTPStatus(error.status_code), dict(error.headers or {})
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        headers |= {"Allow": allowed_methods(request) or headers["Allow"]}
    return Problem(status, status.name.lower(), str(error.detail), headers=headers).response()


def allowed_methods(request: Request) -> str:
    """All methods of a path; the router knows only those of the first route that it fits."""
    fitting = [
        methods
        for path, methods in request.app.openapi()["paths"].items()
        if compile_path(path)[0].match(request.url.path)
    ]
    return ", ".join(sorted(method.upper() for methods in fitting for method in methods))
