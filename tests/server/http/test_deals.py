"""Deals that many play: the same for all, once for each, sealed until the day is over."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from browser import ELSEWHERE, HOME, Browser, Server, code_of
from table_play import Shown, look, move, play_out, wait_for_turn
from tilewright.dates import end_of_day
from tilewright.records.commit_reveal import Shuffle, commit
from tilewright.registry import GAMES
from tilewright.runtime.jit import runtime_of
from tilewright.server.accounts.service import Identity
from tilewright.server.storage.deals import GameScore
from tilewright.server.tables.deals import Deals, compute_par
from tilewright.server.tables.wiring import make_tables

DAY, NEXT_DAY = "2026-11-15", "2026-11-16"
SOLO = "nova-luna-solo"
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
    monkeypatch.setattr("tilewright.server.tables.deals.PAR_EFFORT", 4)
    monkeypatch.setattr("tilewright.server.tables.deals.PAR_ITERATIONS", 4)


@pytest.fixture
def clock(any_server: Server) -> Iterator[Clock]:
    """The morning of a day. Par is waited for, so that nothing is under way at the end."""
    clock = Clock()
    any_server.services.tables.time.now = clock
    yield clock
    any_server.run(par_found(any_server))


async def par_found(server: Server) -> None:
    await asyncio.gather(*server.services.deals._searches.values())


@pytest.fixture
def ann(any_server: Server, clock: Clock) -> Browser:
    return any_server.account("ann")


@pytest.fixture
def bob(any_server: Server, clock: Clock) -> Browser:
    return any_server.account("bob", address=ELSEWHERE)


def take(who: Browser, game: str = SOLO) -> Shown:
    """Return the table of a person's deal of today."""
    return who.post(f"/deals/{daily(who, game=game)['id']}/table").raise_for_status().json()


def daily(who: Browser, day: str = "", game: str = SOLO) -> Any:
    """Return the deal of a game, today's unless told."""
    shown = who.get(f"/daily/{day}" if day else "/daily").raise_for_status().json()
    return next(deal for deal in shown["deals"] if deal["game"] == game)


def finish(who: Browser) -> Shown:
    return play_out(take(who)["info"]["id"], who)


def end_day(server: Server, clock: Clock) -> None:
    clock.now = MIDNIGHT
    server.run(server.services.tables.scheduler.sweep())


# --- Playing it ---------------------------------------------------------------------------------


def test_daily_deal_shows_its_commitment_at_once(
    any_server: Server, ann: Browser, bob: Browser
) -> None:
    shown = daily(ann)
    assert (shown["id"], shown["day"], shown["seats"]) == (f"{DAY}-{SOLO}", DAY, [None])
    assert shown["results"] == [] and shown["mine"] is None and shown["par"] is None
    assert shown["shuffle"] is None
    assert daily(bob)["commitment"] == shown["commitment"] == daily(ann, DAY)["commitment"]
    assert daily(any_server.program())["commitment"] == shown["commitment"]
    assert take(bob)["info"]["commitment"] == shown["commitment"]


def test_daily_deal_is_equal_for_all_and_played_once(ann: Browser, bob: Browser) -> None:
    mine, theirs = take(ann), take(bob)
    assert mine["info"]["status"] == "running" and mine["info"]["terms"]["day"] == DAY
    assert mine["view"]["position"] == theirs["view"]["position"]
    assert mine["info"]["id"] != theirs["info"]["id"]
    assert take(ann)["info"]["id"] == mine["info"]["id"] == daily(ann)["mine"]["table"]
    assert daily(ann)["mine"]["made"] is None
    tables = ann.get("/me/tables").json()["tables"]
    assert [one["id"] for one in tables] == [mine["info"]["id"]]
    assert ann.get("/tables").json()["tables"] == []


def test_daily_deal_with_equal_moves_ends_equally(ann: Browser, bob: Browser) -> None:
    """Also beyond the wheel that is filled in the middle."""
    ends = [finish(who) for who in (ann, bob)]
    assert ends[0]["view"]["position"] == ends[1]["view"]["position"]


def test_daily_deal_results_are_listed(
    any_server: Server, clock: Clock, ann: Browser, bob: Browser
) -> None:
    score = finish(ann)["info"]["outcome"]["scores"][0]
    clock.now += 1000
    finish(bob)
    shown = daily(bob)
    assert [(one["name"], one["is_me"]) for one in shown["results"]] == [
        ("ann", False),
        ("bob", True),
    ]
    assert {(one["score"], one["seat"]) for one in shown["results"]} == {(score, 0)}
    assert [one["at"] for one in shown["results"]] == [MORNING, MORNING + 1000]
    assert (shown["mine"]["made"]["score"], shown["mine"]["rank"]) == (score, 2)
    assert shown["field"] == {"count": 2, "margin": -score}
    assert [one["is_me"] for one in daily(any_server.program())["results"]] == [False, False]


