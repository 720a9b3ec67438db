"""Analyses: what may be analysed, and how many at once."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import httpx
import pytest

import tilewright as tw
from browser import Browser, Server, code_of
from table_play import look, play_out, start_table
from tilewright.errors import TooManyRequests
from tilewright.search.explain import Analysis
from tilewright.server.admission import Caller
from tilewright.server.analysis.analysts import MOST_OF_A_CLIENT, Analysts, Task
from tilewright.server.limits import Rate


def toy_text() -> str:
    return str(tw.new("toy", seed=3))


def analyse(who: Browser, **body: Any) -> httpx.Response:
    return who.post("/analysis", json={"seconds": 0.01} | body)


# --- What may be analysed -----------------------------------------------------------------------


def test_a_position_is_analysed(ann: Browser) -> None:
    shown = analyse(ann, position=toy_text(), most=2).raise_for_status().json()
    assert (shown["game"], shown["ply"], shown["mover"]) == ("toy", 0, 0)
    assert shown["iterations"] > 0 and len(shown["moves"]) == 2
    best = shown["moves"][0]
    assert best["move"].startswith("take") and "stones" in best["does"]
    assert 0 <= best["chance"] <= 1


def test_a_record_is_analysed_by_ply(ann: Browser, bob: Browser) -> None:
    game = tw.new("toy", seed=3)
    game.play("take 1")
    name = ann.post("/records", json={"text": tw.dump(game)}).json()["id"]
    assert analyse(bob, record=name, ply=0).json()["mover"] == 0
    assert analyse(bob, record=name).json()["mover"] == 1
    assert code_of(analyse(bob, record=name, ply=2)) == (422, "invalid_option")
    assert code_of(analyse(bob, record="none")) == (404, "not_found")


def test_a_table_is_analysed_only_after_its_game(ann: Browser, bob: Browser, eve: Browser) -> None:
    table = start_table(ann, bob, listed=False)
    assert code_of(analyse(ann, table=table)) == (403, "hidden")
    play_out(table, ann, bob)
    assert analyse(ann, table=table, ply=0).status_code == 200
    assert code_of(analyse(ann, table=table)) == (409, "game_over")
    assert code_of(analyse(eve, table=table, ply=0)) == (404, "not_found")
    invite = look(ann, table)["invite"]
    assert analyse(eve, table=table, ply=0, invite=invite).status_code == 200


def test_a_view_is_not_analysed(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """It could be that of a game that goes on. Not even a thought is spent on it."""
    monkeypatch.delattr(Task, "think")
    view = str(tw.new("toy", seed=3).view(0))
    assert code_of(analyse(ann, position=view)) == (403, "hidden")


def test_who_plays_for_something_gets_no_help_by_any_detour(ada: Browser, bea: Browser) -> None:
    """What a seat sees tells enough to write down a position like it: that was analysed."""
    finished = start_table(ada, bea)
    play_out(finished, ada, bea)
    rated = start_table(ada, bea, rated=True)
    like_it = str(tw.position("toy", look(ada, rated)["view"]["position"]).determinize(1))
    record = bea.post("/records", json={"text": tw.dump(tw.new("toy", seed=3))}).json()["id"]
    other = start_table(ada, bots=[{"seat": 1, "bot": "random"}])
    refusal = (409, "no_hints")
    assert code_of(analyse(ada, position=like_it)) == refusal
    assert code_of(analyse(ada, record=record)) == refusal
    assert code_of(analyse(ada, table=finished, ply=0)) == refusal
    assert code_of(ada.get(f"/tables/{finished}/chances")) == refusal
    hint = ada.post(f"/tables/{other}/hint", json={"seconds": 0.01})
    assert code_of(hint) in (refusal, (409, "not_your_turn"))
    play_out(rated, ada, bea)
    assert analyse(ada, position=like_it).status_code == 200


@pytest.mark.parametrize(
    "body, refusal",
    [
        ({}, (422, "invalid_request")),
        ({"record": "a", "table": "b"}, (422, "invalid_request")),
        ({"position": "hello"}, (422, "invalid_text")),
        ({"position": "game: chess\n"}, (404, "unknown_game")),
        ({"position": "x" * 20_001}, (422, "invalid_request")),
        ({"record": "a", "seconds": 5.1}, (422, "invalid_request")),
        ({"record": "a", "seconds": 0}, (422, "invalid_request")),
        ({"record": "a", "most": 51}, (422, "invalid_request")),
        ({"record": "a", "ply": -1}, (422, "invalid_request")),
        ({"record": "a!"}, (422, "invalid_request")),
    ],
)
def test_bad_tasks_are_refused(ann: Browser, body: Any, refusal: tuple[int, str]) -> None:
    assert code_of(analyse(ann, **body)) == refusal


def test_strangers_get_no_analysis(server: Server) -> None:
    assert code_of(analyse(server.program(), position=toy_text())) == (401, "not_signed_in")


def test_an_analysis_counts_against_its_person(server: Server, ann: Browser, bob: Browser) -> None:
    limiter = server.services.admission.analyses.persons
    limiter.rate = Rate(1, 0.001)
    analyse(ann, position=toy_text()).raise_for_status()
    refused = analyse(ann, position=toy_text())
    assert code_of(refused) == (429, "too_many_requests")
    assert "Retry-After" in refused.headers
    analyse(bob, position=toy_text()).raise_for_status()


# --- How many at once ---------------------------------------------------------------------------


class Thought(Task):
    """A task that lasts until it is stopped, and says when it began."""

    def think(self, stop: threading.Event) -> Analysis:
        BEGAN.set()
        assert stop.wait(60)
        ENDED.set()
        return Analysis(0, 0, ())


BEGAN, ENDED = threading.Event(), threading.Event()


@pytest.fixture
def thought() -> Thought:
    BEGAN.clear()
    ENDED.clear()
    return Thought(tw.new("toy", seed=3), 1.0, 1)


def test_one_at_a_time_for_each_person_and_a_few_in_all(thought: Thought) -> None:
    async def crowd() -> None:
        analysts = Analysts(threads=1, waiting=1)
        ann, bob, eve = (Caller(who, f"at {who}'s") for who in ("ann", "bob", "eve"))
        tasks = [asyncio.create_task(analysts.analyse(who, thought)) for who in (ann, bob)]
        await asyncio.to_thread(BEGAN.wait, 60)
        with pytest.raises(TooManyRequests, match="at once"):
            await analysts.analyse(ann, thought)
        with pytest.raises(TooManyRequests) as busy:
            await analysts.analyse(eve, thought)
        assert busy.value.code == "busy"
        tasks[1].cancel()
        await asyncio.wait(tasks[1:])
        waiting = asyncio.create_task(analysts.analyse(eve, thought))
        await asyncio.sleep(0)
        await analysts.stop()
        assert (await tasks[0]).moves == ()
        with pytest.raises(TooManyRequests):
            await waiting

    asyncio.run(crowd())


def test_one_household_keeps_nobody_from_an_answer() -> None:
    """Six guests at one address filled all places, and nobody else's game was ever analysed."""
    order: list[str] = []

    class Short(Task):
        def think(self, stop: threading.Event) -> Analysis:
            order.append(str(self.seconds))
            return Analysis(0, 0, ())

    async def crowd() -> None:
        analysts, game = Analysts(), tw.new("toy", seed=3)
        crowd = [Caller(f"guest {number}", "theirs") for number in range(MOST_OF_A_CLIENT)]
        tasks = [asyncio.create_task(analysts.analyse(who, Short(game, 1.0, 1))) for who in crowd]
        await asyncio.sleep(0)
        with pytest.raises(TooManyRequests):
            await analysts.analyse(Caller("one more", "theirs"), Short(game, 1.0, 1))
        await analysts.analyse(Caller("ann", "hers"), Short(game, 2.0, 1))
        assert "2.0" in order[:2]
        await asyncio.gather(*tasks)
        await analysts.stop()

    asyncio.run(crowd())


