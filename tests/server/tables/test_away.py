"""Time is fair: a server that is away stops all clocks, a wall clock that jumps changes nothing.

A server that was down for 22 seconds cost a game of 20 seconds within a second and a half of its
return; a wall clock put forward by an hour cost five games of five; one put back stopped all time.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from live_world import START, Clock, begin, joined, log_of, running_tables
from server.storage.samples import write
from tilewright.clock import ClockRule
from tilewright.match import Match, playing, timing
from tilewright.server.storage import outages
from tilewright.server.storage.database import Database, open_database
from tilewright.server.tables import game_time
from tilewright.server.tables.game_time import GameTime, begin_time
from tilewright.server.tables.service import Tables

TIME = 20_000
RULE = ClockRule("game", TIME)


def kinds(log: list[dict[str, Any]]) -> list[str]:
    return [event["kind"] for event in log]


def test_who_waits_for_a_server_loses_no_time(database: Database) -> None:
    async def story() -> None:
        clock = Clock()
        async with running_tables(database, clock, beats=True) as tables:
            table = await begin(tables, "anna", "ben", clock=RULE)
            clock.now += 3_000
            await tables.beat()
        clock.now += 22_000
        async with running_tables(database, clock, beats=True) as tables:
            await tables.sweep()
            assert kinds(await log_of(database, table))[-1] == "held"
            (anna,) = await joined(tables, table, "anna")
            assert anna.info["chairs"][0]["left"] == TIME - 3_000
            assert anna.info["held_until"] == clock.now + timing.GRACE
            await pass_time(tables, clock, timing.GRACE + TIME - 3_000 - 1)
            assert anna.info["status"] == "running"
            assert (await anna.move(anna.moves[0], "m1"))["type"] == "ack"
            await pass_time(tables, clock, TIME)
            assert kinds(await log_of(database, table))[-1] == "forfeited", "time goes on"

    asyncio.run(story())


async def pass_time(tables: Tables, clock: Clock, ms: int) -> None:
    """Time passes as it does while a server is there."""
    end = clock.now + ms
    while clock.now < end:
        clock.now = min(end, clock.now + outages.AWAY - 1)
        await tables.beat()
        await tables.tick()


def test_a_late_move_after_a_standstill_is_in_time(database: Database) -> None:
    """The process was stopped, or could not reach its database, and hears of a move first."""

    async def story() -> None:
        clock = Clock()
        async with running_tables(database, clock, beats=True) as tables:
            table = await begin(tables, "anna", "ben", clock=RULE)
            (anna,) = await joined(tables, table, "anna")
            clock.now += 60_000
            assert (await anna.move(anna.moves[0], "m1"))["type"] == "ack"
            assert kinds(await log_of(database, table))[-2:] == ["held", "moved"]

    asyncio.run(story())


def test_a_clock_over_days_survives_restarts_that_nobody_saw(database: Database) -> None:
    """Nobody looked at the table between two restarts: both are made up for."""
    day = 24 * 3600 * 1000

    async def story() -> None:
        clock = Clock()
        async with running_tables(database, clock, beats=True) as tables:
            table = await begin(tables, "anna", "ben", clock=ClockRule("move", 2 * day))
        for _ in range(2):
            clock.now += day
            async with running_tables(database, clock, beats=True) as tables:
                await pass_time(tables, clock, 60_000)
        async with running_tables(database, clock, beats=True) as tables:
            left = (await tables.find(table)).match.clocks.remaining(0, clock.now)
            assert left == 2 * day - 2 * (60_000 - timing.GRACE)
            assert kinds(await log_of(database, table))[-2:] == ["held", "held"]

    asyncio.run(story())


def test_the_wall_clock_may_jump(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall, ticks = Clock(), [100.0]
    monkeypatch.setattr(game_time, "now_ms", wall)
    game_clock = GameTime(wall(), lambda: ticks[0])
    wall.now += 3_600_000
    ticks[0] += 1.5
    assert game_clock() == START + 1_500

    async def later() -> int:
        await sqlite_database.write(lambda tx: outages.beat(tx, game_clock()))
        wall.now = START - 3_600_000
        return (await begin_time(sqlite_database))()

    assert 0 <= asyncio.run(later()) - game_clock() < 60_000, "time never goes back"


# --- Any order of moves, waits, jumps and restarts ------------------------------------------------


class TimeMachine(RuleBasedStateMachine):
    """One game of two, against a model that counts only time in which a move could be made."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        folder = self.stack.enter_context(TemporaryDirectory())
        self.runner = self.stack.enter_context(asyncio.Runner())
        self.database = open_database(Path(folder) / "tilewright.sqlite3")
        self.stack.callback(self.database.close)
        self.ticks, self.wall = 1000.0, START
        self.awake, self.returns = [0, 0], [0, 0]
        """Of each seat: ms in which its time should have run, and how often the server came back
        meanwhile."""
        self.life = AsyncExitStack()
        self.runner.run(self.come_back())
        self.table = self.runner.run(begin(self.tables, "anna", "ben", clock=RULE))

    async def come_back(self) -> None:
        last = await self.database.read(outages.last_beat)
        clock = GameTime(max(self.wall, last), lambda: self.ticks)
        running = running_tables(self.database, clock, beats=True)  # type: ignore[arg-type]
        self.tables = await self.life.enter_async_context(running)

    def teardown(self) -> None:
        self.runner.run(self.life.aclose())
        self.stack.close()

    @property
    def match(self) -> Match:
        return self.runner.run(self.tables.find(self.table)).match

    @rule(ms=st.integers(1, outages.AWAY - 1000))
    def wait(self, ms: int) -> None:
        if (seat := self.match.mover) is not None:
            self.awake[seat] += ms
        self.ticks += ms / 1000
        self.wall += ms
        self.runner.run(self.tables.beat())
        self.runner.run(self.tables.tick())

    @rule(ms=st.integers(-7_200_000, 7_200_000))
    def jump(self, ms: int) -> None:
        """Somebody sets the wall clock."""
        self.wall += ms

    @rule(ms=st.integers(0, 100_000))
    def restart(self, ms: int) -> None:
        self.runner.run(self.life.aclose())
        if (seat := self.match.mover) is not None:
            self.returns[seat] += 1
        self.ticks += ms / 1000
        self.wall += ms
        self.life = AsyncExitStack()
        self.runner.run(self.come_back())
        self.runner.run(self.tables.sweep())

    @rule()
    def move(self) -> None:
        match = self.match
        if match.mover is not None and len(match.board.actions) < 2:
            person, text = ("anna", "ben")[match.mover], match.board.legal_moves[0]
            wish = partial(
                playing.move, person=person, text=text, number=match.number, move_id=None
            )
            self.runner.run(self.tables.do(self.table, lambda match, now: wish(match, now=now)))

    @invariant()
    def time_is_fair(self) -> None:
        """Nobody loses before their time is up, and everybody does once it is, give or take what
        the server cannot know: when exactly it went."""
        forfeited = self.match.forfeits
        for seat, (awake, returns) in enumerate(zip(self.awake, self.returns, strict=True)):
            if seat in forfeited:
                assert awake + returns * outages.AWAY >= TIME
            elif self.match.mover == seat:
                assert awake - returns * timing.GRACE < TIME


def test_time_is_fair_whatever_happens() -> None:
    few = settings(max_examples=12, stateful_step_count=20, deadline=None)
    run_state_machine_as_test(TimeMachine, settings=few)


def test_a_restored_backup_begins_anew(database: Database) -> None:
    """It does not say when a server was last there, and a second restore does not stumble over
    the first."""
    for now in (START, START + 100_000):
        write(database, lambda tx: tx.execute("DELETE FROM meta WHERE key = 'alive'"))
        found = write(database, lambda tx, now=now: outages.beat(tx, now))  # type: ignore[misc]
        assert found == [outages.Outage(0, now)]
