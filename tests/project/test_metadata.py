"""Metadata for a package index: the README with whole links, addresses, classifiers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

ROOT = Path(__file__).parents[2]
URL = "https://code.example.org/tiles/tilewright"


def read_metadata(monkeypatch: pytest.MonkeyPatch, url: str) -> Any:
    """Return the package's metadata as hatchling computes it."""
    monkeypatch.setenv("TILEWRIGHT_REPOSITORY_URL", url)
    return ProjectMetadata(str(ROOT), PluginManager()).core


def test_package_without_a_repository_names_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    metadata = read_metadata(monkeypatch, "")
    assert metadata.urls == {}
    assert metadata.readme == (ROOT / "README.md").read_text(encoding="utf-8")
    assert metadata.readme_content_type == "text/markdown"


def test_package_of_a_release_names_its_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    urls = read_metadata(monkeypatch, f"{URL}/").urls
    assert list(urls) == ["Repository", "Documentation", "Changelog", "Issues"]
    assert all(url.startswith(URL) for url in urls.values())
    for url in urls.values():
        path = url.removeprefix(f"{URL}/blob/main/")
        assert path == url or (ROOT / path).is_file()


def test_readme_of_a_release_links_to_whole_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are files as they are (raw), pages are shown by the code host (blob)."""
    metadata = read_metadata(monkeypatch, URL)
    targets = re.findall(r"(!?)\[[^\]\n]*\]\(([^)\s]+)\)", metadata.readme)
    assert len(targets) > 15
    for mark, target in targets:
        start = f"{URL}/{'raw' if mark else 'blob'}/v"
        assert target.startswith(start), target
        path = target.removeprefix(start).partition("/")[2]
        assert (ROOT / path).is_file(), target
