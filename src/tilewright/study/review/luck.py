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
    divide_iterations,
    fork,
    has_chance,
    has_secrets,
    mix_seed,
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
    "fit_path",
    "measure_chance_event",
    "measure_deal_luck",
    "quantize",
]

UNIT: Final = 65536

MIN_SPREAD: Final = 0.006
"""Minimum error of a step, since searches have blind spots."""
LEVEL_SPREAD: Final = 0.16
"""Error of a search's expectation p, divided by p * (1 - p)."""
MIN_LEVEL_SPREAD: Final = 0.01
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
    """Seat that moved; None for chance."""
    before: list[float] | None = None
    """Measured expectations before the step."""
    after: list[float] | None = None


@dataclass(frozen=True)
class SeatBreakdown:
    """A seat's result, broken down by cause."""

    seat: Seat
    start: float
    luck: float
    own: float
    others: float
    result: float
    error: float
    """Half-width of the interval for luck: two standard errors over all chance events."""

    @property
    def skill(self) -> float:
        return self.own + self.others

    @property
    def adjusted(self) -> float:
        """The result without luck."""
        return self.result - self.luck


def quantize(outlook: float) -> float:
    """Round to the nearest multiple of 1/65536."""
    return round(outlook * UNIT) / UNIT


def fit_path(steps: list[Step], result: Outlook) -> list[list[float]]:
    """Fit each seat's expectations before, between and after the steps. Returns them by point."""
    seats = [_fit_seat_path(steps, seat, float(worth)) for seat, worth in enumerate(result)]
    return [list(outlook) for outlook in zip(*seats, strict=True)]


def _fit_seat_path(steps: list[Step], seat: Seat, result: float) -> list[float]:
    """Fit one seat's path by weighted least squares; it ends in the result."""
    count = len(steps) + 1
    rows: list[tuple[list[tuple[int, float]], float, float]] = [([(count - 1, 1.0)], result, EXACT)]
    for number, step in enumerate(steps):
        spread = max(step.spread[seat], MIN_SPREAD)
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
    return max(MIN_LEVEL_SPREAD, LEVEL_SPREAD * outlook * (1.0 - outlook))


def attribute(steps: list[Step], path: list[list[float]]) -> list[SeatBreakdown]:
    """Break down the result of every seat."""
    return [_break_down_result(steps, path, seat) for seat in range(len(path[0]))]


def _break_down_result(steps: list[Step], path: list[list[float]], seat: Seat) -> SeatBreakdown:
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
    """The measured luck of a chance event."""

    ply: int
    event: str
    luck: list[float]
    """Luck by seat."""
    spread: list[float]
    """Standard error by seat."""
    before: list[float]
    """Each seat's expectation before the event: the mean over other outcomes."""


NUM_OUTCOMES: Final = 24
"""Number of other outcomes for comparison."""
NUM_ACTUAL_SEARCHES: Final = 6
"""Number of searches of the actual outcome."""
EFFORT_DIVISOR: Final = 16
"""Iterations of the search for the best move, divided by those of one search here."""


class _QuickSearch:
    """Searches positions with few iterations."""

    def __init__(self, observer: Observer, iterations: int) -> None:
        self._observer = observer
        self._effort = divide_iterations(iterations, EFFORT_DIVISOR)

    def outlook(self, position: Position, seed: int) -> Outlook:
        return self._observer.search(position, self._effort, seed).outlook


def _compare_outcomes(
    ply: int, event: str, actual: list[Outlook], others: list[Outlook]
) -> MeasuredLuck:
    mean = np.mean(others, axis=0)
    spread = np.sqrt(_variance(actual) + _variance(others))
    luck = np.mean(actual, axis=0) - mean
    return MeasuredLuck(ply, event, luck.tolist(), spread.tolist(), mean.tolist())


def _variance(outlooks: list[Outlook]) -> Outlook:
    """Return the variance of the outlooks' mean."""
    if len(outlooks) < 2:
        return np.zeros_like(outlooks[0])
    return np.var(outlooks, axis=0, ddof=1) / len(outlooks)


# --- After a move -------------------------------------------------------------------------------


def measure_chance_event(
    observer: Observer, position: Position, action: Action, iterations: int, seed: int
) -> MeasuredLuck | None:
    """Measure the chance event that followed an action; None if there was none."""
    seed = mix_seed(seed, position.ply, 1)
    actual = position.copy()
    actual.play(action)
    if actual.is_over or not has_chance(position, action, seed):
        return None
    search = _QuickSearch(observer, iterations)
    return _compare_outcomes(
        actual.ply,
        position.game.chance_name,
        [
            search.outlook(actual, mix_seed(seed, 2, number))
            for number in range(NUM_ACTUAL_SEARCHES)
        ],
        [
            search.outlook(
                fork(position, action, mix_seed(seed, 3, number)), mix_seed(seed, 4, number)
            )
            for number in range(NUM_OUTCOMES)
        ],
    )


# --- Before the first move ----------------------------------------------------------------------


def measure_deal_luck(
    observer: Observer, deal: Position, iterations: int, seed: int
) -> list[MeasuredLuck]:
    """Measure the luck of the deal: first player, public deal and secret deal, if random."""
    return _Deal(observer, deal, iterations, mix_seed(seed, 7)).measure_all()


class _Deal:
    def __init__(self, observer: Observer, deal: Position, iterations: int, seed: int) -> None:
        self._deal, self._seed = deal, seed
        self._search = _QuickSearch(observer, iterations)

    def measure_all(self) -> list[MeasuredLuck]:
        others = [self._deal_again(number) for number in range(NUM_OUTCOMES * self._deal.players)]
        same = [one for one in others if one.mover == self._deal.mover]
        found: list[MeasuredLuck] = []
        is_drawn = len(same) < len(others)
        alike = self._search_positions(same[:NUM_OUTCOMES], 1)
        dealt = self._search_other_secrets() if has_secrets(self._deal) else self._search_actual()
        if is_drawn:
            found.append(self._measure_first_seat(alike))
        if any(one.view() != self._deal.view() for one in same):
            found.append(_compare_outcomes(0, DEAL, dealt, alike))
        if has_secrets(self._deal):
            found.append(_compare_outcomes(0, HIDDEN_CARDS, self._search_actual(), dealt))
        return found

    def _deal_again(self, number: int) -> Position:
        """Return a new deal with the same options."""
        seed = mix_seed(self._seed, 1, number)
        deal = self._deal
        return Position.again(deal.game, deal.players, seed, deal.options)

    def _search_positions(self, positions: list[Position], purpose: int) -> list[Outlook]:
        return [
            self._search.outlook(one, mix_seed(self._seed, 2 + purpose, number))
            for number, one in enumerate(positions)
        ]

    def _search_actual(self) -> list[Outlook]:
        return self._search_positions([self._deal] * NUM_ACTUAL_SEARCHES, 2)

    def _search_other_secrets(self) -> list[Outlook]:
        """Search the public deal with other hidden information."""
        return self._search_positions(
            [self._with_other_secrets(number) for number in range(NUM_OUTCOMES)], 3
        )

    def _with_other_secrets(self, number: int) -> Position:
        return self._deal.view().determinize(mix_seed(self._seed, 9, number))

    def _measure_first_seat(self, alike: list[Outlook]) -> MeasuredLuck:
        """Measure the luck of moving first. Before it, all seats have the same expectation."""
        mean = np.mean(alike, axis=0)
        even = np.full_like(mean, mean.mean())
        spread = np.sqrt(_variance(alike))
        return MeasuredLuck(0, FIRST_SEAT, (mean - even).tolist(), spread.tolist(), even.tolist())
