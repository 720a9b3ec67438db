"""Options shared by several commands, and the database that they select."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright.cli.output import keep_stdout_for_json
from tilewright.errors import InvalidOption
from tilewright.game import MAX_SEED
from tilewright.registry import GAMES
from tilewright.settings import Settings, describe_settings

if TYPE_CHECKING:
    from tilewright.server.storage.database import Database

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES.names)}.")]
Players = Annotated[int | None, typer.Option(help="Number of players; the fewest by default.")]
Seats = Annotated[
    int | None, typer.Option(help="Seats at a table; fewer than bots make a round robin.")
]
Seed = Annotated[
    int,
    typer.Option(metavar="NUMBER", min=0, max=MAX_SEED, help="Seed of all chance."),
]
Games = Annotated[
    int, typer.Option(help="Number of games; rounded up so that seats are shared evenly.")
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Iterations = Annotated[
    int | None,
    typer.Option(help="Most iterations a bot may spend on a move; a level keeps to its own limit."),
]
Threads = Annotated[int, typer.Option(help="Threads that a bot may think with.")]
Workers = Annotated[
    int | None, typer.Option(help="Processes that play; as many as cores by default.")
]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="Use the Ray cluster at this address; `local` starts one here."
    ),
]

# --- Files ---

ParquetPath = Annotated[
    Path | None, typer.Option(help="Write a Parquet table, one row per seat and game.")
]
JsonPath = Annotated[
    Path | None,
    typer.Option(
        "--json",
        metavar="FILE",
        callback=keep_stdout_for_json,
        help="Write the result as JSON, too, over nothing but one of this command; - prints it.",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Let --record overwrite any file.")]
GamesPath = Annotated[
    Path | None, typer.Option(help="Keep every game here as it ends; continue from what it holds.")
]
GamesFolder = Annotated[
    Path | None,
    typer.Option(help="Keep every game in this folder as it ends; continue from what it holds."),
]

# --- A server's ---


def settings_options(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds a command-line option for each setting in `names`.

    The command gets the settings as its first parameter. Settings without an option are read from
    the environment.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(*arguments: Any, **given: Any) -> None:
            chosen = {name: given.pop(name, None) for name in names}
            command(read_settings(chosen), *arguments, **given)

        _, *own = inspect.signature(command, eval_str=True).parameters.values()
        shown = [
            *(one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own),
            *map(_make_option, names),
        ]
        run.__signature__ = inspect.Signature(shown)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in shown}
        return run

    return decorate


def _make_option(name: str) -> inspect.Parameter:
    """Create the parameter of a setting's option, which is None by default."""
    kind, default = type(getattr(Settings(), name)), getattr(Settings, name, None)
    text = describe_settings()[name].text + (f" [default: {default}]" if default else "")
    option: Any = Annotated[
        (int if kind is int else Path if issubclass(kind, Path) else str) | None,
        typer.Option(help=text),
    ]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=option)


def read_settings(options: Mapping[str, object]) -> Settings:
    """Create settings from options. Options that are None are read from the environment."""
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    if "data" in given and "database_url" in given:
        raise InvalidOption("expected --data or --database-url; found both")
    if "data" in given:
        given["database_url"] = ""  # whatever the environment says
    return Settings.from_environment(**given)


@contextmanager
def open_chosen_database(settings: Settings, **options: bool) -> Iterator[Database]:
    """Open the database of the settings with ``open_database`` for the duration of the context."""
    from tilewright.server.storage.database import open_database

    database = open_database(settings.database, **options)
    try:
        yield database
    finally:
        database.close()


takes_database = settings_options("data", "database_url")
"""Decorator of a command that works on a server's database."""
