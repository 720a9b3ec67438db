"""Refusals on the wire. Every one, over HTTP and over the socket, has the same four parts:

{"code": "illegal_move", "message": "NL-8: slot 9 is not ...", "rule": "NL-8", "params": {}}
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tilewright.errors import Code, TilewrightError

__all__ = ["Problem", "internal_problem", "problem_of"]

MAX_MESSAGE = 500


class Problem(Struct, frozen=True):
    """Why something was refused."""

    code: str
    """For programs; never changes."""
    message: str
    """For people: what was expected and what was found, or what to do next."""
    rule: str | None = None
    """The rule of the game it is about."""
    params: dict[str, Any] = {}
    """What a translation of the message needs."""


def problem_of(error: TilewrightError) -> Problem:
    """What to tell the one who caused an error."""
    return Problem(error.code, str(error)[:MAX_MESSAGE], error.rule, error.params)


def internal_problem(number: str) -> Problem:
    """An error of the server's own: told by its number in the log, without our insides."""
    message = f"something broke on the server, not with you; error number {number}"
    return Problem(Code.INTERNAL, message, params={"number": number})
