"""Several processes on one PostgreSQL and one Redis: web workers, bot workers, alive and killed."""

from __future__ import annotations

import itertools
import os
import re
import signal
import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from pair_at_table import Pair, both_live, moves_of, moves_on_disk, pair_at_table, play_one
from redis_server import RedisServer
from tilewright.client import Client, Live
from tilewright.server.process.homes import Homes
from tilewright.server.storage.database import Database, open_database
from tilewright_process import TilewrightProcess, frozen, is_alive, running, wait_until

LONGEST = 240
"""Seconds that a test may take on the slowest machine."""


@pytest.fixture(autouse=True)
def _ends() -> Iterator[None]:
    """Whoever waits for a move that never comes fails, and does not wait for ever."""

    def give_up(*_: object) -> None:
        raise AssertionError("expected an end; found somebody waiting")

    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(LONGEST)
    yield
    signal.alarm(0)


@pytest.fixture
def shared(postgres_url: str, redis_url: str) -> list[str]:
    """What all processes have in common."""
    return ["--database-url", postgres_url, "--redis-url", redis_url]


@pytest.fixture
def server(tmp_path: Path, shared: list[str]) -> Iterator[TilewrightProcess]:
    """A server with two web processes."""
    where = (*shared, "--workers", "2", "--bot-threads", "0")
    with running(tmp_path / "log", "serve", "--port", "0", *where) as server:
        yield server


@pytest.fixture
def pair(server: TilewrightProcess) -> Iterator[Pair]:
    with pair_at_table(server.line) as pair:
        yield pair


@pytest.fixture
def apart(pair: Pair) -> Iterator[tuple[Live, Live]]:
    """Anna on the first worker, Bert on the second, as if they had come for other tables."""
    with play_on(0, pair.anna, pair.table) as anna, play_on(1, pair.bert, pair.table) as bert:
        yield anna, bert


def play_on(worker: int, client: Client, table: str) -> Live:
    live = client.play(table)
    others = (name for name in map(str, itertools.count()) if home_of(name) == worker)
    live._url = live._url.replace(table, next(others))
    return live


def home_of(table: str) -> int:
    return Homes(Path(), count=2, here=0).of(table.encode())


# --- Web workers --------------------------------------------------------------------------------


def test_all_who_come_for_a_table_are_with_the_same_worker(server: TilewrightProcess) -> None:
    """Each of two workers played every move on a copy of its own where players were apart."""
    pairs: list[list[Pair]] = [[], []]
    with ExitStack() as stack:
        while min(map(len, pairs)) < 3:
            pair = stack.enter_context(pair_at_table(server.line))
            pairs[home_of(pair.table)].append(pair)
        here = {"0": 0, "1": 0}
        for home, some in enumerate(pairs):
            for pair in some:
                play_one(*stack.enter_context(both_live(pair)))
            here[str(home)] = 2 * len(some)
            wait_until("all at home", lambda: counts_of("sockets", server) == here)


def test_any_worker_tells_what_all_have_counted(
    server: TilewrightProcess, apart: tuple[Live, Live]
) -> None:
    """Prometheus asks whichever it reaches; its counters jumped from one's to the other's."""
    moves = {"0": 0, "1": 0}
    while not all(moves.values()):
        moves["0" if apart[0].is_my_turn else "1"] += 1
        play_one(*apart)
    wait_until("both counts", lambda: counts_of("moves_total", server) == moves)
    for other in server.workers:
        with frozen(other):
            assert counts_of("moves_total", server) == moves


def counts_of(what: str, server: TilewrightProcess) -> dict[str, float]:
    """A figure of each worker, as Prometheus is told."""
    text = httpx.get(f"{server.line}/api/v1/metrics").text
    counted = re.findall(rf'^tilewright_{what}\{{worker="(\d)"\}} (\S+)', text, re.MULTILINE)
    return {worker: float(figure) for worker, figure in counted}


def test_whoever_comes_while_a_tables_home_is_dead_stays_where_they_are(
    server: TilewrightProcess, pair: Pair
) -> None:
    home = server.workers[home_of(pair.table)]
    with frozen(server.pid):  # nobody replaces it
        os.kill(home, signal.SIGKILL)
        wait_until("its end", lambda: not is_alive(home))
        with both_live(pair) as both:
            play_one(*both)


