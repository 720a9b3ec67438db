"""``tilewright bench``, ``tilewright perft`` and ``tilewright compile``."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.table import Table

from tilewright import perft as counting
from tilewright.bots import make_bot
from tilewright.cli.options import GameName, JsonPath, Options, Players, Seed
from tilewright.cli.output import announce_compiling, check_json, write_json
from tilewright.errors import TilewrightError
from tilewright.kernel import may_compile
from tilewright.position import Position
from tilewright.registry import GAMES, get_game
from tilewright.text import parse_settings

HEADINGS: Final = (
    "game",
    "players",
    "threads",
    "million plies/s",
    "games/s",
    "ns/ply",
    "bytes",
    "x yardstick",
)


def bench(
    games: Annotated[str, typer.Option(help="Games, with commas.")] = ",".join(GAMES.names),
    seconds: Annotated[float, typer.Option(min=0.1, max=600, help="Seconds for each row.")] = 3,
    json_path: JsonPath = None,
) -> None:
    """Measure the speed of random games.

    Prints plies/s for every number of players, on one thread and on all cores.
    """
    from tilewright.bench import run_bench

    check_json(json_path, "hardware", "versions", "rows")
    chosen = [get_game(name) for name in games.split(",")]
    announce_compiling(*chosen)
    with Console(stderr=True, highlight=False).status("compiling") as status:
        result = run_bench(chosen, seconds, status.update)
    Console().print(_make_table(result))
    write_json(json_path, result)


def _make_table(result: dict[str, Any]) -> Table:
    """Build the table of the benchmark's results."""
    table = Table(title="Random games, deal to final score", caption=result["policy"], box=None)
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for row in result["rows"]:
        table.add_row(*_format_row(row))
    return table


def _format_row(row: dict[str, Any]) -> list[str]:
    """Format one row of the results, as the cells of the table."""
    return [
        row["game"],
        str(row["players"]),
        str(row["threads"]),
        f"{row['plies_per_s'] / 1e6:.2f}",
        f"{row['games_per_s']:,.0f}",
        f"{row['ns_per_ply']:.0f}",
        str(row["state_bytes"]),
        f"{row['yardstick_ratio']:.4f} ±{100 * row['spread']:.0f}%",
    ]


def perft(
    game: GameName,
    players: Players = None,
    seed: Seed = 0,
    option: Options = None,
    plies: Annotated[int, typer.Option(min=0, help="Random moves to play first.")] = 0,
    depth: Annotated[int, typer.Option(min=0, max=12, help="Number of plies to count.")] = 1,
    divide: Annotated[bool, typer.Option("--divide", help="Split by the first move.")] = False,
) -> None:
    """Count the move sequences of a given length from a deal."""
    found = get_game(game)
    count = found.players[0] if players is None else players
    position = Position.new(found, count, seed, parse_settings(option or ()))
    announce_compiling(found)
    bot = make_bot("random", found, seed)
    while position.ply < plies and not position.is_over:
        position.play(bot.choose(position.view(position.mover)))
    if divide and depth > 0:
        for move, leaves in counting.divide(position, depth).items():
            print(f"{move:<20} {leaves}")
    print(counting.count(position, depth))


def compile_games(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="All games by default.")
    ] = None,
) -> None:
    """Compile the rules and bots of games in advance.

    The first game on this machine then starts immediately. It takes about 10 s per game; kernels
    that are already cached are skipped.
    """
    from tilewright.runtime.precompile import compile_game, is_warm

    if not may_compile():
        raise TilewrightError("compiling is turned off: unset TILEWRIGHT_JIT and NUMBA_DISABLE_JIT")
    for game in [get_game(name) for name in games] if games else GAMES.values():
        if is_warm(game):
            print(f"{game.title}: compiled already")
            continue
        with Console(stderr=True, highlight=False).status(f"compiling {game.title}"):
            for _ in compile_game(game):
                pass
        print(f"{game.title}: compiled")
