"""Other people's tables and seats: who is let in, who sees what, who may do what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from browser import Browser, Server, code_of
from table_play import SETTINGS, look, move, open_table, play_out, start_table

# Everything that one can ask of a table, and what is sent along.
READS = ("", "/events", "/plies/0", "/story", "/record")
WISHES: tuple[tuple[str, str, Any], ...] = (
    ("DELETE", "", None),
    ("POST", "/seats", {}),
    ("DELETE", "/seats/0", None),
    ("PUT", "/seats/1/bot", {"bot": "random"}),
    ("POST", "/seats/0/key", None),
    ("PUT", "/seats/0/owner", {"key": "owner.9999999999999.x"}),
    ("POST", "/start", {"fill": "random"}),
    ("POST", "/moves", {"number": 1, "move": "take 1", "move_id": "a"}),
    ("POST", "/resign", None),
    ("POST", "/ask", {"what": "pause"}),
    ("POST", "/answer", {"yes": True}),
    ("POST", "/resume", None),
    ("POST", "/reclaim", None),
    ("POST", "/rematch", None),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all of them: no test here depends on what others did."""
    with Server(replace(SETTINGS, data=tmp_path_factory.mktemp("data"))) as server:
        yield server


@pytest.mark.parametrize("path", READS)
def test_unlisted_table_is_not_seen_without_an_invitation(
    server: Server, ann: Browser, bob: Browser, eve: Browser, path: str
) -> None:
    table = start_table(ann, bob, listed=False)
    for stranger in (eve, server.program()):
        assert code_of(stranger.get(f"/tables/{table}{path}")) == (404, "not_found")
        wrong = stranger.get(f"/tables/{table}{path}", params={"invite": "wrong"})
        assert code_of(wrong) == (404, "not_found")


@pytest.mark.parametrize("method, path, body", WISHES)
def test_unlisted_table_takes_no_command_without_an_invitation(
    ann: Browser, bob: Browser, eve: Browser, method: str, path: str, body: Any
) -> None:
    table = start_table(ann, bob, listed=False)
    assert code_of(eve.request(method, f"/tables/{table}{path}", json=body)) == (404, "not_found")
    assert look(ann, table)["info"]["seq"] == 4


@pytest.mark.parametrize("method, path, body", WISHES)
def test_commands_need_a_signed_in_person(
    server: Server, ann: Browser, bob: Browser, method: str, path: str, body: Any
) -> None:
    table, nobody = start_table(ann, bob), server.program()
    refused = nobody.request(method, f"/tables/{table}{path}", json=body)
    assert code_of(refused) == (401, "not_signed_in")
    assert look(ann, table)["info"]["seq"] == 4


@pytest.mark.parametrize("method, path, body", WISHES)
def test_commands_of_a_foreign_origin_are_refused(
    server: Server, ann: Browser, bob: Browser, method: str, path: str, body: Any
) -> None:
    table = start_table(ann, bob)
    foreign = {"Origin": "https://evil.test"}
    refused = ann.request(method, f"/tables/{table}{path}", json=body, headers=foreign)
    assert code_of(refused) == (403, "cross_origin")
    assert look(ann, table)["info"]["seq"] == 4


def test_invitation_lets_a_person_in(server: Server, ann: Browser, bob: Browser) -> None:
    shown = open_table(ann, listed=False)
    table, invite = shown["info"]["id"], {"invite": shown["invite"]}
    assert code_of(bob.post(f"/tables/{table}/seats", json={})) == (404, "not_found")
    assert table not in [row["id"] for row in bob.get("/tables").json()["tables"]]
    for guest in (bob, server.program()):
        seen = guest.get(f"/tables/{table}", params=invite).raise_for_status().json()
        assert seen["invite"] is None
    bob.post(f"/tables/{table}/seats", json={}, params=invite).raise_for_status()
    assert look(bob, table)["invite"] == invite["invite"]


def test_seated_person_sees_the_invitation_again(ann: Browser, bob: Browser, eve: Browser) -> None:
    """The host alone was told the invitation: their friends' links were dead after a detour."""
    table = start_table(ann, bob)
    assert look(ann, table)["invite"] == look(bob, table)["invite"] is not None
    assert look(eve, table)["invite"] is None


