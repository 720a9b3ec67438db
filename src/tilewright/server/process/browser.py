"""The page in a browser of this machine, for whoever started the server."""

from __future__ import annotations

import json
import socket
import threading
import webbrowser
from http.client import HTTPException
from typing import Final
from urllib.request import urlopen

from tilewright.server.monitoring.logs import log
from tilewright.server.process.serving import address_of
from tilewright.server.settings import Settings

__all__ = ["find_running", "open_page", "show_in_browser"]

PATIENCE: Final = 10.0
"""Seconds that a server which listens may take to say who it is."""


def open_page(settings: Settings, listener: socket.socket) -> None:
    """Show the page in a browser of this machine, in a thread: some take long to start."""
    address = settings.public_url or local_address(listener)
    threading.Thread(target=show_in_browser, args=(address,), name="browser", daemon=True).start()


def local_address(listener: socket.socket) -> str:
    """The address for this very machine: one that listens on all is reached at none of them."""
    found = address_of(listener)
    return found.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")


def find_running(settings: Settings) -> str | None:
    """The address of a Tilewright that already listens where this one would; None for none."""
    address = f"http://{settings.host}:{settings.port}"
    try:
        with urlopen(f"{address}/api/v1/openapi.json", timeout=PATIENCE) as answer:
            is_ours = json.load(answer)["info"]["title"] == "Tilewright"
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return None
    return address if is_ours else None


def show_in_browser(address: str) -> None:
    """Whoever has no browser here has the address, which was printed."""
    try:
        is_shown = webbrowser.open(address)
    except (OSError, webbrowser.Error):
        is_shown = False
    if not is_shown:
        log.info("no browser here", extra={"address": address})
