"""Reviews of finished games: for whom, of what, and worked out once."""

from __future__ import annotations

import asyncio
import threading
from itertools import pairwise
from typing import Any

import pytest

import tilewright as tw
from browser import Browser, Server, code_of
from table_play import bot_moves, look, move, mover, play_out, start_table
from tilewright.errors import TooManyRequests
from tilewright.events import TakenOver
from tilewright.record import read_record
from tilewright.server.admission import Caller
from tilewright.server.analysis.analysts import Analysts
from tilewright.server.analysis.reviews import Reviews
from tilewright.server.limits import Rate
from tilewright.study.review.reviewing import Stopped

ANN = Caller("ann", "hers")
WORK = "tilewright.server.analysis.reviews.review"


@pytest.fixture
def table(ann: Browser, bob: Browser) -> str:
    """A game that is over."""
    table = start_table(ann, bob, listed=False)
    play_out(table, ann, bob)
    return table


def record_of(who: Browser, game: tw.Position) -> str:
    return str(who.post("/records", json={"text": tw.dump(game)}).json()["id"])


def test_every_seat_has_its_account(table: str, ann: Browser) -> None:
    info = ann.get(f"/tables/{table}").json()["info"]
    shown = ann.get(f"/tables/{table}/review").raise_for_status().json()
    assert [one["place"] for one in shown["seats"]] == info["outcome"]["places"]
    assert [one["score"] for one in shown["seats"]] == info["outcome"]["scores"]
    for one in shown["seats"]:
        assert one["start"] + one["luck"] + one["own"] + one["others"] == one["result"]
        assert one["luck"] == sum(event["luck"][one["seat"]] for event in shown["chance"])
        check_steps(shown, one)


def check_steps(shown: dict[str, Any], account: dict[str, Any]) -> None:
    """They lead from the start to the result, and those of nobody are the luck."""
    seat = account["seat"]
    path = [account["start"], *(step["outlook"][seat] for step in shown["steps"])]
    assert path[-1] == account["result"]
    changes = zip(shown["steps"], pairwise(path), strict=True)
    luck = [after - before for step, (before, after) in changes if "seat" not in step]
    assert luck == [event["luck"][seat] for event in shown["chance"]]


def test_a_blunder_is_told_with_what_was_better(ann: Browser) -> None:
    """Whoever takes the last stone wins; here it was left to the other."""
    game = tw.new("toy", seed=3)
    while not game.is_over:
        game.play("take 1")
    (*_, last) = ann.get(f"/records/{record_of(ann, game)}/review").json()["decisions"]
    assert (last["kind"], last["played"]) == ("blunder", "take 1")
    assert last["best"]["move"] == last["best"]["effect"]["move"] != "take 1"
    assert (last["best"]["ply"], last["best"]["seat"]) == (last["ply"], last["seat"])


def test_to_give_up_is_a_step_too(ann: Browser, bob: Browser) -> None:
    table = start_table(ann, bob, listed=False)
    turn = ann.get(f"/tables/{table}").json()
    mover = (ann, bob)[turn["view"]["mover"]]
    view = mover.get(f"/tables/{table}").json()["view"]
    move = {"number": view["number"], "move": view["moves"][0], "move_id": "1"}
    mover.post(f"/tables/{table}/moves", json=move).raise_for_status()
    bob.post(f"/tables/{table}/resign").raise_for_status()
    shown = ann.get(f"/tables/{table}/review").raise_for_status().json()
    assert (shown["steps"][-1]["ply"], shown["steps"][-1]["seat"]) == (1, 1)
    assert [one["gave_up"] for one in shown["seats"]] == [False, True]
    for one in shown["seats"]:
        check_steps(shown, one)


def movers_of(shown: dict[str, Any]) -> list[int]:
    """Who decided, step by step."""
    return [step["seat"] for step in shown["steps"] if "seat" in step]


