"""Options of commands: those that several commands share, those that come in groups, and the
database that they name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright.cli.output import keep_stdout_for_json
from tilewright.errors import InvalidOption
from tilewright.game import MAX_SEED
from tilewright.registry import GAMES

if TYPE_CHECKING:
    from tilewright.server.settings import Settings
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

Host = Annotated[
    str | None,
    typer.Option(help="Address to listen on, 0.0.0.0 for all in the network; 127.0.0.1."),
]
PublicUrl = Annotated[
    str | None, typer.Option(help="Public address behind a proxy: https://tiles.club.")
]
LogLines = Annotated[str | None, typer.Option(help="Format of the log on stderr: text or json.")]
AllowedOrigins = Annotated[
    str | None, typer.Option(help="Other pages that may use the cookie, with commas.")
]
Port = Annotated[int | None, typer.Option(help="Port; 8000. 0 takes a free one.")]
TrustedProxies = Annotated[
    str | None, typer.Option(help="Addresses of proxies in front, with commas.")
]
WebWorkers = Annotated[int | None, typer.Option(help="No longer an option.", hidden=True)]
DataFolder = Annotated[
    Path | None,
    typer.Option("--data", help="Folder of the SQLite file; your data folder by default."),
]
DatabaseUrl = Annotated[
    str | None, typer.Option(help="Use this PostgreSQL, postgresql://..., instead of a file.")
]
RedisUrl = Annotated[
    str | None,
    typer.Option(help="Redis or Valkey that several processes share: redis://..."),
]


@contextmanager
def open_chosen_database(
    data: Path | None, url: str | None, *, read_only: bool = False, is_beside: bool = False
) -> Iterator[Database]:
    """Open the database that a command names, else that of the environment, else the default.

    Args:
        data: Folder of an SQLite file.
        url: URL of a database.
        read_only: Refuse to write.
        is_beside: A server may keep using it.
    """
    from tilewright.server.storage.database import open_database

    settings = read_settings({"data": data, "database_url": url})
    database = open_database(settings.database, read_only=read_only, is_beside=is_beside)
    try:
        yield database
    finally:
        database.close()


def read_settings(given: dict[str, Any]) -> Settings:
    """Return settings from the options that were given; the environment decides the others."""
    from tilewright.server.settings import Settings, to_env

    chosen = {name: value for name, value in given.items() if value is not None}
    if "data" in chosen and "database_url" in chosen:
        raise InvalidOption("expected --data or --database-url; found both")
    if "data" in chosen:
        chosen["database_url"] = ""  # whatever the environment says
    return Settings.from_environment(os.environ | to_env(chosen))
