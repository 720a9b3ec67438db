"""``tilewright play`` and ``tilewright games``."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tilewright.bots import Budget, full_name, list_bot_names
from tilewright.cli.options import Force, Options, Players, Threads
from tilewright.cli.output import announce_compiling, check_record
from tilewright.cli.terminal import HUMAN, TerminalSession, parse_seats
from tilewright.errors import InvalidOption
from tilewright.game import MAX_SEED, Game
from tilewright.position import Position
from tilewright.records.forfeits import Forfeit
from tilewright.records.record import read_record, read_text
from tilewright.registry import GAMES, get_game
from tilewright.settings import data_folder
from tilewright.text import parse_settings


def games() -> None:
    """List the games, their player counts and options."""
    for game in GAMES.values():
        print(f"{game.name}: {game.title}, {format_player_counts(game)}")
        for option in game.options:
            print(f"    --option {option.name}={option.default}  {option.help}")


def bots(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game.")] = None,
) -> None:
    """List the bots of each game.

    docs/how-to/bots.md says how they play. NAME@VERSION is a version of a bot.
    """
    for one in GAMES.values() if game is None else [get_game(game)]:
        print(f"{one.title}: {', '.join(full_name(name, one) for name in list_bot_names(one))}")


def format_player_counts(game: Game) -> str:
    """Format a game's player counts, such as ``2-4 players``."""
    fewest, most = game.players[0], game.players[-1]
    if fewest == most:
        return f"{most} player{'' if most == 1 else 's'}"
    return f"{fewest}-{most} players"


def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    players: Players = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER", min=0, max=MAX_SEED, help="Seed of the deal; another every time."
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(help="Players, with commas: human, random, greedy, level-1 to level-8."),
    ] = None,
    option: Options = None,
    load: Annotated[Path | None, typer.Option(help="Continue a saved game.")] = None,
    record: Annotated[
        Path | None, typer.Option(help="Where the game is saved; in your data folder by default.")
    ] = None,
    force: Force = False,
    auto: Annotated[bool, typer.Option("--auto", help="No person: only bots play.")] = False,
    threads: Threads = 1,
) -> None:
    """Play in the terminal. Without GAME, it asks which one.

    Enter a move, the number of a listed move, or help. The game is saved after every move.
    """
    if load is not None:
        start = _load_start(load, record, seats)
    else:
        found = get_game(game or _prompt_for_game())
        count = _choose_player_count(found, players, seats)
        deal = secrets.randbits(32) if seed is None else seed
        position = Position.new(found, count, deal, parse_settings(option or ()))
        names = parse_seats(seats, found, count) if seats else []
        start = _Start(position, names, record or _new_save_path(found))
    names = list(start.names) or _default_seat_names(start.position, auto)
    if auto and HUMAN in names:
        raise InvalidOption(f"--auto: expected bots only; found seats {','.join(names)}")
    if record is not None and record != load:
        check_record(record, force, start.position)
    announce_compiling(start.position.game)
    budget = Budget(threads=threads)
    TerminalSession(start.position, names, start.path, budget=budget, forfeits=start.forfeits).run()


@dataclass(frozen=True)
class _Start:
    """Start of a session: position, occupants of the seats, and save file."""

    position: Position
    names: Sequence[str]
    path: Path
    forfeits: Sequence[Forfeit] = ()


def _load_start(path: Path, record: Path | None, seats: str | None) -> _Start:
    """Load a saved game to continue. `seats` replaces the saved occupants."""
    saved = read_record(read_text(path))
    game, players = saved.position.game, saved.position.players
    names = parse_seats(seats, game, players) if seats else saved.seats
    return _Start(saved.position, names, record or path, saved.forfeits)


def _default_seat_names(position: Position, auto: bool) -> list[str]:
    """Return the default occupants. With `auto` they are random bots, else a person and bots."""
    if auto:
        return ["random"] * position.players
    return parse_seats(None, position.game, position.players)


def _prompt_for_game() -> str:
    """List the games and return the name that the person chooses.

    Any other answer is returned as it is.
    """
    console, names = Console(), list(GAMES)
    for number, name in enumerate(names, 1):
        console.print(f"  {number}. {GAMES[name].title}  ({format_player_counts(GAMES[name])})")
    answer: str = typer.prompt("Which game (number or name)")
    return names[int(answer) - 1] if answer.isdigit() and 0 < int(answer) <= len(names) else answer


def _choose_player_count(game: Game, players: int | None, seats: str | None) -> int:
    """Return the number of players: `players` if given, else one per name in `seats`.

    Without both, it is the minimum of the game.
    """
    if players is not None:
        return players
    return len(seats.split(",")) if seats else game.players[0]


def _new_save_path(game: Game) -> Path:
    """Return a new path in the data folder for a game's save file."""
    folder = data_folder() / "games"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{game.name}-{secrets.token_hex(4)}.txt"
