"""Measures how much a move lost compared with the best move found, and the error of that.

Both moves are searched in pairs with the same seed, from the mover's view. The loss is the mean
difference, and its error follows from the spread. If the class is undecided, more pairs are
searched, up to a budget; then the milder class is chosen. An inaccuracy or worse is then verified
by longer searches.
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
from tilewright.search.searcher import require_knowledge
from tilewright.study.review.evaluation import (
    Evaluator,
    Expectations,
    SearchSummary,
    depends_on_chance,
    divide_iterations,
    has_secrets,
    mix_seed,
)

__all__ = [
    "CLASSES",
    "STANDARD_ERRORS",
    "THRESHOLDS",
    "UNEXPLAINED_CLASSES",
    "Class",
    "MeasuredDecision",
    "PairedSearches",
    "classify",
    "explain_loss",
    "mean_expectations",
    "measure_decision",
]

PRIOR_SPREAD: Final = 0.015
PRIOR_COUNT: Final = 3
"""Number of prior differences included in the error, since a few pairs may agree by luck."""
STANDARD_ERRORS: Final = 2.0
"""Width of an error bound. A smaller loss is never called a mistake."""


class PairedSearches:
    """Paired searches of the best and the played move, with equal seeds."""

    def __init__(
        self,
        evaluator: Evaluator,
        view: Position,
        best: Action,
        played: Action,
        seed: int,
        effort: int,
    ) -> None:
        self._evaluator, self._view, self._seed, self._effort = evaluator, view, seed, effort
        self._best, self._played = best, played
        self.bests: list[SearchSummary] = []
        self.played: list[SearchSummary] = []

    def search(self, count: int) -> None:
        """Run `count` more pairs of searches."""
        for _ in range(count):
            seed = mix_seed(self._seed, len(self.bests))
            look = self._evaluator.search
            played = look(self._view, self._effort, seed, self._played)
            is_same = self._best == self._played
            best = played if is_same else look(self._view, self._effort, seed, self._best)
            self.bests.append(best)
            self.played.append(played)

    @property
    def mean_best(self) -> Expectations:
        return mean_expectations(self.bests)

    @property
    def mean_played(self) -> Expectations:
        return mean_expectations(self.played)

    def loss(self, seat: Seat) -> float:
        """Return a seat's estimated loss.

        It is the expectation after the best move, minus that after the played move.
        """
        return float(self.mean_best[seat] - self.mean_played[seat])

    def error(self, seat: Seat) -> float:
        """Return the error of a seat's loss: `STANDARD_ERRORS` standard errors."""
        differences = [
            float(best.outlook[seat] - played.outlook[seat])
            for best, played in zip(self.bests, self.played, strict=True)
        ]
        count, mean = len(differences), float(np.mean(differences))
        squares = sum((one - mean) ** 2 for one in differences) + PRIOR_COUNT * PRIOR_SPREAD**2
        return STANDARD_ERRORS * math.sqrt(squares / (count - 1 + PRIOR_COUNT) / count)


def mean_expectations(searches: Sequence[SearchSummary]) -> Expectations:
    """Return each seat's mean expectation over several searches."""
    mean: Expectations = np.mean([search.outlook for search in searches], axis=0)
    return mean


Class = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
CLASSES: Final[tuple[Class, ...]] = get_args(Class)
THRESHOLDS: Final = (0.01, 0.03, 0.06, 0.12)
"""Least loss of each class after the first."""

FIRST_PAIRS: Final = 8
MAX_PAIRS: Final = 64
PAIRS_PER_SEARCH: Final = 6
"""Iterations of the search for the best move, divided by those of one search of a pair."""
CLEAR_ERRORS: Final = 1.5
"""A class is decided if the loss is this many errors away from all thresholds. One error would not
be enough, because the test is repeated."""
LAPS: Final = 3
LONG_PAIRS: Final = 4
NODES_PER_ITERATION: Final = 50  # of a proof


