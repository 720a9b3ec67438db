"""An evening at tables: people play each other on the same deals, and change seats."""

from __future__ import annotations

from typing import Any

import pytest

from browser import Browser, Server, code_of
from table_play import look, move, wait_for_turn
from tilewright.dates import end_of_day

MORNING = end_of_day("2026-11-14") + 8 * 3600 * 1000


@pytest.fixture
def server(server: Server) -> Server:
    server.services.tables.time.now = lambda: MORNING
    return server


@pytest.fixture
def people(server: Server, ann: Browser, bob: Browser) -> list[Browser]:
    return [ann, bob, server.guest("Cid"), server.guest("Dan")]


@pytest.fixture
def evening(people: list[Browser]) -> str:
    """Of two deals, at which all have joined."""
    name = str(make(people[0]).raise_for_status().json()["id"])
    for one in people:
        assert one.post(f"/evenings/{name}/join").raise_for_status().json()["has_joined"]
    return name


def make(who: Browser, **changes: Any) -> Any:
    wish = {"name": "Club", "game": "toy", "players": 2, "level": 1, "deals": 2}
    return who.post("/evenings", json=wish | {"is_together": True} | changes)


def show(who: Browser, evening: str) -> Any:
    return who.get(f"/evenings/{evening}").raise_for_status().json()


def deal_of(who: Browser, evening: str, number: int) -> str:
    return str(show(who, evening)["deals"][number]["id"])


def seat(who: Browser, evening: str, number: int) -> Any:
    return who.post(f"/evenings/{evening}/deals/{deal_of(who, evening, number)}/seats")


def table_of(who: Browser, evening: str, number: int) -> str:
    table = show(who, evening)["deals"][number]["table"]
    assert isinstance(table, str)
    return table


def finish(people: list[Browser], table: str, which: int = 0) -> None:
    """Play a table to its end, always that one of the moves."""
    server = people[0].server
    while True:
        server.run(wait_for_turn(server, table))
        shown = look(people[0], table)
        if shown["info"]["status"] == "over":
            return
        for one in people:
            view = look(one, table)["view"]
            if view["moves"]:
                move(one, table, view["moves"][which]).raise_for_status()
                break


def test_event_tables_rotate_seats_on_one_deal(people: list[Browser], evening: str) -> None:
    ann, bob, _, dan = people
    shown = seat(ann, evening, 0).raise_for_status().json()
    assert sorted(name for table in shown["deals"][0]["seated"] for name in table) == [
        *("Ann", "Bob", "Cid", "Dan"),
    ]
    tables = [table_of(one, evening, 0) for one in people]
    assert len(set(tables)) == 2
    pairs = [[one for one, at in zip(people, tables, strict=True) if at == t] for t in set(tables)]
    finish(pairs[0], table_of(pairs[0][0], evening, 0))
    late = pairs[1]
    for one in late:  # who sits at the other table knows nothing yet
        assert {mark for player in show(one, evening)["players"] for mark in player["marks"]} == {
            None
        }
    finish(late, table_of(late[0], evening, 0), which=-1)
    results = ann.get(f"/deals/{deal_of(ann, evening, 0)}").raise_for_status().json()["results"]
    above = {one["name"]: one["above"] for one in results}
    margins = {one["name"]: one["margin"] for one in results}
    sat = {one["name"]: one["seat"] for one in results}
    by_seat = zip(*(names_at(table[0], evening, 0) for table in pairs), strict=True)
    for number, seats in enumerate(by_seat):
        assert {sat[name] for name in seats} == {number}
        mean = sum(margins[name] for name in seats) / 2
        assert [above[name] for name in seats] == [margins[name] - mean for name in seats]
    marks = {one["name"]: one["marks"][0] for one in show(bob, evening)["players"]}
    assert marks == above
    assert [one["above"] for one in results] == sorted(above.values(), reverse=True)
    # The next deal has other pairs.
    seat(ann, evening, 1).raise_for_status()
    before, after = (one["seated"] for one in show(dan, evening)["deals"])
    assert not {frozenset(one) for one in before} & {frozenset(one) for one in after}


def names_at(who: Browser, evening: str, number: int) -> list[str]:
    """Return the names by seat, at a person's table."""
    chairs = look(who, table_of(who, evening, number))["info"]["chairs"]
    return [chair["who"]["name"] for chair in chairs]


