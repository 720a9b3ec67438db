"""Quick matches beside time, and in several processes at once."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from live_world import Clock, joined, log_of, running_tables
from tilewright.match import lobby_commands, timeouts
from tilewright.match.events import Person, Terms
from tilewright.server.accounts.service import Identity
from tilewright.server.ratelimit.quotas import Caller, Quotas
from tilewright.server.storage.database import Database
from tilewright.server.tables.cache import LiveTable
from tilewright.server.tables.matchmaking import HOST_ARRIVAL_MS, Matchmaker, quick_terms
from tilewright.server.tables.wiring import Tables
from tilewright.settings import Settings

TERMS = quick_terms("toy", 2, is_rated=False)


async def look_for_a_game(tables: Tables, name: str) -> LiveTable:
    person = Identity(name, name.title(), "guest")
    opening = Quotas.from_settings(Settings()).tables
    return await Matchmaker(tables, opening, person, Caller.of(name, name)).find_table(TERMS)


async def pass_time(tables: Tables, clock: Clock, ms: int) -> None:
    clock.now += ms
    await tables.scheduler.tick()
    await tables.scheduler.sweep()


async def test_matchmaking_drops_a_table_without_its_host(database: Database) -> None:
    clock = Clock()
    async with running_tables(database, clock) as tables:
        table = await look_for_a_game(tables, "anna")
        (anna,) = await joined(tables, table.id, "anna")
        await pass_time(tables, clock, timeouts.QUICK_AWAY_MS)
        await pass_time(tables, clock, 3600_000)
        assert table.match.status == "open", "she may wait as long as she likes"
        anna.leave()
        await pass_time(tables, clock, timeouts.QUICK_AWAY_MS - 1)
        assert table.match.status == "open", "she may be back at once"
        await pass_time(tables, clock, 1)
        assert (await log_of(database, table.id))[-1]["kind"] == "closed"


async def test_matchmaking_ignores_a_person_who_left(database: Database) -> None:
    """A second player joined a host who had gone, as the table was seconds old."""
    clock = Clock()
    async with running_tables(database, clock) as tables:
        left = await look_for_a_game(tables, "anna")
        (anna,) = await joined(tables, left.id, "anna")
        clock.now += 2_000
        anna.leave()
        found = await look_for_a_game(tables, "ben")
        assert (found.id != left.id, found.match.status) == (True, "open")


async def test_matchmaking_gives_the_host_5_seconds(database: Database) -> None:
    for late, is_joined in ((HOST_ARRIVAL_MS - 1, True), (HOST_ARRIVAL_MS, False)):
        clock = Clock()
        async with running_tables(database, clock) as tables:
            waiting = await look_for_a_game(tables, f"anna {late}")
            clock.now += late
            found = await look_for_a_game(tables, f"ben {late}")
            assert (found.id == waiting.id) is is_joined
            await pass_time(tables, clock, timeouts.QUICK_AWAY_MS)


async def test_quick_match_leaves_other_open_tables_alone(database: Database) -> None:
    async with running_tables(database) as tables:
        sit = [lambda match, now: lobby_commands.sit(match, Person("anna", "Anna"), now)]
        terms = Terms(game="toy", players=2)
        own = await tables.directory.open(terms, "anna", listed=True, commands=sit)
        quick = await look_for_a_game(tables, "anna")
        assert own.id != quick.id
        assert [table.match.status for table in (own, quick)] == ["open", "open"]


async def test_quick_match_of_a_person_who_never_came_is_closed(database: Database) -> None:
    """The tab was closed before its socket was open, or the server went away meanwhile."""
    clock = Clock()
    async with running_tables(database, clock) as tables:
        never = await look_for_a_game(tables, "anna")
        await pass_time(tables, clock, timeouts.QUICK_AWAY_MS)
        assert (await log_of(database, never.id))[-1]["kind"] == "closed"
        left = await look_for_a_game(tables, "ben")
    async with running_tables(database, clock) as tables:
        await pass_time(tables, clock, timeouts.QUICK_AWAY_MS)  # it is loaded
        await pass_time(tables, clock, timeouts.QUICK_AWAY_MS)
        assert (await log_of(database, left.id))[-1]["kind"] == "closed"


async def test_matchmaking_pairs_simultaneous_requests(database: Database) -> None:
    names = [f"guest-{number}" for number in range(6)]
    async with AsyncExitStack() as stack:
        count = 2 if database.is_shared else 1
        processes = [
            await stack.enter_async_context(running_tables(database)) for _ in range(count)
        ]
        found = await asyncio.gather(
            *(look_for_a_game(processes[n % count], name) for n, name in enumerate(names))
        )
        for table in found:
            log = await log_of(database, table.id)
            assert [event["kind"] for event in log] == ["opened", "sat", "sat", "started"]
        assert len({table.id for table in found}) == len(names) // 2


async def test_matchmaking_seats_two_devices_of_a_person_once(database: Database) -> None:
    async with running_tables(database) as tables:
        found = await asyncio.gather(*(look_for_a_game(tables, "anna") for _ in range(4)))
        assert len({table.id for table in found}) == 1