def test_players_on_different_workers_see_each_other_move(
    redis_server: RedisServer, pair: Pair, apart: tuple[Live, Live]
) -> None:
    """And go on where the processes cannot tell each other, as if nothing were."""
    moves = [play_one(*apart) for _ in range(3)]
    for _ in range(2):
        redis_server.kill()
        moves += [play_one(*apart) for _ in range(3)]
        redis_server.start()
        moves += [play_one(*apart) for _ in range(2)]
    assert [moves_of(live) for live in apart] == [moves, moves]
    assert moves_on_disk(pair.anna, pair.table) == moves


def test_killing_a_worker_costs_a_reconnect_and_nothing_else(
    server: TilewrightProcess, pair: Pair, apart: tuple[Live, Live]
) -> None:
    first, second = server.workers
    moves = [play_one(*apart) for _ in range(3)]
    os.kill(first, signal.SIGKILL)
    moves += [play_one(*apart) for _ in range(3)]
    os.kill(second, signal.SIGKILL)
    moves += [play_one(*apart) for _ in range(3)]
    assert [moves_of(live) for live in apart] == [moves, moves]
    assert moves_on_disk(pair.anna, pair.table) == moves
    wait_until("two new workers", lambda: len(server.workers) == 2)
    assert not {first, second} & set(server.workers)
    assert server.stop() == 0
    assert server.workers == []


def test_workers_without_their_parent_end_and_free_the_port(server: TilewrightProcess) -> None:
    workers = server.workers
    os.kill(server.pid, signal.SIGKILL)
    wait_until("no orphans", lambda: not any(map(is_alive, workers)))
    port = urlsplit(server.line).port
    assert port is not None
    socket.create_server(("127.0.0.1", port)).close()


# --- Bot workers --------------------------------------------------------------------------------


def bot_worker(
    log: Path, shared: list[str], lease: int = 60
) -> AbstractContextManager[TilewrightProcess]:
    arguments = ("bot-worker", *shared, "--threads", "1")
    return running(log, *arguments, TILEWRIGHT_BOT_LEASE_SECONDS=str(lease))


@contextmanager
def against(url: str, bot: str) -> Iterator[Live]:
    """A game against a bot, whose turn it is."""
    with Client(url) as anna:
        anna.guest("Anna")
        table = anna.open_table("my-shelfie", players=2, bots={1: bot}).info.id
        anna.start(table)
        with anna.play(table) as live:
            if live.is_my_turn:
                play_one(live)
            yield live


def test_a_bot_worker_makes_the_bots_moves(
    server: TilewrightProcess, tmp_path: Path, shared: list[str]
) -> None:
    with (
        bot_worker(tmp_path / "bots", shared) as bots,
        against(server.line, "random") as live,
    ):
        for _, _ in zip(range(3), live.turns(), strict=False):
            play_one(live)
        assert bots.stop() == 0


def test_another_bot_worker_takes_over_from_one_that_died(
    server: TilewrightProcess, tmp_path: Path, shared: list[str], others: Database
) -> None:
    with against(server.line, "level-1") as live:
        before = moves_of(live)
        with bot_worker(tmp_path / "bots", shared, lease=1) as bots:
            wait_until("a bot that thinks", lambda: is_claimed(others, live.table))
            bots.process.kill()
            bots.process.wait()
        assert is_claimed(others, live.table)
        with bot_worker(tmp_path / "more-bots", shared, lease=1):
            next(live.turns())
        assert len(moves_of(live)) > len(before)


@pytest.fixture
def others(postgres_url: str, server: TilewrightProcess) -> Iterator[Database]:
    """A look at the database past all servers."""
    database = open_database(postgres_url, read_only=True)
    yield database
    database.close()


def is_claimed(database: Database, table: str) -> bool:
    """Whether some worker's bot thinks about a table, or died over it."""
    sql = "SELECT lease_by FROM tables WHERE id = ?"
    row = database.submit_read(lambda tx: tx.row(sql, table)).result()
    return row is not None and row[0] is not None
