"""``tilewright generate`` and ``tilewright observe``: data and statistics of many games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.console import Console

from tilewright.cli.options import (
    GameName,
    Games,
    GamesFolder,
    Iterations,
    JsonPath,
    Options,
    Ray,
    Seats,
    Seed,
    Workers,
)
from tilewright.cli.output import (
    check_extras,
    check_folders,
    check_json,
    exit_unless_complete,
    progress_bar,
    show_counts,
    write_json,
)
from tilewright.errors import InvalidOption
from tilewright.registry import get_game
from tilewright.text import parse_settings

if TYPE_CHECKING:
    from tilewright.arena import Settings

LEAST_WIDTH: Final = 120
"""Width of a table. One that a terminal cuts off reads better than one that is squeezed."""


def generate(
    game: GameName,
    bots: Annotated[str, typer.Option(help="Names of bots, with commas.")],
    out: Annotated[Path, typer.Option(help="Folder for the data; created if needed.")],
    games: Games = 1000,
    seed: Seed = 0,
    players: Seats = None,
    iterations: Iterations = None,
    option: Options = None,
    workers: Workers = None,
    ray: Ray = None,
) -> None:
    """Play games between bots and keep them as Parquet.

    The files hold what every mover saw, did and thought. Ctrl-C keeps the games so far. The same
    command continues from there, also with more --games.
    """
    from tilewright.arena.schedule import seat_bots
    from tilewright.study.dataset_writer import generate as generate_data

    options = parse_settings(option or ())
    settings = seat_bots(
        game, bots, players, games=games, seed=seed, options=options, iterations=iterations
    )
    check_extras(parquet=out, ray=ray)
    with progress_bar("playing") as show:
        tally = generate_data(settings, out, workers=workers, ray=ray, on_progress=show)
    print(f"{out}: {tally.done} of {tally.wanted} games, {tally.done - tally.before} of them new.")
    exit_unless_complete(tally.is_complete)


# --- Balance ------------------------------------------------------------------------------------


def observe(
    game: GameName,
    bot: Annotated[str, typer.Option(help="Bot on all seats.")] = "level-5",
    games: Annotated[
        int, typer.Option(help="Games for each number of players; rounded up.")
    ] = 1000,
    players: Annotated[
        str | None, typer.Option(help="Numbers of players with commas; all by default.")
    ] = None,
    seed: Seed = 0,
    iterations: Iterations = None,
    option: Options = None,
    workers: Workers = None,
    ray: Ray = None,
    games_folder: GamesFolder = None,
    json_path: JsonPath = None,
    plot: Annotated[Path | None, typer.Option(help="Write plots (SVG) into this folder.")] = None,
) -> None:
    """Let equal bots play many games, to see how even a game is.

    Prints, with 95 % intervals, the advantage of beginning, and how often, when and with what
    success the game's tiles, goals or pieces are got.
    """
    from tilewright.arena import Settings
    from tilewright.study.balance_report import write_plots

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
        for count in _parse_counts(game, players)
    ]
    check_json(json_path, "tilewright", "settings", "subjects")
    check_folders(plot, games_folder)
    check_extras(plots=plot, ray=ray)
    results = list(_observe_all(all_settings, workers, ray, games_folder))
    write_json(json_path, results)
    if plot is not None:
        write_plots(plot, results)
    exit_unless_complete(results[-1]["finished"])


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


def _observe_all(
    all_settings: list[Settings], workers: int | None, ray: str | None, folder: Path | None
) -> Iterator[dict[str, Any]]:
    """Play, analyse and print, one number of players after the other, until interrupted."""
    from tilewright.study.balance_report import report_tables

    console = Console(highlight=False)
    console.width = max(console.width, LEAST_WIDTH)
    for settings in all_settings:
        result = _observe(settings, workers, ray, folder)
        for title, table in report_tables(result):
            console.print(f"\n{title}", markup=False)
            console.print(table)
        yield result
        if not result["finished"]:
            return


def _observe(
    settings: Settings, workers: int | None, ray: str | None, folder: Path | None
) -> dict[str, Any]:
    """Play and analyse games with one number of players."""
    from tilewright.arena.runner import run_arena
    from tilewright.study.balance import observe_run

    path = folder / f"{settings.game}-{settings.players}.games.jsonl" if folder else None
    with progress_bar(f"{settings.players} players") as show:
        run = run_arena(
            settings, workers=workers, ray=ray, games_file=path, on_progress=show_counts(show)
        )
    return observe_run(run)
