"""The socket itself: who gets in, what is said first, who is put out."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from server_thread import ServerThread
from tilewright import __version__
from tilewright.client import Client
from tilewright.server.ratelimit.quotas import MAX_SOCKETS


def open_line(server: ServerThread, **headers: str) -> ClientConnection:
    return connect(server.socket_url, additional_headers=headers, compression=None, proxy=None)


def ask(line: ClientConnection, **message: Any) -> dict[str, Any]:
    line.send(json.dumps(message | {"ref": "r"}))
    while True:
        answer: dict[str, Any] = json.loads(line.recv())
        if answer.get("ref") == "r":
            return answer


def bearer(client: Client) -> dict[str, str]:
    return {"Authorization": f"Bearer {client.token}"}


def cookie_of_a_guest(server: ServerThread) -> str:
    answer = httpx.post(f"{server.url}/api/v1/people/guests", json={"name": "Anna"})
    return f"tilewright={answer.cookies['tilewright']}"


def refusal(server: ServerThread, **headers: str) -> tuple[int, str]:
    """Return the status and code with which a socket is refused."""
    with pytest.raises(InvalidStatus) as refused, open_line(server, **headers):
        pass
    response = refused.value.response
    return response.status_code, json.loads(response.body or b"{}")["code"]


# --- Admission ----------------------------------------------------------------------------------


def test_socket_without_a_session_may_watch_but_not_play(server: ServerThread) -> None:
    with Client(server.url) as client, open_line(server) as line:
        client.guest("Anna")
        table = client.open_table("toy", players=2, bots={1: "random"}).info.id
        welcome = json.loads(line.recv())
        assert welcome["type"] == "welcome" and welcome["version"] == __version__
        assert welcome["person"] is None
        assert ask(line, type="subscribe", table=table)["type"] == "ack"
        assert ask(line, type="say", table=table, text="hi")["code"] == "not_signed_in"
        assert ask(line, type="resign", table=table)["code"] == "not_signed_in"


def test_socket_with_a_token_is_signed_in(server: ServerThread) -> None:
    with Client(server.url) as client:
        person = client.guest("Anna")
        with open_line(server, **bearer(client)) as line:
            welcome = json.loads(line.recv())
    assert (welcome["person"], welcome["name"]) == (person.id, "Anna")


def test_socket_with_a_wrong_token_is_refused(server: ServerThread) -> None:
    assert refusal(server, Authorization="Bearer nonsense") == (401, "not_signed_in")


def test_socket_of_our_page_may_use_a_cookie(server: ServerThread) -> None:
    cookie = cookie_of_a_guest(server)
    with open_line(server, Cookie=cookie, Origin=server.url) as line:
        assert json.loads(line.recv())["name"] == "Anna"


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1"])
def test_socket_of_a_foreign_origin_is_refused(server: ServerThread, origin: str) -> None:
    cookie = cookie_of_a_guest(server)
    assert refusal(server, Cookie=cookie, Origin=origin) == (403, "cross_origin")
    assert refusal(server, Origin=origin) == (403, "cross_origin")


def test_socket_with_a_cookie_needs_an_origin(server: ServerThread) -> None:
    assert refusal(server, Cookie=cookie_of_a_guest(server)) == (403, "cross_origin")


def test_unlisted_table_is_not_found_by_strangers(server: ServerThread) -> None:
    with Client(server.url) as client, open_line(server) as line:
        client.guest("Anna")
        shown = client.open_table("toy", players=2, listed=False)
        table = shown.info.id
        assert ask(line, type="subscribe", table=table)["code"] == "not_found"
        invited = ask(line, type="subscribe", table=table, invite=shown.invite)
        assert invited["type"] == "ack"


def test_command_at_an_unlisted_table_is_not_found_by_strangers(server: ServerThread) -> None:
    with Client(server.url) as client, Client(server.url) as other:
        client.guest("Anna")
        other.guest("Eve")
        table = client.open_table("toy", players=2, listed=False).info.id
        with open_line(server, **bearer(other)) as line:
            for wish in ("resign", "reclaim", "resume"):
                assert ask(line, type=wish, table=table)["code"] == "not_found"
            move = {"move": "take 1", "number": 1, "move_id": "m"}
            assert ask(line, type="move", table=table, **move)["code"] == "not_found"


# --- Disconnection ------------------------------------------------------------------------------


def test_sockets_close_when_their_session_ends(server: ServerThread) -> None:
    with Client(server.url) as client, Client(server.url) as other:
        client.guest("Anna")
        other.guest("Ben")
        with (
            open_line(server, **bearer(client)) as line,
            open_line(server, **bearer(other)) as bens,
        ):
            assert ask(line, type="ping")["type"] == "pong"
            client._send("DELETE", "/sessions/current")
            with pytest.raises(ConnectionClosed) as closed:
                line.recv()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4002
            assert ask(bens, type="ping")["type"] == "pong"


def test_subscriptions_are_limited_per_socket(
    server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.server.websocket.protocol.MAX_TABLES_PER_SOCKET", 2)
    with Client(server.url) as client, open_line(server) as line:
        client.guest("Anna")
        tables = [client.open_table("toy", players=2).info.id for _ in range(3)]
        assert [ask(line, type="subscribe", table=table).get("code") for table in tables] == [
            None,
            None,
            "too_many_tables",
        ]
        assert ask(line, type="subscribe", table=tables[0])["type"] == "ack"
        assert ask(line, type="unsubscribe", table=tables[0])["type"] == "ack"
        assert ask(line, type="subscribe", table=tables[2])["type"] == "ack"


def test_chat_has_its_own_rate_limit(server: ServerThread) -> None:
    with Client(server.url) as client:
        client.guest("Anna")
        table = client.open_table("toy", players=2).info.id
        with open_line(server, **bearer(client)) as line:
            assert ask(line, type="say", table=table, text="hi")["code"] == "not_subscribed"
            ask(line, type="subscribe", table=table)
            said = [ask(line, type="say", table=table, text="hi") for _ in range(11)]
            assert [one["type"] for one in said] == ["ack"] * 10 + ["error"]
            assert said[-1]["code"] == "too_many_requests"
        with open_line(server, **bearer(client)) as line:  # who comes back has said it already
            ask(line, type="subscribe", table=table)
            assert ask(line, type="say", table=table, text="hi")["code"] == "too_many_requests"


def test_sockets_are_limited_per_person(server: ServerThread) -> None:
    with Client(server.url) as client, Client(server.url) as other, ExitStack() as stack:
        client.guest("Anna")
        other.guest("Ben")
        for _ in range(MAX_SOCKETS):
            stack.enter_context(open_line(server, **bearer(client)))
        with pytest.raises(InvalidStatus) as refused:
            open_line(server, **bearer(client))
        assert refused.value.response.status_code == 429
        with open_line(server, **bearer(other)) as line:
            assert ask(line, type="ping")["type"] == "pong"
    with Client(server.url, client.token) as again, open_line(server, **bearer(again)) as line:
        assert ask(line, type="ping")["type"] == "pong"


# --- Metrics ------------------------------------------------------------------------------------


def test_socket_moves_are_counted(server: ServerThread) -> None:
    with Client(server.url) as client:
        client.guest("Anna")
        table = client.open_table("toy", players=2, bots={1: "random"}).info.id
        client.start(table)
        with client.play(table) as live:
            own = 0
            for view in live.turns():
                live.move((view.moves or ["?"])[0])
                own += 1
            moves = sum(item.event.__class__.__name__ == "Moved" for item in live.events)
            with open_line(server) as line:
                assert ask(line, type="resign", table=table)["code"] == "not_signed_in"
                text = httpx.get(f"{server.url}/api/v1/metrics").text
    assert f"tilewright_moves_total {moves}.0" in text
    assert f"tilewright_move_seconds_count {own}.0" in text
    assert "tilewright_sockets 2.0" in text
    assert "tilewright_tables_watched 1.0" in text
    assert 'tilewright_socket_refusals_total{code="not_signed_in"} 1.0' in text
