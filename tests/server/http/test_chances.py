"""Chances over a game, line by line."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import tilewright as tw
from browser import Browser, Server, code_of
from table_play import play_out, start_table
from tilewright.errors import TooManyRequests
from tilewright.search.chances import Forecast
from tilewright.server.admission import Caller
from tilewright.server.analysis.analysts import Analysts
from tilewright.server.analysis.forecasts import Forecasts
from tilewright.server.limits import Rate

ANN = Caller("ann", "hers")


def lines_of(answer: httpx.Response) -> list[dict[str, Any]]:
    answer.raise_for_status()
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.fixture
def table(ann: Browser, bob: Browser) -> str:
    """A game that is over."""
    table = start_table(ann, bob, listed=False)
    play_out(table, ann, bob)
    return table


def test_every_seat_at_every_ply(table: str, ann: Browser) -> None:
    info = ann.get(f"/tables/{table}").json()["info"]
    lines = lines_of(ann.get(f"/tables/{table}/chances"))
    assert [line["ply"] for line in lines] == list(range(info["ply"] + 1))
    assert all(len(line["chances"]) == 2 for line in lines)
    assert lines[-1]["chances"] == [float(place == 1) for place in info["outcome"]["places"]]


@pytest.mark.slow
def test_of_a_record_too(ann: Browser, bob: Browser) -> None:
    game = tw.new("nova-luna-solo", players=1, seed=3)
    game.play(game.legal_moves[0])
    name = ann.post("/records", json={"text": tw.dump(game)}).json()["id"]
    lines = lines_of(bob.get(f"/records/{name}/chances"))
    assert [list(line) for line in lines] == [["ply", "expected"]] * 2


def test_who_may_not(server: Server, table: str, ann: Browser, bob: Browser, eve: Browser) -> None:
    assert code_of(eve.get(f"/tables/{table}/chances")) == (404, "not_found")
    assert code_of(eve.get("/records/none/chances")) == (404, "not_found")
    running = start_table(ann, bob)
    assert code_of(ann.get(f"/tables/{running}/chances")) == (403, "hidden")
    assert code_of(server.program().get(f"/tables/{running}/chances")) == (401, "not_signed_in")


def test_what_is_known_costs_nothing(
    server: Server, table: str, ann: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first to ask has an analysis less; whoever comes later gets the same lines."""
    server.services.admission.analyses.persons.rate = Rate(1, 0.001)
    first = ann.get(f"/tables/{table}/chances")
    monkeypatch.delattr("tilewright.server.analysis.forecasts.foretell")
    assert ann.get(f"/tables/{table}/chances").text == first.text
    assert bob.get(f"/tables/{table}/chances").text == first.text
    name = ann.post("/records", json={"text": tw.dump(tw.new("toy", seed=3))}).json()["id"]
    assert code_of(ann.get(f"/records/{name}/chances")) == (429, "too_many_requests")


# --- The work behind it -------------------------------------------------------------------------


def test_only_so_many_games_are_kept() -> None:
    async def ask() -> None:
        analysts = Analysts()
        forecasts, game = Forecasts(analysts, kept=2), tw.new("toy", seed=3)
        for name in ("a", "b", "a", "c"):
            assert len([line async for line in forecasts.lines(name, game, ANN)]) == 1
        assert [name in forecasts for name in "abc"] == [True, False, True]
        await analysts.stop()

    asyncio.run(ask())


def test_a_refusal_comes_before_the_first_line(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        analysts = Analysts()
        forecasts, game = Forecasts(analysts), tw.new("toy", seed=3)
        first = forecasts.lines("a", game, ANN)
        await anext(first)
        with pytest.raises(TooManyRequests):
            await anext(forecasts.lines("b", game, ANN))
        await first.aclose()
        await analysts.stop()

    monkeypatch.setattr("tilewright.server.analysis.forecasts.foretell", endless)
    asyncio.run(ask())


def endless(game: Any, stop: threading.Event) -> Iterator[Forecast]:
    """One line, and more when told to stop: whoever never is will never end."""
    yield Forecast(0, (1.0, 0.0))
    assert stop.wait(60)
    STOPPED.set()


STOPPED = threading.Event()


def test_nobody_works_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever closes the stream frees the analyst, and nothing half is kept."""
    STOPPED.clear()

    async def ask() -> None:
        analysts = Analysts()
        forecasts = Forecasts(analysts)
        lines = forecasts.lines("a", tw.new("toy", seed=3), ANN)
        await anext(lines)
        await lines.aclose()
        assert await asyncio.to_thread(STOPPED.wait, 60)
        assert "a" not in forecasts
        await analysts.stop()

    monkeypatch.setattr("tilewright.server.analysis.forecasts.foretell", endless)
    asyncio.run(ask())


def test_half_a_game_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the server is stopped in the middle of it."""

    async def ask() -> None:
        analysts, game = Analysts(), tw.new("toy", seed=3)
        game.play("take 1")
        forecasts = Forecasts(analysts)
        lines = forecasts.lines("a", game, ANN)
        await anext(lines)
        await analysts.stop()
        assert [line async for line in lines] == []
        assert "a" not in forecasts

    monkeypatch.setattr("tilewright.server.analysis.forecasts.foretell", endless)
    asyncio.run(ask())


def test_whoever_hangs_up_is_not_worked_for(
    server: Server, table: str, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    STOPPED.clear()
    monkeypatch.setattr("tilewright.server.analysis.forecasts.foretell", endless)
    server.run(hang_up(server, ann, f"/api/v1/tables/{table}/chances"))
    assert STOPPED.wait(60)


async def hang_up(server: Server, who: Browser, path: str) -> None:
    """A request whose client leaves after the first line."""
    request = who.client.build_request("GET", path)
    first = asyncio.Event()
    sent = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> dict[str, Any]:
        if sent:
            return sent.pop()
        await first.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message.get("body"):
            first.set()

    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "client": ("198.51.100.7", 1234),
        "server": ("tiles.test", 80),
    }
    async with asyncio.timeout(60):
        await server.app(scope, receive, send)


def test_what_breaks_in_the_middle_is_raised() -> None:
    def search(stop: threading.Event) -> Iterator[int]:
        yield 1
        raise ZeroDivisionError

    async def ask() -> None:
        analysts = Analysts()
        with pytest.raises(ZeroDivisionError):
            [one async for one in analysts.find(ANN, 1.0, search)]
        await analysts.stop()

    asyncio.run(ask())
