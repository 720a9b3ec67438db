"""The page in a browser of this machine, for the person who started the server."""

from __future__ import annotations

import json
import socket
import threading
import webbrowser
from http.client import HTTPException
from typing import Final
from urllib.request import urlopen

from tilewright.server.monitoring.logs import log
from tilewright.server.process.web_server import url_of
from tilewright.settings import Settings

__all__ = ["find_existing_server", "open_page", "page_url", "show_in_browser"]

PROBE_TIMEOUT_SECONDS: Final = 10.0
"""Seconds in which a listening server must identify itself."""


def open_page(settings: Settings, listener: socket.socket) -> None:
    """Open the page in a browser of this machine; in a thread, as some take long to start."""
    address = settings.public_url or page_url(listener)
    threading.Thread(target=show_in_browser, args=(address,), name="browser", daemon=True).start()


def page_url(listener: socket.socket) -> str:
    """Return the URL of the page."""
    return lan_url(url_of(listener))


def lan_url(address: str) -> str:
    """Return a URL with this machine's address in its network in place of a wildcard address.

    So links and QR codes on the page work for other devices.
    """
    here = lan_address()
    return address.replace("//0.0.0.0:", f"//{here}:").replace("//[::]:", f"//{here}:")


def lan_address() -> str:
    """Return this machine's address in its network, or 127.0.0.1."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a reserved address: nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def find_existing_server(settings: Settings) -> str | None:
    """Return the URL of a Tilewright server that already listens at this host and port, or None."""
    address = f"http://{settings.host}:{settings.port}"
    try:
        with urlopen(f"{address}/api/v1/openapi.json", timeout=PROBE_TIMEOUT_SECONDS) as answer:
            is_ours = json.load(answer)["info"]["title"] == "Tilewright"
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return None
    return lan_url(address) if is_ours else None


def show_in_browser(address: str) -> None:
    """Open a URL in a browser, or log that there is none; the URL has been printed."""
    try:
        is_shown = webbrowser.open(address)
    except (OSError, webbrowser.Error):
        is_shown = False
    if not is_shown:
        log.info("no browser here", extra={"address": address})
