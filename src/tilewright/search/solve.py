"""Solve solo games: a single position, or many deals.

>>> import tilewright as tw
>>> from tilewright.search.solve import solve_game
>>> p = solve_game(tw.new("nova-luna-solo", seed=1), effort=8)
>>> assert p.is_over
"""

from __future__ import annotations

import operator
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from statistics import fmean, pstdev
from threading import Event
from typing import Any

from tilewright.game import Game, Solution
from tilewright.jobs import run_jobs
from tilewright.position import Position
from tilewright.records.record import format_record
from tilewright.registry import get_game
from tilewright.search.explain import compile_solver, require_solver

__all__ = [
    "PAR_EFFORT",
    "SOLVE_SECONDS",
    "report_game",
    "solve_deals",
    "solve_game",
    "summarise",
]

SOLVE_SECONDS = 5.0
PAR_EFFORT = 4096
"""Width of the search for par, which knows all hidden information, on servers and in browsers. If
it changes, the pars of different days are no longer comparable."""
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
    stop: Event | None = None,
) -> Position:
    """Play a solo game to its end with the solver and return the final position.

    Args:
        position: The first position; it is not changed.
        hindsight: Let the solver use hidden information. Otherwise it gets a view, and runs again
            whenever new information appears.
        seconds: Time for the whole game.
        effort: Width of the searches; gives the same moves on every machine.
        progress: Called for each improvement of a solution.
        stop: When set, the search ends with the best line found so far.
    """
    solver = require_solver(position.game)
    if seconds is None and effort is None:
        seconds = SOLVE_SECONDS
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
    """Describe a finished solo game as JSON data: its seed, score, moves and record."""
    outcome = position.outcome
    assert outcome is not None
    return {
        "game": position.game.name,
        "seed": position.seed,
        "hindsight": hindsight,
        "score": outcome.scores[0],
        **require_solver(position.game).describe(position.state),
        "moves": position.moves,
        "record": format_record(position, ["hindsight" if hindsight else "solver"]),
    }


# --- Many deals ---------------------------------------------------------------------------------


def summarise(game: Game, scores: dict[int, int]) -> dict[str, Any]:
    """Return statistics of a solo game's final scores over many deals, as JSON data.

    Args:
        game: The game.
        scores: The scores by seed.

    Returns:
        Mean, spread, quantiles, histogram and scores. ``under_challenge`` is the share of scores
        that beat the rulebook's challenge.
    """
    ordered = sorted(scores.values())
    challenge = require_solver(game).challenge
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
    *,
    workers: int | None = None,
    ray: str | None = None,
    on_done: Callable[[int, int], None] | None = None,
    **options: Any,
) -> dict[int, int]:
    """Solve many deals of a solo game in parallel, until all are done or Ctrl-C is pressed.

    Args:
        game: A solo game.
        seeds: Seeds of the deals.
        workers: Number of processes, all cores by default.
        ray: Address of a Ray cluster to run on instead.
        on_done: Called with the number of deals solved so far and the latest score.
        options: Passed to ``solve_game``.

    Returns:
        The scores of the solved deals, by seed.
    """
    scores: dict[int, int] = {}
    solve = partial(_solve_deal, game.name, options)
    with (
        closing(run_jobs(solve, seeds, workers=workers, ray=ray)) as jobs,
        suppress(KeyboardInterrupt),
    ):
        for seed, score in jobs:
            scores[seed] = score
            if on_done is not None:
                on_done(len(scores), score)
    return scores


def _solve_deal(game_name: str, options: dict[str, Any], seed: int, stop: Event) -> tuple[int, int]:
    """Solve one deal. Returns its seed and final score."""
    game = get_game(game_name)
    position = Position.new(game, game.players[0], seed, {})
    return seed, solve_game(position, stop=stop, **options).standing().scores[0]
