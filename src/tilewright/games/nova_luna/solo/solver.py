"""The solver of the solo game: beam searches, as wide as time allows.

A complete state is searched to its end. So is a view of phase two, because nothing is drawn any
more. In a view of phase one only the fill of the wheel is unknown: a blind search collects good
ends of the phase, and the best of them are tried with many random fills. What comes back then is
the play of phase one; the fill seen, ask again.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.errors import GameOver
from tilewright.game import COMPLETE, Action, Solution, State
from tilewright.games.nova_luna.solo.beam import sample_ends, select, start
from tilewright.games.nova_luna.solo.expansion import expand
from tilewright.games.nova_luna.solo.weights import NETWORKS
from tilewright.games.nova_luna.solo.workspace import (
    NO_SCORE,
    Beam,
    make_beam,
    make_pool,
    make_workspace,
)
from tilewright.games.nova_luna.state import STATE
from tilewright.kernel import compiled, mix

__all__ = ["solve"]

Progress = Callable[[Solution], None]

SECONDS = 3.0
FIRST_WIDTH = 64
WIDER = 4
MAX_WIDTH = 1 << 16  # a search of it needs nearly 400 MB
NOISE = 2.0  # points by which estimates are shaken where a wider search would take too long
PARENTS_PER_CALL = 512  # so that an interruption is noticed within a fraction of a second

# Blind searches.
SHARE_OF_PHASE_ONE = 0.7  # of the seconds, the rest is for phase two
SHARE_OF_BEAM = 0.25  # of those, the rest is for trying ends
MAX_BLIND_WIDTH = 4096
ENDS_PER_GENERATION = 64
ENDS_TRIED = 32
EFFORT_PER_END = 16
FILLS_AT_FIRST = 2
NARROW = 16
TRUST = 4.0  # an estimate of an end counts like so many fills


class Clock:
    """When to stop: at a moment, or when told to."""

    def __init__(self, seconds: float | None, stop: threading.Event | None) -> None:
        self._end = math.inf if seconds is None else time.perf_counter() + seconds
        self._stop = stop

    def is_up(self) -> bool:
        return self.left <= 0 or (self._stop is not None and self._stop.is_set())

    @property
    def left(self) -> float:
        """The seconds that are left."""
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
    """Find a good play from a state or a view; see ``game.Solver``."""
    if state["over"]:
        raise GameOver("the game is over; there is nothing to solve")
    if seconds is None and effort is None:
        seconds = SECONDS
    root = np.array([state], dtype=state.dtype)
    if int(state["viewer"]) != COMPLETE and int(state["phase"]) == 1:
        return _plan_phase_one(root, seconds, effort, seed, progress, stop)
    return _search_to_end(root, Clock(seconds, stop), effort, seed, progress)


# --- One search ---------------------------------------------------------------------------------


class Search:
    """The arrays of beams of one width, and the way through the kernels."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.space = make_workspace(width, NETWORKS)
        self.pools = make_pool(width), make_pool(width)
        self._beams = tuple(make_beam(width) for _ in range(4))
        self._root = np.zeros(1, dtype=STATE)

    @property
    def score(self) -> int:
        return int(self.space.best[0])

    def shake(self, noise: float, seed: int) -> None:
        """Let chance have a say in what lives on."""
        self.space.noise[0] = noise
        self.space.rng[0] = seed

    def run(self, root: npt.NDArray[Any], clock: Clock | None = None) -> bool:
        """Search a root to its end; whether it got there."""
        return all(not clock or not clock.is_up() for _ in self._steps(root, is_blind=False))

    def ends(self, root: npt.NDArray[Any], clock: Clock | None = None) -> Iterator[Beam]:
        """The ends of phase one that each generation has, its fill not looked at."""
        for beam in self._steps(root, is_blind=True):
            if clock and clock.is_up():
                return
            if beam is not None:
                yield beam

    def _steps(self, root: npt.NDArray[Any], *, is_blind: bool) -> Iterator[Beam | None]:
        one, two, next_one, next_two = self._beams
        pools, space, width = self.pools, self.space, self.width
        for pool in pools:  # an interrupted search may have left something
            pool.size[0], pool.limit[0] = 0, NO_SCORE
        one.size[0] = two.size[0] = 0
        grow, choose = compiled(expand), compiled(select)
        compiled(start)(root, one if int(root[0]["phase"]) == 1 else two, space)
        while one.size[0] or (two.size[0] and not is_blind):
            for phase, beam in ((1, one), (2, two)):
                size = 0 if is_blind and phase == 2 else int(beam.size[0])
                for first in range(0, size, PARENTS_PER_CALL):
                    last = min(size, first + PARENTS_PER_CALL)
                    grow(one, two, first, last, phase, pools, width, is_blind, space)
                    yield None
            choose(pools[0], one, two, next_one, width, False, space)
            ends_kept = min(width, ENDS_PER_GENERATION) if is_blind else width
            choose(pools[1], one, two, next_two, ends_kept, is_blind, space)
            one, two, next_one, next_two = next_one, next_two, one, two
            if is_blind and two.size[0]:
                yield two

    def sample(
        self,
        ends: Beam,
        alive: npt.NDArray[np.int64],
        sample: int,
        seed: int,
        totals: npt.NDArray[np.float64],
    ) -> None:
        """Add to ``totals`` what the ends that are alive come to with one more fill."""
        beam, spare, *_ = self._beams
        compiled(sample_ends)(
            ends, alive, len(alive), sample, sample + 1, np.uint64(mix(seed)),
            self._root, beam, spare, self.pools[0], self.width, self.space, totals,
        )  # fmt: skip

    def line(self, node: int, action: Action) -> tuple[Action, ...]:
        """The actions from the root to a node, and one more."""
        actions = [action]
        while node:
            parent, before = self.space.trail[node]
            actions.append(int(before))
            node = int(parent)
        return tuple(reversed(actions))

    def solution(self) -> Solution:
        score, node, action = map(int, self.space.best)
        return Solution(self.line(node, action), float(score))


