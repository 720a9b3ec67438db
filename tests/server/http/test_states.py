"""States for an engine of one's own: never more than the reader may see."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import httpx

import tilewright as tw
from browser import Browser, Server, code_of
from table_play import look, move, open_table, play_out, start_table
from tilewright.records.record import read_record
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.tables import EventRow, TableIndex, TableStatic
from tilewright.version import __version__

BOT = {"bots": [{"seat": 1, "bot": "random"}]}


def packed(position: tw.Position) -> str:
    return b64encode(position._array.tobytes()).decode()


def state(who: Browser, table: str) -> httpx.Response:
    return who.get(f"/tables/{table}/state")


# --- Of a game that goes on -----------------------------------------------------------------------


def test_state_is_the_view_of_the_seat_to_move(ann: Browser) -> None:
    """Read back from the text, in which all that is hidden is a question mark."""
    table = start_table(ann, ann, game="my-shelfie")
    for _ in range(2):
        shown = look(ann, table)
        told = state(ann, table).raise_for_status().json()
        view = shown["view"]
        assert f"viewer: seat-{shown['info']['mover']}" in view["position"]
        assert "?" in view["position"]
        assert told == {
            "version": __version__,
            "game": "my-shelfie",
            "number": shown["info"]["number"],
            "state": packed(tw.position("my-shelfie", view["position"])),
        }
        move(ann, table).raise_for_status()


def test_state_against_people_or_for_rating_is_refused(
    server: Server, ann: Browser, bob: Browser, eve: Browser, ada: Browser
) -> None:
    against_people = start_table(ann, bob)
    assert code_of(state(ann, against_people)) == (409, "no_hints")
    assert code_of(state(bob, against_people)) == (409, "not_your_turn")
    assert code_of(state(eve, against_people)) == (409, "not_seated")
    assert code_of(state(server.program(), against_people)) == (401, "not_signed_in")
    rated = start_table(ada, rated=True, **BOT)
    assert code_of(state(ada, rated)) == (409, "no_hints")
    waiting = open_table(ann)["info"]["id"]
    assert code_of(state(ann, waiting)) == (409, "not_running")
    play_out(against_people, ann, bob)
    assert code_of(state(ann, against_people)) == (409, "not_running")
    mine = start_table(ann, listed=False, **BOT)
    assert code_of(state(eve, mine)) == (404, "not_found")


# --- Of a game that is over -----------------------------------------------------------------------


def test_states_of_a_finished_game_are_complete(ann: Browser, bob: Browser, eve: Browser) -> None:
    table = start_table(ann, bob, listed=False)
    assert code_of(ann.get(f"/tables/{table}/states")) == (403, "hidden")
    play_out(table, ann, bob)
    assert code_of(eve.get(f"/tables/{table}/states")) == (404, "not_found")
    text = ann.get(f"/tables/{table}/record").text
    name = ann.post("/records", json={"text": text}).json()["id"]
    game = read_record(text).position
    told = ann.get(f"/tables/{table}/states").json()
    assert told == {
        "version": __version__,
        "game": "toy",
        "first": 0,
        "states": [packed(game.after(ply)) for ply in range(game.ply + 1)],
    }
    assert eve.get(f"/records/{name}/states").json() == told


def test_states_are_refused_to_a_player_of_a_game_that_counts(ada: Browser, bea: Browser) -> None:
    finished = start_table(ada, bea)
    play_out(finished, ada, bea)
    record = bea.post("/records", json={"text": tw.dump(tw.new("toy", seed=3))}).json()["id"]
    other: Any = start_table(ada, ada)
    rated = start_table(ada, bea, rated=True)
    paths = [f"/tables/{finished}/states", f"/records/{record}/states", f"/tables/{other}/state"]
    for path in paths:
        assert code_of(ada.get(path)) == (409, "no_hints")
    play_out(rated, ada, bea)
    for path in paths:
        ada.get(path).raise_for_status()


def test_states_are_refused_behind_many_other_tables(server: Server, ada: Browser) -> None:
    """Of the running tables only the latest 200 were looked at, so 201 of another game hid it."""
    rated = start_table(ada, rated=True, bots=[{"seat": 1, "bot": "random"}])
    person = ada.id

    def open_others(tx: Transaction) -> None:
        row = store.find(tx, rated)
        assert row is not None
        at = row.updated + 1_000
        for number in range(201):
            other = TableStatic(
                f"other-{number}", "nova-luna", 2, row.secret, "", at, False, person, False
            )
            opened = EventRow(1, at, "opened", None, None, "{}")
            index = TableIndex("running", 1, person, None, False, row.summary, {0: person})
            store.create(tx, other, [opened], index)

    server.run(server.services.database.write(open_others))
    toy, other = (
        ada.post("/records", json={"text": tw.dump(tw.new(game, seed=3))}).json()["id"]
        for game in ("toy", "polyssimo")
    )
    assert code_of(ada.get(f"/records/{toy}/states")) == (409, "no_hints")
    ada.get(f"/records/{other}/states").raise_for_status()
