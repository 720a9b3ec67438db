"""``tilewright solve``: solve solo games."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console

from tilewright.cli.options import Force, GameName, JsonPath, Ray, Seed
from tilewright.cli.output import (
    ShowProgress,
    check_extras,
    check_json,
    check_record,
    exit_unless_complete,
    progress_bar,
    write_json,
)
from tilewright.errors import InvalidOption
from tilewright.game import MAX_SEED, Game, Solution
from tilewright.position import Position
from tilewright.records.record import write_text
from tilewright.registry import get_game
from tilewright.search.explain import require_solver
from tilewright.search.solve import (
    SOLVE_SECONDS,
    report_game,
    solve_deals,
    solve_game,
    summarise,
)

MAX_DEALS: Final = 1_000_000
MAX_SECONDS: Final = 1e6
BAR_LENGTH: Final = 40


@dataclass(frozen=True)
class _Job:
    """A game, the solver's options, and the paths of the results."""

    game: Game
    options: dict[str, Any]
    """Keyword arguments of ``solve_game``."""
    json_path: Path | None
    record: Path | None


def solve(
    game: GameName,
    seed: Seed = 0,
    hindsight: Annotated[
        bool,
        typer.Option("--hindsight", help="Show the solver the supply: the best possible result."),
    ] = False,
    seconds: Annotated[
        float | None, typer.Option(help=f"Seconds for each game; {SOLVE_SECONDS:g} by default.")
    ] = None,
    effort: Annotated[
        int | None,
        typer.Option(
            min=1, max=100_000, help="Width of the searches, instead of seconds; reproducible."
        ),
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(min=1, max=MAX_DEALS, help="Number of deals to solve, seed after seed."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, help="Deals at a time; by default one per core.")
    ] = None,
    ray: Ray = None,
    json_path: JsonPath = None,
    record: Annotated[Path | None, typer.Option(help="Write the game as a record.")] = None,
    force: Force = False,
) -> None:
    """Solve a solo game: play a deal well, or find its best result.

    Without --hindsight, the solver sees what a player sees. Ctrl-C ends the search with the best
    result so far, or the statistics of the finished deals.
    """
    found = get_game(game)
    require_solver(found)
    _check_options(seconds, deals, ray, record)
    check_json(json_path, "game", "hindsight")
    check_record(record, force)
    check_extras(ray=ray)
    if seconds is None and effort is None:
        seconds = SOLVE_SECONDS
    options = {"hindsight": hindsight, "seconds": seconds, "effort": effort}
    job = _Job(found, options, json_path, record)
    if deals is None:
        is_complete = _solve_deal(job, seed)
    else:
        seeds = range(seed, min(seed + deals, MAX_SEED + 1))
        is_complete = _solve_deals(job, seeds, workers, ray)
    exit_unless_complete(is_complete)


def _check_options(
    seconds: float | None, deals: int | None, ray: str | None, record: Path | None
) -> None:
    """Raise InvalidOption for a number out of range, or for options that exclude each other."""
    if seconds is not None and not 0 < seconds <= MAX_SECONDS:
        raise InvalidOption(f"--seconds: expected a number above 0; found {seconds:g}")
    if ray is not None and deals is None:
        raise InvalidOption("--ray: expected --deals as well; one deal is solved here")
    if record is not None and deals is not None:
        raise InvalidOption("--record: expected one deal, not --deals")


# --- One deal -----------------------------------------------------------------------------------


def _solve_deal(job: _Job, seed: int) -> bool:
    """Solve one deal, then print and write the result. Return False if interrupted."""
    position = Position.new(job.game, job.game.players[0], seed, {})
    played, is_complete = _solve_interruptibly(position, job.options)
    report = report_game(played, hindsight=job.options["hindsight"])
    write_json(job.json_path, report)
    if job.record is not None:
        write_text(job.record, report["record"])
    for line in _format_game(played, report):
        print(line)
    return is_complete


def _solve_interruptibly(position: Position, options: dict[str, Any]) -> tuple[Position, bool]:
    """Solve in a thread. Return the final position, and True unless interrupted.

    After Ctrl-C, the position is that of the best solution so far.
    """
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


def _format_game(played: Position, report: dict[str, Any]) -> Iterator[str]:
    """Yield the lines about a solved game: its moves, its score and the search."""
    steps = played.after(0)
    for ply, action in enumerate(played.actions, 1):
        yield f"{ply:4}. {steps.format_move(action):<12}  {steps.describe_move(action)}"
        steps.play(action)
    parts = require_solver(played.game).describe(played.state)
    sums = " + ".join(str(value) for value in parts.values())
    yield f"Score: {report['score']} = {sums} ({', '.join(parts).replace('_', ' ')})"


# --- Many deals ---------------------------------------------------------------------------------


def _solve_deals(job: _Job, seeds: range, workers: int | None, ray: str | None) -> bool:
    """Solve many deals, then print and write the statistics. Return False if interrupted."""
    with progress_bar("solving") as show:
        on_done = _make_progress_callback(len(seeds), show)
        scores = solve_deals(
            job.game, seeds, workers=workers, ray=ray, on_done=on_done, **job.options
        )
    if not scores:
        print("Interrupted before the first deal was solved.")
        return False
    summary = summarise(job.game, scores) | job.options
    write_json(job.json_path, summary)
    for line in _format_summary(job.game, summary):
        print(line)
    return len(scores) == len(seeds)


def _make_progress_callback(total: int, show: ShowProgress) -> Callable[[int, int], None]:
    """Return a callback that takes each score. It shows their mean next to the progress bar."""
    points = 0

    def report_deal(done: int, score: int) -> None:
        nonlocal points
        points += score
        show(done, total, f"mean {points / done:.2f}")

    return report_deal


def _format_summary(game: Game, summary: dict[str, Any]) -> Iterator[str]:
    """Yield the lines about the statistics of many deals."""
    yield f"Deals: {summary['deals']}"
    yield f"Mean: {summary['mean']:.2f}, standard deviation {summary['spread']:.2f}"
    side = "Under" if game.lower_is_better else "Over"
    yield f"{side} {summary['challenge']}: {100 * summary['under_challenge']:.1f} %"
    yield "Quantiles: " + "  ".join(f"{q} %: {score}" for q, score in summary["quantiles"].items())
    most = max(summary["histogram"].values())
    for score, n in summary["histogram"].items():
        yield f"{score:>5} {n:6} {'#' * -(-n * BAR_LENGTH // most)}"
