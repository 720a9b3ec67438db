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

__all__ = ["find_running", "open_page", "page_address", "show_in_browser"]

PATIENCE: Final = 10.0
"""Seconds that a server which listens may take to say who it is."""


def open_page(settings: Settings, listener: socket.socket) -> None:
    """Show the page in a browser of this machine, in a thread: some take long to start."""
    address = settings.public_url or page_address(listener)
    threading.Thread(target=show_in_browser, args=(address,), name="browser", daemon=True).start()


def page_address(listener: socket.socket) -> str:
    """Where the page is."""
    return reachable(address_of(listener))


def reachable(address: str) -> str:
    """An address for one that stands for all of them: this machine's in its network, so that the
    links and codes that the page shows lead others here, too.
    """
    here = network_address()
    return address.replace("//0.0.0.0:", f"//{here}:").replace("//[::]:", f"//{here}:")


def network_address() -> str:
    """The address of this machine in its network; that of itself where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nobody's address: nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def find_running(settings: Settings) -> str | None:
    """The address of a Tilewright that already listens where this one would; None for none."""
    address = f"http://{settings.host}:{settings.port}"
    try:
        with urlopen(f"{address}/api/v1/openapi.json", timeout=PATIENCE) as answer:
            is_ours = json.load(answer)["info"]["title"] == "Tilewright"
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return None
    return reachable(address) if is_ours else None


def show_in_browser(address: str) -> None:
    """Whoever has no browser here has the address, which was printed."""
    try:
        is_shown = webbrowser.open(address)
    except (OSError, webbrowser.Error):
        is_shown = False
    if not is_shown:
        log.info("no browser here", extra={"address": address})
