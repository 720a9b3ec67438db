"""Opening and finding tables, and who sits where."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browser import ELSEWHERE, Browser, Server, code_of
from table_play import look, move, mover, open_table, play_out, start_table
from tilewright.game import Game
from tilewright.match.guards import MAX_SITTINGS
from tilewright.network import find_versions
from tilewright.registry import GAMES
from tilewright.search.levels import newest_version
from tilewright.server.ratelimit.limits import Rate
from tilewright.server.ratelimit.quotas import MAX_OPEN_TABLES

NETWORKED = [game for game in GAMES.values() if find_versions(game)]

# --- Opening ------------------------------------------------------------------------------------


def test_create_table_keeps_its_terms(ann: Browser) -> None:
    clock = {"kind": "game", "time": 60_000, "increment": 1000}
    shown = open_table(ann, options={"rolls": "yes"}, clock=clock, talk=False, grace=None)
    info, terms = shown["info"], shown["info"]["terms"]
    assert (info["status"], info["seq"], shown["view"]) == ("open", 2, None)
    assert (terms["game"], terms["options"], terms["clock"]) == ("toy", {"rolls": "yes"}, clock)
    assert (terms["talk"], terms["grace"], terms["stand_in"]) == (False, None, "random")
    assert re.fullmatch("[0-9a-f]{64}", info["commitment"])
    assert [chair.get("who", {}).get("name") for chair in info["chairs"]] == ["Ann", None]


def test_create_table_seats_the_bots_and_the_host(ann: Browser) -> None:
    shown = open_table(ann, players=3, bots=[{"seat": 0, "bot": "random"}])
    chairs = [chair.get("who", {}).get("kind") for chair in shown["info"]["chairs"]]
    assert chairs == ["bot", "person", None]


def test_create_table_without_a_seat_is_allowed(ann: Browser) -> None:
    shown = open_table(ann, sit=False)
    assert [chair.get("who") for chair in shown["info"]["chairs"]] == [None, None]


@pytest.mark.parametrize(
    "changes, refusal",
    [
        ({"game": "chess"}, (404, "unknown_game")),
        ({"players": 4}, (422, "invalid_option")),
        ({"players": 2**70}, (422, "invalid_request")),
        ({"options": {"rolls": "maybe"}}, (422, "invalid_option")),
        ({"options": {"colour": "red"}}, (422, "invalid_option")),
        ({"options": {"rolls": "x" * 65}}, (422, "invalid_request")),
        ({"options": {str(n): "1" for n in range(17)}}, (422, "invalid_request")),
        ({"clock": {"kind": "game", "time": 0}}, (422, "invalid_request")),
        ({"clock": {"kind": "sundial"}}, (422, "invalid_request")),
        ({"grace": 1}, (422, "invalid_request")),
        ({"stand_in": "level-9"}, (422, "invalid_request")),
        ({"bots": [{"seat": 0, "bot": "level-8"}]}, (422, "invalid_option")),
        ({"bots": [{"seat": 3, "bot": "random"}]}, (409, "no_seat")),
        ({"bots": [{"seat": 0, "bot": "random"}] * 2}, (409, "seat_taken")),
        (
            {"bots": [{"seat": 0, "bot": "random"}, {"seat": 1, "bot": "random"}]},
            (409, "table_full"),
        ),
        ({"salt": "ab"}, (422, "invalid_request")),
        ({"players": "2"}, (422, "invalid_request")),
    ],
)
def test_create_table_with_invalid_terms_is_refused(
    ann: Browser, changes: dict[str, Any], refusal: tuple[int, str]
) -> None:
    answer = ann.post("/tables", json={"game": "toy", "players": 2} | changes)
    assert code_of(answer) == refusal
    assert ann.get("/me/tables").json()["tables"] == []


def test_create_table_is_rate_limited(server: Server, ann: Browser) -> None:
    server.services.quotas.tables.persons.rate = Rate(2, 0.001)
    open_table(ann)
    open_table(ann)
    refused = ann.post("/tables", json={"game": "toy", "players": 2})
    assert code_of(refused) == (429, "too_many_requests")
    assert int(refused.headers["Retry-After"]) > 1


def test_commands_are_rate_limited(server: Server, ann: Browser, bob: Browser) -> None:
    """Only the flooder's; the table goes on for the others."""
    server.services.quotas.commands.persons.rate = Rate(2, 0.001)
    table = start_table(ann, bob)
    move(ann, table).raise_for_status()
    assert code_of(ann.post(f"/tables/{table}/resign")) == (429, "too_many_requests")
    move(bob, table).raise_for_status()


