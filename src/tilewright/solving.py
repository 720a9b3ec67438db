"""The command ``tilewright solve``, and solving in Python. The command line hooks the command in.

>>> import tilewright as tw
>>> from tilewright.solving import solve_game
>>> p = solve_game(tw.new("nova-luna-solo", seed=1), effort=8)
>>> assert p.is_over
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from statistics import fmean, pstdev
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from tilewright.errors import InvalidOption, TilewrightError
from tilewright.game import MAX_SEED, Game, Solution
from tilewright.position import Position
from tilewright.record import format_record, write_text
from tilewright.registry import get_game
from tilewright.search.plans import compile_solver, find_solver

__all__ = ["solve_command", "solve_game", "summarise"]

INTERRUPTED = 130
SECONDS = 5.0
MAX_DEALS = 1_000_000
QUANTILES = (0, 5, 25, 50, 75, 95, 100)
BAR_LENGTH = 40

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
    """How the scores of many deals, by seed, are distributed. A lower score is better."""
    ordered = sorted(scores.values())
    challenge = find_solver(game).challenge
    num_under = sum(score < challenge for score in ordered)
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
    from tilewright.cluster import run_jobs

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


# --- The command --------------------------------------------------------------------------------


def solve_command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The name of a game for one.")],
    seed: Annotated[int, typer.Option(min=0, max=MAX_SEED, help="Seed of the deal.")] = 0,
    hindsight: Annotated[
        bool,
        typer.Option("--hindsight", help="Look at the supply: the best that was in the deal."),
    ] = False,
    seconds: Annotated[
        float | None, typer.Option(help=f"Seconds for each game; {SECONDS:g} by default.")
    ] = None,
    effort: Annotated[
        int | None,
        typer.Option(min=1, max=100_000, help="Width of the searches instead; reproducible."),
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(min=1, max=MAX_DEALS, help="Solve so many deals, seed after seed."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, help="Deals at a time; one for each core.")
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Solve --deals on the Ray cluster of that address, or a local one.",
        ),
    ] = None,
    json_path: Annotated[
        Path | None, typer.Option("--json", help="Write the result as JSON too.")
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Write the game as a record.")] = None,
) -> None:
    """Solve a game for one: play a deal well, or find the best that was in it.

    Without --hindsight the solver sees what a player sees. Ctrl-C ends the search with the best so
    far, or the statistics of the deals that are done.
    """
    found = get_game(game)
    find_solver(found)
    if seconds is not None and not 0 < seconds <= 1e6:
        raise InvalidOption(f"--seconds: expected a number above 0; found {seconds:g}")
    if seconds is None and effort is None:
        seconds = SECONDS
    if ray is not None and deals is None:
        raise InvalidOption("--ray: expected --deals as well; one deal is solved here")
    _check_outputs(json_path, record)
    options = {"hindsight": hindsight, "seconds": seconds, "effort": effort}
    if deals is None:
        is_complete = _solve_one(found, seed, json_path, record, options)
    else:
        if record is not None:
            raise InvalidOption("--record: expected one deal, not --deals")
        seeds = range(seed, min(seed + deals, MAX_SEED + 1))
        count = workers or os.cpu_count() or 1
        is_complete = _solve_many(found, seeds, count, ray, json_path, options)
    if not is_complete:
        raise typer.Exit(INTERRUPTED)


def _check_outputs(*paths: Path | None) -> None:
    """Hours of search must not end in a folder that is not there."""
    for path in paths:
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise TilewrightError(f"cannot write {path}: expected a file in a folder that exists")


def _solve_one(
    game: Game, seed: int, json_path: Path | None, record: Path | None, options: dict[str, Any]
) -> bool:
    """Solve, print and write one deal; whether it was not interrupted."""
    position = Position.new(game, game.players[0], seed, {})
    played, is_complete = _solve_interruptibly(position, options)
    report = report_game(played, hindsight=options["hindsight"])
    if json_path is not None:
        write_text(json_path, json.dumps(report, indent=1) + "\n")
    if record is not None:
        write_text(record, report["record"])
    for line in _game_lines(played, report):
        print(line)
    return is_complete


def _solve_interruptibly(position: Position, options: dict[str, Any]) -> tuple[Position, bool]:
    """Search in a thread of its own, so that Ctrl-C can end it with the best so far."""
    stop = threading.Event()
    console = Console(stderr=True, highlight=False)
    with ThreadPoolExecutor(1) as pool, console.status("searching") as status:

        def show(solution: Solution) -> None:
            status.update(f"searching; best so far {solution.score:.4g}")

        future = pool.submit(solve_game, position, progress=show, stop=stop, **options)
        try:
            return future.result(), True
        except KeyboardInterrupt:
            stop.set()
            return future.result(), False


def _game_lines(played: Position, report: dict[str, Any]) -> Iterator[str]:
    steps = played.after(0)
    for ply, action in enumerate(played.actions, 1):
        yield f"{ply:4}. {steps.format_move(action):<12}  {steps.describe_move(action)}"
        steps.play(action)
    parts = find_solver(played.game).describe(played.state)
    sums = " + ".join(str(value) for value in parts.values())
    yield f"Score: {report['score']} = {sums} ({', '.join(parts).replace('_', ' ')})"


def _solve_many(
    game: Game,
    seeds: range,
    workers: int,
    ray: str | None,
    json_path: Path | None,
    options: dict[str, Any],
) -> bool:
    """Solve, print and write many deals; whether it was not interrupted."""
    with _progress_bar(len(seeds)) as on_done:
        if ray is None:
            scores = solve_deals(game, seeds, workers, threading.Event(), on_done, **options)
        else:
            scores = solve_on_ray(game, seeds, ray, workers, on_done, **options)
    if not scores:
        print("Interrupted before the first deal was solved.")
        return False
    summary = summarise(game, scores) | options
    if json_path is not None:
        write_text(json_path, json.dumps(summary, indent=1) + "\n")
    for line in _summary_lines(summary):
        print(line)
    return len(scores) == len(seeds)


@contextmanager
def _progress_bar(total: int) -> Iterator[Callable[[int, int], None]]:
    columns = (
        TextColumn("solving"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        points = 0

        def show(done: int, score: int) -> None:
            nonlocal points
            points += score
            bar.update(task, completed=done, description=f"mean {points / done:.2f}")

        yield show


def _summary_lines(summary: dict[str, Any]) -> Iterator[str]:
    yield f"Deals: {summary['deals']}"
    yield f"Mean: {summary['mean']:.2f}, standard deviation {summary['spread']:.2f}"
    yield f"Under {summary['challenge']}: {100 * summary['under_challenge']:.1f} %"
    yield "Quantiles: " + "  ".join(f"{q} %: {score}" for q, score in summary["quantiles"].items())
    most = max(summary["histogram"].values())
    for score, n in summary["histogram"].items():
        yield f"{score:>5} {n:6} {'#' * -(-n * BAR_LENGTH // most)}"
