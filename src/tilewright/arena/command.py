"""The command ``tilewright arena``. The command line itself hooks it in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from tilewright.arena.play import GameResult
from tilewright.arena.report import result_lines, result_table
from tilewright.arena.results import require_parquet, summarise, write_parquet
from tilewright.arena.running import ArenaRun, Progress, run_arena
from tilewright.arena.settings import Settings, choose_players, parse_bots
from tilewright.arena.sprt import parse_sprt
from tilewright.errors import TilewrightError
from tilewright.record import write_text
from tilewright.registry import get_game
from tilewright.text import parse_settings

__all__ = ["arena_command"]

INTERRUPTED = 130


def arena_command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The name of a game.")],
    bots: Annotated[
        str,
        typer.Option(help="Who plays, with commas: names of bots, or exec:PROGRAM ARGUMENTS."),
    ],
    games: Annotated[
        int, typer.Option(help="How many games; rounded up so that seats are shared evenly.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="What all deals and bots are seeded from.")] = 0,
    players: Annotated[
        int | None, typer.Option(help="Seats at a table; fewer than bots make a round robin.")
    ] = None,
    time: Annotated[
        float | None, typer.Option(help="Seconds a bot may think about a move.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(help="Iterations a bot may spend on a move; reproducible.")
    ] = None,
    threads: Annotated[int, typer.Option(help="Threads that a bot may think with.")] = 1,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", metavar="NAME=VALUE", help="An option of the game; may be repeated."
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes that play; as many as cores by default.")
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Play on the Ray cluster of that address, or a local one."
        ),
    ] = None,
    json_path: Annotated[
        Path | None,
        typer.Option("--json", help="Write the result as JSON, and beside it all games."),
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option(help="Write a Parquet table, a row for each seat of each game.")
    ] = None,
    games_file: Annotated[
        Path | None, typer.Option(help="Keep every game here as it ends; go on from what it holds.")
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1[,ALPHA,BETA]",
            help="Stop once it is clear whether the second bot is better than the first.",
        ),
    ] = None,
) -> None:
    """Let bots play each other: every deal in all seatings, win rates with error bars, ratings.

    Ctrl-C ends it early with what there is; with --games-file the same command goes on later.
    """
    names = parse_bots(bots)
    settings = Settings(
        game=game,
        bots=names,
        games=games,
        seed=seed,
        players=choose_players(get_game(game), len(names)) if players is None else players,
        options=parse_settings(option or ()),
        seconds=time,
        iterations=iterations,
        threads=threads,
    )
    test = parse_sprt(sprt) if sprt is not None else None
    _check_outputs(json_path, parquet, games_file)
    with _progress_bar() as on_progress:
        run = run_arena(
            settings,
            workers=workers,
            games_file=games_file,
            sprt=test,
            on_progress=on_progress,
            ray=ray,
        )
    _write(run, json_path, parquet)
    if run.is_interrupted:
        raise typer.Exit(INTERRUPTED)


def _check_outputs(json_path: Path | None, parquet: Path | None, games_file: Path | None) -> None:
    """Hours of play must not end in a folder that is not there."""
    records = _records_beside(json_path) if json_path else None
    for path in (json_path, records, parquet, games_file):
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise TilewrightError(f"cannot write {path}: expected a file in a folder that exists")
    if parquet is not None:
        require_parquet()


@contextmanager
def _progress_bar() -> Iterator[Progress]:
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("playing")

        def show(done: int, total: int, game: GameResult | None) -> None:
            bar.update(task, completed=done, total=total)

        yield show


def _records_beside(json_path: Path) -> Path:
    """Where the games go that a result was made of: out.json has out.records.txt."""
    return json_path.with_suffix(".records.txt")


def _write(run: ArenaRun, json_path: Path | None, parquet: Path | None) -> None:
    result = summarise(run)
    if json_path is not None:
        write_text(json_path, json.dumps(result, indent=1) + "\n")
        write_text(_records_beside(json_path), "\n".join(game.record for game in run.games))
    if parquet is not None:
        write_parquet(parquet, run)
    console = Console(highlight=False)
    console.print(result_table(result))
    if run.num_resumed:
        console.print(f"{run.num_resumed} games were already in the games file.")
    for line in result_lines(result):
        console.print(line, markup=False)
