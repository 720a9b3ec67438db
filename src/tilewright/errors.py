"""One small tree of exceptions. Each message says what was expected and what was found."""

from __future__ import annotations

__all__ = [
    "GameOver",
    "HiddenInformation",
    "IllegalMove",
    "InvalidOption",
    "TextError",
    "TilewrightError",
    "UnknownGame",
]


class TilewrightError(ValueError):
    """Anything a caller can put right: bad text, bad option, illegal move."""


class UnknownGame(TilewrightError):
    """No game of that name."""


class InvalidOption(TilewrightError):
    """An option, player count or seed that the game does not have."""


class TextError(TilewrightError):
    """A position, move or record that cannot be read. Names the line where there is one."""

    def __init__(self, message: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(f"line {line}: {message}" if line is not None else message)


class IllegalMove(TilewrightError):
    """A move that the rules forbid here. ``rule`` is the id of the rule, such as ``NL-8``; None
    where a bare action number is not legal and nothing says what was meant by it."""

    def __init__(self, rule: str | None, message: str) -> None:
        self.rule = rule
        super().__init__(f"{rule}: {message}" if rule else message)


class GameOver(TilewrightError):
    """A move was asked of a finished game."""


class HiddenInformation(TilewrightError):
    """Something was asked that a view cannot know."""
