"""The client's own part: what it believes of a server, and where it looks for one."""

from __future__ import annotations

import os
import time
from pathlib import Path

import httpx
import pytest

from tilewright.client import Client, Live, Lost, _socket_url
from tilewright.errors import Code, Refused, TooManyRequests
from tilewright.match.events import Started, Terms
from tilewright.records.record import write_text
from tilewright.wire.messages import Ack, TableRequest, UpdateMessage
from tilewright.wire.moves import View
from tilewright.wire.tables import LoggedEvent, TableInfo

VIEW = View(None, 1, 0, 0, False, None, "position")


def update(seq: int, *events: int, view: View | None = None) -> UpdateMessage:
    info = TableInfo(
        id="t", terms=Terms(game="toy", players=2), host="anna", commitment="0", status="running",
        seq=seq, number=1, ply=0, mover=0, chairs=[], now=0,
    )  # fmt: skip
    return UpdateMessage("t", seq, [LoggedEvent(n, Started(at=0)) for n in events], info, view)


@pytest.fixture
def live() -> Live:
    live = Live("ws://nowhere", None, "t", None, 0.0, scene=False)
    live._apply_message(update(2, 1, 2, view=VIEW))
    return live


def test_client_ignores_updates_it_already_has(live: Live) -> None:
    live._apply_message(update(3, 2, 3))
    assert [numbered.seq for numbered in live.events] == [1, 2, 3]


def test_client_keeps_a_position_until_a_new_one_arrives(live: Live) -> None:
    live._apply_message(update(3, 3))
    assert live.view is VIEW


def test_client_raises_if_updates_are_missing(live: Live) -> None:
    with pytest.raises(Lost, match="expected event 3; found 4"):
        live._apply_message(update(4, 4))


def test_client_raises_if_the_server_lost_the_table(live: Live) -> None:
    with pytest.raises(Lost, match="an older backup"):
        live._apply_message(update(1))


def test_client_waits_between_reconnects(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a line that breaks every second the server's limit of new connections ended the game."""
    refusals = [TooManyRequests("too many connections", 7), TooManyRequests("still", 5)]
    slept: list[float] = []

    def connect() -> None:
        if refusals:
            raise refusals.pop(0)

    monkeypatch.setattr(live, "_connect_once", connect)
    monkeypatch.setattr(time, "sleep", slept.append)
    live.patience = 30.0
    live._connect()
    assert slept == [7, 5]
    refusals.append(TooManyRequests("for an hour", 3600))
    with pytest.raises(TooManyRequests, match="for an hour"):
        live._connect()
    assert slept == [7, 5], "nobody waits for longer than they would"


def test_client_ignores_updates_of_other_tables(live: Live) -> None:
    live.table = "elsewhere"
    live._apply_message(update(3, 3))
    assert len(live.events) == 2


# --- Asking again -------------------------------------------------------------------------------


def answering(live: Live, monkeypatch: pytest.MonkeyPatch, *answers: Exception | Ack) -> list[str]:
    """Let a server answer so, one request after the other; what it was asked."""
    left, asked = list(answers), list[str]()

    def exchange(request: TableRequest) -> Ack:
        asked.append(str(type(request).__struct_config__.tag))
        answer = left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(live, "_send_and_wait", exchange)
    monkeypatch.setattr(live, "_connect", lambda: asked.append("connect"))
    monkeypatch.setattr("tilewright.client.live.time.sleep", lambda seconds: None)
    return asked


def test_client_sends_a_move_again_after_a_reconnect(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answering(live, monkeypatch, OSError(), Ack("t", 7))
    assert live.move("take 1") == 7
    assert asked == ["move", "connect", "move"]


def test_client_does_not_send_chat_twice(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answering(live, monkeypatch, OSError())
    with pytest.raises(Lost, match="before it answered 'say'"):
        live.say("hello")
    assert asked == ["say", "connect"]


@pytest.mark.parametrize("code", [Code.TOO_MANY_REQUESTS, Code.BUSY, Code.UNAVAILABLE])
def test_client_retries_temporary_errors(
    live: Live, monkeypatch: pytest.MonkeyPatch, code: Code
) -> None:
    live.patience = 60.0
    asked = answering(live, monkeypatch, Refused(code, "not now"), Ack("t", 7))
    assert live.move("take 1") == 7 and asked == ["move", "move"]


def test_client_does_not_repeat_a_request_of_unknown_outcome(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    live.patience = 60.0
    asked = answering(live, monkeypatch, Refused(Code.UNAVAILABLE, "commit outcome unknown"))
    with pytest.raises(Refused, match="outcome unknown"):
        live.say("hello")
    assert asked == ["say"]


def test_client_waits_for_a_database_outage(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player gave up: to hold the clocks was a commit of unknown outcome."""
    refusals = [Refused(Code.UNAVAILABLE, "commit outcome unknown"), Refused(Code.NOT_FOUND, "no")]

    def connect() -> None:
        raise refusals.pop(0)

    monkeypatch.setattr(live, "_connect_once", connect)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    live.patience = 60.0
    with pytest.raises(Refused, match="no"):
        live._connect()
    assert refusals == []


def test_client_raises_permanent_errors(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    live.patience = 60.0
    answering(live, monkeypatch, Refused(Code.PAUSED, "the game is paused"))
    with pytest.raises(Refused, match="paused"):
        live.move("take 1")


# --- Where a server is --------------------------------------------------------------------------


def test_client_omits_query_parameters_that_are_none() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(200, json={"tables": [], "next": None})

    client = Client("http://a")
    client._http = httpx.Client(base_url="http://a", transport=httpx.MockTransport(answer))
    assert client.lobby() == [] and client.lobby(game="toy") == []
    assert asked == ["http://a/api/v1/tables", "http://a/api/v1/tables?game=toy"]


def test_client_derives_the_socket_url() -> None:
    assert _socket_url("http://a:8000", "t1") == "ws://a:8000/api/v1/socket?at=t1"
    assert _socket_url("https://a/b", "x&y") == "wss://a/b/api/v1/socket?at=x%26y"


def test_client_writes_files_atomically(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    replace = os.replace

    def replaced(old: str, new: Path) -> None:
        done.append("replaced")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", lambda _descriptor: done.append("synced"))
    monkeypatch.setattr(os, "replace", replaced)
    write_text(tmp_path / "a.txt", "x")
    assert done == ["synced", "replaced"] and (tmp_path / "a.txt").read_text() == "x"