def test_a_move_taken_back_is_not_reviewed(ann: Browser, bob: Browser) -> None:
    table = start_table(ann, bob, listed=False)
    people = (ann, bob)
    asker = mover(people, table)
    taken_back = look(asker, table)["view"]["moves"][-1]
    move(asker, table, taken_back).raise_for_status()
    asker.post(f"/tables/{table}/ask", json={"what": "undo"}).raise_for_status()
    other = people[asker is ann]
    other.post(f"/tables/{table}/answer", json={"yes": True}).raise_for_status()
    play_out(table, *people)
    shown = ann.get(f"/tables/{table}/review").raise_for_status().json()
    record = read_record(ann.get(f"/tables/{table}/record").text)
    moves = list(record.position.moves)
    assert moves[0] != taken_back and len(movers_of(shown)) == len(moves)
    assert all(one["played"] == moves[one["ply"]] for one in shown["decisions"])


def test_what_a_stand_in_played_counts_for_its_seat(
    server: Server, ann: Browser, bob: Browser
) -> None:
    table = start_table(ann, bob, listed=False)
    tables = server.services.tables
    live = server.run(tables.find(table))
    server.run(tables.do(table, lambda match, now: [TakenOver(at=now, seat=1)]))
    while live.match.status == "running":
        if live.match.mover == 0:
            move(ann, table).raise_for_status()
        else:
            server.run(tables.do(table, bot_moves))
    assert live.match.stood_in == {1}
    shown = ann.get(f"/tables/{table}/review").raise_for_status().json()
    assert movers_of(shown) == live.match.movers and set(live.match.movers) == {0, 1}
    for one in shown["seats"]:
        assert one["start"] + one["luck"] + one["own"] + one["others"] == one["result"]


def test_who_may_not(server: Server, table: str, ann: Browser, bob: Browser, eve: Browser) -> None:
    assert code_of(eve.get(f"/tables/{table}/review")) == (404, "not_found")
    assert code_of(ann.get("/tables/none/review")) == (404, "not_found")
    assert code_of(ann.get("/records/none/review")) == (404, "not_found")
    running = start_table(ann, bob)
    assert code_of(ann.get(f"/tables/{running}/review")) == (403, "hidden")
    assert code_of(server.program().get(f"/tables/{running}/review")) == (401, "not_signed_in")


def test_what_cannot_be_reviewed(ann: Browser) -> None:
    alone = ann.get(f"/records/{record_of(ann, tw.new('nova-luna-solo', seed=3))}/review")
    assert code_of(alone) == (422, "invalid_option")
    assert "a review compares seats, and this game is for one" in alone.json()["message"]
    unfinished = ann.get(f"/records/{record_of(ann, tw.new('toy', seed=3))}/review")
    assert code_of(unfinished) == (422, "invalid_option")


def test_what_is_known_costs_nothing(
    server: Server, table: str, ann: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first to ask has an analysis less; whoever comes later gets the same."""
    server.services.admission.analyses.persons.rate = Rate(1, 0.001)
    first = ann.get(f"/tables/{table}/review")
    monkeypatch.delattr(WORK)
    assert ann.get(f"/tables/{table}/review").text == first.text
    assert bob.get(f"/tables/{table}/review").text == first.text
    assert code_of(ann.get(f"/tables/{table}/chances")) == (429, "too_many_requests")


# --- The work behind it -------------------------------------------------------------------------


def finished() -> Any:
    game = tw.new("toy", seed=3)
    while not game.is_over:
        game.play("take 1")
    return read_record(tw.dump(game))


def test_only_so_many_games_are_kept() -> None:
    async def ask() -> None:
        analysts, record = Analysts(), finished()
        reviews = Reviews(analysts, kept=2)
        for name in ("a", "b", "a", "c"):
            await reviews.find(name, record, ANN)
        assert [name in reviews for name in "abc"] == [True, False, True]
        await analysts.stop()

    asyncio.run(ask())


def test_a_server_that_stops_refuses_and_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()

    def endless(record: Any, *, iterations: int, stop: threading.Event) -> Any:
        begun.set()
        assert stop.wait(60)
        raise Stopped

    async def ask() -> None:
        analysts = Analysts()
        reviews = Reviews(analysts)
        asked = asyncio.create_task(reviews.find("a", finished(), ANN))
        assert await asyncio.to_thread(begun.wait, 60)
        await analysts.stop()
        with pytest.raises(TooManyRequests):
            await asked
        assert "a" not in reviews

    monkeypatch.setattr(WORK, endless)
    asyncio.run(ask())
