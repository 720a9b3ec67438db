"""Acknowledged moves survive deaths and freezes of all that a server is made of, and count once.

Several clients play at once and record what they send, hear and read. A client that was not
answered sends the same move again, as any client would. Afterwards the history of each table is
compared with its log: see ``histories``."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path

from postgres_server import PostgresServer, running_postgres
from recording import Histories, check_logs, play
from redis_server import RedisServer, running_redis
from server_process import ServerProcess, server_process
from tilewright.dates import now_ms
from tilewright.server.storage.ops import OUTAGE_AFTER_MS

PEOPLE = 6
LONG = 100, 500_000, 40
"""Faults, moves and people; each waits for the disk, so that more of them make more moves."""
FREEZE_SECONDS = 1.0
OUTAGE_SECONDS = (OUTAGE_AFTER_MS + 2_000) / 1000
"""A silence that the server itself must notice."""

Fault = Callable[[], None]


def play_through(
    urls: list[str], faults: Iterable[Fault], count: int, histories: Histories
) -> None:
    """Let people play at all servers by turns; cause a fault after each share of the moves."""
    threads = [
        threading.Thread(target=play, args=(urls, number, histories))
        for number in range(histories.people)
    ]
    for thread in threads:
        thread.start()
    try:
        for number, cause in zip(range(count), faults, strict=False):
            histories.wait_for((number + 1) * histories.wanted // (count + 1))
            told = f"fault {number + 1} of {count}: {cause.__name__}"
            print(f"{histories.count:,} moves, {told}", flush=True)
            cause()
        histories.wait_for(histories.wanted)
    finally:
        histories.finish()
        for thread in threads:
            thread.join()
    assert histories.failures == []


def freeze(what: AbstractContextManager[None], seconds: float = FREEZE_SECONDS) -> tuple[int, int]:
    """Let something stand still; return from when to when it surely did."""
    with what:
        since = now_ms()
        time.sleep(seconds)  # the fault itself: so long it stands still
        return since, now_ms()


def test_killed_or_frozen_server_loses_no_move(tmp_path: Path, is_long: bool) -> None:
    count, moves, people = LONG if is_long else (4, 1_200, PEOPLE)
    histories = Histories(moves, people)
    with server_process(["--data", str(tmp_path)], tmp_path / "log") as server:

        def kill() -> None:
            server.kill()
            server.start()

        def freeze_for_an_outage() -> None:
            histories.outages.append(freeze(server.frozen(), OUTAGE_SECONDS))

        def freeze_briefly() -> None:
            freeze(server.frozen())

        faults = itertools.cycle([kill, freeze_for_an_outage, freeze_briefly, kill])
        play_through([server.url], faults, count, histories)
    check_logs(str(tmp_path / "tilewright.sqlite3"), histories)


def faults_of(
    servers: list[ServerProcess], postgres: PostgresServer, redis: RedisServer
) -> list[Fault]:
    """List what two servers are made of and lean on, and how each of it dies or stands still."""

    def kill_one_server() -> None:
        servers[0].kill()
        servers[0].start()

    def kill_all_servers() -> None:
        for server in servers:
            server.kill()
        for server in servers:
            server.start()

    def kill_postgres() -> None:
        postgres.kill()
        postgres.start()

    def kill_redis() -> None:
        redis.kill()
        redis.start()

    def freeze_one_server() -> None:
        freeze(servers[1].frozen())

    def freeze_a_connection() -> None:
        freeze(postgres.frozen_connection())

    def freeze_redis() -> None:
        freeze(redis.frozen())

    return [
        *(kill_one_server, freeze_a_connection, postgres.kill_connection, freeze_redis, kill_redis),
        *(freeze_one_server, kill_postgres, kill_all_servers),
    ]


def test_killed_or_frozen_servers_with_postgres_and_redis_lose_no_move(
    tmp_path: Path, is_long: bool
) -> None:
    """Two servers, and all that they lean on, by turns."""
    count, moves, people = LONG if is_long else (8, 1_000, PEOPLE)
    histories = Histories(moves, people)
    lease = {"TILEWRIGHT_BOT_LEASE_SECONDS": "2"}  # a bot's move goes on after a death
    with (
        running_postgres(is_safe=True) as postgres,
        postgres.new_database("killed") as url,
        running_redis() as redis,
    ):
        where = ["--database-url", url, "--redis-url", redis.url]
        with (
            server_process(where, tmp_path / "log-0", None, **lease) as first,
            server_process(where, tmp_path / "log-1", None, **lease) as second,
        ):
            servers = [first, second]
            faults = itertools.cycle(faults_of(servers, postgres, redis))
            play_through([server.url for server in servers], faults, count, histories)
        check_logs(url, histories)
