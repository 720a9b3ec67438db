"""Bots by name. A bot gets a seat's view, never the state, and answers with an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from tilewright.errors import InvalidOption
from tilewright.game import Action
from tilewright.kernel import mix
from tilewright.position import Position

__all__ = ["BOTS", "Bot", "make_bot"]


class Bot(Protocol):
    def choose(self, view: Position) -> Action:
        """A legal action for the mover, whose view this is."""
        ...


class RandomBot:
    """Plays the game's playout policy: any legal move, without thought."""

    def __init__(self, seed: int) -> None:
        self._rng = np.uint64(mix(seed))

    def choose(self, view: Position) -> Action:
        action, rng = view.rules.random_action(view.state, self._rng)
        self._rng = np.uint64(rng)
        return int(action)


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot}


def make_bot(name: str, seed: int) -> Bot:
    """The bot of that name, its own random numbers seeded."""
    if name not in BOTS:
        raise InvalidOption(f"no bot is called {name[:40]!r}; there are: {', '.join(BOTS)}")
    return BOTS[name](seed)