def test_daily_deal_shows_guests_their_place_without_ranking_them(
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
    assert (shown["mine"]["rank"], shown["mine"]["is_ranked"]) == (2, False)
    assert daily(ann)["mine"]["is_ranked"]


@pytest.mark.parametrize("first", ["guest", "account"])
def test_daily_deal_ranks_one_player_per_address(
    any_server: Server, clock: Clock, first: str
) -> None:
    """A second account of one address was ranked, so the sealed deal could be seen before."""
    scout = any_server.guest("Gus") if first == "guest" else any_server.account("gus")
    take(scout)
    late = any_server.account("late")
    finish(late)
    assert daily(late)["results"] == [] and not daily(late)["mine"]["is_ranked"]
    elsewhere = any_server.account("other", address=ELSEWHERE)
    finish(elsewhere)
    assert [one["name"] for one in daily(elsewhere)["results"]] == ["other"]
    assert daily(elsewhere)["mine"]["is_ranked"]


def test_daily_deal_stores_addresses_hashed_until_the_next_deal(
    any_server: Server, clock: Clock, ann: Browser
) -> None:
    """They were noted in memory: after a restart a second player of an address was ranked."""

    def addresses() -> list[str]:
        sql = "SELECT address FROM deal_plays WHERE address IS NOT NULL"
        rows = any_server.run(any_server.services.database.read(lambda tx: tx.rows(sql)))
        return [row[0] for row in rows]

    take(ann)
    take(ann, "polyssimo")
    assert len({*addresses()}) == 2  # of each deal another one
    assert not any(HOME in found for found in addresses())
    clock.now = MIDNIGHT
    daily(ann)
    assert addresses() == []


def test_daily_deal_resigned_has_no_result(ann: Browser) -> None:
    table = take(ann)["info"]["id"]
    ann.post(f"/tables/{table}/resign").raise_for_status()
    shown = daily(ann)
    assert shown["results"] == [] and shown["mine"]["made"] is None
    assert take(ann)["info"]["id"] == table


def test_daily_deal_finished_after_the_day_has_no_result(clock: Clock, ann: Browser) -> None:
    table = take(ann)["info"]["id"]
    clock.now = MIDNIGHT
    play_out(table, ann)
    assert daily(ann, DAY)["results"] == [] and daily(ann, DAY)["mine"]["made"] is None


def test_daily_deal_refuses_help(ann: Browser) -> None:
    table = take(ann)["info"]["id"]
    move(ann, table).raise_for_status()
    assert code_of(ann.post(f"/tables/{table}/ask", json={"what": "undo"})) == (409, "no_undo")
    assert code_of(ann.get(f"/tables/{table}/state")) == (409, "no_hints")


def test_daily_deal_rematch_is_an_ordinary_game(ann: Browser) -> None:
    table = finish(ann)["info"]["id"]
    following = ann.post(f"/tables/{table}/rematch").raise_for_status().json()["info"]
    assert following["terms"]["day"] is None
    assert following["commitment"] != daily(ann)["commitment"]


def test_daily_deal_differs_by_day(clock: Clock, ann: Browser) -> None:
    first, table = daily(ann), take(ann)["info"]["id"]
    clock.now = MIDNIGHT
    assert daily(ann)["day"] == NEXT_DAY and daily(ann)["mine"] is None
    assert daily(ann)["commitment"] != first["commitment"]
    assert take(ann)["info"]["id"] != table
    assert daily(ann, DAY)["mine"]["table"] == table


def test_daily_deal_links_to_the_neighbouring_days(clock: Clock, ann: Browser) -> None:
    """Past days on which no one was asked for it."""
    ann.get("/daily").raise_for_status()
    clock.now += 3 * 24 * 3600 * 1000
    ann.get("/daily").raise_for_status()
    beside = [
        (shown["earlier"], shown["later"])
        for shown in (ann.get(path).json() for path in ("/daily", f"/daily/{DAY}"))
    ]
    assert beside == [(DAY, None), (None, "2026-11-18")]


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
def test_daily_deal_of_a_day_without_one_is_not_found(
    ann: Browser, day: str, refusal: tuple[int, str]
) -> None:
    assert code_of(ann.get(f"/daily/{day}")) == refusal


def test_daily_deal_without_a_session_is_read_only(any_server: Server, clock: Clock) -> None:
    deal = daily(any_server.program())["id"]
    assert code_of(any_server.program().post(f"/deals/{deal}/table")) == (401, "not_signed_in")


# --- Against a bot ------------------------------------------------------------------------------


def follow(who: Browser, game: str, line: list[str], plies: int = 1000) -> str:
    """Play a person's deal as a line has it, for so many of its plies, then other moves. The name
    of the table."""
    shown = take(who, game)
    table, server = shown["info"]["id"], who.server
    while True:
        server.run(wait_for_turn(server, table))
        shown = look(who, table)
        if shown["info"]["status"] == "over":
            return str(table)
        ply = shown["info"]["ply"]
        others = [one for one in shown["view"]["moves"] if one not in line[ply : ply + 1]]
        text = line[ply] if ply < plies else (others or shown["view"]["moves"])[-1]
        move(who, table, text).raise_for_status()


def par_of(server: Server, game: str) -> GameScore:
    """Return what our program makes of today's deal."""
    deals = server.run(server.services.deals.list_by_day(DAY))
    par = compute_par(next(deal for deal in deals if deal.game == game), threading.Event())
    assert par is not None
    return par


@pytest.fixture
def today(server: Server) -> Iterator[Server]:
    """A server on the morning of a day."""
    server.services.tables.time.now = Clock()
    yield server
    server.run(par_found(server))


@pytest.mark.parametrize("game", ["my-shelfie", "nova-luna", "polyssimo"])
def test_daily_deal_with_equal_moves_draws_equal_chance_and_replies(
    today: Server, game: str
) -> None:
    """Par was found without a table. Its moves, played by a person at theirs, lead to the very
    same game: cards, draws and the bot's answers."""
    ann, par = today.account("ann"), par_of(today, game)
    table = follow(ann, game, par.line.split("\n"))
    today.run(par_found(today))
    shown, outcome = daily(ann, game=game), look(ann, table)["info"]["outcome"]
    seat = shown["seats"].index(None)
    assert shown["seats"][1 - seat] == "level-5" and len(shown["seats"]) == 2
    made: dict[str, int | None] = {"place": par.place, "score": par.score, "margin": par.margin}
    made |= {"above": 0, "parted": None}
    assert shown["mine"]["made"] == shown["par"] == made
    assert (par.place, par.score) == (outcome["places"][seat], outcome["scores"][seat])
    gap = outcome["scores"][seat] - outcome["scores"][1 - seat]
    assert par.margin == (-gap if GAMES[game].lower_is_better else gap)


def test_daily_deal_results_name_the_ply_where_moves_differ(today: Server) -> None:
    ann, bob = today.account("ann"), today.account("bob", address=ELSEWHERE)
    line = par_of(today, "toy").line.split("\n")
    first = daily(ann, game="toy")["seats"].index(None)
    follow(ann, "toy", line)
    table = follow(bob, "toy", line, plies=first + 2)
    moves = today.run(today.services.tables.directory.get(table)).match.board.moves
    # Once in many deals there is nothing else to play there.
    there = next((ply for ply, move in enumerate(moves) if move != line[ply]), None)
    assert there is None or there >= first + 2
    parted = [
        {one["name"]: one["parted"] for one in daily(who, game="toy")["results"]}
        for who in (ann, bob)
    ]
    assert parted == [{"ann": None, "bob": there}, {"ann": there, "bob": None}]
    strangers = daily(today.program(), game="toy")
    assert [one["parted"] for one in strangers["results"]] == [None, None]
    margins = [one["margin"] for one in strangers["results"]]
    assert strangers["field"] == {"count": 2, "margin": sum(margins) / 2}


def test_daily_deal_of_a_past_day_cannot_be_started(clock: Clock, ann: Browser) -> None:
    deal = daily(ann)["id"]
    clock.now = MIDNIGHT
    assert code_of(ann.post(f"/deals/{deal}/table")) == (404, "not_found")
    assert ann.get(f"/deals/{deal}").json()["shuffle"] is not None
    assert code_of(ann.get("/deals/none")) == (404, "not_found")


def test_daily_deal_before_bots_are_compiled_is_refused(
    today: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then they play otherwise: the same moves would get other answers."""
    monkeypatch.setattr("tilewright.server.tables.deals.COMPILE_TIMEOUT_SECONDS", 0.01)
    ann, engine = today.account("ann"), runtime_of(GAMES["toy"])
    deal = daily(ann, game="toy")["id"]
    engine.suspend()
    try:
        assert code_of(ann.post(f"/deals/{deal}/table")) == (503, "busy")
    finally:
        engine.resume()
    take(ann, "toy")


# --- The seal -----------------------------------------------------------------------------------


def test_daily_deal_is_sealed_until_the_day_is_over(
    any_server: Server, clock: Clock, ann: Browser
) -> None:
    """Not even to those who have finished it: they could tell others, or be others."""
    shown = finish(ann)
    table = shown["info"]["id"]
    assert shown["info"]["outcome"] is not None and "shuffle" not in shown["info"]
    assert "viewer: seat-0" in shown["view"]["position"]
    for path in ("record", "states"):
        assert code_of(ann.get(f"/tables/{table}/{path}")) == (403, "hidden")
    start = {"table": table, "ply": 0, "seat": 0}
    on = {"game": "nova-luna-solo", "players": 1, "start": start}
    assert code_of(ann.post("/tables", json=on)) == (403, "hidden")
    plies = [ann.get(f"/tables/{table}/plies/{ply}").json() for ply in (0, shown["info"]["ply"])]
    assert all(one["seat"] == 0 and "rng: ?" in one["position"] for one in plies)
    everything = str([shown, plies, daily(ann), ann.get(f"/tables/{table}/events").json()])
    shuffle = secret_of(any_server, table)
    assert shuffle.secret.hex() not in everything and str(shuffle.seed) not in everything


def secret_of(server: Server, table: str) -> Shuffle:
    return server.run(server.services.tables.directory.get(table)).match.shuffle


def test_daily_deal_is_revealed_after_the_day(
    any_server: Server, clock: Clock, ann: Browser
) -> None:
    table, promised = finish(ann)["info"]["id"], daily(ann)["commitment"]
    clock.now = MIDNIGHT - 1
    any_server.run(any_server.services.tables.scheduler.sweep())
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
    assert len(ann.get(f"/tables/{table}/states").json()["states"]) > 10


def test_daily_deal_table_outside_the_cache_is_revealed_when_the_day_ends(
    any_server: Server, clock: Clock, ann: Browser
) -> None:
    """Its row says when, so a server that was restarted finds it."""
    table = finish(ann)["info"]["id"]
    tables = any_server.services.tables
    tables.cache._tables.clear()
    end_day(any_server, clock)
    assert any_server.run(tables.directory.get(table)).match.is_revealed


# --- Par ----------------------------------------------------------------------------------------


def test_par_is_computed_in_the_background_and_stored(any_server: Server, ann: Browser) -> None:
    take(ann)
    any_server.run(par_found(any_server))
    services = any_server.services
    assert not services.deals._searches
    found = any_server.run(services.deals.get(f"{DAY}-{SOLO}"))
    assert found.par is not None
    assert found.par == compute_par(found, threading.Event()) and daily(ann)["par"] is None
    finish(ann)
    assert daily(ann)["par"]["score"] == found.par.score
    services.deals.start_par_search(found)
    assert not services.deals._searches


def test_par_is_not_computed_for_a_reader(any_server: Server, ann: Browser) -> None:
    """To look at the deal of a day costs no seconds of a core."""
    daily(ann)
    assert not any_server.services.deals._searches


# --- At once ------------------------------------------------------------------------------------


def test_daily_deal_requested_twice_at_once_opens_one_table(
    any_server: Server, clock: Clock
) -> None:
    """Also from two processes, which agree on the secret."""
    services = any_server.services
    database, other = services.database, make_tables(services.database, clock)
    deals = [
        services.deals,
        Deals(database, other.directory, other.time, services.analysis_pool),
    ]
    ann = Identity("ann", "Ann", "guest")

    async def ask() -> list[Any]:
        days = await asyncio.gather(*(deal.list_by_day(DAY) for deal in deals * 3))
        found = next(one for one in days[0] if one.game == SOLO)
        tables = await asyncio.gather(
            *(deal.get_or_open_table(found, ann, "hers") for deal in deals * 3)
        )
        await asyncio.gather(*(search for deal in deals for search in deal._searches.values()))
        assert all(day == days[0] for day in days)
        return tables

    tables = any_server.run(ask())
    assert len({table.id for table in tables}) == 1
    assert len({table.match.commitment for table in tables}) == 1
