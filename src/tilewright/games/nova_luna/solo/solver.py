"""The solver of the solo game: beam searches, as wide as the time allows.

A complete state is searched to the end of the game. So is a view in phase two, because no more
tiles are drawn. In a view of phase one only the fill of the wheel is unknown. A blind search
collects good ends of the phase, and the best of them are simulated with many random fills. The
result is then a line to the end of phase one; once the fill is known, solve again.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator

import numpy as np

from tilewright.errors import GameOver
from tilewright.game import COMPLETE, Solution, State, Stepwise
from tilewright.games.nova_luna.solo.planning import DONE, SIMULATING, advance, begin
from tilewright.games.nova_luna.solo.workspace import MOST_PLIES, make_plan
from tilewright.kernel import compiled, mix, to_word

Progress = Callable[[Solution], None]

STEPWISE = Stepwise(begin, advance, make_plan)

SECONDS = 3.0
FIRST_WIDTH = 64
WIDER = 4
MAX_WIDTH = 1 << 16  # such a search needs nearly 400 MB
NOISE = 2.0  # noise of estimates in points, for repeated searches of the same width
WORK_PER_CALL = 512  # small enough that an interruption is noticed within a fraction of a second

# Blind searches.
SHARE_OF_PHASE_ONE = 0.7  # of the time; the rest is for phase two
SHARE_OF_BEAM = 0.4  # of that time; the rest is for simulating ends
MAX_BLIND_WIDTH = 4096
ENDS_TRIED = 32


class TimeLimit:
    """Time limit of a search, which can also be stopped from outside."""

    def __init__(self, seconds: float | None, stop: threading.Event | None) -> None:
        self._end = math.inf if seconds is None else time.perf_counter() + seconds
        self._stop = stop

    def has_passed(self) -> bool:
        """Return True if the time is up or the search has been stopped."""
        return self.seconds_left <= 0 or (self._stop is not None and self._stop.is_set())

    @property
    def seconds_left(self) -> float:
        """Seconds until the deadline."""
        return self._end - time.perf_counter()


def solve(
    state: State,
    *,
    seconds: float | None = None,
    effort: int | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> Solution:
    """Return a good line of play from a state or a view.

    See ``game.Solve``.
    """
    if state["over"]:
        raise GameOver("the game is over; there is nothing to solve")
    if seconds is None and effort is None:
        seconds = SECONDS
    if int(state["viewer"]) != COMPLETE and int(state["phase"]) == 1:
        return _plan_phase_one(state, seconds, effort, seed, progress, stop)
    return _search_to_end(state, TimeLimit(seconds, stop), effort, seed, progress)


# --- One search ---------------------------------------------------------------------------------


class Search:
    """A search with beams of a fixed width, run by the kernels of ``planning``."""

    def __init__(self, width: int, num_ends: int | None = None) -> None:
        self.width = width
        self.plan = make_plan(width, num_ends)
        self._actions = np.zeros(MOST_PLIES, dtype=np.int32)
        self._score = np.zeros(1, dtype=np.float64)

    @property
    def score(self) -> int:
        """Lowest result of a finished game found so far."""
        return int(self.plan.workspace.best[0])

    def set_noise(self, noise: float, seed: int) -> None:
        """Set the maximum of the noise that is added to estimates, and its seed."""
        self.plan.workspace.noise[0] = noise
        self.plan.workspace.rng[0] = seed

    def begin(self, state: State, seed: int = 0) -> None:
        """Start the search from a state or a view.

        ``seed`` decides the random fills of the wheel.
        """
        compiled(begin)(state, to_word(seed), self.plan)

    def run_steps(self, until: int = DONE, work: int = WORK_PER_CALL) -> Iterator[None]:
        """Run the search until it reaches stage ``until``, yielding after every ``work`` states."""
        while int(self.plan.progress[0]["stage"]) < until:
            self._advance(work)
            yield

    def run(self, until: int = DONE, deadline: TimeLimit | None = None) -> bool:
        """Run the search until it reaches stage ``until``.

        Returns:
            False if the deadline passes first, else True.
        """
        return all(not deadline or not deadline.has_passed() for _ in self.run_steps(until))

    @property
    def has_just_ranked(self) -> bool:
        """True if the ends of phase one were ranked and none was simulated since."""
        progress = self.plan.progress[0]
        is_trying, is_between = int(progress["stage"]) >= SIMULATING, int(progress["next"]) == 0
        return is_trying and is_between and 2 * int(progress["sample"]) == int(progress["goal"])

    def solution(self) -> Solution:
        """Return the best line found so far, with its score."""
        count = self._advance(0)
        return Solution(tuple(map(int, self._actions[:count])), float(self._score[0]))

    def _advance(self, work: int) -> int:
        return int(compiled(advance)(work, self._actions, self._score, self.plan))


# --- Without hidden information -----------------------------------------------------------------


def _search_to_end(
    state: State, deadline: TimeLimit, effort: int | None, seed: int, progress: Progress | None
) -> Solution:
    """Return the best line to the end of the game.

    Beams grow as long as the time allows; then searches of the last width are repeated with noise.
    With an ``effort``, run a single search of this width instead.
    """
    search = Search(effort or FIRST_WIDTH)
    start = time.perf_counter()
    search.begin(state)
    search.run()
    best = search.solution()
    if progress:
        progress(best)
    rounds = 0
    while effort is None and not deadline.has_passed():
        took = time.perf_counter() - start
        if not rounds and search.width < MAX_WIDTH and WIDER * took < deadline.seconds_left:
            search = Search(search.width * WIDER)
        else:
            rounds += 1
            search.set_noise(NOISE, mix(seed + rounds))
        start = time.perf_counter()
        search.begin(state)
        search.run(deadline=deadline)
        if search.score < best.score:
            best = search.solution()
            if progress:
                progress(best)
    return best


# --- With an unknown fill -----------------------------------------------------------------------


def _plan_phase_one(
    state: State,
    seconds: float | None,
    effort: int | None,
    seed: int,
    progress: Progress | None,
    stop: threading.Event | None,
) -> Solution:
    """Return the line to the end of phase one with the best mean result.

    The mean is over random fills of the wheel.
    """
    if seconds is not None:
        seconds *= SHARE_OF_PHASE_ONE
    deadline = TimeLimit(seconds, stop)
    beam_deadline = TimeLimit(None if seconds is None else seconds * SHARE_OF_BEAM, stop)
    search = _find_ends(state, beam_deadline, effort, seed)
    if progress:
        progress(search.solution())
    for _ in search.run_steps():
        if progress and search.has_just_ranked:
            progress(search.solution())
        if deadline.has_passed():
            break
    return search.solution()


def _find_ends(state: State, deadline: TimeLimit, effort: int | None, seed: int) -> Search:
    """Return a search that has collected good ends of phase one.

    Its beams are twice as wide with every round, until the deadline. With an ``effort``, they have
    this width.
    """
    search = Search(effort or FIRST_WIDTH, None if effort else ENDS_TRIED)
    search.begin(state, seed)
    search.run(SIMULATING)
    while effort is None and not deadline.has_passed() and search.width < MAX_BLIND_WIDTH:
        wider = Search(search.width * 2, ENDS_TRIED)
        wider.begin(state, seed)
        if wider.run(SIMULATING, deadline):
            search = wider
    return search