@dataclass(frozen=True)
class MeasuredDecision:
    """A decision with its measured loss."""

    ply: int
    seat: Seat
    played: Action
    best: Action
    loss: float
    error: float
    outlook: float
    """The mover's expectation after the best move, from its view."""
    before: list[float]
    """Each seat's expectation before the move, with all hidden information known."""
    after: list[float]
    """Each seat's expectation after the move, before any chance event."""
    spread: list[float]
    """Standard error of the difference between the two."""
    best_line: list[Action]
    played_line: list[Action]
    pairs: int

    @property
    def kind(self) -> Class:
        return classify(self.loss, self.error)


def classify(loss: float, error: float) -> Class:
    """Return the class of a loss after its error is subtracted."""
    return CLASSES[sum(loss - error >= least for least in THRESHOLDS)]


def measure_decision(
    evaluator: Evaluator, position: Position, played: Action, iterations: int, seed: int
) -> MeasuredDecision:
    """Measure how much a played move lost for its mover, and its effect on all seats."""
    return _Decision(
        evaluator, position, played, iterations, mix_seed(seed, position.ply)
    ).measure()


class _Decision:
    """Measures one decision."""

    def __init__(
        self, evaluator: Evaluator, position: Position, played: Action, iterations: int, seed: int
    ) -> None:
        self._evaluator, self._position = evaluator, position
        self._played, self._iterations, self._seed = played, iterations, seed
        self._seat = position.mover
        self._view = position.view(self._seat)

    def measure(self) -> MeasuredDecision:
        """Find the best move, compare it with the played one, and return the measured loss."""
        found = self._evaluator.search(self._view, self._iterations, self._seed)
        proven = self._find_proven_moves()
        if len(self._position.legal_actions) == 1 or self._played in proven:
            return self._build_lossless_result(found)
        best = (
            proven[0]
            if proven
            else self._find_best_by_halving(
                {*found.top, *self._find_overlooked_moves(), self._played}
            )
        )
        if best == self._played:
            return self._build_lossless_result(found)
        pairs = self._make_paired_searches(self._view, best)
        pairs.search(FIRST_PAIRS)
        while not self._is_decided(pairs) and len(pairs.bests) < MAX_PAIRS:
            pairs.search(FIRST_PAIRS)
        pairs = pairs if proven else self._verify_loss(best, pairs)
        if pairs.loss(self._seat) <= 0.0 and not proven:
            return self._build_lossless_result(pairs.played[0], pairs)
        return self._build_result(best, pairs)

    def _find_overlooked_moves(self) -> tuple[Action, ...]:
        """Return the top moves of a second search. A single search may overlook some."""
        return self._evaluator.search(self._view, self._iterations, mix_seed(self._seed, 98)).top

    def _find_best_by_halving(self, contenders: set[Action]) -> Action:
        """Return the best of several moves by sequential halving.

        Each move is searched on its own, because a joint search would spend most of its time on its
        first favourite. The better half stays after each round.
        """
        looks: dict[Action, list[SearchSummary]] = {action: [] for action in sorted(contenders)}
        while len(looks) > 1:
            for action, seen in looks.items():
                seen += [self._search_move(action, len(seen) + lap) for lap in range(LAPS)]
            means = {
                action: float(mean_expectations(seen)[self._seat]) for action, seen in looks.items()
            }
            better = sorted(means, key=lambda action: -means[action])[: len(means) // 2]
            looks = {action: looks[action] for action in better}
        return next(iter(looks))

    def _search_move(self, action: Action, lap: int) -> SearchSummary:
        """Search one of the mover's actions. Equal values of `lap` give equal seeds."""
        return self._evaluator.search(
            self._view, self._effort, mix_seed(self._seed, 99, lap), action
        )

    def _is_decided(self, pairs: PairedSearches) -> bool:
        """Return True if more searches are unlikely to change the move's class."""
        loss, error = pairs.loss(self._seat), pairs.error(self._seat)
        return all(abs(loss - least) > CLEAR_ERRORS * error for least in THRESHOLDS)

    def _verify_loss(self, best: Action, pairs: PairedSearches) -> PairedSearches:
        """Repeat the searches of a bad move with more iterations.

        Short searches may share a blind spot.

        Returns:
            The long searches if their loss is smaller by more than the errors, else `pairs`.
        """
        if self._classify(pairs) in ("best", "good"):
            return pairs
        seed = mix_seed(self._seed, 97)
        long = PairedSearches(
            self._evaluator, self._view, best, self._played, seed, self._iterations
        )
        long.search(LONG_PAIRS)
        less = pairs.loss(self._seat) - long.loss(self._seat)
        is_clear = less > math.hypot(pairs.error(self._seat), long.error(self._seat))
        return long if is_clear else pairs

    def _classify(self, pairs: PairedSearches) -> Class:
        return classify(pairs.loss(self._seat), pairs.error(self._seat))

    def _make_paired_searches(self, view: Position, best: Action) -> PairedSearches:
        return PairedSearches(self._evaluator, view, best, self._played, self._seed, self._effort)

    @property
    def _effort(self) -> int:
        return divide_iterations(self._iterations, PAIRS_PER_SEARCH)

    def _find_proven_moves(self) -> tuple[Action, ...]:
        """Return the moves that are proven best. Empty if there is no proof."""
        prove = require_knowledge(self._position.game).prove
        if prove is None:
            return ()
        return prove(self._view.state, None, self._iterations * NODES_PER_ITERATION, None)

    def _build_lossless_result(
        self, look: SearchSummary, pairs: PairedSearches | None = None
    ) -> MeasuredDecision:
        """Build the result of a decision that lost nothing."""
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

    def _build_result(self, best: Action, pairs: PairedSearches) -> MeasuredDecision:
        """Build the result of a decision from its paired searches."""
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
            best_line=self._get_expected_line(best, pairs),
            played_line=self._get_expected_line(self._played, pairs),
            pairs=len(pairs.bests),
        )

    def _get_expected_line(self, action: Action, pairs: PairedSearches) -> list[Action]:
        """Return a line that starts with `action`.

        It includes the expected replies only if the decision needs a reason.
        """
        if self._classify(pairs) in ("best", "good"):
            return [action]
        look = self._evaluator.search(self._view, self._iterations, self._seed, action)
        return [action, *look.line[1:]]

    def _search_with_secrets(self, best: Action) -> PairedSearches:
        """Repeat the paired searches with all hidden information known."""
        pairs = self._make_paired_searches(self._position, best)
        pairs.search(FIRST_PAIRS)
        return pairs


