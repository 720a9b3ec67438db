"""Playing over HTTP."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from browser import Browser, Server, code_of
from table_play import look, move, mover, open_table, play_out, start_table, wait_for_turn
from tilewright.match import timeouts
from tilewright.server.ratelimit.limits import Rate


@pytest.fixture
def table(ann: Browser, bob: Browser) -> str:
    return start_table(ann, bob)


# --- Moves --------------------------------------------------------------------------------------


def test_move_is_answered_with_the_update(table: str, ann: Browser, bob: Browser) -> None:
    made = move(ann, table, "take 2").raise_for_status().json()
    assert (made["seq"], made["info"]["ply"], made["info"]["mover"]) == (5, 1, 1)
    assert (made["view"]["seat"], made["view"]["moves"]) == (0, None)
    assert look(bob, table)["view"]["moves"][0] == "take 1"


def test_move_sent_twice_counts_once(table: str, ann: Browser, bob: Browser) -> None:
    body = {"number": 1, "move": "take 1", "move_id": "a"}
    first = ann.post(f"/tables/{table}/moves", json=body).raise_for_status().json()
    move(bob, table).raise_for_status()
    again = ann.post(f"/tables/{table}/moves", json=body).raise_for_status().json()
    assert first["seq"] == again["seq"] == 5
    assert (again["info"]["seq"], again["info"]["ply"]) == (6, 2)


def test_move_that_is_stale_gets_the_current_position(table: str, ann: Browser) -> None:
    move(ann, table).raise_for_status()
    answer = move(ann, table, "take 1", number=1, move_id="other")
    body = answer.json()
    assert (answer.status_code, body["code"], body["rule"]) == (409, "stale", None)
    assert body["table"] == look(ann, table) | {"info": body["table"]["info"]}
    assert body["table"]["info"]["number"] == 2


@pytest.mark.parametrize(
    "changes, refusal",
    [
        ({"move": "take 4"}, (422, "invalid_text")),
        ({"move": ""}, (422, "invalid_request")),
        ({"move": "x" * 201}, (422, "invalid_request")),
        ({"number": -1}, (422, "invalid_request")),
        ({"number": 2**70}, (422, "invalid_request")),
        ({"number": "1"}, (422, "invalid_request")),
        ({"move_id": "a b"}, (422, "invalid_request")),
        ({"move_id": "a\n"}, (422, "invalid_request")),
        ({"move_id": "x" * 65}, (422, "invalid_request")),
        ({"seat": 1}, (422, "invalid_request")),
    ],
)
def test_move_that_is_refused_changes_nothing(
    table: str, ann: Browser, changes: dict[str, Any], refusal: tuple[int, str]
) -> None:
    body = {"number": 1, "move": "take 1", "move_id": "a"} | changes
    assert code_of(ann.post(f"/tables/{table}/moves", json=body)) == refusal
    assert look(ann, table)["info"]["seq"] == 4


def test_move_that_is_illegal_names_its_rule(ann: Browser, bob: Browser) -> None:
    table = start_table(ann, bob, game="nova-luna", stand_in="level-1")
    refused = ann if look(ann, table)["info"]["mover"] == 0 else bob
    answer = move(refused, table, "0@5,5")
    assert code_of(answer) == (422, "illegal_move")
    assert answer.json()["rule"].startswith("NL-")


def test_move_after_the_deadline_forfeits(
    server: Server, ann: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Switch off the scheduler and the heartbeat: neither a tick nor an outage may come first."""
    tables = server.services.tables
    for part, name in (
        (tables.scheduler, "tick"),
        (tables.scheduler, "sweep"),
        (tables.time, "write_heartbeat"),
    ):
        monkeypatch.setattr(part, name, nothing)
    table = start_table(ann, bob, clock={"kind": "game", "time": 60_000})
    late = tables.time.now() + 61_000
    tables.time.now = lambda: late
    body = {"number": 1, "move": "take 1", "move_id": "a"}
    assert code_of(ann.post(f"/tables/{table}/moves", json=body)) == (409, "time")
    info = look(bob, table)["info"]
    assert (info["status"], info["outcome"]["places"]) == ("over", [2, 1])