# --- Finding ------------------------------------------------------------------------------------


def test_lobby_lists_open_and_running_tables(ann: Browser, bob: Browser) -> None:
    first, second = open_table(ann)["info"]["id"], start_table(ann, bob)
    over = start_table(ann, bob)
    play_out(over, ann, bob)
    found = {table["id"]: table for table in bob.get("/tables").json()["tables"]}
    assert set(found) == {first, second}
    assert found[first]["chairs"] == ["Ann", None]
    assert [row["id"] for row in bob.get("/tables?status=open").json()["tables"]] == [first]
    assert bob.get("/tables?game=polyssimo").json()["tables"] == []
    assert code_of(bob.get("/tables?status=over")) == (422, "invalid_request")


def test_lobby_is_paged(ann: Browser) -> None:
    tables = {open_table(ann)["info"]["id"] for _ in range(5)}
    found: list[str] = []
    before: dict[str, str] | None = {}
    while before is not None:
        page = ann.get("/tables", params={"limit": "2", **before}).json()
        found += [table["id"] for table in page["tables"]]
        before = {"before": page["next"]} if page["next"] else None
    assert len(found) == 5 and set(found) == tables


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "before=x", "before=1", "game=A!"])
def test_lobby_with_an_invalid_query_is_refused(server: Server, query: str) -> None:
    assert code_of(server.program().get(f"/tables?{query}")) == (422, "invalid_request")


def test_my_tables_say_whose_turn_it_is(ann: Browser, bob: Browser, eve: Browser) -> None:
    table = start_table(ann, bob)
    turns = [
        [row["is_my_turn"] for row in who.get("/me/tables").json()["tables"]]
        for who in (ann, bob, eve)
    ]
    assert turns == [[True], [False], []]
    play_out(table, ann, bob)
    assert ann.get("/me/tables?status=running").json()["tables"] == []
    over = ann.get("/me/tables?status=over").json()["tables"][0]
    assert over["id"] == table
    assert over["outcome"] == ann.get(f"/tables/{table}").json()["info"]["outcome"]


# --- Seats --------------------------------------------------------------------------------------


def test_sit_stores_the_salt_of_the_player(ann: Browser, bob: Browser) -> None:
    table = open_table(ann, sit=False)["info"]["id"]
    ann.post(f"/tables/{table}/seats", json={"seat": 1, "salt": "00ff"}).raise_for_status()
    shown = bob.post(f"/tables/{table}/seats", json={}).raise_for_status().json()
    chairs = shown["info"]["chairs"]
    assert [chair["who"]["name"] for chair in chairs] == ["Bob", "Ann"]
    assert [chair.get("salt", "") for chair in chairs] == ["", "00ff"]


@pytest.mark.parametrize(
    "body, refusal",
    [
        ({"seat": 0}, (409, "seat_taken")),
        ({"seat": 2}, (409, "no_seat")),
        ({"seat": 4}, (422, "invalid_request")),
        ({"seat": True}, (422, "invalid_request")),
        ({"salt": "0"}, (422, "invalid_request")),
        ({"salt": "00" * 65}, (422, "invalid_request")),
        ({"chair": 0}, (422, "invalid_request")),
    ],
)
def test_sit_on_an_invalid_seat_is_refused(
    ann: Browser, bob: Browser, body: dict[str, Any], refusal: tuple[int, str]
) -> None:
    table = open_table(ann)["info"]["id"]
    assert code_of(bob.post(f"/tables/{table}/seats", json=body)) == refusal


