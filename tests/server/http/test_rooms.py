"""Rooms over HTTP: one link for all games of a group, its score, and its next table."""

from __future__ import annotations

from typing import Any

import pytest

from browser import Browser, Server, code_of
from table_play import be_here, look, open_table, play_out, start_table
from tilewright.server.ratelimit.limits import Rate

UNKNOWN = "vQ3k9_aQ71bZx0Pw"


def room_of(who: Browser, table: str) -> str:
    """Return the room of a table: its invitation."""
    invite: str = look(who, table)["invite"]
    return invite


def enter(who: Browser, room: str) -> dict[str, Any]:
    found: dict[str, Any] = who.get(f"/rooms/{room}").raise_for_status().json()
    return found


def open_next(who: Browser, room: str, **terms: Any) -> Any:
    body = {"game": "toy", "players": 2, "listed": False, "stand_in": "random"} | terms
    return who.post(f"/rooms/{room}/tables", json=body)


def score(who: Browser, room: str) -> dict[str, int]:
    return {one["name"]: one["wins"] for one in enter(who, room)["players"]}


def test_room_counts_games_over_rematches(any_server: Server) -> None:
    ann, bob = any_server.guest("Ann"), any_server.guest("Bob")
    first = start_table(ann, bob, listed=False)
    room = room_of(ann, first)
    assert enter(bob, room) == {
        "id": room,
        "games": 0,
        "players": [],
        "may_open": False,
        "here": ["Bob"],
        "others": 0,
        "table": enter(ann, room)["table"] | {"is_my_turn": False},
    }
    ann.post(f"/tables/{first}/resign").raise_for_status()
    assert score(ann, room) == {"Bob": 1, "Ann": 0}
    second = bob.post(f"/tables/{first}/rematch").raise_for_status().json()["info"]["id"]
    for one in (ann, bob):
        one.post(f"/tables/{second}/seats", json={}).raise_for_status()
    bob.post(f"/tables/{second}/start", json={}).raise_for_status()
    assert enter(ann, room)["table"]["id"] == second
    bob.post(f"/tables/{second}/resign").raise_for_status()
    shown = enter(ann, room)
    assert (shown["games"], score(ann, room)) == (2, {"Ann": 1, "Bob": 1})
    assert {one["name"]: one["is_me"] for one in shown["players"]} == {"Ann": True, "Bob": False}


def test_next_table_of_a_room_has_other_terms_and_the_same_link(ann: Browser, bob: Browser) -> None:
    first = start_table(ann, bob, listed=False)
    room = room_of(ann, first)
    play_out(first, ann, bob)
    shown = open_next(bob, room, players=3).raise_for_status().json()
    assert (shown["invite"], shown["info"]["terms"]["players"]) == (room, 3)
    assert shown["info"]["chairs"][0]["who"]["name"] == "Bob"
    assert enter(ann, room)["table"]["id"] == shown["info"]["id"]
    assert enter(ann, room)["games"] == 1


def test_next_table_waits_for_the_end_of_the_game(ann: Browser, bob: Browser) -> None:
    first = start_table(ann, bob, listed=False)
    assert code_of(open_next(ann, room_of(ann, first))) == (409, "not_over")


def test_table_whose_host_is_away_does_not_block_the_room(ann: Browser, bob: Browser) -> None:
    first = start_table(ann, bob, listed=False)
    room = room_of(ann, first)
    play_out(first, ann, bob)
    waiting = open_next(ann, room).raise_for_status().json()["info"]["id"]
    be_here(ann, waiting)
    assert not enter(bob, room)["may_open"]
    assert code_of(open_next(bob, room)) == (409, "not_over")
    assert open_next(ann, room).status_code == 201  # her own table
    assert open_next(bob, room).status_code == 201  # she is at the other one


def test_stranger_with_the_link_sees_the_room_and_opens_nothing(
    server: Server, ann: Browser, bob: Browser, eve: Browser
) -> None:
    first = start_table(ann, bob, listed=False)
    room = room_of(ann, first)
    play_out(first, ann, bob)
    assert enter(eve, room)["may_open"] is False
    assert code_of(open_next(eve, room)) == (409, "not_seated")
    nameless = server.browser()
    assert enter(nameless, room)["games"] == 1
    assert code_of(open_next(nameless, room)) == (401, "not_signed_in")


def test_room_tells_a_spectator_no_more_than_the_table(
    ann: Browser, bob: Browser, eve: Browser
) -> None:
    """Its table is an entry of a list: no seed, no salt, no card, no invitation of another."""
    first = start_table(ann, bob, listed=False)
    room = room_of(ann, first)
    shown = enter(eve, room)
    assert shown["table"].keys() == ann.get("/me/tables").json()["tables"][0].keys()
    assert look_as_spectator(eve, first, room)["invite"] is None


def look_as_spectator(who: Browser, table: str, invite: str) -> dict[str, Any]:
    found = who.get(f"/tables/{table}", params={"invite": invite})
    shown: dict[str, Any] = found.raise_for_status().json()
    return shown


def test_room_names_players_who_are_here_and_counts_others(
    ann: Browser, bob: Browser, eve: Browser
) -> None:
    """A spectator's name is shown at no table either."""
    first = start_table(ann, bob, listed=False)
    room = room_of(ann, first)
    be_here(eve, first)
    found = enter(ann, room)
    assert (found["here"], found["others"]) == (["Bob"], 1)


def test_closed_tables_are_no_games_of_a_room(ann: Browser, bob: Browser) -> None:
    shown = open_table(ann, listed=False)
    room = shown["invite"]
    assert enter(bob, room)["table"]["status"] == "open"
    ann.delete(f"/tables/{shown['info']['id']}").raise_for_status()
    found = enter(ann, room)
    assert (found["table"], found["games"], found["may_open"]) == (None, 0, True)


@pytest.mark.parametrize("room", [UNKNOWN, "x"])
def test_unknown_room_is_not_found(ann: Browser, room: str) -> None:
    assert code_of(ann.get(f"/rooms/{room}")) == (404, "not_found")
    assert code_of(open_next(ann, room)) == (404, "not_found")


@pytest.mark.parametrize("room", ["a" * 65, "a b", "%00", "ä"])
def test_impossible_room_is_refused(ann: Browser, room: str) -> None:
    assert code_of(ann.get(f"/rooms/{room}")) == (422, "invalid_request")


def test_rooms_are_rate_limited(server: Server, ann: Browser) -> None:
    server.services.quotas.tables.persons.rate = Rate(1, 0.001)
    server.services.quotas.requests.persons.rate = Rate(2, 0.001)
    room = open_table(ann)["invite"]
    assert code_of(open_next(ann, room)) == (429, "too_many_requests")
    assert code_of(ann.get(f"/rooms/{room}")) == (429, "too_many_requests")


def test_rated_table_of_a_room_needs_an_account(ann: Browser) -> None:
    room = open_table(ann)["invite"]
    assert code_of(open_next(ann, room, rated=True)) == (403, "accounts_only")
