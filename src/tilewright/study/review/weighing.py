"""How much a move lost against the best that could be found, and how sure that is.

Both moves are searched in pairs of equal searches, from what the mover's seat knew. The mean of the
differences is the loss, their spread tells how far it may be off. Where that leaves the class open,
more pairs are searched, until it is decided or the patience is used up; then the milder class
stands. What is then called an inaccuracy or worse is checked by longer searches.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal, get_args

from tilewright.game import Action, Seat
from tilewright.position import Position
from tilewright.search.searcher import find_knowledge
from tilewright.study.review.outlooks import Look, Observer, has_secrets, seed_of, share_of
from tilewright.study.review.pairs import SURE, Pairs, mean_of

__all__ = ["CLASSES", "THRESHOLDS", "Class", "Weighed", "classify", "weigh_decision"]

Class = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
CLASSES: Final[tuple[Class, ...]] = get_args(Class)
THRESHOLDS: Final = (0.01, 0.03, 0.06, 0.12)
"""A move that loses less than the first is best; from the last on it is a blunder."""

FIRST_PAIRS: Final = 8
MOST_PAIRS: Final = 64
PAIRS_PER_SEARCH: Final = 6
"""One of a pair has so much less iterations than the search for the best move."""
CLEAR: Final = 1.5
"""A class is decided where the loss is so many errors away from all thresholds: whoever looks again
and again finds one error by luck."""
LAPS: Final = 3
LONG_PAIRS: Final = 4
NODES_PER_ITERATION: Final = 50  # of a proof


@dataclass(frozen=True)
class Weighed:
    """A decision, and what was found about it."""

    ply: int
    seat: Seat
    played: Action
    best: Action
    loss: float
    error: float
    outlook: float
    """What the mover could expect of the best, from what it knew."""
    before: list[float]
    """What each seat could expect with the best move to come, everybody's secrets as they lay."""
    after: list[float]
    """And once the move was played, before chance came in."""
    spread: list[float]
    """How far the difference of the two may be off: a standard error."""
    best_line: list[Action]
    played_line: list[Action]
    pairs: int

    @property
    def kind(self) -> Class:
        return classify(self.loss, self.error)


def classify(loss: float, error: float) -> Class:
    """The worst class that the loss reaches for certain."""
    return CLASSES[sum(loss - error >= least for least in THRESHOLDS)]


def weigh_decision(
    observer: Observer, position: Position, played: Action, iterations: int, seed: int
) -> Weighed:
    """What a move in a position did, to its mover and to the others."""
    return _Decision(observer, position, played, iterations, seed_of(seed, position.ply)).weigh()


class _Decision:
    def __init__(
        self, observer: Observer, position: Position, played: Action, iterations: int, seed: int
    ) -> None:
        self._observer, self._position = observer, position
        self._played, self._iterations, self._seed = played, iterations, seed
        self._seat = position.mover
        self._view = position.view(self._seat)

    def weigh(self) -> Weighed:
        found = self._observer.look(self._view, self._iterations, self._seed)
        proven = self._prove()
        if len(self._position.legal_actions) == 1 or self._played in proven:
            return self._agree(found)
        best = proven[0] if proven else self._race({*found.top, *self._look_again(), self._played})
        if best == self._played:
            return self._agree(found)
        pairs = self._pair(self._view, best)
        pairs.search(FIRST_PAIRS)
        while not self._is_decided(pairs) and len(pairs.bests) < MOST_PAIRS:
            pairs.search(FIRST_PAIRS)
        pairs = pairs if proven else self._check(best, pairs)
        if pairs.loss(self._seat) <= 0.0 and not proven:
            return self._agree(pairs.played[0], pairs)
        return self._tell(best, pairs)

    def _look_again(self) -> tuple[Action, ...]:
        """The moves that another search likes: one alone overlooks some."""
        return self._observer.look(self._view, self._iterations, seed_of(self._seed, 98)).top

    def _race(self, contenders: set[Action]) -> Action:
        """The best of some moves, each searched alone: a search for all of them spends most of its
        time on the one that it liked first. After some laps the better half goes on."""
        looks: dict[Action, list[Look]] = {action: [] for action in sorted(contenders)}
        while len(looks) > 1:
            for action, seen in looks.items():
                seen += [self._run_lap(action, len(seen) + lap) for lap in range(LAPS)]
            means = {action: float(mean_of(seen)[self._seat]) for action, seen in looks.items()}
            better = sorted(means, key=lambda action: -means[action])[: len(means) // 2]
            looks = {action: looks[action] for action in better}
        return next(iter(looks))

    def _run_lap(self, action: Action, lap: int) -> Look:
        return self._observer.look(self._view, self._effort, seed_of(self._seed, 99, lap), action)

    def _is_decided(self, pairs: Pairs) -> bool:
        """Whether more search would hardly change the class."""
        loss, error = pairs.loss(self._seat), pairs.error(self._seat)
        return all(abs(loss - least) > CLEAR * error for least in THRESHOLDS)

    def _check(self, best: Action, pairs: Pairs) -> Pairs:
        """Short searches may all overlook the same, which no spread tells. What they find wrong is
        searched at length; that counts where it says less, by more than their errors."""
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
        """The moves proven best: whoever played one of them did nothing wrong."""
        prove = find_knowledge(self._position.game).prove
        if prove is None:
            return ()
        return prove(self._view.state, None, self._iterations * NODES_PER_ITERATION, None)

    def _agree(self, look: Look, pairs: Pairs | None = None) -> Weighed:
        """Nothing better was found."""
        error = 0.0 if pairs is None else pairs.error(self._seat)
        truth = look.outlook
        if has_secrets(self._position):
            truth = self._look_open(self._played).mean_played
        elif pairs is not None:
            truth = pairs.mean_played
        return Weighed(
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

    def _tell(self, best: Action, pairs: Pairs) -> Weighed:
        truth = self._look_open(best) if has_secrets(self._position) else pairs
        return Weighed(
            ply=self._position.ply,
            seat=self._seat,
            played=self._played,
            best=best,
            loss=max(0.0, pairs.loss(self._seat)),
            error=pairs.error(self._seat),
            outlook=float(pairs.mean_best[self._seat]),
            before=truth.mean_best.tolist(),
            after=truth.mean_played.tolist(),
            spread=[truth.error(seat) / SURE for seat in range(self._position.players)],
            best_line=self._find_line(best, pairs),
            played_line=self._find_line(self._played, pairs),
            pairs=len(pairs.bests),
        )

    def _find_line(self, action: Action, pairs: Pairs) -> list[Action]:
        """An action and the answers expected, found by a long search where it will be asked why."""
        if self._classify(pairs) in ("best", "good"):
            return [action]
        look = self._observer.look(self._view, self._iterations, self._seed, action)
        return [action, *look.line[1:]]

    def _look_open(self, best: Action) -> Pairs:
        """The same pair with everybody's secrets as they lay."""
        pairs = self._pair(self._position, best)
        pairs.search(FIRST_PAIRS)
        return pairs
