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
    Evaluator,
    Expectations,
    depends_on_chance,
    divide_iterations,
    has_secrets,
    mix_seed,
    sample_successor,
)

__all__ = [
    "DEAL",
    "FIRST_SEAT",
    "HIDDEN_CARDS",
    "UNIT",
    "MeasuredLuck",
    "SeatBreakdown",
    "Step",
    "break_down_results",
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


def quantize(value: float) -> float:
    """Round a value to the nearest multiple of 1/65536."""
    return round(value * UNIT) / UNIT


def fit_path(steps: list[Step], result: Expectations) -> list[list[float]]:
    """Fit the expectations at all points of a game: before, between and after the steps.

    Returns:
        ``path[point][seat]``.
    """
    seats = [_fit_seat_path(steps, seat, float(worth)) for seat, worth in enumerate(result)]
    return [list(outlook) for outlook in zip(*seats, strict=True)]


def _fit_seat_path(steps: list[Step], seat: Seat, result: float) -> list[float]:
    """Fit one seat's expectation at each point by weighted least squares.

    The expectation at the last point is `result`.
    """
    count = len(steps) + 1
    rows: list[tuple[list[tuple[int, float]], float, float]] = [([(count - 1, 1.0)], result, EXACT)]
    for number, step in enumerate(steps):
        spread = max(step.spread[seat], MIN_SPREAD)
        rows.append(([(number + 1, 1.0), (number, -1.0)], step.change[seat], spread))
        if step.before is not None:
            is_mean = number == 0 and step.mover is None
            level = START_SPREAD if is_mean else _expectation_error(step.before[seat])
            rows.append(([(number, 1.0)], step.before[seat], level))
        if step.after is not None:
            rows.append(
                ([(number + 1, 1.0)], step.after[seat], _expectation_error(step.after[seat]))
            )
    matrix, targets = np.zeros((len(rows), count)), np.zeros(len(rows))
    for row, (terms, value, spread) in enumerate(rows):
        for column, factor in terms:
            matrix[row, column] = factor / spread
        targets[row] = value / spread
    path = np.linalg.lstsq(matrix, targets, rcond=None)[0]
    return [*(quantize(float(outlook)) for outlook in path[:-1]), quantize(result)]


def _expectation_error(expectation: float) -> float:
    """Return the standard error of a search's expectation."""
    return max(MIN_LEVEL_SPREAD, LEVEL_SPREAD * expectation * (1.0 - expectation))


def break_down_results(steps: list[Step], path: list[list[float]]) -> list[SeatBreakdown]:
    """Break down each seat's result into luck, own decisions and others' decisions."""
    return [_break_down_result(steps, path, seat) for seat in range(len(path[0]))]


def _break_down_result(steps: list[Step], path: list[list[float]], seat: Seat) -> SeatBreakdown:
    """Break down one seat's result by adding up the changes along its path."""
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

    def __init__(self, evaluator: Evaluator, iterations: int) -> None:
        self._evaluator = evaluator
        self._effort = divide_iterations(iterations, EFFORT_DIVISOR)

    def outlook(self, position: Position, seed: int) -> Expectations:
        """Search a position and return the expectation of each seat."""
        return self._evaluator.search(position, self._effort, seed).outlook


def _compare_outcomes(
    ply: int, event: str, actual: list[Expectations], others: list[Expectations]
) -> MeasuredLuck:
    """Return the luck of an event.

    It is the mean expectation over `actual` searches, minus that over `others`.
    """
    mean = np.mean(others, axis=0)
    spread = np.sqrt(_variance_of_mean(actual) + _variance_of_mean(others))
    luck = np.mean(actual, axis=0) - mean
    return MeasuredLuck(ply, event, luck.tolist(), spread.tolist(), mean.tolist())


def _variance_of_mean(outlooks: list[Expectations]) -> Expectations:
    """Return the variance of the mean of several searches, for each seat."""
    if len(outlooks) < 2:
        return np.zeros_like(outlooks[0])
    return np.var(outlooks, axis=0, ddof=1) / len(outlooks)


# --- After a move -------------------------------------------------------------------------------


def measure_chance_event(
    evaluator: Evaluator, position: Position, action: Action, iterations: int, seed: int
) -> MeasuredLuck | None:
    """Measure the luck of the chance event after an action.

    Returns None if there was none, or if the game is over after the action.
    """
    seed = mix_seed(seed, position.ply, 1)
    actual = position.copy()
    actual.play(action)
    if actual.is_over or not depends_on_chance(position, action, seed):
        return None
    search = _QuickSearch(evaluator, iterations)
    return _compare_outcomes(
        actual.ply,
        position.game.chance_name,
        [
            search.outlook(actual, mix_seed(seed, 2, number))
            for number in range(NUM_ACTUAL_SEARCHES)
        ],
        [
            search.outlook(
                sample_successor(position, action, mix_seed(seed, 3, number)),
                mix_seed(seed, 4, number),
            )
            for number in range(NUM_OUTCOMES)
        ],
    )


# --- Before the first move ----------------------------------------------------------------------


def measure_deal_luck(
    evaluator: Evaluator, deal: Position, iterations: int, seed: int
) -> list[MeasuredLuck]:
    """Measure the luck of each random part of a deal.

    The parts are the first player, the public deal and the secret deal.
    """
    return _Deal(evaluator, deal, iterations, mix_seed(seed, 7)).measure_all()


class _Deal:
    """Measures the luck of a deal, by comparing it with other deals."""

    def __init__(self, evaluator: Evaluator, deal: Position, iterations: int, seed: int) -> None:
        self._deal, self._seed = deal, seed
        self._search = _QuickSearch(evaluator, iterations)

    def measure_all(self) -> list[MeasuredLuck]:
        """Measure each random part of the deal: first player, public deal, secret deal."""
        others = [
            self._draw_other_deal(number) for number in range(NUM_OUTCOMES * self._deal.players)
        ]
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

    def _draw_other_deal(self, number: int) -> Position:
        """Return another random deal with the same options and number of players."""
        seed = mix_seed(self._seed, 1, number)
        deal = self._deal
        return Position.again(deal.game, deal.players, seed, deal.options)

    def _search_positions(self, positions: list[Position], purpose: int) -> list[Expectations]:
        """Search each position once. `purpose` keeps the seeds of different uses apart."""
        return [
            self._search.outlook(one, mix_seed(self._seed, 2 + purpose, number))
            for number, one in enumerate(positions)
        ]

    def _search_actual(self) -> list[Expectations]:
        return self._search_positions([self._deal] * NUM_ACTUAL_SEARCHES, 2)

    def _search_other_secrets(self) -> list[Expectations]:
        """Search the public deal with other samples of its hidden information."""
        return self._search_positions(
            [self._with_other_secrets(number) for number in range(NUM_OUTCOMES)], 3
        )

    def _with_other_secrets(self, number: int) -> Position:
        """Return the public deal with another sample of its hidden information."""
        return self._deal.view().determinize(mix_seed(self._seed, 9, number))

    def _measure_first_seat(self, alike: list[Expectations]) -> MeasuredLuck:
        """Measure the luck of moving first.

        `alike` has the searches of deals with the same first player.
        """
        mean = np.mean(alike, axis=0)
        even = np.full_like(mean, mean.mean())
        spread = np.sqrt(_variance_of_mean(alike))
        return MeasuredLuck(0, FIRST_SEAT, (mean - even).tolist(), spread.tolist(), even.tolist())
