"""The solver of the solo game: beam searches, as wide as time allows.

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
from tilewright.games.nova_luna.solo.planning import DONE, TRYING, advance, begin
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


class Clock:
    """The deadline of a search, which can also be stopped earlier."""

    def __init__(self, seconds: float | None, stop: threading.Event | None) -> None:
        self._end = math.inf if seconds is None else time.perf_counter() + seconds
        self._stop = stop

    def is_up(self) -> bool:
        return self.left <= 0 or (self._stop is not None and self._stop.is_set())

    @property
    def left(self) -> float:
        """Seconds left."""
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
    """Find a good line of play from a state or a view; see ``game.Solve``."""
    if state["over"]:
        raise GameOver("the game is over; there is nothing to solve")
    if seconds is None and effort is None:
        seconds = SECONDS
    if int(state["viewer"]) != COMPLETE and int(state["phase"]) == 1:
        return _plan_phase_one(state, seconds, effort, seed, progress, stop)
    return _search_to_end(state, Clock(seconds, stop), effort, seed, progress)


# --- One search ---------------------------------------------------------------------------------


class Search:
    """A search of fixed width; runs the kernels of ``planning``."""

    def __init__(self, width: int, num_ends: int | None = None) -> None:
        self.width = width
        self.plan = make_plan(width, num_ends)
        self._actions = np.zeros(MOST_PLIES, dtype=np.int32)
        self._score = np.zeros(1, dtype=np.float64)

    @property
    def score(self) -> int:
        """The result of the best finished game found."""
        return int(self.plan.space.best[0])

    def jitter(self, noise: float, seed: int) -> None:
        """Set the noise that is added to estimates."""
        self.plan.space.noise[0] = noise
        self.plan.space.rng[0] = seed

    def begin(self, state: State, seed: int = 0) -> None:
        """Start from a state or a view; ``seed`` determines the random fills."""
        compiled(begin)(state, to_word(seed), self.plan)

    def steps(self, until: int = DONE, work: int = WORK_PER_CALL) -> Iterator[None]:
        """Run until a stage is reached, yielding after each step."""
        while int(self.plan.at[0]["stage"]) < until:
            self._advance(work)
            yield

    def run(self, until: int = DONE, clock: Clock | None = None) -> bool:
        """Run until a stage is reached; return False if the clock ran out first."""
        return all(not clock or not clock.is_up() for _ in self.steps(until))

    @property
    def has_ranked(self) -> bool:
        """True if ends have just been ranked, and no further fill has been simulated."""
        at = self.plan.at[0]
        is_trying, is_between = int(at["stage"]) >= TRYING, int(at["next"]) == 0
        return is_trying and is_between and 2 * int(at["sample"]) == int(at["goal"])

    def solution(self) -> Solution:
        """Return the best solution found so far."""
        count = self._advance(0)
        return Solution(tuple(map(int, self._actions[:count])), float(self._score[0]))

    def _advance(self, work: int) -> int:
        return int(compiled(advance)(work, self._actions, self._score, self.plan))


# --- Without hidden information -----------------------------------------------------------------


def _search_to_end(
    state: State, clock: Clock, effort: int | None, seed: int, progress: Progress | None
) -> Solution:
    """Return the best line found with increasingly wide beams, then with random noise.

    With an effort, run a single search of that width.
    """
    search = Search(effort or FIRST_WIDTH)
    start = time.perf_counter()
    search.begin(state)
    search.run()
    best = search.solution()
    if progress:
        progress(best)
    rounds = 0
    while effort is None and not clock.is_up():
        took = time.perf_counter() - start
        if not rounds and search.width < MAX_WIDTH and WIDER * took < clock.left:
            search = Search(search.width * WIDER)
        else:
            rounds += 1
            search.jitter(NOISE, mix(seed + rounds))
        start = time.perf_counter()
        search.begin(state)
        search.run(clock=clock)
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
    """Return the line to the end of phase one with the best mean result over random fills."""
    if seconds is not None:
        seconds *= SHARE_OF_PHASE_ONE
    clock = Clock(seconds, stop)
    beam_clock = Clock(None if seconds is None else seconds * SHARE_OF_BEAM, stop)
    search = _find_ends(state, beam_clock, effort, seed)
    if progress:
        progress(search.solution())
    for _ in search.steps():
        if progress and search.has_ranked:
            progress(search.solution())
        if clock.is_up():
            break
    return search.solution()


def _find_ends(state: State, clock: Clock, effort: int | None, seed: int) -> Search:
    """Return the widest completed search, with its ends not yet simulated."""
    search = Search(effort or FIRST_WIDTH, None if effort else ENDS_TRIED)
    search.begin(state, seed)
    search.run(TRYING)
    while effort is None and not clock.is_up() and search.width < MAX_BLIND_WIDTH:
        wider = Search(search.width * 2, ENDS_TRIED)
        wider.begin(state, seed)
        if wider.run(TRYING, clock):
            search = wider
    return search
