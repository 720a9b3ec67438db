"""``tilewright play``."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tilewright.bots import Budget
from tilewright.cli.games import count_players
from tilewright.cli.options import Options, Players, Threads
from tilewright.cli.output import announce_compiling
from tilewright.errors import InvalidOption
from tilewright.folders import data_folder
from tilewright.forfeits import Forfeit
from tilewright.game import MAX_SEED, Game
from tilewright.position import Position
from tilewright.record import read_record, read_text
from tilewright.registry import GAMES, get_game
from tilewright.terminal import HUMAN, Session, parse_seats
from tilewright.text import parse_settings

__all__ = ["play"]


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
        typer.Option(help="Who plays, with commas: human, random, greedy, level-1 to level-8."),
    ] = None,
    option: Options = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    record: Annotated[
        Path | None, typer.Option(help="Where the game is saved; in your data folder by default.")
    ] = None,
    auto: Annotated[bool, typer.Option("--auto", help="No person: only bots play.")] = False,
    threads: Threads = 1,
) -> None:
    """Play in the terminal. Without GAME, asks which one.

    Type a move, the number of a listed move, or help. The game is saved after every move.
    """
    if load is not None:
        start = _saved(load, record, seats)
    else:
        found = get_game(game or _ask_for_game())
        count = _default_players(found, players, seats)
        deal = secrets.randbits(32) if seed is None else seed
        position = Position.new(found, count, deal, parse_settings(option or ()))
        names = parse_seats(seats, found, count) if seats else []
        start = _Start(position, names, record or _new_save(found))
    names = list(start.names) or _everybody(start.position, auto)
    if auto and HUMAN in names:
        raise InvalidOption(f"--auto: expected bots only; found seats {','.join(names)}")
    announce_compiling(start.position.game)
    budget = Budget(threads=threads)
    Session(start.position, names, start.path, budget=budget, forfeits=start.forfeits).run()


@dataclass(frozen=True)
class _Start:
    """Where a session begins, and where it is saved. No names where nobody was named."""

    position: Position
    names: Sequence[str]
    path: Path
    forfeits: Sequence[Forfeit] = ()


def _saved(path: Path, record: Path | None, seats: str | None) -> _Start:
    saved = read_record(read_text(path))
    game, players = saved.position.game, saved.position.players
    names = parse_seats(seats, game, players) if seats else saved.seats
    return _Start(saved.position, names, record or path, saved.forfeits)


def _everybody(position: Position, auto: bool) -> list[str]:
    if auto:
        return ["random"] * position.players
    return parse_seats(None, position.game, position.players)


def _ask_for_game() -> str:
    console, names = Console(), list(GAMES)
    for number, name in enumerate(names, 1):
        console.print(f"  {number}. {GAMES[name].title}  ({count_players(GAMES[name])})")
    answer: str = typer.prompt("Which game (number or name)")
    return names[int(answer) - 1] if answer.isdigit() and 0 < int(answer) <= len(names) else answer


def _default_players(game: Game, players: int | None, seats: str | None) -> int:
    if players is not None:
        return players
    return len(seats.split(",")) if seats else game.players[0]


def _new_save(game: Game) -> Path:
    folder = data_folder() / "games"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{game.name}-{secrets.token_hex(4)}.txt"
