"""Options that several commands share, each explained once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.game import MAX_SEED
from tilewright.registry import GAMES

__all__ = [
    "DataFolder",
    "DatabaseUrl",
    "GameName",
    "Iterations",
    "JsonPath",
    "LogLines",
    "Options",
    "Players",
    "Ray",
    "Seats",
    "Seed",
    "Threads",
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
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
JsonPath = Annotated[Path | None, typer.Option("--json", help="Write the result as JSON too.")]
Threads = Annotated[int, typer.Option(help="Threads that a bot may think with.")]
Iterations = Annotated[
    int | None, typer.Option(help="Iterations a bot may spend on a move; reproducible.")
]
Workers = Annotated[
    int | None, typer.Option(help="Processes that play; as many as cores by default.")
]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="Work on the Ray cluster of that address; `local` starts one here."
    ),
]

# --- A server's ---

DataFolder = Annotated[
    Path | None,
    typer.Option("--data", help="Folder of the SQLite file; your data folder by default."),
]
DatabaseUrl = Annotated[
    str | None, typer.Option(help="Use this PostgreSQL, postgresql://..., instead of a file.")
]
LogLines = Annotated[str | None, typer.Option(help="How to log on stderr: text or json.")]
