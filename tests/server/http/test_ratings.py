"""Ratings over HTTP: what counts, for whom, and what does not."""

from __future__ import annotations

from typing import Any

import pytest

from browser import Browser, Server, code_of
from table_play import be_here, bot_moves, move, mover, open_table, play_out, start_table
from tilewright.arena.ratings import ANCHORS, BEGINNER
from tilewright.match import Match
from tilewright.match.events import BotSubstituted, Event

BOT = {"bots": [{"seat": 1, "bot": "random"}]}


def mu(person: Browser) -> float:
    """Return the rating of a person in games of two players."""
    found = person.get(f"/people/{person.id}/ratings").json()
    return float(found[0]["mu"]) if found else BEGINNER.mu


def leaders(browser: Browser) -> list[Any]:
    """Return the people among the leaders."""
    return [row for row in browser.get("/ratings/toy/2").json() if row["games"]]


def test_rated_game_changes_ratings(server: Server, ada: Browser, bea: Browser) -> None:
    table = start_table(ada, bea, rated=True)
    info = play_out(table, ada, bea)["info"]
    first, second = leaders(server.program())
    assert first["skill"] == pytest.approx(first["mu"] - 3 * first["sigma"])
    assert first["mu"] > 25 > second["mu"] and info["outcome"]["places"].count(1) == 1
    (mine,) = bea.get(f"/people/{bea.id}/ratings").json()
    assert (mine["game"], mine["players"], mine["games"]) == ("toy", 2, 1)
    assert len(server.program().get("/ratings/toy/2?limit=1").json()) == 1


def test_unrated_game_changes_no_rating(ann: Browser, bob: Browser) -> None:
    table = start_table(ann, bob)
    ann.post(f"/tables/{table}/resign").raise_for_status()
    assert leaders(ann) == [] and ann.get(f"/people/{ann.id}/ratings").json() == []


def test_leaderboard_hides_the_names_of_deleted_people(ada: Browser, bea: Browser) -> None:
    play_out(start_table(ada, bea, rated=True), ada, bea)
    bea.post("/people/me/deletion", json={"password": "correct horse"}).raise_for_status()
    assert sorted(row["name"] for row in leaders(ada)) == ["ada", "deleted"]


def test_ratings_of_impossible_games_are_refused(server: Server) -> None:
    nobody = server.program()
    assert code_of(nobody.get("/ratings/chess/2")) == (404, "unknown_game")
    assert code_of(nobody.get("/ratings/toy/4")) == (422, "invalid_option")
    assert code_of(nobody.get("/ratings/toy/5")) == (422, "invalid_request")
    assert code_of(nobody.get("/people/abc/ratings")) == (404, "not_found")
    assert code_of(nobody.get("/people/bot:level-9/ratings")) == (422, "invalid_request")


# --- What must not be had for nothing -----------------------------------------------------------


def test_rated_game_leaves_the_ratings_of_bots(ada: Browser) -> None:
    """Fifteen guests who resigned to a bot put it above all people."""
    for _ in range(3):
        table = start_table(ada, rated=True, **BOT)
        ada.post(f"/tables/{table}/resign").raise_for_status()
    shown = ada.get("/people/bot:random/ratings").json()
    assert {row["mu"] for row in shown} == {ANCHORS["random"].mu}
    assert {row["games"] for row in shown} == {0}
    names = [row["name"] for row in ada.get("/ratings/toy/2").json()]
    assert set(ANCHORS) < set(names) and names.index("level-8") == 0


def test_rated_game_needs_accounts(ann: Browser, ada: Browser) -> None:
    body = {"game": "toy", "players": 2, "rated": True}
    assert code_of(ann.post("/tables", json=body)) == (403, "accounts_only")
    table = open_table(ada, rated=True)["info"]["id"]
    assert code_of(ann.post(f"/tables/{table}/seats", json={})) == (403, "accounts_only")


def test_rated_game_begins_when_all_players_are_present(ada: Browser, bea: Browser) -> None:
    """A host began while the other was away, and won by time."""
    table = open_table(ada, rated=True)["info"]["id"]
    bea.post(f"/tables/{table}/seats", json={}).raise_for_status()
    assert code_of(ada.post(f"/tables/{table}/start", json={})) == (409, "not_here")
    be_here(bea, table)
    ada.post(f"/tables/{table}/start", json={}).raise_for_status()


def test_rated_game_between_one_address_is_unrated_and_says_so(ada: Browser, bea: Browser) -> None:
    table = open_table(ada, rated=True)["info"]["id"]
    bea.post(f"/tables/{table}/seats", json={}).raise_for_status()
    be_here(bea, table, "198.51.100.7")
    shown = ada.post(f"/tables/{table}/start", json={}).json()
    assert shown["info"]["unrated"] == "address"
    play_out(table, ada, bea)
    assert leaders(ada) == []


@pytest.mark.parametrize(
    "terms",
    [
        {"clock": {"kind": "game", "time": 1}},
        {"clock": {"kind": "game", "time": 59_999, "increment": 10_000}},
        {"clock": {"kind": "move", "time": 9_999}},
        {"game": "polyssimo", "options": {"handicap": "10,0"}},
        {"game": "polyssimo", "options": {"first": "seat-1"}},
    ],
)
def test_rated_game_refuses_handicaps(ada: Browser, terms: dict[str, Any]) -> None:
    """A millisecond for the whole game was accepted, and a head start of ten squares."""
    body = {"game": "toy", "players": 2} | terms
    assert code_of(ada.post("/tables", json=body | {"rated": True})) == (409, "bad_terms")
    assert ada.post("/tables", json=body).status_code == 201


def test_resignation_at_once_loses_rating_and_wins_none(ada: Browser, bea: Browser) -> None:
    """Twelve that were given up before the first move made the best rating of all."""
    table = start_table(ada, bea, rated=True)
    bea.post(f"/tables/{table}/resign").raise_for_status()
    assert (mu(ada), mu(bea) < 25) == (25, True)


def test_rated_games_of_the_same_pair_count_less(ada: Browser, bea: Browser) -> None:
    gains = []
    for _ in range(6):
        before, table = mu(ada), start_table(ada, bea, rated=True, game="polyssimo")
        for _ in range(6):
            move(mover((ada, bea), table), table).raise_for_status()
        bea.post(f"/tables/{table}/resign").raise_for_status()
        gains.append(mu(ada) - before)
    assert gains == sorted(gains, reverse=True) and 0 < gains[-1] < gains[0] / 10


def test_stand_in_earns_no_rating(server: Server, ada: Browser) -> None:
    """A host who never came was played for by a strong bot, and rated up."""
    table = start_table(ada, rated=True, stand_in="random", grace=5_000, **BOT)
    live = server.run(server.services.tables.directory.get(table))
    server.run(server.services.tables.commands.execute(table, take_over))
    while live.match.status == "running":
        server.run(server.services.tables.commands.execute(table, bot_moves))
    assert live.match.stood_in == {0} and mu(ada) < 25


def take_over(match: Match, now: int) -> list[Event]:
    return [BotSubstituted(at=now, seat=0)]
