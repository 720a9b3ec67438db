"""The examples of the page on the socket play real games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from doc_pages import ROOT, blocks
from server_thread import ServerThread
from tilewright.client import Client
from tilewright.match.game_commands import MAX_CHAT_LINES
from tilewright.match.guards import MAX_EVENTS
from tilewright.server.audience.outbox import TOO_SLOW
from tilewright.server.ratelimit.quotas import MAX_SOCKETS, NEW_SOCKET_RATE, PREVIEW_RATE
from tilewright.server.websocket import protocol
from tilewright.server.websocket.protocol import HANDLERS, MAX_MESSAGE_BYTES, MAX_TABLES_PER_SOCKET
from tilewright.server.websocket.session import SIGNED_OUT, TOO_FAST
from tilewright.settings import Settings
from tilewright.wire.messages import (
    Ack,
    ErrorMessage,
    Pong,
    PresenceMessage,
    PreviewMessage,
    UpdateMessage,
    WelcomeMessage,
)
from tilewright.wire.moves import MAX_PREVIEWS

PAGE = ROOT / "docs" / "reference" / "socket.md"


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    """Return the names that the examples define."""
    names: dict[str, Any] = {}
    for block in blocks(PAGE):
        if block.language == "python" and not block.text.startswith("# not run"):
            exec(compile(block.text, str(PAGE), "exec"), names)
    return names


def test_docs_bot_from_scratch_plays(server: ServerThread, page: dict[str, Any]) -> None:
    with Client(server.url) as client:
        client.guest("Anna")
        table = client.open_table("toy", players=2, bots={1: "random"}).info.id
        client.start(table)
        assert sorted(page["play"](server.url, client.token, table)) == [1, 2]


def test_docs_bot_with_the_client_plays(server: ServerThread, page: dict[str, Any]) -> None:
    assert sorted(page["play_with_client"](server.url)) == [1, 2]


def test_docs_name_every_message_and_code() -> None:
    text = PAGE.read_text()
    kinds = [request.__struct_config__.tag for request in HANDLERS]
    answers = [Ack, ErrorMessage, Pong, PresenceMessage, PreviewMessage, UpdateMessage]
    answers.append(WelcomeMessage)
    kinds += [answer.__struct_config__.tag for answer in answers]
    source = Path(protocol.__file__).read_text()
    codes = {name.lower() for name in re.findall(r"\bCode\.([A-Z_]+)", source)}
    assert codes >= {"not_your_turn", "not_subscribed", "too_many_tables"}
    assert [word for word in [*kinds, *codes] if f"`{word}`" not in text] == []


def test_docs_name_the_limits() -> None:
    text = PAGE.read_text()
    assert f"at most {MAX_TABLES_PER_SOCKET}" in text and f"{MAX_MESSAGE_BYTES:,} bytes" in text
    assert (
        f"{Settings().socket_messages} at once, then {Settings().socket_messages // 20} a" in text
    )
    rate = f"{PREVIEW_RATE.burst:,} moves at once, then {PREVIEW_RATE.per_second:g} a second"
    assert f"{MAX_SOCKETS} at a time, {NEW_SOCKET_RATE.burst} new ones a minute" in text
    assert (
        f"at one table {MAX_CHAT_LINES} of each player" in text and f"{MAX_EVENTS:,} events" in text
    )
    assert rate in text and f"1 to {MAX_PREVIEWS}" in text
    for goodbye in (TOO_SLOW, TOO_FAST, SIGNED_OUT):
        assert str(goodbye.code) in text
