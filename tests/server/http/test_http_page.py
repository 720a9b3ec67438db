"""The page about the HTTP interface: its bot plays, and it leaves no path out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from browser import Server
from table_play import SETTINGS
from tilewright.errors import Code
from tilewright.server.app import API, create_app

REFERENCE = Path(__file__).parents[3] / "docs" / "reference"


def test_docs_name_every_path() -> None:
    pages = "".join((REFERENCE / page).read_text() for page in ("http.md", "people.md"))
    paths = create_app(SETTINGS).openapi()["paths"]
    assert [path for path in paths if f"{path.removeprefix(API)}`" not in pages] == []


def test_docs_name_every_error_code_of_a_table() -> None:
    """Those of a socket alone stand on its own page."""
    page = (REFERENCE / "http.md").read_text()
    untold = {code for code in Code if code.status == 409 and f"`{code}`" not in page}
    elsewhere = {Code.LOGIN_TAKEN, Code.GAME_OVER, Code.NOT_SUBSCRIBED}
    assert untold == elsewhere | {Code.NO_BOT, Code.NO_TALK}  # not over HTTP


def test_docs_example_bot_plays_a_game(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot sleeps only for others' sake; here its sleep is when the others get on."""
    page = (REFERENCE / "http.md").read_text()
    block = re.search(r"```python\n(.*?)```", page, re.S)
    assert block is not None
    names: dict[str, Any] = {}
    exec(block[1], names)
    places = names["play_a_game"](server.program(), "toy")
    assert sorted(places) == [1, 2]


NO_BODY = {
    *("resign", "resume", "reclaim_seat", "rematch", "join_deal", "create_seat_key"),
    *("confirm_mail", "unsubscribe_mail", "close_evening"),
    *("join_evening", "leave_evening", "seat_participants"),
}


def test_docs_describe_every_request_and_response() -> None:
    """FastAPI knows nothing of the structs that are read and sent."""
    schema = create_app(SETTINGS).openapi()
    operations = [one for path in schema["paths"].values() for one in path.values()]
    bodies = {one["operationId"] for one in operations if "requestBody" in one}
    writing = {
        operation["operationId"]
        for path in schema["paths"].values()
        for method, operation in path.items()
        if method in ("post", "put", "patch")
    }
    assert bodies == writing - NO_BODY
    text = json.dumps(schema)
    named = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert named == set(schema["components"]["schemas"])
    move = schema["components"]["schemas"]["Move"]
    assert move["required"] == ["number", "move", "move_id"]
    assert move["properties"]["number"]["maximum"] == 2**31
    assert move["properties"]["number"]["description"] == "Version of the position you saw."
    assert move["additionalProperties"] is False
