"""Errors as sent to clients.

All errors, over HTTP or the socket, have the same four parts:

    {"code": "illegal_move", "message": "NL-8: slot 9 is not ...", "rule": "NL-8", "params": {}}
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from tilewright.errors import Code, TilewrightError

MAX_MESSAGE = 500


class Problem(Struct, frozen=True):
    """The reason why a request was refused."""

    code: Annotated[str, Meta(title="Code")]
    """Stable code for programs."""
    message: str
    """Message for people: what was expected and found, or what to do next."""
    rule: str | None = None
    """Id of the rule that was broken."""
    params: dict[str, Any] = {}
    """Values for translations of the message."""


def problem_of(error: TilewrightError) -> Problem:
    """Convert an exception to its wire format."""
    return Problem(error.code, str(error)[:MAX_MESSAGE], error.rule, error.params)


def internal_problem(number: str) -> Problem:
    """Return the problem for an internal error.

    It contains the error's number in the log, and no details.
    """
    message = f"something broke on the server, not with you; error number {number}"
    return Problem(Code.INTERNAL, message, params={"number": number})
