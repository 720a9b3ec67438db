"""A seat goes on on another device, by a key: what it opens, and everything it does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest

from browser import Browser, Server, code_of
from table_play import SETTINGS, be_here, look, move, open_table, play_out, start_table
from tilewright.match.game_commands import LOST_AFTER_MS
from tilewright.server.tables.permissions import KEY_LIFETIME_MS


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all of them: no test here depends on what others did."""
    with Server(replace(SETTINGS, data=tmp_path_factory.mktemp("data"))) as server:
        yield server


def key_to(giver: Browser, table: str, seat: int) -> str:
    given = giver.post(f"/tables/{table}/seats/{seat}/key").raise_for_status().json()
    assert given["until"] > look(giver, table)["info"]["now"]
    return str(given["key"])


def take(taker: Browser, table: str, seat: int, key: str) -> httpx.Response:
    return taker.put(f"/tables/{table}/seats/{seat}/owner", json={"key": key})


def pass_time(server: Server, ms: int) -> None:
    """Advance the server's clock; those who keep time by it see no more than that."""
    tables = server.services.tables
    clock = tables.time.now
    tables.time.now = lambda: clock() + ms


def go_away(who: Browser, table: str) -> None:
    tables, person = who.server.services.tables, who.id

    async def unsubscribe() -> None:
        for one in list(tables.hub.listeners(table)):
            if one.person == person:
                tables.presence.unsubscribe(one, table)

    who.server.run(unsubscribe())


def test_seat_key_moves_the_seat_once(ann: Browser, bob: Browser, eve: Browser) -> None:
    table = start_table(ann, bob)
    key = key_to(bob, table, 1)
    shown = take(eve, table, 1, key).raise_for_status().json()
    assert shown["view"]["seat"] == 1
    assert shown["info"]["chairs"][1]["who"] == {"kind": "person", "id": eve.id, "name": "Eve"}
    assert look(bob, table)["view"]["seat"] is None
    assert code_of(take(bob, table, 1, key)) == (409, "bad_key")
    again = take(eve, table, 1, key).raise_for_status().json()
    assert again["info"]["seq"] == shown["info"]["seq"]
    move(ann, table).raise_for_status()
    assert code_of(move(bob, table, "take 1")) == (409, "not_seated")
    move(eve, table).raise_for_status()
    listed = [row["id"] for row in eve.get("/me/tables").json()["tables"]]
    assert table in listed and table not in [
        r["id"] for r in bob.get("/me/tables").json()["tables"]
    ]


def test_seat_key_is_bound_to_table_and_seat(ann: Browser, bob: Browser, eve: Browser) -> None:
    one, other = start_table(ann, bob), start_table(ann, bob)
    key = key_to(bob, one, 1)
    giver, until, sign = key.split(".")
    later = f"{giver}.{int(until) + 1}.{sign}"
    made_up = (later, f"host.{until}.{sign}", f"{key}x", "owner.9.9", "..", "é.1.é", "x")
    assert code_of(take(eve, other, 1, key)) == (409, "bad_key")
    assert code_of(take(eve, one, 0, key)) == (409, "bad_key")
    assert code_of(take(eve, one, 3, key)) == (409, "bad_key")
    for wrong in made_up:
        assert code_of(take(eve, one, 1, wrong)) == (409, "bad_key"), wrong
    assert code_of(take(ann, one, 1, key)) == (409, "seated_already")
    take(eve, one, 1, key).raise_for_status()


def test_seat_key_expires(server: Server, ann: Browser, bob: Browser, eve: Browser) -> None:
    table = start_table(ann, bob)
    key = key_to(bob, table, 1)
    pass_time(server, KEY_LIFETIME_MS)
    assert code_of(take(eve, table, 1, key)) == (409, "bad_key")


def test_seat_key_of_a_former_owner_is_refused(ann: Browser, bob: Browser, eve: Browser) -> None:
    """Bob gives his seat to Eve and gets it back: what he gave before is worth nothing."""
    table = start_table(ann, bob)
    first, second = key_to(bob, table, 1), key_to(bob, table, 1)
    take(eve, table, 1, first).raise_for_status()
    take(bob, table, 1, key_to(eve, table, 1)).raise_for_status()
    assert code_of(take(eve, table, 1, second)) == (409, "bad_key")


def test_seat_key_of_a_present_player_is_refused(
    server: Server, ann: Browser, bob: Browser, eve: Browser
) -> None:
    table = start_table(ann, bob)
    be_here(ann, table)
    assert code_of(eve.post(f"/tables/{table}/seats/1/key")) == (409, "not_yours")
    assert code_of(ann.post(f"/tables/{table}/seats/1/key")) == (409, "still_here")
    pass_time(server, LOST_AFTER_MS)
    assert code_of(ann.post(f"/tables/{table}/seats/1/key")) == (409, "still_here")
    assert code_of(bob.post(f"/tables/{table}/seats/0/key")) == (409, "not_yours")


def test_seat_key_of_the_host_moves_a_lost_seat(
    server: Server, ann: Browser, bob: Browser, eve: Browser
) -> None:
    table = start_table(ann, bob)
    go_away(bob, table)
    pass_time(server, LOST_AFTER_MS)
    key = key_to(ann, table, 1)
    be_here(bob, table)
    assert code_of(take(eve, table, 1, key)) == (409, "still_here"), "back before it was taken"
    go_away(bob, table)
    assert code_of(take(eve, table, 1, key)) == (409, "still_here"), "gone for a moment only"
    pass_time(server, LOST_AFTER_MS)
    take(eve, table, 1, key).raise_for_status()
    told = eve.get(f"/tables/{table}/events").json()["events"][-1]["event"]
    assert (told["kind"], told["by"], told["who"]["id"]) == ("handed_over", "host", eve.id)


def test_seat_key_needs_a_running_game(ann: Browser, bob: Browser) -> None:
    waiting = open_table(ann)["info"]["id"]
    assert code_of(ann.post(f"/tables/{waiting}/seats/0/key")) == (409, "not_running")
    table = start_table(ann, bob)
    key = key_to(ann, table, 0)
    play_out(table, ann, bob)
    assert code_of(ann.post(f"/tables/{table}/seats/0/key")) == (409, "not_running")
    assert code_of(take(ann.server.guest("Cleo"), table, 0, key)) == (409, "not_running")


def test_seat_key_of_a_rated_game_is_refused(ada: Browser, bea: Browser) -> None:
    shown = open_table(ada, rated=True, clock={"kind": "game", "time": 600_000})
    table = shown["info"]["id"]
    bea.post(f"/tables/{table}/seats", json={}).raise_for_status()
    be_here(bea, table)
    be_here(ada, table)
    ada.post(f"/tables/{table}/start", json={}).raise_for_status()
    assert code_of(bea.post(f"/tables/{table}/seats/1/key")) == (409, "no_handing_over")


def test_seat_key_history_forgets_a_deleted_person(
    ann: Browser, bob: Browser, eve: Browser
) -> None:
    table = start_table(ann, bob)
    take(eve, table, 1, key_to(bob, table, 1)).raise_for_status()
    play_out(table, ann, eve)
    for gone in (bob, eve):
        gone.post("/people/me/deletion", json={"password": ""}).raise_for_status()
    log = ann.get(f"/tables/{table}/events").text
    assert "Bob" not in log and "Eve" not in log
