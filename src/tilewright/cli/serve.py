"""``tilewright serve``, ``tilewright doctor`` and ``tilewright site``."""

from __future__ import annotations

import json
import os
import socket
import threading
import webbrowser
from http.client import HTTPException
from pathlib import Path
from typing import Annotated, Final
from urllib.request import urlopen

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
    """Run the server, for browsers and for programs.

    Its address is printed when it is ready; Ctrl-C stops it. Every setting is also read from the
    environment: TILEWRIGHT_PORT, TILEWRIGHT_DATABASE_URL ...
    """
    if os.environ.get("TILEWRIGHT_WORKERS", workers) != "1":
        raise InvalidOption(REMOVED_WORKERS)
    if not (opens and _open_running_server(settings)):
        _run_server(settings, opens)


def _open_running_server(settings: Settings) -> bool:
    """Open the page of a running server. Return False if there is no such server."""
    address = find_existing_server(settings)
    if address is not None:
        print(f"{address} (it is running already)", flush=True)
        open_in_browser(address)
    return address is not None


def is_public_host(host: str) -> bool:
    """Return True if a server on this host listens on all network interfaces."""
    return host in ("0.0.0.0", "::")


def _run_server(settings: Settings, opens_browser: bool) -> None:
    """Run the server until it is stopped."""
    from tilewright.server.process import web_server

    with web_server.open_listener(settings) as listener:
        web_server.check_database(settings)
        web_server.check_redis_url(settings)

        def on_ready() -> None:
            print(page_url(listener), flush=True)
            if is_public_host(settings.host):
                print(FOR_ALL, flush=True)
            if opens_browser:
                open_page(settings, listener)

        web_server.WebServer(settings, on_ready).run([listener])


# --- The page in a browser of this machine --------------------------------------------------------


PROBE_TIMEOUT_SECONDS: Final = 10.0
"""Seconds in which a listening server must identify itself."""


def open_page(settings: Settings, listener: socket.socket) -> None:
    """Open the page in a browser. It runs in a thread, because some browsers start slowly."""
    address = settings.public_url or page_url(listener)
    threading.Thread(target=open_in_browser, args=(address,), name="browser", daemon=True).start()


def page_url(listener: socket.socket) -> str:
    """Return the page's URL. It works on other devices if the server listens for them."""
    from tilewright.server.process.web_server import format_url

    return replace_wildcard_host(format_url(listener))


def replace_wildcard_host(url: str) -> str:
    """Return `url` with this machine's LAN address in place of a wildcard host.

    Other devices can then use the page's links and QR codes.
    """
    here = find_lan_address()
    return url.replace("//0.0.0.0:", f"//{here}:").replace("//[::]:", f"//{here}:")


def find_lan_address() -> str:
    """Return this machine's address in its local network, or 127.0.0.1."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a reserved address: nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def find_existing_server(settings: Settings) -> str | None:
    """Return the URL of a Tilewright server that listens at this host and port, or None."""
    address = f"http://{settings.host}:{settings.port}"
    try:
        with urlopen(f"{address}/api/v1/openapi.json", timeout=PROBE_TIMEOUT_SECONDS) as answer:
            is_ours = json.load(answer)["info"]["title"] == "Tilewright"
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return None
    return replace_wildcard_host(address) if is_ours else None


def open_in_browser(url: str) -> None:
    """Open a URL in a browser, or log that there is none."""
    try:
        is_shown = webbrowser.open(url)
    except (OSError, webbrowser.Error):
        is_shown = False
    if not is_shown:
        from tilewright.server.monitoring import log

        log.info("no browser here", extra={"address": url})


# --- tilewright doctor ----------------------------------------------------------------------------


CHECKS_FAILED = 1


@settings_options("data", "database_url", "redis_url", "public_url", "trusted_proxies")
def doctor(settings: Settings, json_path: JsonPath = None) -> None:
    """Check the prerequisites of a server, and suggest remedies.

    Prints one line per check. Settings are read in the same way as by `serve`. A server may be
    running. The exit code is 1 if something is wrong; warnings do not count.
    """
    from tilewright.server.process.doctor import run_checks

    check_json(json_path, "check", "state", "text")
    findings = list(run_checks(settings))
    for check, state, text in findings:
        print(f"{state:<8} {check:<9} {text}")
    write_json(json_path, [finding._asdict() for finding in findings])
    if any(finding.state == "wrong" for finding in findings):
        raise typer.Exit(CHECKS_FAILED)


# --- tilewright site ------------------------------------------------------------------------------


def site(
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Folder for the site.")],
) -> None:
    """Write the games as a static site, which needs no server.

    Any static host can serve the folder, at any path: games run on the visitor's own machine. The
    first run compiles all games for browsers, which takes two minutes. The folder is created, must
    be empty, or is updated if this command wrote it.
    """
    from tilewright.cli.static_site import check_site, write_site

    check_site(out)
    _build_engines()
    size = write_site(out)
    print(f"{out}: {size / 1e6:.1f} MB; try it with: python -m http.server --directory {out}")


def _build_engines() -> None:
    """Compile the games for browsers, with a progress bar."""
    from tilewright.runtime.wasm_assets import build_engines, playable_games

    names = [game.title for game in playable_games()]
    with progress_bar("compiling for browsers") as show:
        show(0, len(names), names[0])
        for done, _ in enumerate(build_engines(), 1):
            show(done, len(names), (*names, "")[done])
