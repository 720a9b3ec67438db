"""Playing on from the middle of a game that is over."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

import tilewright as tw
from browser import Browser, code_of
from table_play import look, play_out, start_table
from tilewright.records.record import read_record

pytestmark = pytest.mark.slow


@pytest.fixture
def finished(ann: Browser, bob: Browser) -> str:
    """A game of My Shelfie that is over."""
    table = start_table(ann, bob, game="my-shelfie", listed=False)
    play_out(table, ann, bob)
    return table


def play_on(who: Browser, start: dict[str, Any], **terms: Any) -> httpx.Response:
    body = {"game": "my-shelfie", "players": 2, "start": start} | terms
    return who.post("/tables", json=body)


def test_start_from_a_table_continues_the_seats_view(
    finished: str, ann: Browser, bob: Browser
) -> None:
    then = ann.get(f"/tables/{finished}/plies/6", params={"seat": 1}).json()
    shown = play_on(bob, {"table": finished, "ply": 6, "seat": 1}, sit=False)
    assert shown.status_code == 201
    info = shown.json()["info"]
    assert info["terms"]["start"] == then["position"] and info["terms"]["rated"] is False
    table = info["id"]
    for seat in (1, 0):
        bob.post(f"/tables/{table}/seats", json={"seat": seat}).raise_for_status()
    begun = bob.post(f"/tables/{table}/start", json={}).raise_for_status().json()
    assert begun["info"]["ply"] == 6 and begun["info"]["mover"] == then["mover"]
    assert (
        bob.get(f"/tables/{table}/plies/6", params={"seat": 1}).json()["position"]
        == (then["position"])
    )


def test_start_from_a_table_is_played_and_recorded(
    finished: str, ann: Browser, eve: Browser
) -> None:
    ply = look(ann, finished)["info"]["ply"] - 6
    start = {"table": finished, "ply": ply, "seat": 0}
    table = play_on(ann, start, listed=True).json()["info"]["id"]
    ann.post(f"/tables/{table}/seats", json={}).raise_for_status()
    ann.post(f"/tables/{table}/start", json={}).raise_for_status()
    info = play_out(table, ann, ann)["info"]
    first, last = (
        eve.get(f"/tables/{table}/plies/{ply}"),
        eve.get(f"/tables/{table}/plies/{info['ply']}"),
    )
    assert first.json()["first"] == ply and first.json()["move"] is not None
    assert last.json()["is_over"] and last.json()["plies"] == info["ply"]
    assert code_of(eve.get(f"/tables/{table}/plies/{ply - 1}")) == (422, "invalid_option")
    text = eve.get(f"/tables/{table}/record").text
    record = read_record(text)
    assert record.start is not None and record.position.first_ply == ply
    verdict = eve.post("/verify", json={"record": text, "commitment": info["commitment"]}).json()
    assert verdict["holds"] and any("the game before it" in line for line in verdict["lines"])
    states = ann.get(f"/tables/{table}/states").json()["states"]
    assert len(states) == 1 + info["ply"] - ply


def test_start_from_a_record_is_allowed(ann: Browser, eve: Browser) -> None:
    game = tw.new("my-shelfie", seed=3)
    for _ in range(4):
        game.play(game.legal_moves[0])
    name = ann.post("/records", json={"text": tw.dump(game)}).json()["id"]
    for ply in (0, 4):
        shown = play_on(eve, {"record": name, "ply": ply, "seat": 1}).json()
        assert shown["info"]["terms"]["start"] == game.after(ply).view(1).text


def test_start_from_a_link_continues_the_game(finished: str, ann: Browser, eve: Browser) -> None:
    start = {"table": finished, "ply": 6, "seat": 0}
    assert code_of(play_on(eve, start | {"invite": "guess"})) == (404, "not_found")
    assert play_on(eve, start | {"invite": look(ann, finished)["invite"]}).status_code == 201


def test_start_position_is_kept_by_the_rematch(finished: str, ann: Browser) -> None:
    start = {"table": finished, "ply": 6, "seat": 0}
    table = play_on(ann, start, bots=[{"seat": 1, "bot": "random"}]).json()["info"]["id"]
    ann.post(f"/tables/{table}/start", json={}).raise_for_status()
    ann.post(f"/tables/{table}/resign").raise_for_status()
    again = ann.post(f"/tables/{table}/rematch").raise_for_status().json()["info"]
    assert again["terms"]["start"] == look(ann, table)["info"]["terms"]["start"]
    assert again["chairs"][1]["who"] == {"kind": "bot", "name": "random"}


def test_start_from_a_running_game_is_refused(ann: Browser, bob: Browser) -> None:
    """It would be a way to try moves out."""
    table = start_table(ann, bob, game="my-shelfie")
    refused = play_on(ann, {"table": table, "ply": 0, "seat": 0})
    assert code_of(refused) == (403, "hidden")


def test_start_from_an_invalid_source_is_refused(
    finished: str, ann: Browser, eve: Browser, ada: Browser
) -> None:
    there = {"table": finished, "ply": 6, "seat": 0}
    last = look(ann, finished)["info"]["ply"]
    refusals = {
        (404, "not_found"): play_on(eve, there),
        (409, "game_over"): play_on(ann, there | {"ply": last}),
        (403, "accounts_only"): play_on(ann, there, rated=True),
        (409, "bad_terms"): play_on(
            ada, there | {"invite": look(ann, finished)["invite"]}, rated=True
        ),
        (422, "invalid_option"): play_on(ann, there | {"ply": last + 1}),
        (422, "invalid_request"): play_on(ann, there | {"record": "r"}),
    }
    assert {code_of(answer) for answer in refusals.values()} == set(refusals)
    assert code_of(play_on(ann, there, players=3)) == (409, "bad_terms")
    assert code_of(play_on(ann, there, game="polyssimo")) == (409, "bad_terms")
    assert code_of(play_on(ann, there, options={"goals": "1"})) == (409, "bad_terms")
    assert code_of(play_on(ann, there | {"seat": 2})) == (422, "invalid_option")
    assert code_of(play_on(ann, {"ply": 6, "seat": 0})) == (422, "invalid_request")
    assert code_of(play_on(ann, {"record": "none", "ply": 6, "seat": 0})) == (404, "not_found")
