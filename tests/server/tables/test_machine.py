"""Random commands, restarts and delays at one table: acknowledged moves are in the log once, and
all clients agree.

On PostgreSQL two processes share the table, and clients use both.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack, ExitStack
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from live_world import Clock, Guest, begin, joined, log_of, running_tables, settle
from tilewright.server.storage.database import Database, open_database
from tilewright.server.tables.wiring import Tables

pytestmark = pytest.mark.slow

WHO = st.integers(0, 4)
CHOICE = st.integers(0, 1000)
PEOPLE = ("anna", "ben", "anna", "ben", None)


def make_machine(urls: list[str]) -> type[RuleBasedStateMachine]:
    class TableMachine(RuleBasedStateMachine):
        """One table after the other, five connections, one or two processes."""

        def __init__(self) -> None:
            super().__init__()
            self.runner = asyncio.Runner()
            self.stack, self.databases = ExitStack(), [open_database(url) for url in urls]
            for database in self.databases:
                self.stack.callback(database.close)
            self.clock = Clock()
            self.sent: list[tuple[str, dict[str, Any]]] = []
            self.acked: dict[tuple[str, str], tuple[str, int]] = {}
            self.tables: list[Tables] = []
            self.lives: list[AsyncExitStack] = []
            for database in self.databases:
                self.run(self.start_process(database))

        def run(self, work: Any) -> Any:
            return self.runner.run(work)

        async def start_process(self, database: Database) -> None:
            life = AsyncExitStack()
            running = running_tables(database, self.clock)
            self.tables.append(await life.enter_async_context(running))
            self.lives.append(life)

        def teardown(self) -> None:
            try:
                self.run(self.check())
            finally:
                for life in self.lives:
                    self.run(life.aclose())
                self.runner.close()
                self.stack.close()

        # --- Rules ---

        @initialize()
        def open_table(self) -> None:
            self.run(self.new_table())

        async def new_table(self) -> None:
            self.table = await begin(self.tables[0], "anna", "ben", options={"rolls": "yes"})
            self.guests: list[Guest] = []
            for index, name in enumerate(PEOPLE):
                process = self.tables[index // 2 % len(self.tables)]
                self.guests += await joined(process, self.table, name)
            self.sent = []

        @rule(which=CHOICE, copies=st.integers(1, 3), others=st.lists(CHOICE, max_size=3))
        def move(self, which: int, copies: int, others: list[int]) -> None:
            """Send the mover's move several times at once, with old messages in between."""
            self.run(self.settle())
            mover = next((guest for guest in self.guests if guest.moves), None)
            if mover is None or mover.name is None:
                return
            text = mover.moves[which % len(mover.moves)]
            move_id = f"{self.table}-{len(self.sent)}"
            wish = {"move": text, "number": mover.info["number"], "move_id": move_id}
            self.sent.append((mover.name, wish))
            batch = [self.sent[-1]] * copies + [self.sent[i % len(self.sent)] for i in others]
            self.run(self.send_all(batch, which))

        async def send_all(self, batch: list[tuple[str, dict[str, Any]]], salt: int) -> None:
            ordered = sorted(enumerate(batch), key=lambda item: hash((salt, item[0])))
            await asyncio.gather(*(self.send(name, wish, salt + i) for i, (name, wish) in ordered))

        async def send(self, name: str, wish: dict[str, Any], salt: int) -> None:
            mine = [guest for guest in self.guests if guest.name == name]
            answer = await mine[salt % len(mine)].ask("move", **wish)
            if answer["type"] == "ack":
                key = (self.table, answer["seq"])
                assert self.acked.setdefault((name, wish["move_id"]), key) == key

        @rule(who=WHO, number=st.integers(-2, 2), text=st.sampled_from(["take 1", "take 9", "?"]))
        def wrong_move(self, who: int, number: int, text: str) -> None:
            """Send a move on another position, out of turn or against the rules."""
            guest = self.guests[who]
            sent = max(0, guest.info["number"] + number)
            is_right = guest.moves and number == 0 and text in guest.moves
            if not is_right:
                self.run(guest.move(text, f"wrong-{self.table}-{len(guest.heard)}", sent))

        @rule(who=WHO, what=st.sampled_from(["undo", "pause"]))
        def ask(self, who: int, what: str) -> None:
            self.run(self.guests[who].ask("ask", what=what))

        @rule(who=WHO, yes=st.booleans())
        def answer(self, who: int, yes: bool) -> None:
            self.run(self.guests[who].ask("answer", yes=yes))

        @rule(who=WHO, kind=st.sampled_from(["resume", "reclaim", "unsubscribe"]))
        def small_wish(self, who: int, kind: str) -> None:
            self.run(self.guests[who].ask(kind))

        @rule(who=WHO)
        def subscribe(self, who: int) -> None:
            self.run(self.guests[who].subscribe())

        @rule(who=WHO, process=CHOICE)
        def reconnect(self, who: int, process: int) -> None:
            self.run(self.come_back(self.guests[who], self.tables[process % len(self.tables)]))

        async def come_back(self, guest: Guest, process: Tables) -> None:
            """Connect again; messages that waited are lost with the old connection."""
            guest.leave()
            guest.connect(process)
            assert (await guest.subscribe())["type"] == "ack"

        @rule(process=CHOICE)
        def restart(self, process: int) -> None:
            """End a process and start another one, which knows what is on disk."""
            self.run(self.restart_process(process % len(self.tables)))

        async def restart_process(self, index: int) -> None:
            old, life = self.tables.pop(index), self.lives.pop(index)
            await life.aclose()
            await self.start_process(old.database)
            for guest in self.guests:
                if guest.tables is old:
                    await self.come_back(guest, self.tables[-1])

        @rule(seconds=st.sampled_from([1, 60, 200]))
        def time_passes(self, seconds: int) -> None:
            self.clock.now += 1000 * seconds
            for process in self.tables:
                self.run(process.scheduler.tick())

        @rule()
        def next_game(self) -> None:
            self.run(self.check())
            if self.guests[0].info["status"] == "over":
                self.run(self.new_table())

        # --- Invariants ---

        async def settle(self) -> None:
            await settle(*self.tables)
            for guest in self.guests:
                await guest.listen()

        async def check(self) -> None:
            """Check that all listeners know the log and that every acknowledged move is in it
            once."""
            await self.settle()
            log = await log_of(self.databases[0], self.table)
            for guest in self.guests:
                await guest.subscribe()
                assert guest.events == log
            moved = [
                ((event["author"], event["move_id"]), seq)
                for seq, event in enumerate(log, 1)
                if event["kind"] == "moved" and event.get("author")
            ]
            assert set(Counter(key for key, _ in moved).values()) <= {1}
            here = {key: seq for key, (table, seq) in self.acked.items() if table == self.table}
            assert here == {key: seq for key, seq in moved if key in here}

        @invariant()
        def no_log_is_in_doubt(self) -> None:
            assert not any(process.sync._pending_reloads for process in self.tables)

    return TableMachine


def _run(urls: list[str], is_long: bool) -> None:
    size = settings(
        max_examples=500 if is_long else 12,
        stateful_step_count=50 if is_long else 30,
        suppress_health_check=list(HealthCheck),
        derandomize=not is_long,
        database=None,
    )
    run_state_machine_as_test(make_machine(urls), settings=size)


def test_state_machine_of_tables_on_one_process(sqlite_url: str, is_long: bool) -> None:
    _run([sqlite_url], is_long)


def test_state_machine_of_tables_on_two_processes(postgres_url: str, is_long: bool) -> None:
    _run([postgres_url, postgres_url], is_long)
