"""``tilewright serve`` and ``tilewright bot-worker``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.databases import settings_from
from tilewright.cli.options import (
    AllowedOrigins,
    DatabaseUrl,
    DataFolder,
    Host,
    LogLines,
    Port,
    PublicUrl,
    RedisUrl,
    TrustedProxies,
    WebWorkers,
)
from tilewright.errors import InvalidOption

if TYPE_CHECKING:
    from tilewright.server.settings import Settings

__all__ = ["bot_worker", "serve"]


FOR_ALL = """\
Phones in this network open that address, too. "A screen in the middle" makes this screen the table:
each phone that scans its code holds a seat."""


def serve(
    host: Host = None,
    port: Port = None,
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
    redis_url: RedisUrl = None,
    workers: WebWorkers = None,
    public_url: PublicUrl = None,
    allowed_origins: AllowedOrigins = None,
    trusted_proxies: TrustedProxies = None,
    bot_threads: Annotated[
        int | None, typer.Option(help="Bots that think at once in each web process.")
    ] = None,
    log_format: LogLines = None,
    opens: Annotated[
        bool, typer.Option("--open", help="Show the page in a browser when it is ready.")
    ] = False,
) -> None:
    """Run the server, for the browser and for programs.

    Its address is printed when it is ready; Ctrl-C stops it. Every setting is also read from the
    environment: TILEWRIGHT_PORT, TILEWRIGHT_DATABASE_URL ...
    """
    given = {
        "host": host,
        "port": port,
        "data": data,
        "database_url": database_url,
        "redis_url": redis_url,
        "workers": workers,
        "public_url": public_url,
        "allowed_origins": allowed_origins,
        "trusted_proxies": trusted_proxies,
        "bot_threads": bot_threads,
        "log_format": log_format,
    }
    settings = settings_from(given)
    if not (opens and _show_running(settings)):
        _serve(settings, opens)


def _show_running(settings: Settings) -> bool:
    """Show the page of a server that runs here already, if there is one."""
    from tilewright.server.process.browser import find_running, show_in_browser

    address = find_running(settings)
    if address is not None:
        print(f"{address} (it is running already)", flush=True)
        show_in_browser(address)
    return address is not None


def is_for_all(host: str) -> bool:
    """Whether others in the network can come, too."""
    return host in ("0.0.0.0", "::")


def _serve(settings: Settings, opens: bool) -> None:
    from tilewright.server.process import browser, serving
    from tilewright.server.process.supervisor import Supervisor

    with serving.bind(settings) as listener:
        serving.check_database(settings)
        serving.check_exchange(settings)

        def on_ready() -> None:
            print(browser.page_address(listener), flush=True)
            if is_for_all(settings.host):
                print(FOR_ALL, flush=True)
            if opens:
                browser.open_page(settings, listener)

        if settings.workers == 1:
            serving.WebServer(settings, on_ready).run([listener])
        else:
            Supervisor(settings, listener, on_ready).run()


def bot_worker(
    database_url: Annotated[
        str | None, typer.Option(help="The PostgreSQL of the servers: postgresql://...")
    ] = None,
    redis_url: RedisUrl = None,
    threads: Annotated[int | None, typer.Option(help="Bots that think at once.")] = None,
    log_format: LogLines = None,
) -> None:
    """Let bots think for servers on the same PostgreSQL.

    On this or another machine. With an SQLite file the server lets its own bots think.
    """
    given = {
        "database_url": database_url,
        "redis_url": redis_url,
        "bot_threads": threads,
        "log_format": log_format,
    }
    settings = settings_from(given)
    if not settings.is_shared:
        raise InvalidOption(
            "name the servers' PostgreSQL with --database-url postgresql://...; "
            "with an SQLite file the server lets its own bots think"
        )
    if not settings.redis_url:
        raise InvalidOption("name the servers' Redis with --redis-url redis://...")
    if settings.bot_threads == 0:
        raise InvalidOption("threads: expected at least 1; found 0")

    from tilewright.server.process.bot_worker import run_bot_worker

    run_bot_worker(settings)