async def nothing() -> None:
    pass


def test_move_is_answered_by_the_bot(server: Server, ann: Browser) -> None:
    table = start_table(ann, bots=[{"seat": 1, "bot": "random"}])
    move(ann, table, "take 1").raise_for_status()
    server.run(wait_for_turn(server, table))
    assert look(ann, table)["info"]["ply"] >= 2


# --- Other wishes -------------------------------------------------------------------------------


def test_resign_ends_a_game_for_two(table: str, ann: Browser, bob: Browser) -> None:
    info = ann.post(f"/tables/{table}/resign").raise_for_status().json()["info"]
    assert (info["status"], info["outcome"]["places"]) == ("over", [2, 1])
    assert code_of(bob.post(f"/tables/{table}/resign")) == (409, "not_running")


def test_undo_waits_for_consent(table: str, ann: Browser, bob: Browser) -> None:
    move(ann, table).raise_for_status()
    asked = ann.post(f"/tables/{table}/ask", json={"what": "undo"}).json()
    assert asked["info"]["asked"] == ["undo", 0]
    assert code_of(bob.post(f"/tables/{table}/ask", json={"what": "pause"})) == (
        409,
        "asked_already",
    )
    info = bob.post(f"/tables/{table}/answer", json={"yes": True}).json()["info"]
    assert (info["ply"], info["number"], info["mover"]) == (0, 3, 0)
    assert code_of(bob.post(f"/tables/{table}/answer", json={"yes": True})) == (
        409,
        "nothing_asked",
    )


def test_pause_stops_moves_until_it_is_resumed(table: str, ann: Browser, bob: Browser) -> None:
    ann.post(f"/tables/{table}/ask", json={"what": "pause"}).raise_for_status()
    bob.post(f"/tables/{table}/answer", json={"yes": True}).raise_for_status()
    assert code_of(move(ann, table, "take 1")) == (409, "paused")
    bob.post(f"/tables/{table}/resume").raise_for_status()
    move(ann, table).raise_for_status()
    assert code_of(bob.post(f"/tables/{table}/resume")) == (409, "not_paused")


@pytest.mark.parametrize(
    "path, body",
    [("ask", {"what": "money"}), ("ask", {}), ("answer", {"yes": 1}), ("answer", {"yes": "no"})],
)
def test_command_with_invalid_fields_is_refused(
    table: str, ann: Browser, path: str, body: dict[str, Any]
) -> None:
    assert code_of(ann.post(f"/tables/{table}/{path}", json=body)) == (422, "invalid_request")


def test_reclaim_ends_the_stand_in(server: Server, table: str, ann: Browser, bob: Browser) -> None:
    assert code_of(ann.post(f"/tables/{table}/reclaim")) == (409, "nothing_to_reclaim")
    server.run(wait_for_ann(server, table, bob.id))
    assert look(ann, table)["info"]["chairs"][0]["has_stand_in"]
    info = ann.post(f"/tables/{table}/reclaim").raise_for_status().json()["info"]
    assert "has_stand_in" not in info["chairs"][0]


async def wait_for_ann(server: Server, table: str, bob: str) -> None:
    """Bob is at the table and Ann is not, for ten minutes."""
    tables = server.services.tables
    late = tables.time.now() + 10 * 60_000
    timeouts.set_presence((await tables.directory.get(table)).match, bob, True, tables.time.now())
    tables.time.now = lambda: late
    await tables.commands.execute(table, timeouts.tick)


# --- The next game ------------------------------------------------------------------------------


