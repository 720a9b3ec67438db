"""Equal searches of two moves, side by side: how far apart the moves are, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from tilewright.game import Action, Seat
from tilewright.position import Position
from tilewright.study.review.outlooks import Look, Observer, Outlook, seed_of

__all__ = ["SURE", "Pairs", "mean_of"]

GUESSED_SPREAD: Final = 0.015
GUESSES: Final = 3
"""A few pairs can agree by luck: so many guessed differences are counted in."""
SURE: Final = 2.0
"""The error is so many standard errors; a difference within it is never called a mistake."""


class Pairs:
    """Equal searches of two moves, side by side."""

    def __init__(
        self,
        observer: Observer,
        view: Position,
        best: Action,
        played: Action,
        seed: int,
        effort: int,
    ) -> None:
        self._observer, self._view, self._seed, self._effort = observer, view, seed, effort
        self._best, self._played = best, played
        self.bests: list[Look] = []
        self.played: list[Look] = []

    def search(self, more: int) -> None:
        for _ in range(more):
            seed = seed_of(self._seed, len(self.bests))
            look = self._observer.look
            played = look(self._view, self._effort, seed, self._played)
            is_same = self._best == self._played
            best = played if is_same else look(self._view, self._effort, seed, self._best)
            self.bests.append(best)
            self.played.append(played)

    @property
    def mean_best(self) -> Outlook:
        return mean_of(self.bests)

    @property
    def mean_played(self) -> Outlook:
        return mean_of(self.played)

    def loss(self, seat: Seat) -> float:
        return float(self.mean_best[seat] - self.mean_played[seat])

    def error(self, seat: Seat) -> float:
        differences = [
            float(best.outlook[seat] - played.outlook[seat])
            for best, played in zip(self.bests, self.played, strict=True)
        ]
        count, mean = len(differences), float(np.mean(differences))
        squares = sum((one - mean) ** 2 for one in differences) + GUESSES * GUESSED_SPREAD**2
        return SURE * math.sqrt(squares / (count - 1 + GUESSES) / count)


def mean_of(looks: Sequence[Look]) -> Outlook:
    """What several searches expect together."""
    mean: Outlook = np.mean([look.outlook for look in looks], axis=0)
    return mean