def test_event_tables_share_one_hidden_deal(
    server: Server, people: list[Browser], evening: str
) -> None:
    """Nor does who sits at one table see the other."""
    ann = people[0]
    seat(ann, evening, 0).raise_for_status()
    tables = {table_of(one, evening, 0): one for one in people}
    shuffles = [
        server.run(server.services.tables.directory.get(one)).match.shuffle for one in tables
    ]
    assert shuffles[0] == shuffles[1]
    (first, someone), (second, other) = tables.items()
    assert someone.get(f"/tables/{second}").status_code == 404
    finish([one for one in people if table_of(one, evening, 0) == first], first)
    asked = [f"/evenings/{evening}", f"/tables/{first}", f"/tables/{first}/plies/0"]
    asked += [f"/deals/{deal_of(ann, evening, 0)}", f"/tables/{first}/events"]
    for who in (someone, other, server.program()):
        texts = str([who.get(path).text for path in asked])
        assert shuffles[0].secret.hex() not in texts and str(shuffles[0].seed) not in texts
    assert code_of(someone.get(f"/tables/{first}/record")) == (403, "hidden")
    server.services.tables.time.now = lambda: end_of_day("2026-11-16")
    deal = someone.get(f"/deals/{deal_of(ann, evening, 0)}").json()
    assert deal["shuffle"]["secret"] == shuffles[0].secret.hex()


def test_event_latecomer_is_seated_beside_bots(
    server: Server, people: list[Browser], evening: str
) -> None:
    """To seat people twice seats no person twice; one who has left is not seated any more."""
    ann, dan = people[0], people[3]
    first = seat(ann, evening, 0).raise_for_status().json()
    assert seat(ann, evening, 0).raise_for_status().json()["deals"] == first["deals"]
    late = server.guest("Late")
    late.post(f"/evenings/{evening}/join").raise_for_status()
    assert code_of(late.post(f"/deals/{deal_of(late, evening, 0)}/table")) == (404, "not_found")
    seat(ann, evening, 0).raise_for_status()
    chairs = look(late, table_of(late, evening, 0))["info"]["chairs"]
    assert {chair["who"]["name"] for chair in chairs} == {"Late", "level-1"}
    dan.post(f"/evenings/{evening}/leave").raise_for_status()
    seat(ann, evening, 1).raise_for_status()
    assert show(dan, evening)["deals"][1]["table"] is None
    assert late.post(f"/deals/{deal_of(late, evening, 1)}/table").status_code == 200


def test_event_player_gets_the_mean_if_a_rival_resigns(people: list[Browser], evening: str) -> None:
    ann = people[0]
    seat(ann, evening, 0).raise_for_status()
    table = table_of(ann, evening, 0)
    (rival,) = [one for one in people[1:] if show(one, evening)["deals"][0]["table"] == table]
    rival.post(f"/tables/{table}/resign").raise_for_status()
    players = {one["is_me"]: one for one in show(ann, evening)["players"] if one["finished"]}
    assert players.keys() == {True} and players[True]["marks"] == [0, None]
    others = [one for one in people if one not in (ann, rival)]
    finish(others, table_of(others[0], evening, 0))
    told = [one.get(f"/deals/{deal_of(one, evening, 0)}").json() for one in (ann, rival)]
    assert [shown["mine"]["made"] for shown in told] == [None, None]
    assert [len(shown["results"]) for shown in told] == [2, 0]  # who gave up sees none


def test_event_tables_refuse_invalid_requests(server: Server, ann: Browser, bob: Browser) -> None:
    alone = str(make(ann, is_together=False).raise_for_status().json()["id"])
    assert code_of(bob.post(f"/evenings/{alone}/join")) == (409, "bad_terms")
    evening = str(make(ann).raise_for_status().json()["id"])
    assert code_of(server.program().post(f"/evenings/{evening}/join"))[0] == 401
    for one in (ann, bob):
        one.post(f"/evenings/{evening}/join").raise_for_status()
    assert code_of(seat(bob, evening, 0)) == (409, "not_host")
    assert code_of(seat(ann, evening, 0)) == (409, "seats_free")  # one table compares with none
    other = deal_of(ann, alone, 0)
    assert code_of(ann.post(f"/evenings/{evening}/deals/{other}/seats")) == (404, "not_found")
    ann.post(f"/evenings/{evening}/close").raise_for_status()
    assert code_of(bob.post(f"/evenings/{evening}/join")) == (404, "not_found")
    assert code_of(seat(ann, evening, 0)) == (404, "not_found")


def test_event_is_limited_in_players(
    ann: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.server.tables.evenings.MAX_SEATED_PLAYERS", 1)
    evening = str(make(ann).raise_for_status().json()["id"])
    ann.post(f"/evenings/{evening}/join").raise_for_status()
    assert code_of(bob.post(f"/evenings/{evening}/join")) == (409, "table_full")
