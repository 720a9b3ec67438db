"""Luck taken out of a deal's results: for whom, of what, and worked out once."""

from __future__ import annotations

from typing import Any

import pytest

from browser import Browser, Server, code_of
from table_play import look, move, play_out, wait_for_turn
from tilewright.days import end_of_day
from tilewright.server.limits import Rate

MORNING = end_of_day("2026-11-14") + 8 * 3600 * 1000
LAST_DAY = "2026-11-22"


@pytest.fixture
def server(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """One whose time stands still, and which finds no par."""
    server.services.tables.clock = lambda: MORNING
    monkeypatch.setattr("tilewright.server.tables.deals.has_par", lambda deal: False)
    return server


@pytest.fixture
def ann(server: Server) -> Browser:
    return server.account("ann")


@pytest.fixture
def deal(ann: Browser) -> str:
    return make(ann, "toy", 2)


def make(who: Browser, game: str, players: int) -> str:
    made = who.post("/deals", json={"game": game, "players": players, "level": 1})
    return str(made.raise_for_status().json()["id"])


def finish(who: Browser, deal: str, which: int = 0) -> str:
    """Play one's game of a deal, always that one of the moves; its table."""
    table = str(who.post(f"/deals/{deal}/table").raise_for_status().json()["info"]["id"])
    while True:
        who.server.run(wait_for_turn(who.server, table))
        shown = look(who, table)
        if shown["info"]["status"] == "over":
            return table
        move(who, table, shown["view"]["moves"][which]).raise_for_status()


def ask(who: Browser, deal: str) -> Any:
    return who.post(f"/deals/{deal}/luck")


def told(who: Browser, deal: str) -> dict[str, Any]:
    shown = who.get(f"/deals/{deal}").raise_for_status().json()
    return {one["name"]: one["adjusted"] for one in shown["results"]}


def test_it_is_what_the_review_of_the_game_says(server: Server, ann: Browser, deal: str) -> None:
    table = finish(ann, deal)
    shown = ask(ann, deal).raise_for_status().json()
    assert shown["mine"]["made"]["adjusted"] == shown["results"][0]["adjusted"]
    assert code_of(ann.get(f"/tables/{table}/review")) == (403, "hidden")
    server.services.tables.clock = lambda: end_of_day(LAST_DAY)
    server.run(server.services.tables.sweep())
    review = ann.get(f"/tables/{table}/review").raise_for_status().json()
    account = review["seats"][shown["seats"].index(None)]
    expected = {"share": account["adjusted"], "error": pytest.approx(account["error"])}
    assert told(ann, deal) == {"ann": expected}


def test_ones_own_comes_first_and_each_line_once(
    server: Server, ann: Browser, bob: Browser, deal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    like_bob = server.guest("Twin")
    finish(ann, deal)
    for who in (bob, like_bob):
        finish(who, deal, which=-1)
    ask(bob, deal).raise_for_status()
    assert {name for name, one in told(bob, deal).items() if one} == {"Bob", "Twin"}
    ask(bob, deal).raise_for_status()
    assert all(told(bob, deal).values())
    monkeypatch.setattr("tilewright.server.tables.deals.adjust", None)  # nothing is left to do
    ask(bob, deal).raise_for_status()


def test_who_has_not_finished_neither_asks_nor_sees(ann: Browser, bob: Browser) -> None:
    """Nor of a day's deal, whose scores everybody sees."""
    today = next(one for one in ann.get("/daily").json()["deals"] if one["game"] == "toy")["id"]
    finish(ann, today)
    ask(ann, today).raise_for_status()
    bob.post(f"/deals/{today}/table").raise_for_status()
    for who in (bob, bob.server.account("cid")):
        assert code_of(ask(who, today)) == (403, "hidden")
        assert told(who, today) == {"ann": None}
    assert ask(bob.server.program(), today).status_code == 401
    assert told(ann, today)["ann"] is not None


def test_a_game_that_was_given_up_has_none(ann: Browser, deal: str) -> None:
    table = ann.post(f"/deals/{deal}/table").raise_for_status().json()["info"]["id"]
    ann.post(f"/tables/{table}/resign").raise_for_status()
    assert code_of(ask(ann, deal)) == (403, "hidden")


def test_once_it_is_over_everybody_may_ask(
    server: Server, ann: Browser, bob: Browser, deal: str
) -> None:
    finish(ann, deal)
    server.services.tables.clock = lambda: end_of_day(LAST_DAY)
    ask(bob, deal).raise_for_status()
    assert told(bob, deal)["ann"] is not None


def test_a_game_for_one_has_none(ann: Browser) -> None:
    """Nobody else is there to be luckier."""
    deal = make(ann, "nova-luna-solo", 1)
    play_out(ann.post(f"/deals/{deal}/table").json()["info"]["id"], ann)
    ask(ann, deal).raise_for_status()
    assert told(ann, deal) == {"ann": None}


def test_it_counts_as_an_analysis(ann: Browser, bob: Browser, deal: str) -> None:
    ann.server.services.admission.analyses.persons.rate = Rate(1, 0.001)
    finish(ann, deal)
    finish(bob, deal, which=-1)
    ask(ann, deal).raise_for_status()
    assert code_of(ask(ann, deal)) == (429, "too_many_requests")
    ask(bob, deal).raise_for_status()
