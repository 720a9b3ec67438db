"""Options of a game: text for users, small integers for the kernels.

An option describes itself well enough to build a form without knowing the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple, Protocol

from tilewright.errors import InvalidOption
from tilewright.game.states import MAX_PLAYERS, Seat
from tilewright.kernel import Word, below, kernel, next_random

OptionKind = Literal["word", "seat", "numbers"]
RANDOM = "random"


class NumberBounds(NamedTuple):
    """Bounds of the per-seat numbers of an option."""

    highest: int
    """Largest number for one seat."""
    most: int
    """Largest sum over all seats."""
    suggested: tuple[int, ...] = ()


class Option(Protocol):
    """An option of a game: text for users, one or more small integers for the kernels."""

    @property
    def kind(self) -> OptionKind: ...
    @property
    def name(self) -> str: ...
    @property
    def help(self) -> str: ...
    @property
    def default(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def values(self) -> tuple[str, ...]:
        """Allowed words; empty for per-seat numbers."""
        ...

    @property
    def numbers(self) -> Mapping[int, NumberBounds]:
        """Bounds by number of players; empty for options with words."""
        ...

    def parse(self, text: str, players: int) -> list[int]:
        """Convert the text of an option to its values for ``setup``."""
        ...

    def read(self, text: str, players: int) -> list[int]:
        """Convert the text of an option in a record to its values for ``setup``.

        Unlike ``parse``, it keeps the meaning that the text had when the record was written.
        """
        ...

    def format(self, values: Sequence[int], players: int) -> str: ...

    def pass_on(self, values: Sequence[int], players: int) -> list[int]:
        """Return the values for a rematch, in which every player moves up one seat."""
        ...


@dataclass(frozen=True)
class Choice:
    """An option whose value is one of a few words."""

    kind: ClassVar[OptionKind] = "word"
    numbers: ClassVar[Mapping[int, NumberBounds]] = {}
    name: str
    values: tuple[str, ...]
    help: str
    size: int = 1

    @property
    def default(self) -> str:
        return self.values[0]

    def parse(self, text: str, players: int) -> list[int]:
        """Return the index of the word ``text`` in ``values``, as a list of one value."""
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
class SeatChoice:
    """An option that names a seat (``seat-1``) or leaves it to chance (-1 for the kernels).

    A rematch keeps the seat, which then belongs to another player.
    """

    kind: ClassVar[OptionKind] = "seat"
    numbers: ClassVar[Mapping[int, NumberBounds]] = {}
    values: ClassVar[tuple[str, ...]] = (RANDOM, *(f"seat-{seat}" for seat in range(MAX_PLAYERS)))
    name: str
    help: str
    default: str = RANDOM
    size: int = 1

    def parse(self, text: str, players: int) -> list[int]:
        """Return the seat that a text such as ``seat-1`` names, as a list of one value.

        ``random`` gives -1.
        """
        known = self.values[: 1 + players]
        if text not in known:
            expected = ", ".join(known)
            raise InvalidOption(f"option {self.name}: expected one of {expected}; found {text!r}")
        return [known.index(text) - 1]

    read = parse

    def format(self, values: Sequence[int], players: int) -> str:
        return self.values[values[0] + 1]

    def pass_on(self, values: Sequence[int], players: int) -> list[int]:
        return list(values)


@kernel
def draw_seat(option: int, rng: Word, players: int) -> tuple[Seat, Word]:
    """Return the seat of a ``SeatChoice`` and the next generator state.

    If ``option`` is -1, the seat is random. Otherwise ``rng`` is returned unchanged.
    """
    if option >= 0:
        return option, rng
    rng = next_random(rng)
    return below(rng, players), rng


@dataclass(frozen=True)
class PerSeat:
    """An option with one number per seat, such as ``0,7``."""

    kind: ClassVar[OptionKind] = "numbers"
    mark: ClassVar[str] = ""
    """Suffix of numbers other than 0 in the stored text."""
    values: ClassVar[tuple[str, ...]] = ()
    name: str
    numbers: Mapping[int, NumberBounds] = field(hash=False)
    help: str
    default: str = "none"
    size: int = MAX_PLAYERS

    def parse(self, text: str, players: int) -> list[int]:
        """Parse one number per seat, such as ``0,7``, padded with zeros to ``size`` numbers."""
        numbers, most = self._parse_numbers(text, players), self.numbers[players].most
        if sum(numbers) > most:
            raise InvalidOption(
                f"option {self.name}: expected at most {most} for all seats together; "
                f"found {sum(numbers)}"
            )
        return numbers

    read = parse

    def _parse_numbers(self, text: str, players: int) -> list[int]:
        """Parse one number per seat and pad with zeros to ``size`` numbers.

        Each number is at most the bound for one seat. The sum is not checked.
        """
        if text == self.default:
            return [0] * self.size
        parts = text.split(",")
        highest = self.numbers[players].highest
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
        """Return the numbers separated by commas, or the default if all are 0."""
        if not any(values):
            return self.default
        return ",".join(f"{value}{self.mark if value else ''}" for value in values[:players])

    def pass_on(self, values: Sequence[int], players: int) -> list[int]:
        return [values[players - 1], *values[: players - 1], *values[players:]]
