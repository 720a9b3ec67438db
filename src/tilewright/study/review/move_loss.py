"""The loss of a move against the best that could be found, and its error.

Both moves are searched in pairs of equal searches, from what the mover's seat knew. The mean of
the differences is the loss; their spread gives its error. If that leaves the class open, more
pairs are searched, until it is decided or the budget is used up; then the milder class is taken.
An inaccuracy or worse is then checked by longer searches.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Literal, get_args

import numpy as np

from tilewright.game import Action, Seat, SeenMove
from tilewright.position import Position
from tilewright.search.searcher import find_knowledge
from tilewright.study.review.evaluation import (
    Observer,
    Outlook,
    SearchSummary,
    has_chance,
    has_secrets,
    seed_of,
    share_of,
)

__all__ = [
    "CLASSES",
    "STANDARD_ERRORS",
    "THRESHOLDS",
    "UNEXPLAINED_CLASSES",
    "Class",
    "MeasuredDecision",
    "Pairs",
    "classify",
    "explain_loss",
    "mean_of",
    "measure_decision",
]

GUESSED_SPREAD: Final = 0.015
GUESSES: Final = 3
"""Number of prior differences that are counted in, because a few pairs can agree by luck."""
STANDARD_ERRORS: Final = 2.0
"""Standard errors per error bound; a difference within it is never called a mistake."""


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
        self.bests: list[SearchSummary] = []
        self.played: list[SearchSummary] = []

    def search(self, more: int) -> None:
        for _ in range(more):
            seed = seed_of(self._seed, len(self.bests))
            look = self._observer.search
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
        return STANDARD_ERRORS * math.sqrt(squares / (count - 1 + GUESSES) / count)


def mean_of(looks: Sequence[SearchSummary]) -> Outlook:
    """Return the combined expectation of several searches."""
    mean: Outlook = np.mean([look.outlook for look in looks], axis=0)
    return mean


Class = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
CLASSES: Final[tuple[Class, ...]] = get_args(Class)
THRESHOLDS: Final = (0.01, 0.03, 0.06, 0.12)
"""Thresholds: a move that loses less than the first is best; from the last on it is a blunder."""

FIRST_PAIRS: Final = 8
MOST_PAIRS: Final = 64
PAIRS_PER_SEARCH: Final = 6
"""Divisor of the iterations of one search of a pair, compared with the search for the best move."""
CLEAR_ERRORS: Final = 1.5
"""A class is decided if the loss is this many errors away from all thresholds. Repeated looks find
a deviation of one error by luck."""
LAPS: Final = 3
LONG_PAIRS: Final = 4
NODES_PER_ITERATION: Final = 50  # of a proof


@dataclass(frozen=True)
class MeasuredDecision:
    """A decision and its measurements."""

    ply: int
    seat: Seat
    played: Action
    best: Action
    loss: float
    error: float
    outlook: float
    """Expectation of the mover after the best move, from what it knew."""
    before: list[float]
    """Expectation of each seat before the move, with all secrets known."""
    after: list[float]
    """Expectation of each seat after the move, before chance decides."""
    spread: list[float]
    """Standard error of the difference of the two."""
    best_line: list[Action]
    played_line: list[Action]
    pairs: int

    @property
    def kind(self) -> Class:
        return classify(self.loss, self.error)


def classify(loss: float, error: float) -> Class:
    """Return the worst class that the loss reaches with certainty."""
    return CLASSES[sum(loss - error >= least for least in THRESHOLDS)]


def measure_decision(
    observer: Observer, position: Position, played: Action, iterations: int, seed: int
) -> MeasuredDecision:
    """Return the effect of a move on its mover and on the others."""
    return _Decision(observer, position, played, iterations, seed_of(seed, position.ply)).weigh()


class _Decision:
    def __init__(
        self, observer: Observer, position: Position, played: Action, iterations: int, seed: int
    ) -> None:
        self._observer, self._position = observer, position
        self._played, self._iterations, self._seed = played, iterations, seed
        self._seat = position.mover
        self._view = position.view(self._seat)

    def weigh(self) -> MeasuredDecision:
        found = self._observer.search(self._view, self._iterations, self._seed)
        proven = self._prove()
        if len(self._position.legal_actions) == 1 or self._played in proven:
            return self._no_loss(found)
        best = (
            proven[0]
            if proven
            else self._best_by_halving({*found.top, *self._overlooked_moves(), self._played})
        )
        if best == self._played:
            return self._no_loss(found)
        pairs = self._pair(self._view, best)
        pairs.search(FIRST_PAIRS)
        while not self._is_decided(pairs) and len(pairs.bests) < MOST_PAIRS:
            pairs.search(FIRST_PAIRS)
        pairs = pairs if proven else self._check(best, pairs)
        if pairs.loss(self._seat) <= 0.0 and not proven:
            return self._no_loss(pairs.played[0], pairs)
        return self._measured(best, pairs)

    def _overlooked_moves(self) -> tuple[Action, ...]:
        """Return the moves that another search prefers, because a single one overlooks some."""
        return self._observer.search(self._view, self._iterations, seed_of(self._seed, 98)).top

    def _best_by_halving(self, contenders: set[Action]) -> Action:
        """Return the best of some moves, each searched alone.

        A search of all of them would spend most of its time on its first favourite. After some
        rounds the better half goes on.
        """
        looks: dict[Action, list[SearchSummary]] = {action: [] for action in sorted(contenders)}
        while len(looks) > 1:
            for action, seen in looks.items():
                seen += [self._run_lap(action, len(seen) + lap) for lap in range(LAPS)]
            means = {action: float(mean_of(seen)[self._seat]) for action, seen in looks.items()}
            better = sorted(means, key=lambda action: -means[action])[: len(means) // 2]
            looks = {action: looks[action] for action in better}
        return next(iter(looks))

    def _run_lap(self, action: Action, lap: int) -> SearchSummary:
        return self._observer.search(self._view, self._effort, seed_of(self._seed, 99, lap), action)

    def _is_decided(self, pairs: Pairs) -> bool:
        """Return True if more search would hardly change the class."""
        loss, error = pairs.loss(self._seat), pairs.error(self._seat)
        return all(abs(loss - least) > CLEAR_ERRORS * error for least in THRESHOLDS)

    def _check(self, best: Action, pairs: Pairs) -> Pairs:
        """Check a bad class by long searches, because short ones may share a blind spot.

        The long result counts if its loss is smaller by more than the errors.
        """
        if self._classify(pairs) in ("best", "good"):
            return pairs
        seed = seed_of(self._seed, 97)
        long = Pairs(self._observer, self._view, best, self._played, seed, self._iterations)
        long.search(LONG_PAIRS)
        less = pairs.loss(self._seat) - long.loss(self._seat)
        is_clear = less > math.hypot(pairs.error(self._seat), long.error(self._seat))
        return long if is_clear else pairs

    def _classify(self, pairs: Pairs) -> Class:
        return classify(pairs.loss(self._seat), pairs.error(self._seat))

    def _pair(self, view: Position, best: Action) -> Pairs:
        return Pairs(self._observer, view, best, self._played, self._seed, self._effort)

    @property
    def _effort(self) -> int:
        return share_of(self._iterations, PAIRS_PER_SEARCH)

    def _prove(self) -> tuple[Action, ...]:
        """Return the moves proven best; playing one of them is no mistake."""
        prove = find_knowledge(self._position.game).prove
        if prove is None:
            return ()
        return prove(self._view.state, None, self._iterations * NODES_PER_ITERATION, None)

    def _no_loss(self, look: SearchSummary, pairs: Pairs | None = None) -> MeasuredDecision:
        """Return the result for a decision with no better move found."""
        error = 0.0 if pairs is None else pairs.error(self._seat)
        truth = look.outlook
        if has_secrets(self._position):
            truth = self._search_with_secrets(self._played).mean_played
        elif pairs is not None:
            truth = pairs.mean_played
        return MeasuredDecision(
            ply=self._position.ply,
            seat=self._seat,
            played=self._played,
            best=self._played,
            loss=0.0,
            error=error,
            outlook=float(look.outlook[self._seat]),
            before=truth.tolist(),
            after=truth.tolist(),
            spread=[0.0] * self._position.players,
            best_line=[self._played],
            played_line=[self._played],
            pairs=0 if pairs is None else len(pairs.bests),
        )

    def _measured(self, best: Action, pairs: Pairs) -> MeasuredDecision:
        truth = self._search_with_secrets(best) if has_secrets(self._position) else pairs
        return MeasuredDecision(
            ply=self._position.ply,
            seat=self._seat,
            played=self._played,
            best=best,
            loss=max(0.0, pairs.loss(self._seat)),
            error=pairs.error(self._seat),
            outlook=float(pairs.mean_best[self._seat]),
            before=truth.mean_best.tolist(),
            after=truth.mean_played.tolist(),
            spread=[truth.error(seat) / STANDARD_ERRORS for seat in range(self._position.players)],
            best_line=self._find_line(best, pairs),
            played_line=self._find_line(self._played, pairs),
            pairs=len(pairs.bests),
        )

    def _find_line(self, action: Action, pairs: Pairs) -> list[Action]:
        """Return an action and its expected replies, by a long search if it is explained."""
        if self._classify(pairs) in ("best", "good"):
            return [action]
        look = self._observer.search(self._view, self._iterations, self._seed, action)
        return [action, *look.line[1:]]

    def _search_with_secrets(self, best: Action) -> Pairs:
        """Search the pair once more with all secrets known."""
        pairs = self._pair(self._position, best)
        pairs.search(FIRST_PAIRS)
        return pairs


# --- Reasons --------------------------------------------------------------------------------------


UNEXPLAINED_CLASSES: Final = ("best", "good")
"""Classes of decisions that need no reason."""
MOST_REASONS: Final = 3


def explain_loss(position: Position, one: MeasuredDecision) -> tuple[dict[str, Any], ...]:
    """Return reasons why the played move was worse than the best, most important first.

    The list is empty for a good move.
    """
    if one.kind in UNEXPLAINED_CLASSES:
        return ()
    reasons = position.game.reasons
    played, best = _viewed_line(position, one.played_line), _viewed_line(position, one.best_line)
    found = islice(reasons.claims(played, best), MOST_REASONS)
    return tuple(
        {"key": claim.key, "facts": dict(claim.facts), "text": reasons.say(claim)}
        for claim in found
    )


def _viewed_line(position: Position, line: list[Action]) -> list[SeenMove]:
    """Return a line as its mover sees it, until chance decides."""
    truth, view, seen = position.copy(), position.view(position.mover), []
    for action in line:
        effect, before = view.effect(action), view.state.copy()
        view = Position(view.game, np.array([before]))
        view.rules.apply(view.state, action)
        seen.append(SeenMove(before, view.state.copy(), effect))
        if has_chance(truth, action):
            break
        truth.play(action)
    return seen
