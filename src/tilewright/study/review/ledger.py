"""The ledger: what luck, a seat's own decisions and the others' did to it, exactly.

A game is a chain of steps, each an event of chance or a decision. What every step did was measured,
and so was the outlook between them, each with an error. The outlooks that agree best with all of
that at once (least squares, each measurement weighted by its error) are the game's path. It ends in
the result. What a step did is the difference of the outlooks around it, so the steps add up to
``result - start``, whatever the errors.

All outlooks are whole numbers of 1/65536. Sums and differences of those are exact in any
arithmetic, binary and decimal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from tilewright.game import Seat
from tilewright.study.review.outlooks import Outlook

__all__ = ["UNIT", "Account", "Step", "balance", "fit_path", "to_unit"]

UNIT: Final = 65536

LEAST_SPREAD: Final = 0.006
"""No step is known better: a search has its own blind spots."""
LEVEL_SPREAD: Final = 0.16
"""How far the outlook of one search may be off where all is open, times p * (1 - p)."""
LEAST_LEVEL_SPREAD: Final = 0.01
START_SPREAD: Final = 0.002
"""The mean over many deals is known well."""
EXACT: Final = 1e-6


@dataclass(frozen=True)
class Step:
    """What happened between two outlooks."""

    change: list[float]
    """For each seat, as measured."""
    spread: list[float]
    mover: Seat | None = None
    """Whose decision it was; None: chance."""
    before: list[float] | None = None
    """The outlook before it, as measured."""
    after: list[float] | None = None


@dataclass(frozen=True)
class Account:
    """What became of a seat."""

    seat: Seat
    start: float
    luck: float
    own: float
    others: float
    result: float
    error: float
    """How far the luck may be off: two standard errors of all events."""

    @property
    def skill(self) -> float:
        return self.own + self.others

    @property
    def adjusted(self) -> float:
        """The result without the luck."""
        return self.result - self.luck


def to_unit(outlook: float) -> float:
    """The nearest whole number of 1/65536."""
    return round(outlook * UNIT) / UNIT


def fit_path(steps: list[Step], result: Outlook) -> list[list[float]]:
    """The outlooks of all seats before the first step, between the steps and at the end."""
    seats = [_fit(steps, seat, float(worth)) for seat, worth in enumerate(result)]
    return [list(outlook) for outlook in zip(*seats, strict=True)]


def _fit(steps: list[Step], seat: Seat, result: float) -> list[float]:
    """The path of one seat; the last outlook is the result."""
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
    return [*(to_unit(float(outlook)) for outlook in path[:-1]), to_unit(result)]


def _level_spread(outlook: float) -> float:
    return max(LEAST_LEVEL_SPREAD, LEVEL_SPREAD * outlook * (1.0 - outlook))


def balance(steps: list[Step], path: list[list[float]]) -> list[Account]:
    """The accounts of all seats."""
    return [_account(steps, path, seat) for seat in range(len(path[0]))]


def _account(steps: list[Step], path: list[list[float]], seat: Seat) -> Account:
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
    return Account(seat, path[0][seat], luck, own, others, path[-1][seat], 2 * float(squares**0.5))
