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

    def parse(self, text: str, players: int) -> list[int]: ...
    def format(self, values: Sequence[int], players: int) -> str: ...


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

    def format(self, values: Sequence[int], players: int) -> str:
        return self.values[values[0]]


@dataclass(frozen=True)
class PerSeat:
    """An option that gives every seat a number, as ``0,7``."""

    name: str
    highest: Mapping[int, int]
    """The greatest number a seat may be given, by player count."""
    help: str
    default: str = "none"
    size: int = MAX_PLAYERS

    def parse(self, text: str, players: int) -> list[int]:
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
