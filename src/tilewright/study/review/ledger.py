"""Attribution of a result to luck, a seat's own decisions and those of others, exactly.

A game is a chain of steps, each a chance event or a decision. The effect of every step was
measured, and so were the expectations between them, each with an error. The game's path are the
expectations that fit all measurements best (least squares, weighted by the errors). It ends in the
result. The effect of a step is the difference of the expectations around it, so the effects add up
to ``result - start``, whatever the errors.

All expectations are whole multiples of 1/65536, whose sums and differences are exact in binary and
decimal arithmetic.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from tilewright.game import Seat
from tilewright.study.review.evaluation import Outlook

__all__ = ["UNIT", "SeatBreakdown", "Step", "attribute", "fit_path", "quantize"]

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
