"""Luck and the ledger that attributes a result to luck, own decisions and those of others.

Luck is the expectation after a chance event minus the mean over other outcomes of it.

Events before the first move: who begins, what is dealt face up, what is dealt in secret. Then
every draw that follows a move. A review knows all secrets: all hands count as they were, and only
events to come are unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from tilewright.game import Action, Seat
from tilewright.position import Position
from tilewright.study.review.evaluation import (
    Observer,
    Outlook,
    fork,
    has_chance,
    has_secrets,
    seed_of,
    share_of,
)

__all__ = [
    "DEAL",
    "FIRST_SEAT",
    "HIDDEN_CARDS",
    "UNIT",
    "MeasuredLuck",
    "SeatBreakdown",
    "Step",
    "attribute",
    "chance_event_after",
    "deal_events",
    "fit_path",
    "quantize",
]

UNIT: Final = 65536

LEAST_SPREAD: Final = 0.006
"""Smallest error of a step, because a search has blind spots."""
LEVEL_SPREAD: Final = 0.16
"""Error of one search's expectation p, divided by p * (1 - p)."""
LEAST_LEVEL_SPREAD: Final = 0.01
START_SPREAD: Final = 0.002
"""Error of the mean over many deals."""
EXACT: Final = 1e-6


@dataclass(frozen=True)
class Step:
    """A decision or a chance event, with its measured effect."""

    change: list[float]
    """Measured effect on each seat."""
    spread: list[float]
    mover: Seat | None = None
    """Seat that decided; None for chance."""
    before: list[float] | None = None
    """Measured expectations before it."""
    after: list[float] | None = None


@dataclass(frozen=True)
class SeatBreakdown:
    """The breakdown of a seat's result."""

    seat: Seat
    start: float
    luck: float
    own: float
    others: float
    result: float
    error: float
    """Half-width of the luck's interval: two standard errors over all events."""

    @property
    def skill(self) -> float:
        return self.own + self.others

    @property
    def adjusted(self) -> float:
        """The result minus the luck."""
        return self.result - self.luck


def quantize(outlook: float) -> float:
    """Return the nearest multiple of 1/65536, as a whole number."""
    return round(outlook * UNIT) / UNIT


def fit_path(steps: list[Step], result: Outlook) -> list[list[float]]:
    """Return the expectations of all seats before the first step, between steps and at the end."""
    seats = [_fit(steps, seat, float(worth)) for seat, worth in enumerate(result)]
    return [list(outlook) for outlook in zip(*seats, strict=True)]


def _fit(steps: list[Step], seat: Seat, result: float) -> list[float]:
    """Return the path of one seat; its last expectation is the result."""
    count = len(steps) + 1
    rows: list[tuple[list[tuple[int, float]], float, float]] = [([(count - 1, 1.0)], result, EXACT)]
    for number, step in enumerate(steps):
        spread = max(step.spread[seat], LEAST_SPREAD)
        rows.append(([(number + 1, 1.0), (number, -1.0)], step.change[seat], spread))
        if step.before is not None:
            is_mean = number == 0 and step.mover is None
            level = START_SPREAD if is_mean else _level_spread(step.before[seat])
            rows.append(([(number, 1.0)], step.before[seat], level))
        if step.after is not None:
            rows.append(([(number + 1, 1.0)], step.after[seat], _level_spread(step.after[seat])))
    matrix, wanted = np.zeros((len(rows), count)), np.zeros(len(rows))
    for row, (terms, value, spread) in enumerate(rows):
        for column, factor in terms:
            matrix[row, column] = factor / spread
        wanted[row] = value / spread
    path = np.linalg.lstsq(matrix, wanted, rcond=None)[0]
    return [*(quantize(float(outlook)) for outlook in path[:-1]), quantize(result)]


def _level_spread(outlook: float) -> float:
    return max(LEAST_LEVEL_SPREAD, LEVEL_SPREAD * outlook * (1.0 - outlook))


def attribute(steps: list[Step], path: list[list[float]]) -> list[SeatBreakdown]:
    """Return the accounts of all seats."""
    return [_account(steps, path, seat) for seat in range(len(path[0]))]


def _account(steps: list[Step], path: list[list[float]], seat: Seat) -> SeatBreakdown:
    luck = own = others = 0.0
    for number, step in enumerate(steps):
        change = path[number + 1][seat] - path[number][seat]
        if step.mover is None:
            luck += change
        elif step.mover == seat:
            own += change
        else:
            others += change
    squares = sum(step.spread[seat] ** 2 for step in steps if step.mover is None)
    return SeatBreakdown(
        seat, path[0][seat], luck, own, others, path[-1][seat], 2 * float(squares**0.5)
    )


# --- Luck of chance events ------------------------------------------------------------------------


FIRST_SEAT: Final = "first seat"
DEAL: Final = "deal"
HIDDEN_CARDS: Final = "hidden cards"


