"""The daily deal: one for everybody, once for each, sealed until the day is over."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from browser import Browser, Server, code_of
from table_play import Shown, look, move, play_out
from tilewright.days import end_of_day
from tilewright.server.audience.hub import Hub
from tilewright.server.people.service import Identity
from tilewright.server.tables.daily import DailyDeals, _solve
from tilewright.server.tables.service import Tables
from tilewright.shuffle import Shuffle, commit

DAY, NEXT_DAY = "2026-11-15", "2026-11-16"
MORNING = end_of_day("2026-11-14") + 8 * 3600 * 1000
MIDNIGHT = end_of_day(DAY)


class Clock:
    """Time that passes only when told to."""

    def __init__(self) -> None:
        self.now = MORNING

    def __call__(self) -> int:
        return self.now


@pytest.fixture(autouse=True)
def _brief_par(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.server.tables.daily.PAR_EFFORT", 4)


@pytest.fixture
def clock(any_server: Server) -> Iterator[Clock]:
    """The morning of a day. Par is waited for, so that nothing is under way at the end."""
    clock = Clock()
    any_server.services.tables.clock = clock
    yield clock
    any_server.run(par_found(any_server))


async def par_found(server: Server) -> None:
    await asyncio.gather(*server.services.daily._searches.values())


@pytest.fixture
def ann(any_server: Server, clock: Clock) -> Browser:
    return any_server.account("ann")


@pytest.fixture
def bob(any_server: Server, clock: Clock) -> Browser:
    return any_server.account("bob")


def take(who: Browser) -> Shown:
    """Somebody's table of today's deal."""
    return who.post("/daily").raise_for_status().json()


def daily(who: Browser, day: str = "") -> Any:
    return who.get(f"/daily/{day}" if day else "/daily").raise_for_status().json()


def finish(who: Browser) -> Shown:
    return play_out(take(who)["info"]["id"], who)


def end_day(server: Server, clock: Clock) -> None:
    clock.now = MIDNIGHT
    server.run(server.services.tables.sweep())


# --- Playing it ---------------------------------------------------------------------------------


def test_the_deal_is_committed_to_at_once(any_server: Server, ann: Browser, bob: Browser) -> None:
    shown = daily(ann)
    assert (shown["date"], shown["game"]) == (DAY, "nova-luna-solo")
    assert shown["results"] == [] and shown["mine"] is None and shown["par"] is None
    assert shown["shuffle"] is None
    assert daily(bob)["commitment"] == shown["commitment"] == daily(ann, DAY)["commitment"]
    assert daily(any_server.program())["commitment"] == shown["commitment"]
    assert take(bob)["info"]["commitment"] == shown["commitment"]


def test_everybody_has_the_same_deal_once(ann: Browser, bob: Browser) -> None:
    mine, theirs = take(ann), take(bob)
    assert mine["info"]["status"] == "running" and mine["info"]["terms"]["day"] == DAY
    assert mine["view"]["position"] == theirs["view"]["position"]
    assert mine["info"]["id"] != theirs["info"]["id"]
    assert take(ann)["info"]["id"] == mine["info"]["id"] == daily(ann)["mine"]["table"]
    assert daily(ann)["mine"]["score"] is None
    tables = ann.get("/me/tables").json()["tables"]
    assert [one["id"] for one in tables] == [mine["info"]["id"]]
    assert ann.get("/tables").json()["tables"] == []


def test_the_same_moves_lead_to_the_same_end(ann: Browser, bob: Browser) -> None:
    """Also beyond the wheel that is filled in the middle."""
    ends = [finish(who) for who in (ann, bob)]
    assert ends[0]["view"]["position"] == ends[1]["view"]["position"]


def test_results_are_told(any_server: Server, clock: Clock, ann: Browser, bob: Browser) -> None:
    score = finish(ann)["info"]["outcome"]["scores"][0]
    clock.now += 1000
    finish(bob)
    shown = daily(bob)
    assert [(one["name"], one["is_me"]) for one in shown["results"]] == [
        ("ann", False),
        ("bob", True),
    ]
    assert {one["score"] for one in shown["results"]} == {score}
    assert [one["at"] for one in shown["results"]] == [MORNING, MORNING + 1000]
    assert (shown["mine"]["score"], shown["mine"]["place"]) == (score, 2)
    assert [one["is_me"] for one in daily(any_server.program())["results"]] == [False, False]


def test_guests_see_their_place_and_take_none(
    any_server: Server, ann: Browser, clock: Clock
) -> None:
    """A guest could be as many guests as they liked, see the deal, and lead the list."""
    finish(ann)
    guest = any_server.browser("203.0.113.5")
    guest.post("/people/guests", json={"name": "Gus"}).raise_for_status()
    clock.now += 1_000  # of equals the first comes first
    finish(guest)
    shown = daily(guest)
    assert [one["name"] for one in shown["results"]] == ["ann"]
    assert (shown["mine"]["place"], shown["mine"]["is_ranked"]) == (2, False)
    assert daily(ann)["mine"]["is_ranked"]


def test_who_has_scouted_as_a_guest_is_not_ranked(any_server: Server, clock: Clock) -> None:
    """The sealed deal can be seen before it is played for the list, but not from one address."""
    take(any_server.guest("Gus"))
    late = any_server.account("late")
    finish(late)
    assert daily(late)["results"] == [] and not daily(late)["mine"]["is_ranked"]


def test_a_game_given_up_has_no_result(ann: Browser) -> None:
    table = take(ann)["info"]["id"]
    ann.post(f"/tables/{table}/resign").raise_for_status()
    shown = daily(ann)
    assert shown["results"] == [] and shown["mine"]["score"] is None
    assert take(ann)["info"]["id"] == table


def test_a_game_that_ends_after_the_day_has_none_either(clock: Clock, ann: Browser) -> None:
    table = take(ann)["info"]["id"]
    clock.now = MIDNIGHT
    play_out(table, ann)
    assert daily(ann, DAY)["results"] == [] and daily(ann, DAY)["mine"]["score"] is None


def test_it_is_played_without_help(ann: Browser) -> None:
    table = take(ann)["info"]["id"]
    move(ann, table).raise_for_status()
    assert code_of(ann.post(f"/tables/{table}/ask", json={"what": "undo"})) == (409, "no_undo")
    assert code_of(ann.post(f"/tables/{table}/hint", json={})) == (409, "no_hints")


def test_the_next_game_is_no_daily_deal(ann: Browser) -> None:
    table = finish(ann)["info"]["id"]
    following = ann.post(f"/tables/{table}/rematch").raise_for_status().json()["info"]
    assert following["terms"]["day"] is None
    assert following["commitment"] != daily(ann)["commitment"]


def test_every_day_has_its_own(clock: Clock, ann: Browser) -> None:
    first, table = daily(ann), take(ann)["info"]["id"]
    clock.now = MIDNIGHT
    assert daily(ann)["date"] == NEXT_DAY and daily(ann)["mine"] is None
    assert daily(ann)["commitment"] != first["commitment"]
    assert take(ann)["info"]["id"] != table
    assert daily(ann, DAY)["mine"]["table"] == table


@pytest.mark.parametrize(
    "day, refusal",
    [
        ("2026-11-14", (404, "not_found")),
        (NEXT_DAY, (404, "not_found")),
        ("2026-02-30", (404, "not_found")),
        ("0000-00-00", (404, "not_found")),
        ("9999-12-31", (404, "not_found")),
        ("today", (422, "invalid_request")),
        ("2026-11-15x", (422, "invalid_request")),
    ],
)
def test_days_without_a_deal(ann: Browser, day: str, refusal: tuple[int, str]) -> None:
    assert code_of(ann.get(f"/daily/{day}")) == refusal


def test_strangers_only_look(any_server: Server, clock: Clock) -> None:
    assert code_of(any_server.program().post("/daily")) == (401, "not_signed_in")


# --- The seal -----------------------------------------------------------------------------------


def test_nothing_of_the_deal_is_shown_before_the_day_is_over(
    any_server: Server, clock: Clock, ann: Browser
) -> None:
    """Not even to those who have finished it: they could tell others, or be others."""
    shown = finish(ann)
    table = shown["info"]["id"]
    assert shown["info"]["outcome"] is not None and "shuffle" not in shown["info"]
    assert "viewer: seat-0" in shown["view"]["position"]
    for path in ("record", "chances"):
        assert code_of(ann.get(f"/tables/{table}/{path}")) == (403, "hidden")
    assert code_of(ann.post("/analysis", json={"table": table, "ply": 0})) == (403, "hidden")
    start = {"table": table, "ply": 0, "seat": 0}
    on = {"game": "nova-luna-solo", "players": 1, "start": start}
    assert code_of(ann.post("/tables", json=on)) == (403, "hidden")
    plies = [ann.get(f"/tables/{table}/plies/{ply}").json() for ply in (0, shown["info"]["ply"])]
    assert all(one["seat"] == 0 and "rng: ?" in one["position"] for one in plies)
    everything = str([shown, plies, daily(ann), ann.get(f"/tables/{table}/events").json()])
    shuffle = secret_of(any_server, table)
    assert shuffle.secret.hex() not in everything and str(shuffle.seed) not in everything


def secret_of(server: Server, table: str) -> Shuffle:
    return server.run(server.services.tables.find(table)).match.shuffle


def test_afterwards_everything_is(any_server: Server, clock: Clock, ann: Browser) -> None:
    table, promised = finish(ann)["info"]["id"], daily(ann)["commitment"]
    clock.now = MIDNIGHT - 1
    any_server.run(any_server.services.tables.sweep())
    assert code_of(ann.get(f"/tables/{table}/record")) == (403, "hidden")
    end_day(any_server, clock)
    shuffle = secret_of(any_server, table)
    shown = daily(ann, DAY)
    assert shown["shuffle"] == {"secret": shuffle.secret.hex(), "seed": str(shuffle.seed)}
    assert commit(bytes.fromhex(shown["shuffle"]["secret"])) == promised
    assert look(ann, table)["info"]["shuffle"]["seed"] == str(shuffle.seed)
    assert "?" not in ann.get(f"/tables/{table}/plies/0").json()["position"]
    record = ann.get(f"/tables/{table}/record").raise_for_status().text
    verdict = ann.post("/verify", json={"record": record, "commitment": promised}).json()
    assert verdict["holds"]
    assert len(ann.get(f"/tables/{table}/chances").text.splitlines()) > 10


def test_a_table_nobody_looks_at_is_opened_too(
    any_server: Server, clock: Clock, ann: Browser
) -> None:
    """Its row says when, so a server that was restarted finds it."""
    table = finish(ann)["info"]["id"]
    tables = any_server.services.tables
    tables._memory._tables.clear()
    end_day(any_server, clock)
    assert any_server.run(tables.find(table)).match.is_revealed


# --- Par ----------------------------------------------------------------------------------------


def test_par_is_found_in_the_background_and_kept(any_server: Server, ann: Browser) -> None:
    take(ann)
    any_server.run(par_found(any_server))
    services = any_server.services
    assert not services.daily._searches
    found = any_server.run(services.daily.find(DAY))
    assert daily(ann)["par"] == found.par == _solve(found, threading.Event())
    services.daily.find_par(found)
    assert not services.daily._searches


def test_par_waits_until_somebody_plays(any_server: Server, ann: Browser) -> None:
    """To look at the deal of a day costs nobody seconds of a core."""
    daily(ann)
    assert not any_server.services.daily._searches


# --- At once ------------------------------------------------------------------------------------


def test_whoever_asks_twice_at_once_gets_one_table(any_server: Server, clock: Clock) -> None:
    """Also from two processes, which agree on the secret."""
    services = any_server.services
    other = Tables(services.database, Hub(), "other", clock)
    deals = [services.daily, DailyDeals(other, services.analysts)]
    ann = Identity("ann", "Ann", "guest")

    async def ask() -> list[Any]:
        tables = await asyncio.gather(*(deal.play(ann, "hers") for deal in deals * 3))
        await asyncio.gather(*(search for deal in deals for search in deal._searches.values()))
        return tables

    tables = any_server.run(ask())
    assert len({table.id for table in tables}) == 1
    assert len({table.match.commitment for table in tables}) == 1
