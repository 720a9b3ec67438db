"""Games by ply, and as records."""

from __future__ import annotations

from typing import Any

import pytest

from browser import Browser, Server, code_of
from table_play import move, mover, open_table, play_out, start_table
from tilewright.records.record import parse_record


@pytest.fixture
def table(ann: Browser, bob: Browser) -> str:
    """A game after two moves."""
    table = start_table(ann, bob)
    move(ann, table, "take 1").raise_for_status()
    move(bob, table, "take 2").raise_for_status()
    return table


def ply(who: Browser, table: str, number: int, **query: Any) -> dict[str, Any]:
    path = f"/tables/{table}/plies/{number}"
    return who.get(path, params=query).raise_for_status().json()


# --- While it goes on ---------------------------------------------------------------------------


def test_ply_of_a_running_game_is_in_the_players_view(table: str, ann: Browser) -> None:
    shown = [ply(ann, table, number) for number in range(3)]
    assert [one["move"] for one in shown] == ["take 1", "take 2", None]
    assert [one["mover"] for one in shown] == [0, 1, 0]
    assert [one["legal"] is None for one in shown] == [False, True, False]
    assert all(one["seat"] == 0 and one["plies"] == 2 for one in shown)
    assert all("viewer: seat-0" in one["position"] for one in shown)
    assert ply(ann, table, 0, seat=0) == shown[0]


def test_replay_through_another_seats_eyes_is_refused(
    server: Server, table: str, ann: Browser, eve: Browser
) -> None:
    for who in (ann, eve, server.program()):
        assert code_of(who.get(f"/tables/{table}/plies/1?seat=1")) == (403, "hidden")


def test_ply_for_a_spectator_is_in_the_spectators_view(server: Server, table: str) -> None:
    shown = ply(server.program(), table, 1)
    assert (shown["seat"], shown["legal"]) == (None, None)
    assert "viewer: spectator" in shown["position"]


@pytest.mark.parametrize("number", ["3", "-1", "10001", "x", str(2**70)])
def test_ply_out_of_range_is_refused(table: str, ann: Browser, number: str) -> None:
    assert ann.get(f"/tables/{table}/plies/{number}").status_code == 422


def test_record_of_a_running_game_is_refused(table: str, ann: Browser) -> None:
    refused = ann.get(f"/tables/{table}/record")
    assert code_of(refused) == (403, "hidden")
    assert "over" in refused.json()["message"]


# --- Afterwards ---------------------------------------------------------------------------------


def test_replay_of_a_finished_game_is_complete(table: str, ann: Browser, bob: Browser) -> None:
    info = play_out(table, ann, bob)["info"]
    shown = [ply(bob, table, number) for number in range(info["ply"] + 1)]
    assert all("?" not in one["position"] and one["seat"] is None for one in shown)
    assert [one["is_over"] for one in shown] == [False] * info["ply"] + [True]
    assert all(one["move"] in one["legal"] for one in shown[:-1])
    assert shown[-1]["legal"] == []


def test_replay_of_a_finished_game_shows_any_seats_view(
    table: str, ann: Browser, bob: Browser, eve: Browser
) -> None:
    play_out(table, ann, bob)
    assert "viewer: seat-1" in ply(eve, table, 1, seat=1)["position"]
    assert code_of(eve.get(f"/tables/{table}/plies/1?seat=2")) == (422, "invalid_option")


