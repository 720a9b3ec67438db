"""Quick matches over HTTP: strangers meet, and none sits at a dead table."""

from __future__ import annotations

from typing import Any

import pytest

from browser import HOME, Browser, Server, code_of
from table_play import Shown, be_here, look
from tilewright.server.ratelimit.limits import Rate


def quick(who: Browser, **wishes: Any) -> Shown:
    answer = who.post("/quick-match", json={"game": "toy"} | wishes)
    assert answer.status_code == 200, answer.text
    return answer.json()


def ids(*shown: Shown) -> list[str]:
    return [one["info"]["id"] for one in shown]


def test_quick_match_starts_a_game_between_strangers(ann: Browser, bob: Browser) -> None:
    waiting = quick(ann)
    assert waiting["info"]["status"] == "open"
    assert waiting["info"]["is_quick"]
    met = quick(bob)
    assert (ids(met), met["info"]["status"]) == (ids(waiting), "running")
    assert [chair["who"]["name"] for chair in met["info"]["chairs"]] == ["Ann", "Bob"]
    assert met["info"]["terms"]["clock"]["kind"] == "game", "nobody waits for a stranger for ever"


def test_quick_match_asked_again_keeps_the_table(ann: Browser, bob: Browser) -> None:
    """Pressed twice, or on two devices."""
    assert len(set(ids(quick(ann), quick(ann), quick(ann.copy())))) == 1
    assert len(ann.get("/me/tables").json()["tables"]) == 1
    met = quick(bob)
    assert met["info"]["status"] == "running"


def test_quick_match_in_the_lobby_begins_with_the_next_arrival(ann: Browser, bob: Browser) -> None:
    (table,) = ids(quick(ann))
    assert [card["id"] for card in bob.get("/tables").json()["tables"]] == [table]
    sat = bob.post(f"/tables/{table}/seats", json={}).json()
    assert sat["info"]["status"] == "running"


def test_quick_match_never_pairs_a_person_with_themselves(ann: Browser) -> None:
    (table,) = ids(quick(ann))
    again = ann.post(f"/tables/{table}/seats", json={}).json()
    assert (again["info"]["status"], again["info"]["seq"]) == ("open", 2)


def test_quick_match_keeps_one_waiting_table_per_person(ann: Browser, bob: Browser) -> None:
    (first,) = ids(quick(ann))
    (second,) = ids(quick(ann, players=3))
    assert look(ann, first)["info"]["status"] == "over"
    assert ids(quick(bob)) not in ([first], [second])


def test_quick_match_starts_when_all_are_present(
    server: Server, ann: Browser, bob: Browser
) -> None:
    found = [quick(who, players=3) for who in (ann, bob, server.guest("Cem"))]
    assert len(set(ids(*found))) == 1
    assert [one["info"]["status"] for one in found] == ["open", "open", "running"]


def test_quick_match_seats_a_bot_on_request(ann: Browser) -> None:
    (table,) = ids(quick(ann))
    begun = ann.post(f"/tables/{table}/start", json={"fill": "random"}).json()
    assert begun["info"]["status"] == "running"


def test_quick_match_skips_people_who_are_away(
    server: Server, ann: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.server.tables.matchmaking.HOST_ARRIVAL_MS", 0)
    away, waiting = quick(ann), quick(bob)
    assert ids(away) != ids(waiting), "Ann has never come to her table"
    be_here(bob, *ids(waiting))
    be_here(ann, *ids(away))
    # Both wait by now, each alone. The person who came later is led to the other.
    assert ids(quick(ann)) == ids(away)
    met = quick(bob)
    assert (ids(met), met["info"]["status"]) == (ids(away), "running")
    assert look(bob, *ids(waiting))["info"]["status"] == "over"


def test_quick_match_rated_pairs_accounts_only(
    server: Server, ann: Browser, ada: Browser, bea: Browser
) -> None:
    assert code_of(ann.post("/quick-match", json={"game": "toy", "rated": True})) == (
        403,
        "accounts_only",
    )
    waiting = quick(ada, rated=True)
    be_here(ada, *ids(waiting))
    assert ids(quick(ann)) != ids(waiting), "a guest's game is not rated"
    met = quick(bea, rated=True)
    assert (ids(met), met["info"]["status"]) == (ids(waiting), "running")
    assert met["info"]["terms"]["rated"]


def test_quick_match_rated_between_one_address_is_unrated(ada: Browser, bea: Browser) -> None:
    # A second account of the same address joined a host who was not on a socket yet. The host's
    # address was not known then, and the game was rated.
    (table,) = ids(quick(ada, rated=True))
    assert ids(quick(bea, rated=True)) != [table], "the host has not come to the table yet"
    be_here(ada, table, HOME)
    met = quick(bea, rated=True)
    assert (ids(met), met["info"]["status"]) == ([table], "running")
    assert met["info"]["unrated"] == "address"


@pytest.mark.parametrize(
    "wishes, refusal",
    [
        ({"game": "chess"}, (404, "unknown_game")),
        ({"players": 4}, (422, "invalid_option")),
        ({"players": 1}, (422, "invalid_request")),
        ({"clock": {"kind": "none"}}, (422, "invalid_request")),
    ],
)
def test_quick_match_with_invalid_terms_is_refused(
    ann: Browser, wishes: dict[str, Any], refusal: tuple[int, str]
) -> None:
    answer = ann.post("/quick-match", json={"game": "toy"} | wishes)
    assert code_of(answer) == refusal
    assert ann.get("/me/tables").json()["tables"] == []


def test_quick_match_requests_are_rate_limited(server: Server, ann: Browser) -> None:
    server.services.quotas.tables.persons.rate = Rate(2, 0.001)
    for players in (2, 3):
        quick(ann, players=players)
    assert quick(ann, players=3)["info"]["status"] == "open", "to ask again opens nothing"
    answer = ann.post("/quick-match", json={"game": "toy"})
    assert code_of(answer) == (429, "too_many_requests")
