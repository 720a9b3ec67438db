"""``tilewright generate`` and ``tilewright observe``: data and statistics of many games."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.console import Console
from rich.table import Table

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
    make_count_callback,
    progress_bar,
    write_json,
)
from tilewright.errors import InvalidOption
from tilewright.extras import needing
from tilewright.registry import get_game
from tilewright.text import parse_settings

if TYPE_CHECKING:
    from tilewright.arena import Settings

MIN_WIDTH: Final = 120
"""Minimum width of a table: truncated by the terminal it is more readable than squeezed."""


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
    """Play games between bots and store them as Parquet.

    The files contain what every mover saw, did and thought. Ctrl-C keeps the games so far. The same
    command continues from there, also with a larger --games.
    """
    from tilewright.arena.schedule import create_settings
    from tilewright.study.dataset_writer import generate as generate_data

    options = parse_settings(option or ())
    settings = create_settings(
        game, bots, players, games=games, seed=seed, options=options, iterations=iterations
    )
    check_extras(parquet=out, ray=ray)
    with progress_bar("playing") as show:
        progress = generate_data(settings, out, workers=workers, ray=ray, on_progress=show)
    num_new = progress.done - progress.before
    print(f"{out}: {progress.done} of {progress.total} games, {num_new} of them new.")
    exit_unless_complete(progress.is_complete)


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
    """Measure how balanced a game is, by many games between equal bots.

    Prints, with 95 % intervals, the first player's advantage, and how often, when and with what
    success players get the game's tiles, goals or pieces.
    """
    from tilewright.arena import Settings

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
        for count in _parse_player_counts(game, players)
    ]
    check_json(json_path, "tilewright", "settings", "subjects")
    check_folders(plot, games_folder)
    check_extras(plots=plot, ray=ray)
    results = list(_observe_all(all_settings, workers, ray, games_folder))
    write_json(json_path, results)
    if plot is not None:
        write_plots(plot, results)
    exit_unless_complete(results[-1]["finished"])


def _parse_player_counts(game: str, text: str | None) -> list[int]:
    """Parse numbers of players. By default, return all that the game allows."""
    found = get_game(game)
    if text is None:
        return list(found.players)
    words = text.split(",")
    if not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        raise InvalidOption(f"--players: expected numbers with commas, as 2,3; found {text[:40]!r}")
    counts = [int(word) for word in words]
    for count in counts:
        found.validate_players(count)
    return counts


def _observe_all(
    settings_list: list[Settings], workers: int | None, ray: str | None, folder: Path | None
) -> Iterator[dict[str, Any]]:
    """Observe games with each of `settings_list`. Print and yield each result.

    An interruption ends the loop after the current result.
    """
    console = Console(highlight=False)
    console.width = max(console.width, MIN_WIDTH)
    for settings in settings_list:
        result = _observe(settings, workers, ray, folder)
        for title, table in build_tables(result):
            console.print(f"\n{title}", markup=False)
            console.print(table)
        yield result
        if not result["finished"]:
            return


def _observe(
    settings: Settings, workers: int | None, ray: str | None, folder: Path | None
) -> dict[str, Any]:
    """Play and analyse games with one number of players, and return the result."""
    from tilewright.arena.runner import run_arena
    from tilewright.study.balance import measure_balance

    path = folder / f"{settings.game}-{settings.players}.games.jsonl" if folder else None
    with progress_bar(f"{settings.players} players") as show:
        run = run_arena(
            settings,
            workers=workers,
            ray=ray,
            games_file=path,
            on_progress=make_count_callback(show),
        )
    return measure_balance(run)


# --- Tables and plots of observe; Matplotlib is imported when it is needed ------------------------


Json = Mapping[str, Any]

ORDINALS = ("first", "second", "third", "fourth")


def build_tables(result: Json) -> Iterator[tuple[str, Table]]:
    """Yield the tables of a result, each with its title."""
    settings = result["settings"]
    yield (
        f"{settings['game']}, {settings['players']} x {settings['bots'][0]}, "
        f"{result['games']} games on {result['deals']} deals",
        _build_starts_table(result),
    )
    for subject in result["subjects"]:
        noun = subject["noun"]
        yield f"By {noun}", _build_items_table(subject)
        if subject["pairs"]:
            yield f"By two {noun}s in play", _build_pairs_table(subject)


def _make_table(*number_headings: str) -> Table:
    """Create a table with a text column followed by columns of numbers."""
    table = Table(box=None)
    for place, heading in enumerate(number_headings):
        table.add_column(heading, justify="right" if place else "left")
    return table


def _build_starts_table(result: Json) -> Table:
    """Build the table of win rates and scores by turn order."""
    table = _make_table("to move", "win rate %", "score")
    for row in result["starts"]:
        table.add_row(
            ORDINALS[row["start"] - 1], format_percent(row["wins"]), format_number(row["score"])
        )
    return table


def _build_items_table(subject: Json) -> Table:
    """Build a subject's table, most valuable item first.

    For shared items it shows the turn of acquisition, for all others the order.
    """
    when = "turn" if subject["shared"] else "order"
    table = _make_table(subject["noun"], "got %", when, "then won %", "worth, % of a win")
    rows = subject["things"]
    for row in sorted(rows, key=lambda row: -row["value"]["mean"] if row["value"] else 0):
        table.add_row(
            row["name"],
            format_percent(row["taken"]),
            format_number(row[when]),
            format_percent(row["won"]),
            format_percent(row["value"], sign="+"),
        )
    return table


def _build_pairs_table(subject: Json) -> Table:
    """Build the table of a subject's pairs of items, highest rate first."""
    table = _make_table(f"{subject['noun']}s", "games", "got both %")
    for row in sorted(subject["pairs"], key=lambda row: -row["both"]["mean"]):
        table.add_row(" + ".join(row["names"]), str(row["games"]), format_percent(row["both"]))
    return table