# --- Reasons --------------------------------------------------------------------------------------


UNEXPLAINED_CLASSES: Final = ("best", "good")
"""Classes that need no reason."""
MAX_REASONS: Final = 3


def explain_loss(position: Position, decision: MeasuredDecision) -> tuple[dict[str, Any], ...]:
    """Return the reasons why the played move was worse than the best, most important first.

    Good moves have no reasons.
    """
    if decision.kind in UNEXPLAINED_CLASSES:
        return ()
    reasons = position.game.reasons
    played, best = (
        _replay_as_seen(position, decision.played_line),
        _replay_as_seen(position, decision.best_line),
    )
    found = islice(reasons.claims(played, best), MAX_REASONS)
    return tuple(
        {"key": claim.key, "facts": dict(claim.facts), "text": reasons.say(claim)}
        for claim in found
    )


def _replay_as_seen(position: Position, line: list[Action]) -> list[SeenMove]:
    """Replay a line of actions as its mover sees it, up to a chance event."""
    truth, view, seen = position.copy(), position.view(position.mover), []
    for action in line:
        effect, before = view.effect(action), view.state.copy()
        view = Position(view.game, np.array([before]))
        view.rules.apply(view.state, action)
        seen.append(SeenMove(before, view.state.copy(), effect))
        if depends_on_chance(truth, action):
            break
        truth.play(action)
    return seen
