"""An evening of a club: the same deals for all who have the link, compared at the end."""

from __future__ import annotations

from typing import Any

import pytest

from browser import Browser, Server, code_of
from table_play import look, move, wait_for_turn
from tilewright.dates import end_of_day

MORNING = end_of_day("2026-11-14") + 8 * 3600 * 1000
LAST_DAY = "2026-11-16"


@pytest.fixture
def server(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """One whose time stands still, and which finds no par."""
    at(server, MORNING)
    monkeypatch.setattr("tilewright.server.tables.deals.supports_par", lambda deal: False)
    return server


def at(server: Server, time: int) -> None:
    server.services.tables.time.now = lambda: time


@pytest.fixture
def evening(ann: Browser) -> str:
    shown = make(ann).raise_for_status().json()
    assert shown["is_host"] and (shown["name"], shown["last_day"]) == ("Friday", LAST_DAY)
    assert [one["count"] for one in shown["deals"]] == [0, 0] and shown["players"] == []
    assert shown["bots"] == ["level-1"]
    name: str = shown["id"]
    return name


def make(who: Browser, **changes: Any) -> Any:
    wish = {"name": "Friday", "game": "toy", "players": 2, "level": 1, "deals": 2}
    return who.post("/evenings", json=wish | changes)


def show(who: Browser, evening: str) -> Any:
    return who.get(f"/evenings/{evening}").raise_for_status().json()


def deal_of(who: Browser, evening: str, number: int) -> str:
    return str(show(who, evening)["deals"][number]["id"])


def take(who: Browser, evening: str, number: int) -> str:
    """Return a person's table of one of the deals."""
    deal = deal_of(who, evening, number)
    return str(who.post(f"/deals/{deal}/table").raise_for_status().json()["info"]["id"])


def finish(who: Browser, evening: str, number: int, which: int = 0) -> str:
    """Play one of the deals, always that one of the moves."""
    table = take(who, evening, number)
    while True:
        who.server.run(wait_for_turn(who.server, table))
        shown = look(who, table)
        if shown["info"]["status"] == "over":
            return table
        move(who, table, shown["view"]["moves"][which]).raise_for_status()


def lead(who: Browser, evening: str, number: int) -> int:
    shown = who.get(f"/deals/{deal_of(who, evening, number)}").json()
    margin: int = shown["mine"]["made"]["margin"]
    return margin


def marks(who: Browser, evening: str) -> dict[str, list[float | None]]:
    return {one["name"]: one["marks"] for one in show(who, evening)["players"]}


def test_event_compares_people_who_played_all_deals(
    ann: Browser, bob: Browser, evening: str
) -> None:
    for number in range(2):
        finish(ann, evening, number)
        finish(bob, evening, number, which=-1)
    expected = {"Ann": [0.0, 0.0], "Bob": [0.0, 0.0]}
    for number in range(2):
        half = (lead(ann, evening, number) - lead(bob, evening, number)) / 2
        expected["Ann"][number], expected["Bob"][number] = half, -half
    shown = show(bob, evening)
    assert marks(bob, evening) == expected and shown["is_final"] and not shown["is_over"]
    totals = [one["total"] for one in shown["players"]]
    assert totals == sorted(totals, reverse=True)
    assert [one["is_me"] for one in shown["players"]].count(True) == 1


def test_event_results_are_hidden_until_one_has_finished(
    server: Server, ann: Browser, bob: Browser, evening: str
) -> None:
    """Each deal by itself; who only looks sees none."""
    for number in range(2):
        finish(ann, evening, number)
    take(bob, evening, 0)
    for who in (bob, server.guest("Eve"), server.program()):
        assert set(map(tuple, marks(who, evening).values())) == {(None, None)}
        shown = show(who, evening)
        assert [one["count"] for one in shown["deals"]] == [1, 1]
        assert {one["mean"] for one in shown["deals"]} == {None}
        for number in range(2):
            assert who.get(f"/deals/{deal_of(who, evening, number)}").json()["results"] == []
    finish(bob, evening, 0)
    assert [mark is None for mark in marks(bob, evening)["Ann"]] == [False, True]
    assert show(bob, evening)["deals"][1]["mean"] is None


def test_event_deal_is_played_once_per_person(ann: Browser, evening: str) -> None:
    table = finish(ann, evening, 0)
    assert take(ann, evening, 0) == table
    assert look(ann, table)["info"]["status"] == "over"
    shown = show(ann, evening)["deals"][0]
    assert (shown["table"], shown["is_done"], shown["count"]) == (table, True, 1)


def test_event_deal_resigned_has_no_result_and_reveals_nothing(
    ann: Browser, bob: Browser, evening: str
) -> None:
    finish(ann, evening, 0)
    bob.post(f"/tables/{take(bob, evening, 0)}/resign").raise_for_status()
    assert marks(bob, evening) == {"Ann": [None, None], "Bob": [None, None]}
    players = show(ann, evening)["players"]
    assert [(one["name"], one["finished"]) for one in players] == [("Ann", 1), ("Bob", 0)]


def test_event_latecomer_takes_part(server: Server, ann: Browser, evening: str) -> None:
    for number in range(2):
        finish(ann, evening, number)
    assert show(ann, evening)["is_final"]
    late = server.guest("Late")
    finish(late, evening, 1, which=-1)
    assert not show(ann, evening)["is_final"]
    finished = {one["name"]: one["finished"] for one in show(ann, evening)["players"]}
    assert finished == {"Ann": 2, "Late": 1}


def test_event_guests_of_equal_names_are_numbered(
    server: Server, ann: Browser, evening: str
) -> None:
    finish(ann, evening, 0)
    at(server, MORNING + 1)
    other = server.guest("Ann")
    finish(other, evening, 0)
    shown = {one["name"]: one["is_me"] for one in show(other, evening)["players"]}
    assert shown == {"Ann": False, "Ann (2)": True}


# --- The end ------------------------------------------------------------------------------------


def test_event_is_closed_by_its_host(
    server: Server, ann: Browser, bob: Browser, evening: str
) -> None:
    """No table begins after that, what ends later does not count, and all see the rest."""
    finish(bob, evening, 0)
    table = take(ann, evening, 0)
    assert code_of(bob.post(f"/evenings/{evening}/close")) == (409, "not_host")
    assert code_of(server.program().post(f"/evenings/{evening}/close"))[0] == 401
    at(server, MORNING + 1000)
    assert ann.post(f"/evenings/{evening}/close").raise_for_status().json()["is_over"]
    at(server, MORNING + 2000)
    assert finish(ann, evening, 0) == table  # hers may be played on
    shown = show(server.program(), evening)
    assert shown["is_final"] and [one["count"] for one in shown["deals"]] == [1, 0]
    assert marks(server.program(), evening) == {"Bob": [0.0, None], "Ann": [None, None]}
    deal = deal_of(bob, evening, 1)
    assert code_of(bob.post(f"/deals/{deal}/table")) == (404, "not_found")
    again = ann.post(f"/evenings/{evening}/close").raise_for_status().json()
    assert [one["count"] for one in again["deals"]] == [1, 0]


def test_event_ends_with_its_last_day(
    server: Server, ann: Browser, bob: Browser, evening: str
) -> None:
    finish(ann, evening, 0)
    at(server, end_of_day(LAST_DAY) - 1)
    assert not show(bob, evening)["is_over"]
    at(server, end_of_day(LAST_DAY))
    assert show(bob, evening)["is_over"] and marks(bob, evening)["Ann"][0] == 0
    assert bob.post(f"/deals/{deal_of(bob, evening, 1)}/table").status_code == 404


def test_event_closed_early_keeps_its_seeds_sealed(
    server: Server, ann: Browser, bob: Browser, evening: str
) -> None:
    table = finish(ann, evening, 0)
    ann.post(f"/evenings/{evening}/close").raise_for_status()
    shuffle = server.run(server.services.tables.directory.get(table)).match.shuffle
    for who in (ann, bob):
        asked = [f"/evenings/{evening}", f"/tables/{table}", f"/tables/{table}/plies/0"]
        asked += [f"/deals/{deal_of(who, evening, 0)}", f"/tables/{table}/events"]
        texts = str([who.get(path).text for path in asked])
        assert shuffle.secret.hex() not in texts and str(shuffle.seed) not in texts
    assert code_of(ann.get(f"/tables/{table}/record")) == (403, "hidden")


# --- What cannot be -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given, refusal",
    [
        ({"deals": 0}, (422, "invalid_request")),
        ({"deals": 9}, (422, "invalid_request")),
        ({"players": 1}, (422, "invalid_option")),
        ({"game": "nosuch"}, (404, "unknown_game")),
        ({"name": "<b>"}, (422, "invalid_name")),
        ({"name": ""}, (422, "invalid_name")),
    ],
)
def test_event_with_invalid_terms_is_refused(
    ann: Browser, given: Any, refusal: tuple[int, str]
) -> None:
    assert code_of(make(ann, **given)) == refusal


def test_event_creation_needs_a_session(server: Server) -> None:
    assert make(server.program()).status_code == 401
    assert code_of(server.program().get("/evenings/none")) == (404, "not_found")


def test_event_of_a_deleted_host_shows_no_name(server: Server) -> None:
    cid = server.account("cid")
    evening = make(cid, name="Cids birthday").raise_for_status().json()["id"]
    cid.post("/people/me/deletion", json={"password": "correct horse"}).raise_for_status()
    assert show(server.program(), evening)["name"] == "deleted"
