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
from tilewright.match import Match, game_commands, timeouts
from tilewright.match.clock import ClockRule
from tilewright.server.storage import ops
from tilewright.server.storage.database import Database, open_database
from tilewright.server.tables import game_time
from tilewright.server.tables.game_time import MonotonicClock, start_clock
from tilewright.server.tables.wiring import Tables

TIME = 20_000
RULE = ClockRule("game", TIME)


def kinds(log: list[dict[str, Any]]) -> list[str]:
    return [event["kind"] for event in log]


async def test_clock_stands_still_during_an_outage(database: Database) -> None:
    clock = Clock()
    async with running_tables(database, clock, beats=True) as tables:
        table = await begin(tables, "anna", "ben", clock=RULE)
        clock.now += 3_000
        await tables.time.write_heartbeat()
    clock.now += 22_000
    async with running_tables(database, clock, beats=True) as tables:
        await tables.scheduler.sweep()
        assert kinds(await log_of(database, table))[-1] == "held"
        (anna,) = await joined(tables, table, "anna")
        assert anna.info["chairs"][0]["left"] == TIME - 3_000
        assert anna.info["held_until"] == clock.now + timeouts.CLOCK_GRACE_MS
        await pass_time(tables, clock, timeouts.CLOCK_GRACE_MS + TIME - 3_000 - 1)
        assert anna.info["status"] == "running"
        assert (await anna.move(anna.moves[0], "m1"))["type"] == "ack"
        await pass_time(tables, clock, TIME)
        assert kinds(await log_of(database, table))[-1] == "forfeited", "time goes on"


async def pass_time(tables: Tables, clock: Clock, ms: int) -> None:
    """Time passes as it does while a server is there."""
    end = clock.now + ms
    while clock.now < end:
        clock.now = min(end, clock.now + ops.OUTAGE_AFTER_MS - 1)
        await tables.time.write_heartbeat()
        await tables.scheduler.tick()


async def test_clock_accepts_a_late_move_after_an_outage(database: Database) -> None:
    """The process was stopped, or could not reach its database, and hears of a move first."""
    clock = Clock()
    async with running_tables(database, clock, beats=True) as tables:
        table = await begin(tables, "anna", "ben", clock=RULE)
        (anna,) = await joined(tables, table, "anna")
        clock.now += 60_000
        assert (await anna.move(anna.moves[0], "m1"))["type"] == "ack"
        assert kinds(await log_of(database, table))[-2:] == ["held", "moved"]


async def test_clock_does_not_charge_an_outage(database: Database) -> None:
    """A process that was frozen for 7 seconds, with time left, hears of a move before it looks at
    the clock. It charged the player for all of it."""
    clock = Clock()
    async with running_tables(database, clock, beats=True) as tables:
        table = await begin(tables, "anna", "ben", clock=RULE)
        (anna,) = await joined(tables, table, "anna")
        clock.now += 7_000
        assert (await anna.move(anna.moves[0], "m1"))["type"] == "ack"
        assert kinds(await log_of(database, table))[-2:] == ["held", "moved"]
        assert anna.info["chairs"][0]["left"] == TIME
        clock.now += ops.OUTAGE_AFTER_MS - 1
        await tables.time.write_heartbeat()
        assert kinds(await log_of(database, table))[-1] == "moved", "time goes on"


async def test_clock_over_days_survives_restarts_while_not_loaded(database: Database) -> None:
    """The table was not loaded between two restarts: both outages are made up for."""
    day = 24 * 3600 * 1000
    clock = Clock()
    async with running_tables(database, clock, beats=True) as tables:
        table = await begin(tables, "anna", "ben", clock=ClockRule("move", 2 * day))
    for _ in range(2):
        clock.now += day
        async with running_tables(database, clock, beats=True) as tables:
            await pass_time(tables, clock, 60_000)
    async with running_tables(database, clock, beats=True) as tables:
        left = (await tables.directory.get(table)).match.clocks.remaining(0, clock.now)
        assert left == 2 * day - 2 * (60_000 - timeouts.CLOCK_GRACE_MS)
        assert kinds(await log_of(database, table))[-2:] == ["held", "held"]


