"""Options of commands, those that several share and those that come in rows: explained once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.game import MAX_SEED
from tilewright.registry import GAMES

__all__ = [
    "AllowedOrigins",
    "DataFolder",
    "DatabaseUrl",
    "GameName",
    "Games",
    "GamesFolder",
    "GamesPath",
    "Host",
    "Iterations",
    "JsonPath",
    "LogLines",
    "Options",
    "ParquetPath",
    "Players",
    "Port",
    "PublicUrl",
    "Ray",
    "RedisUrl",
    "Seats",
    "Seed",
    "Threads",
    "TrustedProxies",
    "WebWorkers",
    "Workers",
]

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES.names)}.")]
Players = Annotated[int | None, typer.Option(help="Number of players; the fewest by default.")]
Seats = Annotated[
    int | None, typer.Option(help="Seats at a table; fewer than bots make a round robin.")
]
Seed = Annotated[
    int,
    typer.Option(metavar="NUMBER", min=0, max=MAX_SEED, help="What all chance comes out of."),
]
Games = Annotated[
    int, typer.Option(help="How many games; rounded up so that seats are shared evenly.")
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Iterations = Annotated[
    int | None, typer.Option(help="Iterations a bot may spend on a move; reproducible.")
]
Threads = Annotated[int, typer.Option(help="Threads that a bot may think with.")]
Workers = Annotated[
    int | None, typer.Option(help="Processes that play; as many as cores by default.")
]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="Work on the Ray cluster of that address; `local` starts one here."
    ),
]

# --- Files ---

ParquetPath = Annotated[
    Path | None, typer.Option(help="Write a Parquet table, a row for each seat of each game.")
]
JsonPath = Annotated[Path | None, typer.Option("--json", help="Write the result as JSON too.")]
GamesPath = Annotated[
    Path | None, typer.Option(help="Keep every game here as it ends; go on from what it holds.")
]
GamesFolder = Annotated[
    Path | None,
    typer.Option(help="Keep every game in this folder as it ends; go on from what it holds."),
]

# --- A server's ---

Host = Annotated[
    str | None,
    typer.Option(help="Address to listen on, 0.0.0.0 for all in the network; 127.0.0.1."),
]
PublicUrl = Annotated[
    str | None, typer.Option(help="What people type behind a proxy: https://tiles.club.")
]
LogLines = Annotated[str | None, typer.Option(help="How to log on stderr: text or json.")]
AllowedOrigins = Annotated[
    str | None, typer.Option(help="Other pages that may use the cookie, with commas.")
]
Port = Annotated[int | None, typer.Option(help="Port; 8000. 0 takes a free one.")]
TrustedProxies = Annotated[
    str | None, typer.Option(help="Addresses of proxies in front, with commas.")
]
WebWorkers = Annotated[
    int | None, typer.Option(help="Web processes; more than one needs PostgreSQL and Redis.")
]
DataFolder = Annotated[
    Path | None,
    typer.Option("--data", help="Folder of the SQLite file; your data folder by default."),
]
DatabaseUrl = Annotated[
    str | None, typer.Option(help="Use this PostgreSQL, postgresql://..., instead of a file.")
]
RedisUrl = Annotated[
    str | None,
    typer.Option(help="Where several processes meet: redis://... (Redis or Valkey)."),
]