def test_record_of_a_finished_game_is_complete(table: str, ann: Browser, bob: Browser) -> None:
    info = play_out(table, ann, bob)["info"]
    answer = bob.get(f"/tables/{table}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    position = parse_record(answer.text)
    assert position.moves[:2] == ["take 1", "take 2"]
    assert list(position.standing().scores) == info["outcome"]["scores"]
    assert str(position.seed) == info["shuffle"]["seed"]


def test_record_of_an_unstarted_table_is_refused(ann: Browser) -> None:
    table = open_table(ann)["info"]["id"]
    assert code_of(ann.get(f"/tables/{table}/plies/0")) == (409, "not_running")
    ann.delete(f"/tables/{table}").raise_for_status()
    assert code_of(ann.get(f"/tables/{table}/record")) == (409, "not_running")


# --- The log ------------------------------------------------------------------------------------


def test_event_log_is_read_from_any_number(table: str, ann: Browser) -> None:
    events = ann.get(f"/tables/{table}/events").json()["events"]
    kinds = [numbered["event"]["kind"] for numbered in events]
    assert kinds == ["opened", "sat", "sat", "started", "moved", "moved"]
    assert ann.get(f"/tables/{table}/events?since=4").json()["events"] == events[4:]
    assert ann.get(f"/tables/{table}/events?since=99").json()["events"] == []
    assert code_of(ann.get(f"/tables/{table}/events?since=-1")) == (422, "invalid_request")


# --- As data --------------------------------------------------------------------------------------


@pytest.fixture
def shelves(ann: Browser, bob: Browser) -> str:
    """A game of My Shelfie after three moves."""
    table = start_table(ann, bob, game="my-shelfie")
    for _ in range(3):
        move(mover((ann, bob), table), table).raise_for_status()
    return table


def story(who: Browser, table: str, **query: Any) -> dict[str, Any]:
    return who.get(f"/tables/{table}/story", params=query).raise_for_status().json()


def cards(scene: dict[str, Any]) -> list[bool]:
    """Return whose card is shown."""
    return [seat["card"] is not None for seat in scene["seats"]]


def knows_cards(played: list[dict[str, Any]]) -> list[bool]:
    """Return for the moves whether they are told with what they did for the card of the mover."""
    return [one["effect"]["matches"] is not None for one in played]


def test_table_is_returned_as_data(
    server: Server, shelves: str, ann: Browser, bob: Browser
) -> None:
    assert "scene" not in ann.get(f"/tables/{shelves}").json()["view"]
    scenes = [
        who.get(f"/tables/{shelves}?scene=true").json()["view"]["scene"]
        for who in (ann, bob, server.program())
    ]
    assert [cards(scene) for scene in scenes] == [[True, False], [False, True], [False, False]]


def test_ply_is_returned_as_data(shelves: str, ann: Browser) -> None:
    told = story(ann, shelves)["played"]
    for number in range(4):
        shown = ply(ann, shelves, number, scene=True)
        assert cards(shown["scene"]) == [True, False] and shown["scene"]["ply"] == number
        assert shown["effect"] == (told[number]["effect"] if number < 3 else None)
        assert {"scene", "effect"} & set(ply(ann, shelves, number)) == set()


def test_move_history_is_in_the_readers_view(
    server: Server, shelves: str, ann: Browser, bob: Browser
) -> None:
    movers = [ply(ann, shelves, number)["mover"] for number in range(3)]
    for who, seat in ((ann, 0), (bob, 1), (server.program(), None)):
        told = story(who, shelves)
        assert (told["first"], told["plies"]) == (0, 3)
        assert [one["ply"] for one in told["played"]] == [0, 1, 2]
        assert [one["seat"] for one in told["played"]] == movers
        assert knows_cards(told["played"]) == [mover == seat for mover in movers]
        assert all("seq" not in one for one in told["played"])


def test_move_history_of_another_seat_is_refused(shelves: str, ann: Browser, eve: Browser) -> None:
    for who in (ann, eve):
        assert code_of(who.get(f"/tables/{shelves}/story?seat=1")) == (403, "hidden")


def test_move_history_of_a_finished_game_is_complete_or_a_seats_view(
    shelves: str, ann: Browser, bob: Browser, eve: Browser
) -> None:
    plies = play_out(shelves, ann, bob)["info"]["ply"]
    told = story(eve, shelves)["played"]
    assert len(told) == plies and all(knows_cards(told))
    assert told[-1]["effect"]["ends"] and not any(one["effect"]["ends"] for one in told[:-1])
    seen = story(eve, shelves, seat=1)["played"]
    assert knows_cards(seen) == [one["seat"] == 1 for one in seen]


def test_move_history_of_an_unstarted_table_is_refused(ann: Browser) -> None:
    table = open_table(ann)["info"]["id"]
    assert code_of(ann.get(f"/tables/{table}/story")) == (409, "not_running")