async def test_clock_survives_a_jump_of_the_system_time(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall, ticks = Clock(), [100.0]
    monkeypatch.setattr(game_time, "now_ms", wall)
    game_clock = MonotonicClock(wall(), lambda: ticks[0])
    wall.now += 3_600_000
    ticks[0] += 1.5
    assert game_clock() == START + 1_500

    await sqlite_database.write(lambda tx: ops.write_heartbeat(tx, game_clock()))
    wall.now = START - 3_600_000
    later = await start_clock(sqlite_database)
    assert 0 <= later() - game_clock() < 60_000, "time never goes back"


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
        """Per seat: ms in which its clock should have run, and number of restarts meanwhile."""
        self.life = AsyncExitStack()
        self.runner.run(self.come_back())
        self.table = self.runner.run(begin(self.tables, "anna", "ben", clock=RULE))

    async def come_back(self) -> None:
        last = await self.database.read(ops.read_last_heartbeat)
        clock = MonotonicClock(max(self.wall, last), lambda: self.ticks)
        running = running_tables(self.database, clock, beats=True)  # type: ignore[arg-type]
        self.tables = await self.life.enter_async_context(running)

    def teardown(self) -> None:
        self.runner.run(self.life.aclose())
        self.stack.close()

    @property
    def match(self) -> Match:
        return self.runner.run(self.tables.directory.get(self.table)).match

    @rule(ms=st.integers(1, ops.OUTAGE_AFTER_MS - 1000))
    def wait(self, ms: int) -> None:
        if (seat := self.match.mover) is not None:
            self.awake[seat] += ms
        self.ticks += ms / 1000
        self.wall += ms
        self.runner.run(self.tables.time.write_heartbeat())
        self.runner.run(self.tables.scheduler.tick())

    @rule(ms=st.integers(-7_200_000, 7_200_000))
    def jump(self, ms: int) -> None:
        """Set the wall clock."""
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
        self.runner.run(self.tables.scheduler.sweep())

    @rule()
    def move(self) -> None:
        match = self.match
        if match.mover is not None and len(match.board.actions) < 2:
            person, text = ("anna", "ben")[match.mover], match.board.legal_moves[0]
            wish = partial(
                game_commands.move, person_id=person, text=text, number=match.number, move_id=None
            )
            self.runner.run(
                self.tables.commands.execute(self.table, lambda match, now: wish(match, now=now))
            )

    @invariant()
    def time_is_fair(self) -> None:
        """Check that a player loses on time once it is up, and not before.

        The server cannot know when exactly it stopped, so a margin is allowed.
        """
        forfeited = self.match.forfeits
        for seat, (awake, returns) in enumerate(zip(self.awake, self.returns, strict=True)):
            if seat in forfeited:
                assert awake + returns * ops.OUTAGE_AFTER_MS >= TIME
            elif self.match.mover == seat:
                assert awake - returns * timeouts.CLOCK_GRACE_MS < TIME


def test_clock_charges_no_time_of_outages_in_random_histories() -> None:
    few = settings(max_examples=12, stateful_step_count=20, deadline=None)
    run_state_machine_as_test(TimeMachine, settings=few)


def test_clock_continues_after_a_restored_backup(database: Database) -> None:
    """It does not say when a server was last there, and a second restore does not stumble over
    the first."""
    for now in (START, START + 100_000):
        write(database, lambda tx: tx.execute("DELETE FROM meta WHERE key = 'alive'"))
        found = write(database, lambda tx, now=now: ops.write_heartbeat(tx, now))  # type: ignore[misc]
        assert found == [ops.Outage(0, now)]
