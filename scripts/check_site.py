"""Checks the built pages: they load nothing from elsewhere, and the Python reference is whole."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SITE = ROOT / "site"

LOADED = re.compile(
    r"<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)=\"?((?:https?:)?//[^\" >]*)"
)
POINTER = re.compile(r"rel=\"?(?:canonical|next|prev|alternate)")
STYLED = re.compile(r"(?:@import|url\()\s*[\"']?((?:https?:)?//[^\"')\s]*)")


def list_external_files() -> Iterator[str]:
    """Yield a message for each script, style, font or picture that a page loads from another
    host."""
    for page in SITE.rglob("*.html"):
        for match in LOADED.finditer(page.read_text(encoding="utf-8")):
            if not POINTER.search(match[0]):
                yield f"{page.relative_to(SITE)} loads {match[1]}"
    for sheet in SITE.rglob("*.css"):
        for match in STYLED.finditer(sheet.read_text(encoding="utf-8")):
            yield f"{sheet.relative_to(SITE)} loads {match[1]}"


def list_missing_names() -> Iterator[str]:
    """Yield a message for each public name of a documented module that its page lacks."""
    for source in sorted((ROOT / "docs/reference/api").glob("*.md")):
        page = SITE / "reference/api" / f"{source.stem}.html"
        anchors = set(re.findall(r'id="([\w.]+)"', page.read_text(encoding="utf-8")))
        for name in re.findall(r"^::: (\S+)$", source.read_text(encoding="utf-8"), re.M):
            public = getattr(importlib.import_module(name), "__all__", ())
            expected = {name, *(f"{name}.{one}" for one in public if not one.startswith("_"))}
            yield from (f"{page.relative_to(SITE)} lacks {one}" for one in expected - anchors)


if __name__ == "__main__":
    if found := [*list_external_files(), *list_missing_names()]:
        sys.exit("\n".join(sorted(found)))
