"""Part of every build of the package: the page, and the addresses that only a release knows.

The page is built into the package, so that users need no Node. ``TILEWRIGHT_REPOSITORY_URL`` is the
address of the repository at its code host; scripts/release takes it from the git remote. With it
the package names its pages, and the README of the package index has whole addresses, since a
package index has no files beside it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

REPOSITORY = "TILEWRIGHT_REPOSITORY_URL"
RELATIVE_LINK = re.compile(r"(!?)(\[[^\]\n]*\])\((?![a-z]+:|#)([^)\s]+)\)")


class PageBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Calls web/build.py. ``TILEWRIGHT_SKIP_PAGE=1`` leaves the page as it is, or away."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if os.environ.get("TILEWRIGHT_SKIP_PAGE"):
            return
        script = Path(self.root, "web", "build.py")
        subprocess.run([sys.executable, str(script)], check=True)


class AddressesHook(MetadataHookInterface):
    """Sets ``readme`` and ``urls``."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        url = os.environ.get(REPOSITORY, "").rstrip("/")
        if url:
            text = whole_links(text, url, f"v{metadata['version']}")
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = urls_of(url) if url else {}


def whole_links(text: str, url: str, tag: str) -> str:
    """Return Markdown whose links into the repository lead to its files at a tag."""

    def whole(match: re.Match[str]) -> str:
        mark, label, path = match.groups()
        return f"{mark}{label}({url}/{'raw' if mark else 'blob'}/{tag}/{path})"

    return RELATIVE_LINK.sub(whole, text)


def urls_of(url: str) -> dict[str, str]:
    """Return the addresses that a package index shows."""
    return {
        "Repository": url,
        "Documentation": f"{url}/blob/main/docs/index.md",
        "Changelog": f"{url}/blob/main/CHANGELOG.md",
        "Issues": f"{url}/issues",
    }
