"""The deal of a day, and how those did who played it."""

from __future__ import annotations

from msgspec import Struct

from tilewright.wire.fields import Milliseconds

__all__ = ["DailyResult", "DailyShown", "DailyShuffle", "MyDaily"]


class DailyResult(Struct, frozen=True, kw_only=True):
    """Somebody who played to the end within the day."""

    name: str
    score: int
    """In the game's own measure; better results come first."""
    at: Milliseconds
    """When they had finished."""
    is_me: bool


class MyDaily(Struct, frozen=True, kw_only=True):
    """Your own game of that day."""

    table: str
    score: int | None
    """None until it is finished."""
    place: int | None
    """Among all results so far, or what it would be there."""
    is_ranked: bool
    """Whether it is one of them: those of guests are not."""


class DailyShuffle(Struct, frozen=True):
    """What decided the deal, shown when the day is over."""

    secret: str
    seed: str
    """A decimal number."""


class DailyShown(Struct, frozen=True, kw_only=True):
    """The deal of a day."""

    date: str
    game: str
    commitment: str
    """SHA-256 of the secret behind the deal."""
    results: list[DailyResult]
    """The best 100: by score, then by time."""
    mine: MyDaily | None
    """None where you have not taken the deal."""
    par: int | None
    """What a search that sees all of it makes of it; None until it is found."""
    shuffle: DailyShuffle | None
    """None until the day is over."""
