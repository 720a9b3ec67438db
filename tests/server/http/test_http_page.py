"""The page about the HTTP interface: its bot plays, and it leaves no path out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from browser import Server
from table_play import SETTINGS
from tilewright.server.app import API, create_app

ROOT = Path(__file__).parents[3]
REFERENCE, SOURCES = ROOT / "docs" / "reference", ROOT / "src" / "tilewright"


@pytest.mark.parametrize("path", create_app(SETTINGS).openapi()["paths"])
def test_every_path_is_told_of(path: str) -> None:
    pages = "".join((REFERENCE / page).read_text() for page in ("http.md", "people.md"))
    assert f"{path.removeprefix(API)}`" in pages


def test_every_code_of_a_table_is_told_of() -> None:
    """Those of a socket alone stand on its own page."""
    sources = [*SOURCES.glob("match/*.py"), SOURCES / "server/tables.py"]
    text = "".join(path.read_text() for path in [*sources, *SOURCES.glob("server/api/*.py")])
    codes = set(re.findall(r'Refused\(\s*"([a-z_]+)"', text)) | {"stale", "not_open", "not_over"}
    page = (REFERENCE / "http.md").read_text()
    untold = {code for code in codes if f"`{code}`" not in page}
    assert len(codes) > 20
    assert untold <= {"client_gone", "no_bot", "no_talk"}  # nobody hears these over HTTP


def test_the_bot_on_the_page_plays(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot sleeps only for others' sake; here its sleep is when the others get on."""
    page = (REFERENCE / "http.md").read_text()
    block = re.search(r"```python\n(.*?)```", page, re.S)
    assert block is not None
    names: dict[str, Any] = {}
    exec(block[1], names)
    places = names["play_a_game"](server.program(), "toy")
    assert sorted(places) == [1, 2]