def test_a_thought_can_be_stopped() -> None:
    stop = threading.Event()
    stop.set()
    analysis = Task(tw.new("toy", seed=3), 5.0, 1).think(stop)
    assert 0 < analysis.iterations < 2000


def test_who_hangs_up_is_not_thought_for(
    server: Server, ann: Browser, thought: Thought, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Task, "think", Thought.think)
    server.run(hang_up(server, ann))
    assert ENDED.wait(60)


async def hang_up(server: Server, who: Browser) -> None:
    """A request whose client leaves while it is thought about."""
    body = b'{"position": %s}' % ascii_string(toy_text())
    sent = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not sent:
            await asyncio.to_thread(BEGAN.wait, 60)
            return {"type": "http.disconnect"}
        return sent.pop()

    async def send(message: Any) -> None:
        """Nobody listens."""

    await server.app(scope_of(who), receive, send)


def ascii_string(text: str) -> bytes:
    return b'"' + text.replace("\n", "\\n").encode() + b'"'


def scope_of(who: Browser) -> dict[str, Any]:
    request = who.client.build_request("POST", "/api/v1/analysis", content=b"")
    headers = [(name.lower(), value) for name, value in request.headers.raw]
    headers = [pair for pair in headers if pair[0] != b"content-length"]
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/api/v1/analysis",
        "raw_path": b"/api/v1/analysis",
        "query_string": b"",
        "root_path": "",
        "headers": [*headers, (b"content-type", b"application/json")],
        "client": ("198.51.100.7", 1234),
        "server": ("tiles.test", 80),
    }
