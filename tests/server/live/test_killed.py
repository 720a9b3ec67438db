"""An acknowledged move survives ``kill -9`` of whatever a server is made of, and counts once.

Several people play at once; whoever was not answered sends the same move again, as any client
would. At the end the log holds exactly the moves that were made, each where it was said to be."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from postgres_server import PostgresServer, running_postgres
from redis_server import RedisServer, running_redis
from server_process import ServerProcess, server_process
from tilewright.client import Client, Lost
from tilewright.errors import Refused
from tilewright.events import parse_event
from tilewright.match import fold
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Database, open_database

PEOPLE = 6
LONG = 100, 500_000, 40
"""Kills, moves and people; each waits for the disk, so that more of them make more moves."""


@dataclass
class Tally:
    """What was acknowledged, by table: the number of the event that each move became."""

    wanted: int
    people: int
    acked: dict[str, dict[str, int]] = field(default_factory=dict)
    count: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)
    failures: list[BaseException] = field(default_factory=list)
    is_done: bool = False

    def note(self, table: str, move_id: str, seq: int) -> None:
        with self.changed:
            assert move_id not in self.acked.setdefault(table, {})
            self.acked[table][move_id] = seq
            self.count += 1
            self.is_done |= self.count >= self.wanted
            self.changed.notify_all()

    def fail(self, error: BaseException) -> None:
        with self.changed:
            self.failures.append(error)
            self.is_done = True
            self.changed.notify_all()

    def wait_for(self, count: int) -> None:
        with self.changed:
            self.changed.wait_for(lambda: self.count >= count or self.failures)
            assert not self.failures

    def finish(self) -> None:
        self.is_done = True


def play(url: str, number: int, tally: Tally) -> None:
    """One game after the other, alone on both seats; now and then against a bot."""
    try:
        with Client(url) as client:
            client.guest(f"Person {number}")
            games = 0
            while not tally.is_done:
                games += 1
                play_game(client, games % 5 == 0, tally)
    except BaseException as error:
        tally.fail(error)


def play_game(client: Client, has_bot: bool, tally: Tally) -> None:
    table = open_game(client, has_bot)
    with client.play(table, patience=120) as live:
        for view in live.turns():
            assert view.moves
            text = view.moves[view.number * 7 % len(view.moves)]
            tally.note(table, f"{view.number}", live.move(text, f"{view.number}"))
            if tally.is_done:
                return


def open_game(client: Client, has_bot: bool) -> str:
    """A game that has begun. The server may die at any moment; then there is another game."""
    while True:
        try:
            table = client.open_table("my-shelfie", 2, bots={1: "random"} if has_bot else {})
            if not has_bot:
                client.sit(table.info.id, 1)
            client.start(table.info.id)
            return table.info.id
        except (Lost, Refused):  # away, or away from its database
            time.sleep(0.1)


def kill_again_and_again(
    url: str, deaths: Iterable[Callable[[], None]], kills: int, tally: Tally
) -> None:
    threads = [
        threading.Thread(target=play, args=(url, number, tally)) for number in range(tally.people)
    ]
    for thread in threads:
        thread.start()
    try:
        for kill, die in zip(range(kills), deaths, strict=False):
            tally.wait_for((kill + 1) * tally.wanted // (kills + 1))
            print(f"{tally.count:,} moves, kill {kill + 1} of {kills}: {die.__name__}", flush=True)
            die()
        tally.wait_for(tally.wanted)
    finally:
        tally.finish()
        for thread in threads:
            thread.join()
    assert tally.failures == []


def check(database_url: str, tally: Tally) -> None:
    """The log of every table: no gaps, and the moves that were acknowledged, once each."""
    database = open_database(database_url)
    try:
        for table, acked in tally.acked.items():
            rows = database.submit_read(partial(store.events_since, table_id=table, seq=0)).result()
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            assert {row.move_id: row.seq for row in rows if row.move_id} == acked
            fold(secret_of(database, table), [parse_event(row.data) for row in rows])
    finally:
        database.close()


def secret_of(database: Database, table: str) -> bytes:
    row = database.submit_read(lambda tx: store.find(tx, table)).result()
    assert row is not None
    return row.secret


def test_the_whole_server_killed(tmp_path: Path, is_long: bool) -> None:
    kills, moves, people = LONG if is_long else (3, 1_200, PEOPLE)
    tally = Tally(moves, people)
    with server_process(["--data", str(tmp_path)], tmp_path / "log") as server:

        def whole_server() -> None:
            server.kill()
            server.start()

        kill_again_and_again(server.url, itertools.repeat(whole_server), kills, tally)
    check(str(tmp_path / "tilewright.sqlite3"), tally)


def deaths_of(
    server: ServerProcess, postgres: PostgresServer, redis: RedisServer
) -> list[Callable[[], None]]:
    """What a server of several processes is made of, and how each of it dies and comes back."""

    def whole_server() -> None:
        server.kill()
        server.start()

    def postmaster() -> None:
        postgres.kill()
        postgres.start()

    def exchange() -> None:
        redis.kill()
        redis.start()

    return [server.kill_worker, postgres.kill_connection, exchange, postmaster, whole_server]


def test_killed_with_postgres_and_redis(tmp_path: Path, is_long: bool) -> None:
    """Two web processes, and all that they lean on, by turns."""
    kills, moves, people = LONG if is_long else (5, 1_000, PEOPLE)
    tally = Tally(moves, people)
    lease = {"TILEWRIGHT_BOT_LEASE_SECONDS": "2"}  # a bot's move goes on after a death
    with (
        running_postgres(is_safe=True) as postgres,
        postgres.new_database("killed") as url,
        running_redis() as redis,
    ):
        where = ["--database-url", url, "--redis-url", redis.url, "--workers", "2"]
        with server_process(where, tmp_path / "log", None, **lease) as server:
            deaths = itertools.cycle(deaths_of(server, postgres, redis))
            kill_again_and_again(server.url, deaths, kills, tally)
        check(url, tally)
