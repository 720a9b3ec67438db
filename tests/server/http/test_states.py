"""What an engine of one's own is given: never more than its reader may see."""

from __future__ import annotations

from base64 import b64encode

import tilewright as tw
from browser import Browser, code_of
from table_play import look, play_out, start_table
from tilewright.record import read_record


def packed(position: tw.Position) -> str:
    return b64encode(position._array.tobytes()).decode()


def test_a_view_has_the_bytes_of_its_text_and_no_others(ann: Browser, bob: Browser) -> None:
    """Read back from the text, in which all that is hidden is a question mark."""
    table = start_table(ann, bob, game="my-shelfie")
    for browser in (ann, bob):
        view = browser.get(f"/tables/{table}", params={"scene": True}).json()["view"]
        assert ("state" in view) == (view["seat"] == view["mover"])
        if "state" in view:
            assert view["state"] == packed(tw.position("my-shelfie", view["position"]))
        assert "state" not in look(browser, table)["view"]


def test_all_states_once_nothing_is_secret(ann: Browser, bob: Browser, eve: Browser) -> None:
    table = start_table(ann, bob, listed=False)
    assert code_of(ann.get(f"/tables/{table}/states")) == (403, "hidden")
    play_out(table, ann, bob)
    assert code_of(eve.get(f"/tables/{table}/states")) == (404, "not_found")
    text = ann.get(f"/tables/{table}/record").text
    name = ann.post("/records", json={"text": text}).json()["id"]
    game = read_record(text).position
    told = ann.get(f"/tables/{table}/states").json()
    assert told == {
        "game": "toy",
        "first": 0,
        "states": [packed(game.after(ply)) for ply in range(game.ply + 1)],
    }
    assert eve.get(f"/records/{name}/states").json() == told


def test_none_for_whoever_plays_for_something(ada: Browser, bea: Browser) -> None:
    """Who has the states needs no server for an analysis."""
    finished = start_table(ada, bea)
    play_out(finished, ada, bea)
    with_scene = {"scene": True}
    assert ada.get(f"/tables/{finished}", params=with_scene).json()["has_help"]
    record = bea.post("/records", json={"text": tw.dump(tw.new("toy", seed=3))}).json()["id"]
    start_table(ada, bea, rated=True)
    for path in (f"/tables/{finished}/states", f"/records/{record}/states"):
        assert code_of(ada.get(path)) == (409, "no_hints")
    assert not ada.get(f"/tables/{finished}", params=with_scene).json()["has_help"]
