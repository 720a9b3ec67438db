"""Errors between a client and a server: lost connections, and the server's refusals."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tilewright.errors import (
    Code,
    GameOver,
    HiddenInformation,
    IllegalMove,
    InvalidOption,
    NotFound,
    NotSignedIn,
    Refused,
    Stale,
    TextError,
    TilewrightError,
    TooManyRequests,
    UnknownGame,
)
from tilewright.wire.problems import Problem

read_problem = msgspec.json.Decoder(Problem).decode
"""Decodes the body of a refusal."""


class Lost(TilewrightError):
    """Raised if the server cannot be reached, or the connection broke before it answered."""


KINDS: dict[str, Callable[[str], TilewrightError]] = {
    Code.STALE: Stale,
    Code.NOT_FOUND: NotFound,
    Code.NOT_SIGNED_IN: NotSignedIn,
    Code.UNKNOWN_GAME: UnknownGame,
    Code.INVALID_OPTION: InvalidOption,
    Code.INVALID_TEXT: TextError,
    Code.GAME_OVER: GameOver,
    Code.HIDDEN: HiddenInformation,
}


def error_of(problem: Problem) -> TilewrightError:
    """Return the exception for a server's refusal, of the type used in this package if there is
    one.

    Newer servers may have codes that this client does not know.
    """
    if problem.code in KINDS:
        return KINDS[problem.code](problem.message)
    if problem.code == Code.ILLEGAL_MOVE:
        return IllegalMove(problem.rule, problem.message.removeprefix(f"{problem.rule}: "))
    if problem.code in (Code.TOO_MANY_REQUESTS, Code.BUSY):
        return TooManyRequests(problem.message, int(problem.params["seconds"]), problem.code)
    return Refused(problem.code, problem.message, **problem.params)
