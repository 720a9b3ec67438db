"""Take pictures of every page in every state, for review by people.

    python tests/support/page_screenshots.py FOLDER [STATE ...]

Each state is shown on phones, tablets and a desktop, light and dark: ``home-360-dark.png``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from page_states import STATES
from page_visitor import Visitor, chromium
from server_process import server_process

SIZES = {360: 740, 740: 360, 768: 1024, 1024: 768, 1440: 900}
THEMES = ("light", "dark")


def dress(visitor: Visitor, theme: str) -> None:
    visitor.page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
    visitor.drawn()


def is_long(visitor: Visitor) -> bool:
    """Return True if the whole page is wanted; pages with fixed parts are shown as the window."""
    return visitor.page.locator(".bar, dialog[open]").count() == 0


def take(browser: Browser, url: str, state: str, width: int, folder: Path) -> None:
    """Take pictures of a state at a width, in every theme."""
    size = {"width": width, "height": SIZES[width]}
    visitor = Visitor(browser, url, "Anna", viewport=size, has_touch=width < 1100)
    try:
        STATES[state](visitor)
        for theme in THEMES:
            dress(visitor, theme)
            path = folder / f"{state}-{width}-{theme}.png"
            visitor.page.screenshot(path=path, full_page=is_long(visitor))
    finally:
        visitor.leave()


def main(folder: Path, states: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        server_process(["--data", data], Path(data) / "log.txt") as server,
        chromium() as browser,
    ):
        for state in states:
            for width in SIZES:
                take(browser, server.url, state, width, folder)
            print(state, flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2:] or list(STATES))