def test_leave_frees_the_seat(ann: Browser, bob: Browser) -> None:
    table = open_table(ann)["info"]["id"]
    bob.post(f"/tables/{table}/seats", json={}).raise_for_status()
    shown = bob.delete(f"/tables/{table}/seats/1").raise_for_status().json()
    assert shown["info"]["chairs"][1] == {}
    assert code_of(bob.delete(f"/tables/{table}/seats/1")) == (409, "not_yours")
    assert code_of(ann.delete(f"/tables/{table}/seats/1")) == (409, "seat_free")


def test_sit_again_and_again_is_limited_per_address(
    server: Server, ann: Browser, bob: Browser
) -> None:
    """They sat down and stood up 1,499 times in 11 seconds; then not even the host could go on."""
    table = open_table(ann)["info"]["id"]
    refusals = set()
    for _ in range(6):
        guest = server.guest("Guest")
        for _ in range(MAX_SITTINGS + 1):
            answer = guest.post(f"/tables/{table}/seats", json={})
            if answer.is_success:
                guest.delete(f"/tables/{table}/seats/1").raise_for_status()
            else:
                refusals.add(code_of(answer))
    assert refusals == {(409, "seated_too_often"), (429, "too_many_requests")}
    assert look(ann, table)["info"]["seq"] < 100
    stranger = server.guest("Stranger", ELSEWHERE)
    stranger.post(f"/tables/{table}/seats", json={}).raise_for_status()
    ann.delete(f"/tables/{table}/seats/1").raise_for_status()
    ann.put(f"/tables/{table}/seats/1/bot", json={"bot": "random"}).raise_for_status()
    ann.post(f"/tables/{table}/start", json={}).raise_for_status()


def test_seat_bot_by_the_host_allows_the_start(ann: Browser) -> None:
    table = open_table(ann)["info"]["id"]
    assert code_of(ann.post(f"/tables/{table}/start", json={})) == (409, "seats_free")
    path = f"/tables/{table}/seats/1/bot"
    assert code_of(ann.put(path, json={"bot": "level-8"})) == (422, "invalid_option")
    ann.put(path, json={"bot": "random"}).raise_for_status()
    shown = ann.post(f"/tables/{table}/start", json={}).raise_for_status().json()
    assert (shown["info"]["status"], shown["view"]["seat"]) == ("running", 0)
    assert shown["view"]["moves"] == ["take 1", "take 2", "take 3"]


@pytest.mark.parametrize("game", NETWORKED, ids=lambda game: game.name)
def test_seat_bot_takes_the_newest_version(ann: Browser, game: Game) -> None:
    """However it comes to its seat: with the table, later, or to fill it."""
    expected = {"kind": "bot", "name": "level-8", "version": newest_version(game)}
    bots = [{"seat": 1, "bot": "level-8"}]
    shown = open_table(ann, game=game.name, players=4, bots=bots)
    path = f"/tables/{shown['info']['id']}"
    ann.put(f"{path}/seats/2/bot", json={"bot": "level-8"}).raise_for_status()
    shown = ann.post(f"{path}/start", json={"fill": "level-8"}).raise_for_status().json()
    assert [chair["who"] for chair in shown["info"]["chairs"][1:]] == [expected] * 3


def test_start_fills_free_seats_with_bots(ann: Browser) -> None:
    table = open_table(ann, players=3)["info"]["id"]
    refused = ann.post(f"/tables/{table}/start", json={"fill": "level-8"})
    assert code_of(refused) == (422, "invalid_option")
    shown = ann.post(f"/tables/{table}/start", json={"fill": "random"}).json()
    kinds = [chair["who"]["kind"] for chair in shown["info"]["chairs"]]
    assert kinds == ["person", "bot", "bot"]


def test_close_table_by_its_host(ann: Browser) -> None:
    table = open_table(ann)["info"]["id"]
    assert ann.delete(f"/tables/{table}").json()["info"]["status"] == "over"
    assert code_of(ann.delete(f"/tables/{table}")) == (409, "not_open")
    assert ann.get("/tables").json()["tables"] == []