# --- Everything known ---------------------------------------------------------------------------


def _search_to_end(
    root: npt.NDArray[Any],
    clock: Clock,
    effort: int | None,
    seed: int,
    progress: Progress | None,
) -> Solution:
    """Wider and wider beams; at last the widest again and again, shaken each time."""
    search = Search(effort or FIRST_WIDTH)
    begin = time.perf_counter()
    search.run(root)
    best = search.solution()
    if progress:
        progress(best)
    rounds = 0
    while effort is None and not clock.is_up():
        took = time.perf_counter() - begin
        if not rounds and search.width < MAX_WIDTH and WIDER * took < clock.left:
            search = Search(search.width * WIDER)
        else:
            rounds += 1
            search.shake(NOISE, mix(seed + rounds))
        begin = time.perf_counter()
        search.run(root, clock)
        if search.score < best.score:
            best = search.solution()
            if progress:
                progress(best)
    return best


# --- The fill not known -------------------------------------------------------------------------


class End(NamedTuple):
    """A way through phase one."""

    estimate: float
    actions: tuple[Action, ...]
    state: npt.NDArray[Any]  # [1], before the last action


def _plan_phase_one(
    root: npt.NDArray[Any],
    seconds: float | None,
    effort: int | None,
    seed: int,
    progress: Progress | None,
    stop: threading.Event | None,
) -> Solution:
    """The play of phase one whose end does best over random fills."""
    if seconds is not None:
        seconds *= SHARE_OF_PHASE_ONE
    clock = Clock(seconds, stop)
    beam_clock = Clock(None if seconds is None else seconds * SHARE_OF_BEAM, stop)
    ends = _find_ends(root, beam_clock, effort)
    ends = ends[: ENDS_TRIED if effort is None else 1 + effort // EFFORT_PER_END]
    if progress:
        progress(Solution(ends[0].actions, ends[0].estimate))
    return _try_ends(ends, clock, seed, progress)


def _find_ends(root: npt.NDArray[Any], clock: Clock, effort: int | None) -> list[End]:
    """Ends of phase one, the most promising first, from the widest search that came through."""
    search = Search(effort or FIRST_WIDTH)
    ends = _collect_ends(search, search.ends(root))
    while effort is None and not clock.is_up() and search.width < MAX_BLIND_WIDTH:
        search = Search(search.width * 2)
        found = _collect_ends(search, search.ends(root, clock))
        if not clock.is_up():
            ends = found
    return ends


def _collect_ends(search: Search, beams: Iterator[Beam]) -> list[End]:
    ends = [
        End(
            float(beam.values[index]),
            search.line(int(beam.nodes[index]), int(beam.actions[index])),
            beam.states[index : index + 1].copy(),
        )
        for beam in beams
        for index in range(int(beam.size[0]))
    ]
    return sorted(ends, key=lambda end: end.estimate)


def _try_ends(ends: list[End], clock: Clock, seed: int, progress: Progress | None) -> Solution:
    """Sequential halving: the worse half drops out, the rest is tried with twice as many fills."""
    search = Search(NARROW)
    candidates = make_beam(len(ends))
    for index, end in enumerate(ends):
        candidates.states[index] = end.state[0]
        candidates.actions[index] = end.actions[-1]
    estimates = np.array([end.estimate for end in ends])
    totals = np.zeros(len(ends), dtype=np.float64)
    counts = np.zeros(len(ends), dtype=np.int64)
    alive = np.arange(len(ends))
    goal = FILLS_AT_FIRST
    sample = 0
    while True:
        while sample < goal and not clock.is_up():
            search.sample(candidates, alive, sample, seed, totals)
            counts[alive] += 1
            sample += 1
        means = (TRUST * estimates + totals) / (TRUST + counts)
        alive = alive[np.argsort(means[alive], kind="stable")]
        best = int(alive[0])
        solution = Solution(ends[best].actions, float(means[best]))
        if progress:
            progress(solution)
        if clock.is_up() or len(alive) == 1:
            return solution
        alive = alive[: (len(alive) + 1) // 2]
        goal *= 2
