"""Draws the icons of an installed page from public/favicon.svg; they are kept beside it.

``python web/icons.py`` needs Chromium and Playwright, as the tests do; a build does not.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).resolve().parent / "public"
# What systems cut to a shape of theirs has its picture in the inner 80 % and no corners.
INNER = 0.72


def whole(svg: str) -> str:
    """The icon on ground that fills the square."""
    ground = re.search(r'<rect width="64" height="64"[^>]*fill="([^"]+)"/>', svg)
    assert ground, "expected the icon to begin with its ground"
    shift = 32 * (1 - INNER)
    picture = svg[ground.end() :].replace("</svg>", "")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
        f'<rect width="64" height="64" fill="{ground[1]}"/>'
        f'<g transform="translate({shift} {shift}) scale({INNER})">{picture}</g></svg>'
    )


def main() -> None:
    """Draw them all."""
    svg = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
    icons = {"icon-192": (svg, 192), "icon-512": (svg, 512), "icon-full-512": (whole(svg), 512)}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        for name, (source, size) in icons.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{source}")
            page.screenshot(path=PUBLIC / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
