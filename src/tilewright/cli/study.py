"""``tilewright generate`` and ``tilewright observe``: what can be learnt from many games."""

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
    check_files,
    check_folders,
    counting,
    end_unless,
    progress_bar,
    write_json,
)
from tilewright.errors import InvalidOption
from tilewright.registry import get_game
from tilewright.text import parse_settings

if TYPE_CHECKING:
    from tilewright.arena import Settings

__all__ = ["generate", "observe"]

LEAST_WIDTH: Final = 120
"""A table that is cut where a terminal ends reads better than one that is squeezed."""


def generate(
    game: GameName,
    bots: Annotated[str, typer.Option(help="Who plays, with commas: names of bots.")],
    out: Annotated[Path, typer.Option(help="The folder that the data go to; made if need be.")],
    games: Games = 1000,
    seed: Seed = 0,
    players: Seats = None,
    iterations: Iterations = None,
    option: Options = None,
    workers: Workers = None,
    ray: Ray = None,
) -> None:
    """Play games between bots and keep them as Parquet.

    What every mover saw, did and thought. Ctrl-C keeps what there is. The same command goes on from
    there, with more --games too.
    """
    from tilewright.arena.settings import seat_bots
    from tilewright.study.generating import generate as generate_data

    options = parse_settings(option or ())
    settings = seat_bots(
        game, bots, players, games=games, seed=seed, options=options, iterations=iterations
    )
    check_extras(parquet=out, ray=ray)
    with progress_bar("playing") as show:
        tally = generate_data(settings, out, workers=workers, ray=ray, on_progress=show)
    print(f"{out}: {tally.done} of {tally.wanted} games, {tally.done - tally.before} of them new.")
    end_unless(tally.is_complete)


# --- Balance ------------------------------------------------------------------------------------


def observe(
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
    games_folder: GamesFolder = None,
    json_path: JsonPath = None,
    plot: Annotated[Path | None, typer.Option(help="Write plots (SVG) into this folder.")] = None,
) -> None:
    """Let equals play, many times, to see how even a game is.

    Prints, with 95 % intervals, what it is worth to begin, and how often, when and with what
    success the game's tiles, goals or pieces are got.
    """
    from tilewright.arena import Settings
    from tilewright.study.plots import write_plots

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
    check_files(json_path)
    check_folders(plot, games_folder)
    check_extras(plots=plot, ray=ray)
    results = list(_observe_all(all_settings, workers, ray, games_folder))
    write_json(json_path, results)
    if plot is not None:
        write_plots(plot, results)
    end_unless(results[-1]["finished"])


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
    """Play, look and print, one number of players after the other, until interrupted."""
    from tilewright.study.report import report_tables

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
    """Play and look, with one number of players."""
    from tilewright.arena.running import run_arena
    from tilewright.study.observing import observe_run

    path = folder / f"{settings.game}-{settings.players}.games.jsonl" if folder else None
    with progress_bar(f"{settings.players} players") as show:
        run = run_arena(
            settings, workers=workers, ray=ray, games_file=path, on_progress=counting(show)
        )
    return observe_run(run)