def test_invitation_is_valid_for_the_rematch(ann: Browser, bob: Browser, eve: Browser) -> None:
    """Those expected need none; who watched this game may watch the next by the same link."""
    table = start_table(ann, bob, listed=False)
    play_out(table, ann, bob)
    following = ann.post(f"/tables/{table}/rematch").raise_for_status().json()["info"]["id"]
    shown = look(bob, following)
    assert shown["info"]["status"] == "open"
    assert shown["invite"] == look(ann, table)["invite"]
    assert code_of(eve.get(f"/tables/{following}")) == (404, "not_found")
    eve.get(f"/tables/{following}", params={"invite": shown["invite"]}).raise_for_status()


def test_host_commands_of_others_are_refused(ann: Browser, bob: Browser) -> None:
    table = open_table(ann)["info"]["id"]
    for method, path, body in (
        ("PUT", "/seats/1/bot", {"bot": "random"}),
        ("POST", "/start", {"fill": "random"}),
        ("DELETE", "", None),
    ):
        refused = bob.request(method, f"/tables/{table}{path}", json=body)
        assert code_of(refused) == (409, "not_host")
    assert code_of(bob.delete(f"/tables/{table}/seats/0")) == (409, "not_yours")


@pytest.mark.parametrize("path", ["resign", "reclaim", "resume"])
def test_game_commands_of_a_spectator_are_refused(
    ann: Browser, bob: Browser, eve: Browser, path: str
) -> None:
    table = start_table(ann, bob)
    assert code_of(eve.post(f"/tables/{table}/{path}")) == (409, "not_seated")
    assert code_of(eve.post(f"/tables/{table}/ask", json={"what": "undo"})) == (409, "not_seated")
    assert code_of(eve.post(f"/tables/{table}/answer", json={"yes": True})) == (409, "not_seated")


def test_view_shows_each_person_what_they_may_see(ann: Browser, bob: Browser, eve: Browser) -> None:
    """The toy game has a secret number for each seat."""
    table = start_table(ann, bob)
    views = [look(who, table)["view"] for who in (ann, bob, eve)]
    assert [view["seat"] for view in views] == [0, 1, None]
    hidden = [secret_line(view["position"]).count("?") for view in views]
    assert hidden == [1, 1, 2]
    assert [view["moves"] is None for view in views] == [False, True, True]
    assert all("rng: ?" in view["position"] for view in views)
    assert "shuffle" not in look(ann, table)["info"]


def test_finished_game_hides_nothing(ann: Browser, bob: Browser, eve: Browser) -> None:
    table = start_table(ann, bob)
    play_out(table, ann, bob)
    assert "?" not in look(eve, table)["view"]["position"]
    assert look(eve, table)["info"]["shuffle"]["seed"].isdigit()


def test_deletion_frees_the_seat(server: Server, ann: Browser, bob: Browser) -> None:
    table = start_table(ann, bob)
    ann.post("/people/me/deletion", json={}).raise_for_status()
    assert code_of(ann.post(f"/tables/{table}/resign")) == (401, "not_signed_in")


def test_unknown_table_is_not_found(ann: Browser) -> None:
    assert code_of(ann.get("/tables/none")) == (404, "not_found")
    assert code_of(move_at(ann, "none")) == (404, "not_found")
    assert code_of(ann.get(f"/tables/{'x' * 33}")) == (422, "invalid_request")


def move_at(who: Browser, table: str) -> Any:
    body = {"number": 1, "move": "take 1", "move_id": "a"}
    return who.post(f"/tables/{table}/moves", json=body)


def secret_line(position: str) -> str:
    return next(line for line in position.splitlines() if line.startswith("secret:"))


def test_hot_seat_shows_the_seat_whose_turn_it_is(ann: Browser) -> None:
    table = open_table(ann)["info"]["id"]
    ann.post(f"/tables/{table}/seats", json={}).raise_for_status()
    ann.post(f"/tables/{table}/start", json={}).raise_for_status()
    assert look(ann, table)["view"]["seat"] == 0
    assert move(ann, table, "take 1").json()["view"]["seat"] == 1
