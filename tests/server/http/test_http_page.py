"""The page about the HTTP interface: its bot plays, and it leaves no path out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from browser import Server
from table_play import SETTINGS
from tilewright.errors import Code
from tilewright.server.app import API, create_app

REFERENCE = Path(__file__).parents[3] / "docs" / "reference"


@pytest.mark.parametrize("path", create_app(SETTINGS).openapi()["paths"])
def test_every_path_is_told_of(path: str) -> None:
    pages = "".join((REFERENCE / page).read_text() for page in ("http.md", "people.md"))
    assert f"{path.removeprefix(API)}`" in pages


def test_every_code_of_a_table_is_told_of() -> None:
    """Those of a socket alone stand on its own page."""
    page = (REFERENCE / "http.md").read_text()
    untold = {code for code in Code if code.status == 409 and f"`{code}`" not in page}
    elsewhere = {Code.LOGIN_TAKEN, Code.GAME_OVER, Code.NOT_SUBSCRIBED, Code.TOO_MANY_TABLES}
    assert untold == elsewhere | {Code.CLIENT_GONE, Code.NO_BOT, Code.NO_TALK}  # not over HTTP


def test_the_bot_on_the_page_plays(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot sleeps only for others' sake; here its sleep is when the others get on."""
    page = (REFERENCE / "http.md").read_text()
    block = re.search(r"```python\n(.*?)```", page, re.S)
    assert block is not None
    names: dict[str, Any] = {}
    exec(block[1], names)
    places = names["play_a_game"](server.program(), "toy")
    assert sorted(places) == [1, 2]