def format_percent(estimate: Json | None, sign: str = "") -> str:
    """Format a share and its interval in percent, such as ``52.1 (49.9..54.3)``."""
    return "-" if estimate is None else _format_estimate(estimate, 100, sign)


def format_number(estimate: Json | None) -> str:
    """Format a mean and its interval."""
    return "-" if estimate is None else _format_estimate(estimate, 1, "")


def _format_estimate(estimate: Json, scale: float, sign: str) -> str:
    """Format an estimate and its interval, multiplied by `scale`. `sign` is a format flag."""
    mean = f"{scale * estimate['mean']:{sign}.1f}"
    if estimate["ci95"] is None:
        return mean
    low, high = (f"{scale * bound:{sign}.1f}" for bound in estimate["ci95"])
    return f"{mean} ({low}..{high})"


INCHES_PER_ROW = 0.22
WIDTH = 7.0
# Reproducible files.
STYLE = {"svg.hashsalt": "tilewright", "svg.fonttype": "none", "font.size": 8}


def import_pyplot() -> Any:
    """Import matplotlib and return its ``pyplot``. Raises MissingExtra if it is not installed."""
    with needing("data"):
        matplotlib = importlib.import_module("matplotlib")
    matplotlib.use("agg")
    return importlib.import_module("matplotlib.pyplot")


def write_plots(folder: Path, results: Sequence[Json]) -> list[Path]:
    """Plot the first player's advantage and each subject's items. Returns the paths."""
    game = results[0]["settings"]["game"]
    written = [_plot_starts(folder / f"{game}-starts.svg", results)]
    for result in results:
        for subject in result["subjects"]:
            name = f"{game}-{subject['noun']}s-{result['settings']['players']}.svg"
            written.append(_plot_items(folder / name, subject))
    return written


def _plot_starts(path: Path, results: Sequence[Json]) -> Path:
    """Plot the win rate by turn order for each number of players."""
    rows = [
        (
            f"{result['settings']['players']} players, {ORDINALS[row['start'] - 1]} to move",
            row["wins"],
        )
        for result in results
        for row in result["starts"]
    ]
    return _plot(path, rows, "games won, %")


def _plot_items(path: Path, subject: Json) -> Path:
    """Plot a subject's items. Shared items are plotted by frequency, all others by value."""
    if subject["shared"]:
        key, label = "taken", f"{subject['noun']} reached, % of players"
    else:
        key, label = "value", f"worth of a {subject['noun']}, % of a win beside the average one"
    rows = [(row["name"], row[key]) for row in subject["things"] if row[key]]
    return _plot(path, sorted(rows, key=lambda row: -row[1]["mean"]), label)


def _plot(path: Path, rows: Iterable[tuple[str, Json]], label: str) -> Path:
    """Plot the interval of each row, the first one on top, and return the path."""
    pyplot = import_pyplot()
    drawn = list(rows)[::-1]
    with pyplot.rc_context(STYLE):
        figure, axes = pyplot.subplots(
            figsize=(WIDTH, 0.9 + INCHES_PER_ROW * len(drawn)), layout="constrained"
        )
        for place, (_, estimate) in enumerate(drawn):
            low, high = estimate["ci95"] or (estimate["mean"], estimate["mean"])
            axes.plot([100 * low, 100 * high], [place, place], color="tab:blue", linewidth=1.5)
            axes.plot(100 * estimate["mean"], place, "o", color="tab:blue", markersize=3)
        axes.set_yticks(range(len(drawn)), [name for name, _ in drawn])
        axes.set_xlabel(label)
        axes.grid(axis="x", alpha=0.3)
        figure.savefig(path, metadata={"Date": None})
        pyplot.close(figure)
    return path
