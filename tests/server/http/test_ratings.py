"""Ratings over HTTP."""

from __future__ import annotations

import pytest

from browser import Browser, Server, code_of
from table_play import start_table


def test_a_rated_game_moves_ratings(server: Server, ann: Browser, bob: Browser) -> None:
    table = start_table(ann, bob, rated=True)
    ann.post(f"/tables/{table}/resign").raise_for_status()
    leaders = server.program().get("/ratings/toy/2").json()
    assert [row["name"] for row in leaders] == ["Bob", "Ann"]
    assert leaders[0]["skill"] == pytest.approx(leaders[0]["mu"] - 3 * leaders[0]["sigma"])
    assert leaders[0]["mu"] > 25 > leaders[1]["mu"]
    (mine,) = bob.get(f"/people/{bob.id}/ratings").json()
    assert (mine["game"], mine["players"], mine["games"]) == ("toy", 2, 1)
    assert len(server.program().get("/ratings/toy/2?limit=1").json()) == 1


def test_bots_are_rated_too(server: Server, ann: Browser) -> None:
    table = start_table(ann, bots=[{"seat": 1, "bot": "random"}], rated=True)
    ann.post(f"/tables/{table}/resign").raise_for_status()
    (bot,) = ann.get("/people/bot:random/ratings").json()
    assert (bot["subject"], bot["name"], bot["games"]) == ("bot:random", "random", 1)


def test_a_game_that_is_not_rated_moves_none(ann: Browser, bob: Browser) -> None:
    table = start_table(ann, bob)
    ann.post(f"/tables/{table}/resign").raise_for_status()
    assert ann.get("/ratings/toy/2").json() == []
    assert ann.get(f"/people/{ann.id}/ratings").json() == []


def test_those_who_left_keep_their_place_without_their_name(ann: Browser, bob: Browser) -> None:
    table = start_table(ann, bob, rated=True)
    ann.post(f"/tables/{table}/resign").raise_for_status()
    bob.post("/people/me/deletion", json={}).raise_for_status()
    assert [row["name"] for row in ann.get("/ratings/toy/2").json()] == ["deleted", "Ann"]


def test_what_nobody_plays_is_refused(server: Server) -> None:
    nobody = server.program()
    assert code_of(nobody.get("/ratings/chess/2")) == (404, "unknown_game")
    assert code_of(nobody.get("/ratings/toy/4")) == (422, "invalid_option")
    assert code_of(nobody.get("/ratings/toy/5")) == (422, "invalid_request")
    assert code_of(nobody.get("/people/abc/ratings")) == (404, "not_found")
    assert code_of(nobody.get("/people/bot:level-9/ratings")) == (422, "invalid_request")
