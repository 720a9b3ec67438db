"""Games for one, solved: one deal well, or many of them.

>>> import tilewright as tw
>>> from tilewright.solving import solve_game
>>> p = solve_game(tw.new("nova-luna-solo", seed=1), effort=8)
>>> assert p.is_over
"""

from __future__ import annotations

import operator
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from functools import partial
from statistics import fmean, pstdev
from typing import Any

from tilewright.cluster import run_jobs
from tilewright.game import Game, Solution
from tilewright.position import Position
from tilewright.record import format_record
from tilewright.registry import get_game
from tilewright.search.plans import compile_solver, find_solver

__all__ = [
    "PAR_EFFORT",
    "SECONDS",
    "report_game",
    "solve_deals",
    "solve_game",
    "solve_on_ray",
    "summarise",
]

SECONDS = 5.0
PAR_EFFORT = 4096
"""Width of the search for par, which sees everything, on servers and on people's own devices. To
change it makes the pars of different days incomparable."""
QUANTILES = (0, 5, 25, 50, 75, 95, 100)

Progress = Callable[[Solution], None]


# --- One game -----------------------------------------------------------------------------------


def solve_game(
    position: Position,
    *,
    hindsight: bool = False,
    seconds: float | None = None,
    effort: int | None = None,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> Position:
    """Play a position to its end by its game's solver; a new position, the line in its history.

    With ``hindsight`` the solver sees everything. Without, it is given the view of the seat to move
    and asked again whenever something new has come to light. ``effort`` is the width of the
    searches and gives the same line on any machine; ``seconds`` are for the whole game.
    """
    solver = find_solver(position.game)
    if seconds is None and effort is None:
        seconds = SECONDS
    compile_solver(position.game)
    end = None if seconds is None else time.perf_counter() + seconds
    played = position.copy()
    while not played.is_over:
        seen = played if hindsight else played.view(played.mover)
        left = None if end is None else max(0.0, end - time.perf_counter())
        found = solver.solve(seen.state, seconds=left, effort=effort, progress=progress, stop=stop)
        for action in found.actions:
            played.play(action)
    return played


def report_game(position: Position, *, hindsight: bool) -> dict[str, Any]:
    """A finished game as JSON data."""
    outcome = position.outcome
    assert outcome is not None
    return {
        "game": position.game.name,
        "seed": position.seed,
        "hindsight": hindsight,
        "score": outcome.scores[0],
        **find_solver(position.game).describe(position.state),
        "moves": position.moves,
        "record": format_record(position, ["hindsight" if hindsight else "solver"]),
    }


# --- Many deals ---------------------------------------------------------------------------------


def summarise(game: Game, scores: dict[int, int]) -> dict[str, Any]:
    """How the scores of many deals, by seed, are distributed.

    ``under_challenge`` is the share of those that are better than the challenge."""
    ordered = sorted(scores.values())
    challenge = find_solver(game).challenge
    is_better = operator.lt if game.lower_is_better else operator.gt
    num_under = sum(is_better(score, challenge) for score in ordered)
    return {
        "game": game.name,
        "deals": len(ordered),
        "mean": fmean(ordered),
        "spread": pstdev(ordered),
        "challenge": challenge,
        "under_challenge": num_under / len(ordered),
        "quantiles": {str(q): ordered[round(q / 100 * (len(ordered) - 1))] for q in QUANTILES},
        "histogram": {str(score): n for score, n in sorted(Counter(ordered).items())},
        "scores": {str(seed): score for seed, score in sorted(scores.items())},
    }


def solve_deals(
    game: Game,
    seeds: range,
    workers: int,
    stop: threading.Event,
    on_done: Callable[[int, int], None],
    **options: Any,
) -> dict[int, int]:
    """Solve many deals, several at a time; the scores by seed, as far as they were solved."""
    scores: dict[int, int] = {}

    def play(seed: int) -> tuple[int, int] | None:
        if stop.is_set():
            return None
        played = solve_game(Position.new(game, game.players[0], seed, {}), stop=stop, **options)
        # What was hurried by an interruption tells nothing.
        return None if stop.is_set() else (seed, played.standing().scores[0])

    left = iter(seeds)
    with ThreadPoolExecutor(workers) as pool:
        running: set[Future[tuple[int, int] | None]] = set()
        try:
            while True:
                while len(running) < workers and (seed := next(left, None)) is not None:
                    running.add(pool.submit(play, seed))
                if not running:
                    break
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for result in (future.result() for future in done):
                    if result is not None:
                        scores[result[0]] = result[1]
                        on_done(len(scores), result[1])
        except KeyboardInterrupt:
            stop.set()
    return scores


def solve_on_ray(
    game: Game,
    seeds: range,
    address: str,
    cores: int,
    on_done: Callable[[int, int], None],
    **options: Any,
) -> dict[int, int]:
    """The same on a Ray cluster; a deal whose worker is lost is solved again by another."""
    scores: dict[int, int] = {}
    jobs = run_jobs(partial(_solve_deal, game.name, options), seeds, address, cores=cores)
    with closing(jobs), suppress(KeyboardInterrupt):
        for seed, score in jobs:
            scores[seed] = score
            on_done(len(scores), score)
    return scores


def _solve_deal(name: str, options: dict[str, Any], seed: int) -> tuple[int, int]:
    game = get_game(name)
    played = solve_game(Position.new(game, game.players[0], seed, {}), **options)
    return seed, played.standing().scores[0]