@dataclass(frozen=True)
class MeasuredLuck:
    """The luck of a chance event."""

    ply: int
    event: str
    luck: list[float]
    """Luck of each seat."""
    spread: list[float]
    """Standard error of each."""
    before: list[float]
    """Expectation of each seat before it: the mean over other outcomes."""


NUM_OUTCOMES: Final = 24
"""Number of other outcomes to compare with."""
NUM_ACTUAL_SEARCHES: Final = 6
"""Searches of the actual outcome, each like that of another outcome."""
EFFORT_DIVISOR: Final = 16
"""Divisor of the iterations, compared with the search for the best move."""


class _Glance:
    """Cheap searches of positions."""

    def __init__(self, observer: Observer, iterations: int) -> None:
        self._observer = observer
        self._effort = share_of(iterations, EFFORT_DIVISOR)

    def outlook(self, position: Position, seed: int) -> Outlook:
        return self._observer.search(position, self._effort, seed).outlook


def _compare(ply: int, event: str, came: list[Outlook], others: list[Outlook]) -> MeasuredLuck:
    mean = np.mean(others, axis=0)
    spread = np.sqrt(_variance(came) + _variance(others))
    luck = np.mean(came, axis=0) - mean
    return MeasuredLuck(ply, event, luck.tolist(), spread.tolist(), mean.tolist())


def _variance(outlooks: list[Outlook]) -> Outlook:
    """Return the variance of the mean."""
    if len(outlooks) < 2:
        return np.zeros_like(outlooks[0])
    return np.var(outlooks, axis=0, ddof=1) / len(outlooks)


# --- After a move -------------------------------------------------------------------------------


def chance_event_after(
    observer: Observer, position: Position, action: Action, iterations: int, seed: int
) -> MeasuredLuck | None:
    """Return the chance event that followed an action; None if there was none."""
    seed = seed_of(seed, position.ply, 1)
    came = position.copy()
    came.play(action)
    if came.is_over or not has_chance(position, action, seed):
        return None
    glance = _Glance(observer, iterations)
    return _compare(
        came.ply,
        position.game.chance_name,
        [glance.outlook(came, seed_of(seed, 2, number)) for number in range(NUM_ACTUAL_SEARCHES)],
        [
            glance.outlook(
                fork(position, action, seed_of(seed, 3, number)), seed_of(seed, 4, number)
            )
            for number in range(NUM_OUTCOMES)
        ],
    )


# --- Before the first move ----------------------------------------------------------------------


def deal_events(
    observer: Observer, deal: Position, iterations: int, seed: int
) -> list[MeasuredLuck]:
    """Return the luck of the deal: first player, public deal, secret deal, as far as left to
    chance."""
    return _Deal(observer, deal, iterations, seed_of(seed, 7)).fortunes()


class _Deal:
    def __init__(self, observer: Observer, deal: Position, iterations: int, seed: int) -> None:
        self._deal, self._seed = deal, seed
        self._glance = _Glance(observer, iterations)

    def fortunes(self) -> list[MeasuredLuck]:
        others = [self._another(number) for number in range(NUM_OUTCOMES * self._deal.players)]
        same = [one for one in others if one.mover == self._deal.mover]
        found: list[MeasuredLuck] = []
        is_drawn = len(same) < len(others)
        alike = self._outlooks(same[:NUM_OUTCOMES], 1)
        dealt = self._guessed() if has_secrets(self._deal) else self._came()
        if is_drawn:
            found.append(self._first_seat(alike))
        if any(one.view() != self._deal.view() for one in same):
            found.append(_compare(0, DEAL, dealt, alike))
        if has_secrets(self._deal):
            found.append(_compare(0, HIDDEN_CARDS, self._came(), dealt))
        return found

    def _another(self, number: int) -> Position:
        """Return a different deal with equal options."""
        seed = seed_of(self._seed, 1, number)
        deal = self._deal
        return Position.again(deal.game, deal.players, seed, deal.options)

    def _outlooks(self, positions: list[Position], purpose: int) -> list[Outlook]:
        return [
            self._glance.outlook(one, seed_of(self._seed, 2 + purpose, number))
            for number, one in enumerate(positions)
        ]

    def _came(self) -> list[Outlook]:
        return self._outlooks([self._deal] * NUM_ACTUAL_SEARCHES, 2)

    def _guessed(self) -> list[Outlook]:
        """Return the outlooks of the public deal with other secrets."""
        return self._outlooks(
            [self._with_other_secrets(number) for number in range(NUM_OUTCOMES)], 3
        )

    def _with_other_secrets(self, number: int) -> Position:
        return self._deal.view().determinize(seed_of(self._seed, 9, number))

    def _first_seat(self, alike: list[Outlook]) -> MeasuredLuck:
        """Return the luck of moving first: before it, each seat expects the mean of all."""
        mean = np.mean(alike, axis=0)
        even = np.full_like(mean, mean.mean())
        spread = np.sqrt(_variance(alike))
        return MeasuredLuck(0, FIRST_SEAT, (mean - even).tolist(), spread.tolist(), even.tolist())