# --- On both databases --------------------------------------------------------------------------


def test_game_is_played_to_its_end_on_each_database(any_server: Server) -> None:
    ann, bob = any_server.account("ann"), any_server.account("bob")
    table = start_table(ann, bob, rated=True)
    move(mover((ann, bob), table), table).raise_for_status()
    assert [row["id"] for row in ann.get("/tables").json()["tables"]] == [table]
    info = play_out(table, ann, bob)["info"]
    assert (info["status"], sorted(info["outcome"]["places"])) == ("over", [1, 2])
    events = ann.get(f"/tables/{table}/events").json()["events"]
    assert [event["seq"] for event in events] == list(range(1, info["seq"] + 1))
    record = ann.get(f"/tables/{table}/record").text
    kept = bob.post("/records", json={"text": record}).json()["id"]
    assert bob.get("/me/records").json()["records"][0]["id"] == kept
    people = [row for row in bob.get("/ratings/toy/2").json() if row["games"]]
    assert len(people) == 2
    assert look(bob, table)["info"]["shuffle"]["seed"] in record


# --- Names --------------------------------------------------------------------------------------


def names_at(who: Browser, table: str) -> list[str]:
    return [chair["who"]["name"] for chair in look(who, table)["info"]["chairs"]]


def test_rename_is_shown_at_open_and_running_tables(ann: Browser, bob: Browser) -> None:
    """A name saved in the lobby left the seat to "Guest 669"."""
    running, over = start_table(ann, bob), start_table(ann, bob)
    waiting = open_table(bob)["info"]["id"]
    ann.post(f"/tables/{waiting}/seats", json={}).raise_for_status()
    play_out(over, ann, bob)
    ann.patch("/people/me", json={"name": "Annabel"}).raise_for_status()
    assert names_at(bob, waiting) == ["Bob", "Annabel"]
    assert names_at(bob, running) == ["Annabel", "Bob"]
    assert names_at(bob, over) == ["Ann", "Bob"]
    cards = bob.get("/me/tables", params={"status": "running"}).json()["tables"]
    assert [card["chairs"] for card in cards] == [["Annabel", "Bob"]]


def test_hot_seat_players_have_their_own_names(ann: Browser) -> None:
    table = open_table(ann, sit=False)["info"]["id"]
    for seat, name in enumerate(("Mila", "Max")):
        body = {"seat": seat, "name": name}
        ann.post(f"/tables/{table}/seats", json=body).raise_for_status()
    ann.patch("/people/me", json={"name": "Annabel"}).raise_for_status()
    assert names_at(ann, table) == ["Mila", "Max"]
    refused = ann.post(f"/tables/{table}/seats", json={"name": "\u202eevil"})
    assert code_of(refused) == (422, "invalid_name")


def test_event_log_is_paged(ann: Browser) -> None:
    """All of it at once took 119 ms of a log of 5 MB, of the event loop's time."""
    table = open_table(ann)["info"]["id"]
    for _ in range(3):
        ann.delete(f"/tables/{table}/seats/0").raise_for_status()
        ann.post(f"/tables/{table}/seats", json={}).raise_for_status()
    path = f"/tables/{table}/events"
    whole = ann.get(path).json()
    assert whole["next"] is None and len(whole["events"]) == 8
    pages = [ann.get(f"{path}?limit=3&since={since}").json() for since in (0, 3, 6)]
    assert [event for page in pages for event in page["events"]] == whole["events"]
    assert [page["next"] for page in pages] == [3, 6, None]
    assert code_of(ann.get(f"{path}?limit=501")) == (422, "invalid_request")


def test_open_tables_are_limited_per_host(ann: Browser, bob: Browser) -> None:
    tables = [open_table(ann)["info"]["id"] for _ in range(MAX_OPEN_TABLES)]
    body = {"game": "toy", "players": 2}
    assert code_of(ann.post("/tables", json=body)) == (409, "too_many_tables")
    open_table(bob)
    ann.delete(f"/tables/{tables[0]}").raise_for_status()
    open_table(ann)
