"""What can go wrong between a client and a server."""

from __future__ import annotations

from typing import Any

from tilewright.errors import TilewrightError

__all__ = [
    "ClientError",
    "IllegalMove",
    "Lost",
    "NotFound",
    "NotSignedIn",
    "Refusal",
    "Stale",
    "TooManyRequests",
    "refusal_of",
]


class ClientError(TilewrightError):
    """Something went wrong with a server."""


class Lost(ClientError):
    """The server cannot be reached, or was lost before it answered."""


class Refusal(ClientError):
    """The server refused. ``code`` never changes, ``rule`` is the rule of the game it is about."""

    def __init__(
        self, code: str, message: str, rule: str | None = None, params: dict[str, Any] | None = None
    ) -> None:
        self.code, self.rule, self.params = code, rule, params or {}
        super().__init__(message)


class Stale(Refusal):
    """A move for a position that is gone; the present one has arrived."""


class IllegalMove(Refusal):
    """A move that the rules do not allow."""


class NotSignedIn(Refusal):
    """Only for people who have said who they are."""


class NotFound(Refusal):
    """There is no such thing, or none that you may see."""


class TooManyRequests(Refusal):
    """Too fast; wait ``seconds``."""

    @property
    def seconds(self) -> int:
        return int(self.params.get("seconds", 1))


KINDS: dict[str, type[Refusal]] = {
    "stale": Stale,
    "illegal_move": IllegalMove,
    "not_signed_in": NotSignedIn,
    "not_found": NotFound,
    "too_many_requests": TooManyRequests,
}


def refusal_of(
    code: str, message: str, rule: str | None = None, params: dict[str, Any] | None = None
) -> Refusal:
    """The exception for what a server said."""
    return KINDS.get(code, Refusal)(code, message, rule, params)
