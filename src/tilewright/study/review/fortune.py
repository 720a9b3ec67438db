"""What chance did: the outlook after an event less the mean over other outcomes of the same event.

Events before the first move: who begins, what is dealt open to all, what is dealt in secret. Then
every draw that follows a move. Looking back nothing is secret any more: everybody's cards count as
they lay, and only what chance had still to bring counts as unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from tilewright.game import Action
from tilewright.position import Position
from tilewright.study.review.outlooks import (
    Observer,
    Outlook,
    fork,
    has_secrets,
    leaves_to_chance,
    seed_of,
    share_of,
)

__all__ = [
    "DEAL",
    "FIRST_SEAT",
    "HIDDEN_CARDS",
    "Fortune",
    "draw_after",
    "fortunes_of_deal",
]

FIRST_SEAT: Final = "first seat"
DEAL: Final = "deal"
HIDDEN_CARDS: Final = "hidden cards"


@dataclass(frozen=True)
class Fortune:
    """An event of chance."""

    ply: int
    event: str
    luck: list[float]
    """For each seat."""
    spread: list[float]
    """How far each may be off: a standard error."""
    before: list[float]
    """The mean over other outcomes: what each seat could expect before it."""


OUTCOMES: Final = 24
"""Other outcomes that one is compared with."""
LOOKS: Final = 6
"""Searches of the outcome that came, each like one of another outcome."""
EFFORT: Final = 16
"""A search here has so much less iterations than one for the best move."""


class _Glance:
    """Looks at positions at little cost."""

    def __init__(self, observer: Observer, iterations: int) -> None:
        self._observer = observer
        self._effort = share_of(iterations, EFFORT)

    def outlook(self, position: Position, seed: int) -> Outlook:
        return self._observer.look(position, self._effort, seed).outlook


def _compare(ply: int, event: str, came: list[Outlook], others: list[Outlook]) -> Fortune:
    mean = np.mean(others, axis=0)
    spread = np.sqrt(_variance(came) + _variance(others))
    luck = np.mean(came, axis=0) - mean
    return Fortune(ply, event, luck.tolist(), spread.tolist(), mean.tolist())


def _variance(outlooks: list[Outlook]) -> Outlook:
    """Of the mean."""
    if len(outlooks) < 2:
        return np.zeros_like(outlooks[0])
    return np.var(outlooks, axis=0, ddof=1) / len(outlooks)


# --- After a move -------------------------------------------------------------------------------


def draw_after(
    observer: Observer, position: Position, action: Action, iterations: int, seed: int
) -> Fortune | None:
    """The event of chance that an action in a position led to; None where it led to none."""
    seed = seed_of(seed, position.ply, 1)
    came = position.copy()
    came.play(action)
    if came.is_over or not leaves_to_chance(position, action, seed):
        return None
    glance = _Glance(observer, iterations)
    return _compare(
        came.ply,
        position.game.chance_name,
        [glance.outlook(came, seed_of(seed, 2, number)) for number in range(LOOKS)],
        [
            glance.outlook(
                fork(position, action, seed_of(seed, 3, number)), seed_of(seed, 4, number)
            )
            for number in range(OUTCOMES)
        ],
    )


# --- Before the first move ----------------------------------------------------------------------


def fortunes_of_deal(
    observer: Observer, deal: Position, iterations: int, seed: int
) -> list[Fortune]:
    """Who began, what was dealt for all to see, and what was dealt in secret: those of them that
    were left to chance."""
    return _Deal(observer, deal, iterations, seed_of(seed, 7)).fortunes()


class _Deal:
    def __init__(self, observer: Observer, deal: Position, iterations: int, seed: int) -> None:
        self._deal, self._seed = deal, seed
        self._glance = _Glance(observer, iterations)

    def fortunes(self) -> list[Fortune]:
        others = [self._another(number) for number in range(OUTCOMES * self._deal.players)]
        same = [one for one in others if one.mover == self._deal.mover]
        found: list[Fortune] = []
        is_drawn = len(same) < len(others)
        alike = self._outlooks(same[:OUTCOMES], 1)
        dealt = self._guessed() if has_secrets(self._deal) else self._came()
        if is_drawn:
            found.append(self._first_seat(alike))
        if any(one.view() != self._deal.view() for one in same):
            found.append(_compare(0, DEAL, dealt, alike))
        if has_secrets(self._deal):
            found.append(_compare(0, HIDDEN_CARDS, self._came(), dealt))
        return found

    def _another(self, number: int) -> Position:
        """A deal by the same options."""
        seed = seed_of(self._seed, 1, number)
        deal = self._deal
        return Position.again(deal.game, deal.players, seed, deal.options)

    def _outlooks(self, positions: list[Position], purpose: int) -> list[Outlook]:
        return [
            self._glance.outlook(one, seed_of(self._seed, 2 + purpose, number))
            for number, one in enumerate(positions)
        ]

    def _came(self) -> list[Outlook]:
        return self._outlooks([self._deal] * LOOKS, 2)

    def _guessed(self) -> list[Outlook]:
        """What all see, with other secrets."""
        return self._outlooks([self._with_other_secrets(number) for number in range(OUTCOMES)], 3)

    def _with_other_secrets(self, number: int) -> Position:
        return self._deal.view().determinize(seed_of(self._seed, 9, number))

    def _first_seat(self, alike: list[Outlook]) -> Fortune:
        """Before it all seats are alike: each may expect the mean of all."""
        mean = np.mean(alike, axis=0)
        even = np.full_like(mean, mean.mean())
        spread = np.sqrt(_variance(alike))
        return Fortune(0, FIRST_SEAT, (mean - even).tolist(), spread.tolist(), even.tolist())
