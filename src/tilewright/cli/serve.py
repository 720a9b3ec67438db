"""``tilewright serve``, ``tilewright doctor`` and ``tilewright site``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final

import typer

from tilewright.cli.options import JsonPath, settings_options
from tilewright.cli.output import check_json, progress_bar, write_json
from tilewright.errors import InvalidOption
from tilewright.settings import Settings

REMOVED_WORKERS: Final = (
    "workers: no longer an option; start one server per port instead, each with --port, behind a "
    "proxy (docs/how-to/serve.md)"
)
FOR_ALL = """\
Phones in this network open that address, too. "TV + phones" makes this screen the table:
each phone that scans its code holds a seat."""


@settings_options(
    "host",
    "port",
    "data",
    "database_url",
    "redis_url",
    "public_url",
    "allowed_origins",
    "trusted_proxies",
    "bot_threads",
    "log_format",
)
def serve(
    settings: Settings,
    opens: Annotated[
        bool, typer.Option("--open", help="Show the page in a browser when it is ready.")
    ] = False,
    workers: Annotated[str, typer.Option(help="No longer an option.", hidden=True)] = "1",
) -> None:
    """Run the server, for the browser and for programs.

    Its address is printed when it is ready; Ctrl-C stops it. Every setting is also read from the
    environment: TILEWRIGHT_PORT, TILEWRIGHT_DATABASE_URL ...
    """
    if os.environ.get("TILEWRIGHT_WORKERS", workers) != "1":
        raise InvalidOption(REMOVED_WORKERS)
    if not (opens and _show_running(settings)):
        _serve(settings, opens)


def _show_running(settings: Settings) -> bool:
    """Show the page of a server that runs here already, if there is one."""
    from tilewright.server.process.open_browser import find_existing_server, show_in_browser

    address = find_existing_server(settings)
    if address is not None:
        print(f"{address} (it is running already)", flush=True)
        show_in_browser(address)
    return address is not None


def is_public_host(host: str) -> bool:
    """Return True if the server listens to the whole network, not to this machine only."""
    return host in ("0.0.0.0", "::")


def _serve(settings: Settings, opens: bool) -> None:
    from tilewright.server.process import open_browser, web_server

    with web_server.bind(settings) as listener:
        web_server.check_database(settings)
        web_server.require_redis(settings)

        def on_ready() -> None:
            print(open_browser.page_url(listener), flush=True)
            if is_public_host(settings.host):
                print(FOR_ALL, flush=True)
            if opens:
                open_browser.open_page(settings, listener)

        web_server.WebServer(settings, on_ready).run([listener])


# --- tilewright doctor ----------------------------------------------------------------------------


WRONG = 1


@settings_options("data", "database_url", "redis_url", "public_url", "trusted_proxies")
def doctor(settings: Settings, json_path: JsonPath = None) -> None:
    """Check what a server needs and say what to do.

    Prints one line per check. Settings are read as `serve` reads them. A server may run meanwhile.
    Exit code 1 if something is wrong; a warning does not count.
    """
    from tilewright.server.process.doctor import examine

    check_json(json_path, "check", "state", "text")
    findings = list(examine(settings))
    for check, state, text in findings:
        print(f"{state:<8} {check:<9} {text}")
    write_json(json_path, [finding._asdict() for finding in findings])
    if any(finding.state == "wrong" for finding in findings):
        raise typer.Exit(WRONG)


# --- tilewright site ------------------------------------------------------------------------------


def site(
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Folder for the site.")],
) -> None:
    """Write the games as a site without a server.

    Any static host serves the folder, from any path: the visitor's own machine plays. The first
    run compiles all games for browsers, which takes two minutes. The folder is created, must be
    empty, or is updated if this command wrote it.
    """
    from tilewright.cli.static_site import check_site, write_site

    check_site(out)
    _build()
    size = write_site(out)
    print(f"{out}: {size / 1e6:.1f} MB; try it with: python -m http.server --directory {out}")


def _build() -> None:
    """Compile the games for browsers, and show which one is under way."""
    from tilewright.runtime.wasm_assets import build_engines, playable_games

    names = [game.title for game in playable_games()]
    with progress_bar("compiling for browsers") as show:
        show(0, len(names), names[0])
        for done, _ in enumerate(build_engines(), 1):
            show(done, len(names), (*names, "")[done])