def test_rematch_rotates_and_reserves_the_seats(
    table: str, ann: Browser, bob: Browser, eve: Browser
) -> None:
    assert code_of(ann.post(f"/tables/{table}/rematch")) == (409, "not_over")
    play_out(table, ann, bob)
    assert code_of(eve.post(f"/tables/{table}/rematch")) == (409, "not_seated")
    first = bob.post(f"/tables/{table}/rematch").raise_for_status().json()["info"]
    second = ann.post(f"/tables/{table}/rematch").raise_for_status().json()["info"]
    assert first["id"] == second["id"] != table
    assert look(ann, table)["info"]["next_table"] == first["id"]
    assert first["terms"] == look(ann, table)["info"]["terms"]
    for who, seat in ((ann, 1), (bob, 0)):
        shown = who.post(f"/tables/{first['id']}/seats", json={}).raise_for_status().json()
        assert shown["info"]["chairs"][seat]["who"]["name"] == (who.who() or {})["name"]
    bob.post(f"/tables/{first['id']}/start", json={}).raise_for_status()


def test_rematches_count_as_new_tables(server: Server, ann: Browser, bob: Browser) -> None:
    # Two who resigned and asked for the next game opened any number of tables.
    server.services.quotas.tables.persons.rate = Rate(3, 0.001)
    table = start_table(ann, bob)
    for _ in range(2):
        ann.post(f"/tables/{table}/resign").raise_for_status()
        shown = ann.post(f"/tables/{table}/rematch").raise_for_status().json()
        again = ann.post(f"/tables/{table}/rematch").raise_for_status().json()
        assert again["info"]["id"] == shown["info"]["id"], "to ask again opens nothing"
        table = shown["info"]["id"]
        for who in (ann, bob):
            who.post(f"/tables/{table}/seats", json={}).raise_for_status()
        ann.post(f"/tables/{table}/start", json={}).raise_for_status()
    ann.post(f"/tables/{table}/resign").raise_for_status()
    assert code_of(ann.post(f"/tables/{table}/rematch")) == (429, "too_many_requests")


def test_rematch_keeps_the_bots(server: Server, ann: Browser) -> None:
    table = start_table(ann, bots=[{"seat": 1, "bot": "random"}])
    ann.post(f"/tables/{table}/resign").raise_for_status()
    info = ann.post(f"/tables/{table}/rematch").raise_for_status().json()["info"]
    assert info["chairs"][0]["who"] == {"kind": "bot", "name": "random"}
    assert info["chairs"][1]["kept_for"] == ann.id


def test_rematch_requested_twice_at_once_opens_one_table(
    server: Server, table: str, ann: Browser, bob: Browser
) -> None:
    """Both opened a table of their own and the second found the first one's named already."""
    play_out(table, ann, bob)

    async def ask_both() -> list[str]:
        path = f"/api/v1/tables/{table}/rematch"
        answers = await asyncio.gather(ann.client.post(path), bob.client.post(path))
        return [answer.json()["info"]["id"] for answer in answers]

    first, second = server.run(ask_both())
    assert first == second
    assert [row["id"] for row in ann.get("/tables").json()["tables"]] == [first]


def test_rematch_of_an_unstarted_table_is_refused(ann: Browser) -> None:
    table = open_table(ann)["info"]["id"]
    ann.delete(f"/tables/{table}").raise_for_status()
    assert code_of(ann.post(f"/tables/{table}/rematch")) == (409, "never_begun")


# --- Whose turn ---------------------------------------------------------------------------------


def test_move_for_another_seat_is_refused(
    table: str, ann: Browser, bob: Browser, eve: Browser
) -> None:
    body = {"number": 1, "move": "take 1", "move_id": "a"}
    assert mover((ann, bob), table) is ann
    assert code_of(bob.post(f"/tables/{table}/moves", json=body)) == (409, "not_your_turn")
    assert code_of(eve.post(f"/tables/{table}/moves", json=body)) == (409, "not_seated")
