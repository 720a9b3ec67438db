"""The commands ``tilewright generate`` and ``tilewright observe``. The command line hooks them in.

What they need is imported when they run: every other command would wait for it as well.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from tilewright.arena.settings import Settings, choose_players, parse_bots
from tilewright.errors import InvalidOption, TilewrightError
from tilewright.record import write_text
from tilewright.registry import get_game
from tilewright.text import parse_settings

__all__ = ["generate_command", "observe_command"]

INTERRUPTED = 130
LEAST_WIDTH = 120
"""A table that is cut where a terminal ends reads better than one that is squeezed."""

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The name of a game.")]
Seed = Annotated[int, typer.Option(help="What all deals and bots are seeded from.")]
Iterations = Annotated[
    int | None, typer.Option(help="Iterations a bot may spend on a move; reproducible.")
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Workers = Annotated[
    int | None, typer.Option(help="Processes that play; as many as cores by default.")
]
Ray = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on the Ray cluster of that address, or local."),
]


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Something to tell how many are done and wanted."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what)
        yield lambda done, wanted: bar.update(task, completed=done, total=wanted)


# --- Data ---------------------------------------------------------------------------------------


def generate_command(
    game: GameName,
    bots: Annotated[str, typer.Option(help="Who plays, with commas: names of bots.")],
    out: Annotated[Path, typer.Option(help="The folder that the data go to; made if need be.")],
    games: Annotated[
        int, typer.Option(help="How many games; rounded up so that seats are shared evenly.")
    ] = 1000,
    seed: Seed = 0,
    players: Annotated[
        int | None, typer.Option(help="Seats at a table; fewer than bots make a round robin.")
    ] = None,
    iterations: Iterations = None,
    option: Options = None,
    workers: Workers = None,
    ray: Ray = None,
) -> None:
    """Play games between bots and keep them as Parquet: what every mover saw, did and thought.

    Ctrl-C keeps what there is. The same command goes on from there, with more --games too.
    """
    from tilewright.study.generating import generate

    names = parse_bots(bots)
    settings = Settings(
        game=game,
        bots=names,
        games=games,
        seed=seed,
        players=choose_players(get_game(game), len(names)) if players is None else players,
        options=parse_settings(option or ()),
        iterations=iterations,
    )
    with progress_bar("playing") as show:
        tally = generate(settings, out, workers=workers, ray=ray, on_progress=show)
    print(f"{out}: {tally.done} of {tally.wanted} games, {tally.done - tally.before} of them new.")
    if not tally.is_complete:
        raise typer.Exit(INTERRUPTED)


# --- Balance ------------------------------------------------------------------------------------


def observe_command(
    game: GameName,
    bot: Annotated[str, typer.Option(help="Who sits on all seats.")] = "level-5",
    games: Annotated[
        int, typer.Option(help="How many games for each number of players; rounded up.")
    ] = 1000,
    players: Annotated[
        str | None, typer.Option(help="Numbers of players with commas; all by default.")
    ] = None,
    seed: Seed = 0,
    iterations: Iterations = None,
    option: Options = None,
    workers: Workers = None,
    ray: Ray = None,
    games_folder: Annotated[
        Path | None,
        typer.Option(help="Keep every game in this folder as it ends; go on from what it holds."),
    ] = None,
    json_path: Annotated[
        Path | None, typer.Option("--json", help="Write the figures as JSON too.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Write plots (SVG) into this folder.")] = None,
) -> None:
    """Observe how even a game is: let equals play each other, many times.

    Prints, with 95 % intervals, what it is worth to begin, and how often, when and with what
    success the game's tiles, goals or pieces are got.
    """
    from tilewright.study.plots import require_plots, write_plots
    from tilewright.study.report import report_tables

    counts = _parse_counts(game, players)
    all_settings = [
        Settings(
            game=game,
            bots=(bot,) * count,
            games=games,
            seed=seed,
            players=count,
            options=parse_settings(option or ()),
            iterations=iterations,
        )
        for count in counts
    ]
    _check_outputs(json_path, plot, games_folder)
    if plot is not None:
        require_plots()
    results: list[dict[str, Any]] = []
    console = Console(highlight=False)
    console.width = max(console.width, LEAST_WIDTH)
    for settings in all_settings:
        result = _observe(settings, workers, ray, games_folder)
        results.append(result)
        for title, table in report_tables(result):
            console.print(f"\n{title}", markup=False)
            console.print(table)
        if not result["finished"]:
            break
    if json_path is not None:
        write_text(json_path, json.dumps(results, indent=1) + "\n")
    if plot is not None:
        write_plots(plot, results)
    if not results[-1]["finished"]:
        raise typer.Exit(INTERRUPTED)


def _parse_counts(game: str, text: str | None) -> list[int]:
    found = get_game(game)
    if text is None:
        return list(found.players)
    words = text.split(",")
    if not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        raise InvalidOption(f"--players: expected numbers with commas, as 2,3; found {text[:40]!r}")
    counts = [int(word) for word in words]
    for count in counts:
        found.check_players(count)
    return counts


def _check_outputs(json_path: Path | None, *folders: Path | None) -> None:
    """Hours of play must not end in a folder that is not there."""
    if json_path is not None and (json_path.is_dir() or not json_path.parent.is_dir()):
        raise TilewrightError(f"cannot write {json_path}: expected a file in a folder that exists")
    for folder in folders:
        if folder is not None and not folder.is_dir():
            raise TilewrightError(f"cannot write to {folder}: expected a folder that exists")


def _observe(
    settings: Settings, workers: int | None, ray: str | None, folder: Path | None
) -> dict[str, Any]:
    """Play and look, with one number of players."""
    from tilewright.arena.running import run_arena
    from tilewright.study.observing import observe_run

    path = folder / f"{settings.game}-{settings.players}.games.jsonl" if folder else None
    with progress_bar(f"{settings.players} players") as show:
        run = run_arena(
            settings,
            workers=workers,
            ray=ray,
            games_file=path,
            on_progress=lambda done, wanted, _: show(done, wanted),
        )
    return observe_run(run)
