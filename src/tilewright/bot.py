"""What a bot is. It gets a seat's view, never the state, and answers with an action."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event
from typing import Protocol

from tilewright.errors import InvalidOption
from tilewright.game import Action
from tilewright.position import Position

__all__ = ["Bot", "Budget"]

MAX_THREADS = 256


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one move: so many seconds, so many iterations, or both.

    Equal seeds, equal iterations and equally many threads give equal moves; seconds do not."""

    seconds: float | None = None
    iterations: int | None = None
    """Of all threads together."""
    threads: int = 1
    memory: float = 512.0
    """How many MiB the bot's trees may grow to, all threads together. Memory is taken as they grow.
    When they are full, the bot goes on thinking with the trees it has."""

    def __post_init__(self) -> None:
        for name in ("seconds", "iterations", "memory"):
            value = getattr(self, name)
            if value is not None and not 0 < value <= 1e9:
                raise InvalidOption(f"{name}: expected a number above 0; found {value}")
        if not 1 <= self.threads <= MAX_THREADS:
            raise InvalidOption(f"threads: expected 1 to {MAX_THREADS}; found {self.threads}")


class Bot(Protocol):
    """Somebody who sits on one seat of one game."""

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        """A legal action for the mover, whose view this is; the best so far once ``stop`` is set.

        Whoever does not think for long may leave ``stop`` alone."""
        ...

    def played(self, action: Action, view: Position) -> None:
        """Told of every action of the game, anybody's, with this seat's view after it."""
        ...
