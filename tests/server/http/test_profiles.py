"""People as all may see them, and what only they are told."""

from __future__ import annotations

from typing import Any

from browser import Browser, Server, code_of
from table_play import open_table, play_out, start_table
from tilewright.arena.ratings import BEGINNER


def finish(*people: Browser, **terms: Any) -> str:
    table = start_table(*people, **terms)
    play_out(table, *people)
    return table


def games_of(who: Browser, person: str, **query: Any) -> list[str]:
    shown = who.get(f"/people/{person}/tables", params=query).raise_for_status().json()
    return [card["id"] for card in shown["tables"]]


def test_ratings_and_their_history_are_public(server: Server, ada: Browser, bea: Browser) -> None:
    server.services.tables.hub.list_callers = lambda table_id: set()  # type: ignore[method-assign]
    for _ in range(2):
        finish(ada, bea, rated=True)
    finish(ada, bea)
    profile = server.browser().get(f"/people/{ada.id}").raise_for_status().json()
    assert profile["person"] == {"id": ada.id, "name": "ada", "kind": "account"}
    (rated,) = profile["ratings"]
    assert (rated["game"], rated["games"]) == ("toy", 2)
    first, last = profile["curve"]
    assert (last["mu"], last["sigma"]) == (rated["mu"], rated["sigma"])
    assert first["mu"] != BEGINNER.mu and first["sigma"] > last["sigma"]
    assert first["at"] <= last["at"]


def test_profile_has_no_private_data(server: Server, ada: Browser, bea: Browser) -> None:
    shown = finish(ada, bea)
    hidden = finish(ada, bea, listed=False)
    running, waiting = start_table(ada, bea), open_table(ada)["info"]["id"]
    stranger = server.browser()
    assert games_of(stranger, ada.id) == [shown]
    assert games_of(bea, ada.id) == [shown], "nor is it told to those who were there"
    assert {hidden, running, waiting} <= {
        card["id"] for card in ada.get("/me/tables").json()["tables"]
    }
    page = stranger.get(f"/people/{ada.id}")
    assert sorted(page.json()) == ["curve", "person", "ratings"]
    assert sorted(page.json()["person"]) == ["id", "kind", "name"]
    ada.patch("/people/me", json={"name": "Countess"}).raise_for_status()
    assert '"ada"' not in stranger.get(f"/people/{ada.id}").text, "her login"


def test_profile_games_name_the_seat(ada: Browser, bea: Browser) -> None:
    table = finish(ada, bea)
    for who, seats in ((ada, [0]), (bea, [1])):
        for path in ("/me/tables", f"/people/{who.id}/tables"):
            (card,) = who.get(path).json()["tables"]
            assert (card["id"], card["seats"]) == (table, seats)


def test_profile_of_a_guest_or_deleted_person_is_not_found(
    server: Server, ann: Browser, ada: Browser
) -> None:
    stranger, person = server.browser(), ada.id
    ada.post("/people/me/deletion", json={"password": "correct horse"}).raise_for_status()
    for nobody in (ann.id, person, "abc123"):
        for path in (f"/people/{nobody}", f"/people/{nobody}/tables"):
            assert code_of(stranger.get(path)) == (404, "not_found")


def test_profile_lists_can_be_limited_to_one_game(ada: Browser, bea: Browser) -> None:
    table = finish(ada, bea)
    assert games_of(bea, ada.id, game="toy") == [table]
    assert games_of(bea, ada.id, game="polyssimo") == []
    mine = ada.get("/me/tables", params={"game": "polyssimo"}).json()["tables"]
    assert mine == []


def test_profile_filters_cover_all_games(ann: Browser, bob: Browser, eve: Browser) -> None:
    """The page filtered what it had loaded so far: a friend of long ago had played no game."""
    ended = {}
    for other in (bob, eve, eve):
        table = start_table(ann, other)
        ended[table] = play_out(table, ann, other)["info"]["outcome"]["places"]

    def ask(**params: object) -> list[str]:
        page = ann.get("/me/tables", params={"status": "over", "limit": 100, **params}).json()
        return [card["id"] for card in page["tables"]]

    first, *later = ended
    assert ask(limit=1) == later[-1:]
    assert ask(other="Bob", limit=1) == [first]
    assert ask(other="Eve") == later[::-1] and ask(other="Ann") == ask(other="Nobody") == []
    for result, has_won in (("won", True), ("lost", False)):
        assert ask(result=result) == [
            table for table in reversed(ended) if (ended[table][0] == 1) == has_won
        ]
    assert ask(rated=True) == [] and len(ask(rated=False, other="Eve", game="toy")) == 2
    page = ann.get("/me/tables", params={"limit": 1, "other": "Bob", "choices": True}).json()
    assert page["choices"] == {"games": ["toy"], "others": ["Bob", "Eve"]}
    following = ann.get("/me/tables", params={"limit": 1, "other": "Eve"}).json()
    assert ask(other="Eve", before=following["next"]) == later[:1]
