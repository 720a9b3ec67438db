"""Several servers on one PostgreSQL and one Redis, each on a port of its own: alive and killed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from pair_at_table import Pair, both_live, moves_of, moves_on_disk, pair_at_table, play_one
from redis_server import RedisServer
from server_process import ServerProcess, server_process
from tilewright.client import Client, Live
from waiting import wait_until

LEASE_SECONDS = 2


@pytest.fixture
def servers(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[list[ServerProcess]]:
    """Two servers. The rules are interpreted: nothing is compiled for so short a life."""
    shared = ["--database-url", postgres_url, "--redis-url", redis_url]
    environment = {"TILEWRIGHT_JIT": "0", "TILEWRIGHT_BOT_LEASE_SECONDS": str(LEASE_SECONDS)}
    with ExitStack() as stack:
        yield [
            stack.enter_context(
                server_process(shared, tmp_path / f"log-{number}", None, **environment)
            )
            for number in range(2)
        ]


@pytest.fixture
def pair(servers: list[ServerProcess]) -> Iterator[Pair]:
    """Anna came to the first server, Bert goes on at the second."""
    first, second = servers
    with pair_at_table(first.url) as pair, Client(second.url, pair.bert.token) as bert:
        yield Pair(pair.anna, bert, pair.table)


@pytest.fixture
def apart(pair: Pair) -> Iterator[tuple[Live, Live]]:
    with both_live(pair) as lives:
        yield lives


def test_moves_at_one_server_are_shown_at_the_other(
    redis_server: RedisServer, pair: Pair, apart: tuple[Live, Live]
) -> None:
    """And go on where the servers cannot tell each other, as if nothing were."""
    moves = [play_one(*apart) for _ in range(3)]
    for _ in range(2):
        redis_server.kill()
        moves += [play_one(*apart) for _ in range(3)]
        redis_server.start()
        moves += [play_one(*apart) for _ in range(2)]
    assert [moves_of(live) for live in apart] == [moves, moves]
    assert moves_on_disk(pair.anna, pair.table) == moves


def test_killed_server_loses_no_move_and_the_other_continues(
    servers: list[ServerProcess], pair: Pair, apart: tuple[Live, Live]
) -> None:
    moves = [play_one(*apart) for _ in range(3)]
    for number, server in enumerate(servers):
        other = servers[1 - number]
        server.kill()
        with pair_at_table(other.url) as others, both_live(others) as lives:
            for _ in range(3):
                play_one(*lives)
            assert len(moves_on_disk(others.anna, others.table)) == 3
        server.start()
        moves += [play_one(*apart) for _ in range(3)]
    assert [moves_of(live) for live in apart] == [moves, moves]
    assert moves_on_disk(pair.anna, pair.table) == moves


def test_bot_of_a_killed_server_moves_at_the_other(servers: list[ServerProcess]) -> None:
    first, second = servers
    with Client(first.url) as anna, Client(second.url) as there:
        anna.guest("Anna")
        there.token = anna.token
        options = {"first": "seat-1"}
        table = anna.open_table("my-shelfie", 2, bots={1: "level-8"}, options=options).info.id
        anna.start(table)
        wait_until("a bot that thinks", lambda: figure(first, "bots_thinking") == 1)
        first.kill()
        with there.play(table) as live:
            next(live.turns())
            assert len(moves_of(live)) >= 1
        first.start()


def test_metrics_of_each_server_are_its_own(
    servers: list[ServerProcess], apart: tuple[Live, Live]
) -> None:
    made = [0, 0]
    for _ in range(4):
        made[0 if apart[0].is_my_turn else 1] += 1
        play_one(*apart)
    assert [figure(server, "moves_total") for server in servers] == made


def figure(server: ServerProcess, name: str) -> float:
    """Return a metric of a server, as Prometheus reads it."""
    lines = httpx.get(f"{server.url}/api/v1/metrics").text.splitlines()
    (value,) = (line.split()[1] for line in lines if line.startswith(f"tilewright_{name} "))
    return float(value)
