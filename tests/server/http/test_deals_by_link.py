"""Deals that a person makes for friends: the same for all who have the link, once."""

from __future__ import annotations

from typing import Any

import pytest

from browser import Browser, Server, code_of
from table_play import Shown, play_out
from tilewright.dates import end_of_day

SOLO = "nova-luna-solo"
MORNING = end_of_day("2026-11-14") + 8 * 3600 * 1000
LAST_DAY = "2026-11-22"


@pytest.fixture
def server(any_server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """One whose time stands still, and which finds no par."""
    any_server.services.tables.time.now = lambda: MORNING
    monkeypatch.setattr("tilewright.server.tables.deals.supports_par", lambda deal: False)
    return any_server


@pytest.fixture
def ann(server: Server) -> Browser:
    return server.account("ann")


@pytest.fixture
def deal(ann: Browser) -> str:
    shown = make(ann).raise_for_status().json()
    assert (shown["day"], shown["last_day"], shown["seats"]) == (None, LAST_DAY, [None])
    name: str = shown["id"]
    return name


def make(who: Browser, game: str = SOLO, players: int = 1, level: int = 3) -> Any:
    return who.post("/deals", json={"game": game, "players": players, "level": level})


def look_at(who: Browser, deal: str) -> Any:
    return who.get(f"/deals/{deal}").raise_for_status().json()


def take(who: Browser, deal: str) -> Shown:
    shown: Shown = who.post(f"/deals/{deal}/table").raise_for_status().json()
    return shown


def finish(who: Browser, deal: str) -> Shown:
    return play_out(take(who, deal)["info"]["id"], who)


def test_deal_by_link_lasts_to_the_end_of_its_last_day(server: Server, deal: str) -> None:
    deals, end = server.services.deals, end_of_day(LAST_DAY)
    found = server.run(deals.get(deal))
    for now, is_over in ((end - 1, False), (end, True)):
        server.services.tables.time.now = lambda at=now: at  # type: ignore[misc]
        assert deals.is_over(found) is is_over


def test_deal_by_link_hides_results_until_the_person_has_played(
    server: Server, ann: Browser, deal: str
) -> None:
    bob = server.guest("Bob")
    end = finish(ann, deal)
    assert [one["name"] for one in look_at(ann, deal)["results"]] == ["ann"]
    for who in (bob, server.program()):
        shown = look_at(who, deal)
        assert (shown["results"], shown["field"]) == ([], {"count": 1, "margin": 0})
    assert take(bob, deal)["info"]["commitment"] == end["info"]["commitment"]
    assert look_at(bob, deal)["results"] == []
    assert finish(bob, deal)["view"]["position"] == end["view"]["position"]
    assert {one["name"] for one in look_at(bob, deal)["results"]} == {"ann", "Bob"}
    assert look_at(bob, deal)["mine"]["is_ranked"]


def test_deal_by_link_is_in_no_daily_list(ann: Browser, deal: str) -> None:
    assert deal not in {one["id"] for one in ann.get("/daily").json()["deals"]}


def test_deal_by_link_is_sealed_until_its_last_day_is_over(
    server: Server, ann: Browser, deal: str
) -> None:
    table = finish(ann, deal)["info"]["id"]
    secret = server.run(server.services.tables.directory.get(table)).match.shuffle.secret.hex()
    bob = server.account("bob")
    assert code_of(ann.get(f"/tables/{table}/record")) == (403, "hidden")
    for who in (ann, bob):
        asked = [
            *(f"/deals/{deal}", f"/tables/{table}", f"/tables/{table}/events", "/me/tables"),
            *(f"/tables/{table}/plies/0", f"/tables/{table}/states", "/people/me/data"),
        ]
        assert secret not in str([who.get(path).text for path in asked])
    server.services.tables.time.now = lambda: end_of_day(LAST_DAY)
    server.run(server.services.tables.scheduler.sweep())
    assert look_at(bob, deal)["shuffle"]["secret"] == secret
    assert len(look_at(bob, deal)["results"]) == 1
    assert ann.get(f"/tables/{table}/record").status_code == 200
    assert code_of(bob.post(f"/deals/{deal}/table"))[0] == 404


@pytest.mark.parametrize(
    "given, refusal",
    [
        ({"players": 2}, (422, "invalid_option")),
        ({"game": "my-shelfie"}, (422, "invalid_option")),
        ({"game": "nosuch"}, (404, "unknown_game")),
        ({"level": 9}, (422, "invalid_request")),
        ({"level": 0}, (422, "invalid_request")),
    ],
)
def test_deal_by_link_with_invalid_terms_is_refused(
    ann: Browser, given: Any, refusal: tuple[int, str]
) -> None:
    assert code_of(make(ann, **given)) == refusal


def test_deal_by_link_needs_a_session(server: Server) -> None:
    assert make(server.program()).status_code == 401


def test_deal_by_link_seats_bots_of_level_7_at_most(ann: Browser) -> None:
    shown = make(ann, "my-shelfie", 3, 8).raise_for_status().json()
    assert sorted(shown["seats"], key=str) == [None, "level-7", "level-7"]
