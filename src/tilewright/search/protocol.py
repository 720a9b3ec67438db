"""Interface of bots: a bot receives a seat's view, never the full state, and returns an action."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event
from typing import Protocol

from tilewright.errors import InvalidOption
from tilewright.game import Action
from tilewright.position import Position

MAX_THREADS = 256
MAX_BUDGET = 1e9
"""Upper bound for seconds, iterations and MiB."""


@dataclass(frozen=True)
class Budget:
    """Limits of a bot's thinking per move: seconds, iterations, or both.

    Equal seeds, iterations and thread counts give equal moves; seconds do not.
    """

    seconds: float | None = None
    iterations: int | None = None
    """Iterations of all threads together."""
    threads: int = 1
    memory: float = 512.0
    """Memory limit of the bot's trees in MiB, all threads together. Memory is allocated as trees
    grow; once they are full, the bot continues with the trees it has."""

    def __post_init__(self) -> None:
        for name in ("seconds", "iterations", "memory"):
            value = getattr(self, name)
            if value is not None and not 0 < value <= MAX_BUDGET:
                raise InvalidOption(
                    f"{name}: expected a number above 0, at most {MAX_BUDGET:,.0f}; found {value}"
                )
        if not 1 <= self.threads <= MAX_THREADS:
            raise InvalidOption(f"threads: expected 1 to {MAX_THREADS}; found {self.threads}")


class Bot(Protocol):
    """Interface of a program that plays one seat of one game."""

    def choose(self, view: Position, stop: Event | None = None) -> Action:
        """Return a legal action for the mover.

        Args:
            view: The position as the mover sees it.
            stop: When set, return the best action found so far. Bots that answer quickly may
                ignore it.
        """
        ...

    def played(self, action: Action, view: Position) -> None:
        """Notify the bot of any player's action.

        Args:
            action: The action.
            view: The view of the bot's seat after the action.
        """
        ...
