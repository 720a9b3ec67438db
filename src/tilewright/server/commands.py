"""The commands ``tilewright serve`` and ``tilewright bot-worker``. The command line hooks them in.

What they need is imported when they run: ``tilewright --help`` stays quick.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright.errors import InvalidOption
from tilewright.server.settings import Settings, as_variables

if TYPE_CHECKING:
    from tilewright.server.storage.database import Database

__all__ = [
    "DataFolder",
    "DatabaseUrl",
    "bot_worker_command",
    "opened_database",
    "serve_command",
    "settings_from",
]

DataFolder = Annotated[
    Path | None,
    typer.Option("--data", help="Folder of the SQLite file; your data folder by default."),
]
DatabaseUrl = Annotated[
    str | None, typer.Option(help="Use this PostgreSQL, postgresql://..., instead of a file.")
]
LogLines = Annotated[str | None, typer.Option(help="How to log on stderr: text or json.")]


def serve_command(
    host: Annotated[str | None, typer.Option(help="Address to listen on; 127.0.0.1.")] = None,
    port: Annotated[int | None, typer.Option(help="Port; 8000. 0 takes a free one.")] = None,
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
    workers: Annotated[
        int | None, typer.Option(help="Web processes; more than one needs PostgreSQL.")
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(help="What people type behind a proxy: https://tiles.club.")
    ] = None,
    allowed_origins: Annotated[
        str | None, typer.Option(help="Other pages that may use the cookie, with commas.")
    ] = None,
    trusted_proxies: Annotated[
        str | None, typer.Option(help="Addresses of proxies in front, with commas.")
    ] = None,
    bot_threads: Annotated[
        int | None, typer.Option(help="Bots that think at once in each web process.")
    ] = None,
    log_format: LogLines = None,
    opens: Annotated[
        bool, typer.Option("--open", help="Show the page in a browser when it is ready.")
    ] = False,
) -> None:
    """Run the server; its address is printed when it is ready. Ctrl-C stops it.

    Every setting is also read from the environment: TILEWRIGHT_PORT, TILEWRIGHT_DATABASE_URL ...
    """
    settings = settings_from({name: value for name, value in locals().items() if name != "opens"})

    from tilewright.server.process import serving
    from tilewright.server.process.supervisor import Crew

    if opens and (address := serving.find_running(settings)):
        print(f"{address} (it is running already)", flush=True)
        return serving.show_in_browser(address)

    with serving.bind(settings) as listener:
        serving.check_database(settings)

        def on_ready() -> None:
            print(serving.address_of(listener), flush=True)
            if opens:
                serving.open_page(settings, listener)
                serving.prepare_bots()

        if settings.workers == 1:
            serving.WebServer(settings, on_ready).run([listener])
        else:
            Crew(settings, listener, on_ready).run()
        return None


def bot_worker_command(
    database_url: DatabaseUrl = None,
    threads: Annotated[int | None, typer.Option(help="Bots that think at once.")] = None,
    log_format: LogLines = None,
) -> None:
    """Make the bots' moves for servers on the same PostgreSQL, on this or another machine."""
    given = {"database_url": database_url, "bot_threads": threads, "log_format": log_format}
    settings = settings_from(given)
    if not settings.is_shared:
        raise InvalidOption(
            "database_url: expected postgresql://...; found none. With an SQLite file the server "
            "lets its own bots think"
        )
    if settings.bot_threads == 0:
        raise InvalidOption("threads: expected at least 1; found 0")

    from tilewright.server.process.bot_worker import run_bot_worker

    run_bot_worker(settings)


@contextmanager
def opened_database(data: Path | None, url: str | None, *, read_only: bool) -> Iterator[Database]:
    """The database that a command names, or the one that the environment or the default does."""
    from tilewright.server.storage.database import open_database

    settings = settings_from({"data": data, "database_url": url})
    database = open_database(settings.database, read_only=read_only)
    try:
        yield database
    finally:
        database.close()


def settings_from(given: dict[str, Any]) -> Settings:
    """Settings from the options that were given; the environment decides the others."""
    chosen = {name: value for name, value in given.items() if value is not None}
    if "data" in chosen and "database_url" in chosen:
        raise InvalidOption("expected --data or --database-url; found both")
    if "data" in chosen:
        chosen["database_url"] = ""  # whatever the environment says
    return Settings.from_environment(os.environ | as_variables(chosen))
