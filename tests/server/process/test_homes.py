"""A connection is handed to the process that is the home of its table, or stays where it is."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tilewright.server.process.homes import CAN_PASS, PREFIX, Door, Homes, hallway

pytestmark = pytest.mark.skipif(not CAN_PASS, reason="this system cannot hand connections over")

TABLES = [str(number).encode() for number in range(100)]
HEAD = b"GET /api/v1/socket?at=7 HTTP/1.1\r\n\r\n"


@pytest.fixture
def homes(tmp_path: Path) -> list[Homes]:
    return [Homes(tmp_path, 3, number) for number in range(3)]


@pytest.fixture
def line() -> Iterator[tuple[socket.socket, socket.socket]]:
    """A client and a connection to it."""
    client, connection = socket.socketpair()
    with client, connection:
        yield client, connection


# --- The folder of the doors ----------------------------------------------------------------------


def test_whoever_comes_clears_away_what_the_killed_have_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left, new = tmp_path / f"{PREFIX}left", tmp_path / f"{PREFIX}new"
    for folder in (left, new):
        folder.mkdir()
    (left / "0").touch()
    with hallway() as first:
        for folder in (left, first):
            os.utime(folder, (0, 0))  # long ago
        with hallway() as second:
            assert set(tmp_path.iterdir()) == {new, first, second}
    assert set(tmp_path.iterdir()) == {new}


# --- Doors ----------------------------------------------------------------------------------------


def a_table_of(home: int, homes: Homes) -> bytes:
    return next(table for table in TABLES if homes.of(table) == home)


def test_all_processes_agree_and_each_is_some_tables_home(homes: list[Homes]) -> None:
    found = [[one.of(table) for table in TABLES] for one in homes]
    assert found[0] == found[1] == found[2]
    assert min(map(found[0].count, range(3))) > 20


def test_a_connection_goes_to_its_tables_home_with_what_was_read_of_it(
    homes: list[Homes], line: tuple[socket.socket, socket.socket]
) -> None:
    client, connection = line

    async def story() -> tuple[socket.socket, bytes]:
        arrived = asyncio.get_running_loop().create_future()
        with closing(Door(homes[0])) as here, closing(Door(homes[2])) as there:
            there.open(lambda *come: arrived.set_result(come))
            assert here.pass_on(a_table_of(2, homes[0]), connection.fileno(), HEAD)
            connection.close()
            come: tuple[socket.socket, bytes] = await asyncio.wait_for(arrived, 10)
            return come

    passed, head = asyncio.run(story())
    with passed:
        passed.sendall(b"hello")
    assert head == HEAD and client.recv(100) == b"hello"


@pytest.mark.parametrize("why", ["it is here", "nobody is there", "it has died", "it is full"])
def test_a_connection_stays_where_it_is_wanted_or_nobody_takes_it(
    why: str, homes: list[Homes], line: tuple[socket.socket, socket.socket]
) -> None:
    async def story() -> bool:
        with closing(Door(homes[1])) as died:
            if why == "it has died":
                died.open(lambda *come: None)
        with closing(Door(homes[0])) as here, closing(Door(homes[1])) as there:
            if why == "it is full":
                there.open(lambda *come: None)
            table = a_table_of(0 if why == "it is here" else 1, homes[0])
            tries = 10_000 if why == "it is full" else 1  # nobody looks at the door meanwhile
            return all(here.pass_on(table, line[1].fileno(), HEAD) for _ in range(tries))

    assert not asyncio.run(story())


def test_a_new_process_takes_the_place_of_one_that_died(
    homes: list[Homes], line: tuple[socket.socket, socket.socket]
) -> None:
    async def story() -> None:
        arrived = asyncio.Event()

        def take(connection: socket.socket, _: bytes) -> None:
            connection.close()
            arrived.set()

        with closing(Door(homes[1])) as before:
            before.open(take)  # its file stays, as after a kill
        with closing(Door(homes[0])) as here, closing(Door(homes[1])) as after:
            after.open(take)
            assert here.pass_on(a_table_of(1, homes[0]), line[1].fileno(), HEAD)
            await asyncio.wait_for(arrived.wait(), 10)

    asyncio.run(story())
