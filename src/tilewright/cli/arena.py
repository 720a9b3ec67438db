"""``tilewright arena``: bots play each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tilewright.arena.play import shorten_name
from tilewright.cli.options import (
    GameName,
    Games,
    GamesPath,
    Iterations,
    JsonPath,
    Options,
    ParquetPath,
    Ray,
    Seats,
    Seed,
    Threads,
    Workers,
)
from tilewright.cli.output import (
    STDOUT,
    check_extras,
    check_json,
    check_parent_folders,
    exit_unless_complete,
    make_count_callback,
    progress_bar,
    write_json,
)
from tilewright.records.record import check_overwrite, write_text
from tilewright.text import parse_settings

if TYPE_CHECKING:
    from tilewright.arena import ArenaRun


def arena(
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(help="Bots, with commas: names of bots, or exec:PROGRAM ARGUMENTS."),
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
    json_path: JsonPath = None,
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
    """Let bots play each other and compare their strength.

    Every deal is played in all seatings. Prints win rates with error bars, and ratings. With --json
    out.json, all games are written beside it, to out.records.txt. Ctrl-C ends the arena early with
    the games so far; with --games-file, the same command continues later.
    """
    from tilewright.arena import parse_sprt, run_arena
    from tilewright.arena.results import is_table_of_games
    from tilewright.arena.schedule import create_settings

    settings = create_settings(
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
    check_parent_folders(records_path_for(json_path), parquet, games_file)
    check_json(json_path, "tilewright", "settings", "results")
    check_overwrite(
        records_path_for(json_path),
        lambda data: data.startswith(b"tilewright: record"),
        "of records",
    )
    check_overwrite(parquet, is_table_of_games, "a table of an arena's games")
    check_extras(parquet=parquet, ray=ray)
    with progress_bar("playing") as show:
        run = run_arena(
            settings,
            workers=workers,
            games_file=games_file,
            sprt=test,
            on_progress=make_count_callback(show),
            ray=ray,
        )
    _write_results(run, json_path, parquet)
    exit_unless_complete(not run.is_interrupted)


def records_path_for(json_path: Path | None) -> Path | None:
    """Return the path of a result's records: ``out.records.txt`` for ``out.json``."""
    if json_path is None or json_path == STDOUT:
        return None
    return json_path.with_suffix(".records.txt")


def _write_results(run: ArenaRun, json_path: Path | None, parquet: Path | None) -> None:
    """Write the requested files and print the result."""
    from tilewright.arena import summarise, write_parquet

    result = summarise(run)
    write_json(json_path, result)
    if (records := records_path_for(json_path)) is not None:
        write_text(records, "\n".join(game.record for game in run.games))
    if parquet is not None:
        write_parquet(parquet, run)
    _print_result(run, result)


def _print_result(run: ArenaRun, result: dict[str, Any]) -> None:
    """Print the table of results, then the lines about the whole run."""
    from tilewright.cli.arena import build_result_table, format_result_lines

    console = Console(highlight=False)
    console.print(build_result_table(result))
    if run.num_resumed:
        console.print(f"{run.num_resumed} games were already in the games file.")
    for line in format_result_lines(result):
        console.print(line, markup=False)


# --- The result as tables and lines ---------------------------------------------------------------


MAX_LISTED_FORFEITS = 5
HEADINGS = ("bot", "games", "wins", "win rate", "95 %", "place", "score", "rating", "ms/move")


def build_result_table(result: Mapping[str, Any]) -> Table:
    """Build the table of results: one row per bot, highest rating first."""
    settings = result["settings"]
    title = f"{settings['game']}, {settings['players']} players, {result['games']} games"
    table = Table(title=title, box=None)
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in sorted(result["results"], key=lambda row: -row["rating"]):
        table.add_row(*_format_row(row, _is_repeated(row["bot"], settings["bots"])))
    return table


def _is_repeated(bot: str, bots: list[str]) -> bool:
    return bots.count(bot) > 1


def _format_row(row: Mapping[str, Any], is_repeated: bool) -> list[str]:
    """Format a bot's row. A bot that is entered more than once gets its entry number."""
    low, high = row["ci95"]
    name = shorten_name(row["bot"]) + (f" #{row['entry']}" if is_repeated else "")
    return [
        escape(name),
        str(row["games"]),
        str(row["wins"]),
        _format_percent(row["win_rate"]),
        f"{100 * low:.1f}-{100 * high:.1f}",
        _format_number(row["mean_place"], 2),
        _format_number(row["mean_score"], 1),
        f"{row['mu']:.1f} ±{row['sigma']:.1f}",
        "-" if row["seconds_per_move"] is None else f"{1000 * row['seconds_per_move']:.1f}",
    ]


def _format_percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _format_number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def format_result_lines(result: Mapping[str, Any]) -> Iterator[str]:
    """Yield lines on what the table does not show: pairs of games, the SPRT, forfeits."""
    paired = result["paired"]
    if paired and paired["deals"]:
        yield _format_pairs(paired)
    if result["sprt"]:
        yield _format_sprt(result["sprt"], result["settings"]["bots"])
    forfeits = result["forfeits"]
    for forfeit in forfeits[:MAX_LISTED_FORFEITS]:
        name = shorten_name(forfeit["bot"])
        yield f"Game {forfeit['game']}: {name} forfeits: {forfeit['reason']}"
    if len(forfeits) > MAX_LISTED_FORFEITS:
        yield f"... and {len(forfeits) - MAX_LISTED_FORFEITS} more games were forfeited."
    if not result["finished"]:
        yield f"Not finished: {result['games']} of {result['planned']} games."


def _format_pairs(pairs: Mapping[str, Any]) -> str:
    """Format how one bot did against the other, deal by deal."""
    lost, even, won = pairs["counts"]
    text = (
        f"{shorten_name(pairs['bot'])} against {shorten_name(pairs['against'])}, "
        f"deal by deal: {won} won twice, "
        f"{even} shared, {lost} lost twice"
    )
    if pairs["elo"] is None or pairs["elo_ci95"] is None:
        return text + "."
    low, high = (_format_elo(bound) for bound in pairs["elo_ci95"])
    return text + f"; Elo {_format_elo(pairs['elo'])} ({low} to {high})."


def _format_elo(elo: float | None) -> str:
    return "beyond measure" if elo is None else f"{round(elo):+d}"


def _format_sprt(sprt: Mapping[str, Any], bots: list[str]) -> str:
    """Format the decision of the SPRT, with its statistics."""
    question = f"Is {shorten_name(bots[1])} better than {shorten_name(bots[0])}? "
    answers = {
        "H1": f"Yes: by {sprt['elo1']:g} Elo or more rather than {sprt['elo0']:g} or less",
        "H0": f"No: by {sprt['elo0']:g} Elo or less rather than {sprt['elo1']:g} or more",
        None: "Not decided",
    }
    low, high = sprt["bounds"]
    return (
        f"{question}{answers[sprt['decision']]} "
        f"(LLR {sprt['llr']:.2f} in {low:.2f} to {high:.2f}, {sprt['pairs']} pairs)."
    )
