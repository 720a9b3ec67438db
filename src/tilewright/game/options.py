"""Options of a game: text on the outside, small integers for the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tilewright.errors import InvalidOption
from tilewright.game.states import MAX_PLAYERS

__all__ = ["Choice", "Option", "PerSeat"]


class Option(Protocol):
    """One option of a game: text on the outside, one or more small integers for the kernels."""

    @property
    def name(self) -> str: ...
    @property
    def help(self) -> str: ...
    @property
    def default(self) -> str: ...
    @property
    def size(self) -> int: ...

    def parse(self, text: str, players: int) -> list[int]:
        """The numbers of a choice that somebody makes now."""
        ...

    def read(self, text: str, players: int) -> list[int]:
        """The numbers of a choice that a record has, which may have meant something else then."""
        ...

    def format(self, values: Sequence[int], players: int) -> str: ...

    def pass_on(self, values: Sequence[int], players: int) -> list[int]:
        """The numbers for the next game, in which everybody moves up by one seat."""
        ...


@dataclass(frozen=True)
class Choice:
    """An option that takes one of a few words."""

    name: str
    values: tuple[str, ...]
    help: str
    size: int = 1

    @property
    def default(self) -> str:
        return self.values[0]

    def parse(self, text: str, players: int) -> list[int]:
        if text not in self.values:
            expected = ", ".join(self.values)
            raise InvalidOption(f"option {self.name}: expected one of {expected}; found {text!r}")
        return [self.values.index(text)]

    read = parse

    def format(self, values: Sequence[int], players: int) -> str:
        return self.values[values[0]]

    def pass_on(self, values: Sequence[int], players: int) -> list[int]:
        return list(values)


@dataclass(frozen=True)
class PerSeat:
    """An option that gives every seat a number, as ``0,7``."""

    name: str
    highest: Mapping[int, int]
    """The greatest number a seat may be given, by player count."""
    most: int
    """The greatest number that all seats may be given together."""
    help: str
    default: str = "none"
    size: int = MAX_PLAYERS

    def parse(self, text: str, players: int) -> list[int]:
        numbers = self._numbers(text, players)
        if sum(numbers) > self.most:
            raise InvalidOption(
                f"option {self.name}: expected at most {self.most} for all seats together; "
                f"found {sum(numbers)}"
            )
        return numbers

    read = parse

    def _numbers(self, text: str, players: int) -> list[int]:
        if text == self.default:
            return [0] * self.size
        parts = text.split(",")
        highest = self.highest[players]
        if len(parts) != players or not all(
            part.isascii() and part.isdigit() and len(part) < 4 and int(part) <= highest
            for part in parts
        ):
            raise InvalidOption(
                f"option {self.name}: expected {self.default!r} or {players} numbers from 0 to "
                f"{highest}, as {','.join(['0'] * players)}; found {text!r}"
            )
        return [int(part) for part in parts] + [0] * (self.size - players)

    def format(self, values: Sequence[int], players: int) -> str:
        if not any(values):
            return self.default
        return ",".join(str(value) for value in values[:players])

    def pass_on(self, values: Sequence[int], players: int) -> list[int]:
        return [values[players - 1], *values[: players - 1], *values[players:]]
