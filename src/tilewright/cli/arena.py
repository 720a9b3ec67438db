"""``tilewright arena``: bots play each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from tilewright.cli.options import (
    GameName,
    Games,
    GamesPath,
    Iterations,
    Options,
    ParquetPath,
    Ray,
    Seats,
    Seed,
    Threads,
    Workers,
)
from tilewright.cli.output import (
    check_extras,
    check_files,
    counting,
    end_unless,
    progress_bar,
    write_json,
)
from tilewright.record import write_text
from tilewright.text import parse_settings

if TYPE_CHECKING:
    from tilewright.arena import ArenaRun

__all__ = ["arena"]


def arena(
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(help="Who plays, with commas: names of bots, or exec:PROGRAM ARGUMENTS."),
    ],
    games: Games = 100,
    seed: Seed = 0,
    players: Seats = None,
    time: Annotated[
        float | None, typer.Option(help="Seconds a bot may think about a move.")
    ] = None,
    iterations: Iterations = None,
    threads: Threads = 1,
    option: Options = None,
    workers: Workers = None,
    ray: Ray = None,
    json_path: Annotated[
        Path | None,
        typer.Option("--json", help="Write the result as JSON, and beside it all games."),
    ] = None,
    parquet: ParquetPath = None,
    games_file: GamesPath = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1[,ALPHA,BETA]",
            help="Stop once it is clear whether the second bot is better than the first.",
        ),
    ] = None,
) -> None:
    """Let bots play each other, and tell who is better.

    Every deal is played in all seatings; win rates with error bars, ratings. Ctrl-C ends it early
    with what there is; with --games-file the same command goes on later.
    """
    from tilewright.arena import parse_sprt, run_arena
    from tilewright.arena.settings import seat_bots

    settings = seat_bots(
        game,
        bots,
        players,
        games=games,
        seed=seed,
        options=parse_settings(option or ()),
        seconds=time,
        iterations=iterations,
        threads=threads,
    )
    test = parse_sprt(sprt) if sprt is not None else None
    check_files(json_path, records_beside(json_path), parquet, games_file)
    check_extras(parquet=parquet, ray=ray)
    with progress_bar("playing") as show:
        run = run_arena(
            settings,
            workers=workers,
            games_file=games_file,
            sprt=test,
            on_progress=counting(show),
            ray=ray,
        )
    _write(run, json_path, parquet)
    end_unless(not run.is_interrupted)


def records_beside(json_path: Path | None) -> Path | None:
    """Where the games go that a result was made of: out.json has out.records.txt."""
    return json_path.with_suffix(".records.txt") if json_path is not None else None


def _write(run: ArenaRun, json_path: Path | None, parquet: Path | None) -> None:
    from tilewright.arena import summarise, write_parquet

    result = summarise(run)
    write_json(json_path, result)
    if (records := records_beside(json_path)) is not None:
        write_text(records, "\n".join(game.record for game in run.games))
    if parquet is not None:
        write_parquet(parquet, run)
    _print(run, result)


def _print(run: ArenaRun, result: dict[str, Any]) -> None:
    from tilewright.arena.report import result_lines, result_table

    console = Console(highlight=False)
    console.print(result_table(result))
    if run.num_resumed:
        console.print(f"{run.num_resumed} games were already in the games file.")
    for line in result_lines(result):
        console.print(line, markup=False)
