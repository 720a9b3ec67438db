"""A day at the tables in compressed time: people come, play, leave and return while the clock and
the sweeps run.

No game waits for a player who is gone, and no task stays behind.
"""

from __future__ import annotations

import asyncio
from random import Random

from live_world import Clock, Guest, begin, joined, log_of, running_tables
from tilewright.match.clock import ClockRule
from tilewright.server.storage.database import Database
from tilewright.server.tables.wiring import Tables

MINUTE = 60_000
HOURS, LONG_HOURS = 2, 24
AT_ONCE = 8
RULES = (ClockRule("game", 10 * MINUTE, 2_000), ClockRule("move", 60 * MINUTE))
"""Without a clock a game that both have left waits for them for ever."""


class Club:
    """Tables with players, and the people who are present."""

    def __init__(self, tables: Tables, seed: int) -> None:
        self.tables, self.random = tables, Random(seed)
        self.here: dict[str, list[Guest]] = {}
        self.begun: list[str] = []

    async def pass_minute(self, clock: Clock) -> None:
        clock.now += MINUTE
        await self.tables.scheduler.tick()
        await self.tables.scheduler.sweep()
        if len(self.here) < AT_ONCE:
            await self.begin()
        for table in list(self.here):
            await self.play(table)

    async def begin(self) -> None:
        players = [f"p{len(self.begun)}-{seat}" for seat in range(self.random.randint(2, 3))]
        table = await begin(self.tables, *players, clock=self.random.choice(RULES))
        self.begun.append(table)
        self.here[table] = await joined(self.tables, table, *players, None)

    async def play(self, table: str) -> None:
        """Let one of the players move, leave or return; they leave when the game is over."""
        guest = self.random.choice(self.here[table])
        await guest.listen()
        if guest.info["status"] != "running":
            self.leave(table)
        elif self.random.random() < 0.15:
            guest.leave()
            if self.random.random() < 0.6:
                guest.connect(self.tables)
                await guest.subscribe()
            else:
                self.here[table].remove(guest)
        elif guest.moves:
            number = len(guest.events)
            await guest.move(self.random.choice(guest.moves), f"{guest.name}-{number}")
        if not self.here.get(table, [guest]):
            del self.here[table]

    def leave(self, table: str) -> None:
        for guest in self.here.pop(table):
            guest.leave()


async def test_soak_of_a_day_leaves_no_waiting_player_and_no_memory(
    database: Database, is_long: bool
) -> None:
    hours = LONG_HOURS if is_long else HOURS
    clock = Clock()
    async with running_tables(database, clock) as tables:
        before = len(asyncio.all_tasks())
        club = Club(tables, 1)
        for _ in range(60 * hours):
            await club.pass_minute(clock)
            assert set(tables.hub.list_tables()) == set(club.here)
        for table in list(club.here):
            club.leave(table)
        for _ in range(60):  # the mover has lost by now
            clock.now += 60 * MINUTE
            await tables.scheduler.sweep()
        await asyncio.sleep(0)
        assert len(club.begun) > 5 * hours and not tables.hub.list_tables()
        assert len(asyncio.all_tasks()) == before, "something still goes on"
        for table in club.begun:
            await log_of(database, table)
            match = (await tables.directory.get(table)).match
            assert match.mover is None or match.seats[match.mover].is_bot, table
