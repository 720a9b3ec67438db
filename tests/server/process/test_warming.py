"""A server on a machine that has compiled nothing: it answers at once, and a helper compiles."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from server_process import ServerProcess, server_process
from tilewright.client import Client
from tilewright.game import Game
from waiting import wait_until
from walks import REAL_GAMES

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at processes")

PATIENCE = 60.0


def helpers_of(server: ServerProcess) -> list[int]:
    """Return the processes that threads of a server have started."""
    tasks = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    return [int(pid) for task in tasks for pid in task.read_text().split()]


def test_compile_worker_does_not_delay_bots(tmp_path: Path) -> None:
    """The first move of a bot used to wait for the compiler, 7 to 16 s."""
    cache = tmp_path / "cache"
    with server_process(
        ["--data", str(tmp_path)], tmp_path / "log", TILEWRIGHT_CACHE_DIR=str(cache)
    ) as server:
        wait_until("the helper", lambda: helpers_of(server))
        with Client(server.url) as client:
            client.guest("Anna")
            assert {card.name: card.is_ready for card in client.games()} == {
                game.name: False for game in REAL_GAMES
            }
            for game in REAL_GAMES:
                if game.knowledge:
                    answer(client, game)
        assert helpers_of(server), "it cannot be done so soon"
        (helper,) = helpers_of(server)
        maps = Path(f"/proc/{server.process.pid}/maps").read_text()
        assert "llvmlite" not in maps, "the server itself has not even loaded the compiler"
    wait_until("the end of the helper", lambda: not _is_alive(helper))


def answer(client: Client, game: Game) -> None:
    table = client.open_table(
        game.name, players=2, bots={1: "level-4"}, options={"first": "seat-1"}
    ).info.id
    client.start(table)
    wait_until("a bot's move", lambda: client.table(table).info.ply)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:1]


def test_compile_worker_of_a_stopped_server_compiles_nothing(tmp_path: Path) -> None:
    """It once began to when it was over, and went on for minutes."""
    with server_process(
        ["--data", str(tmp_path)], tmp_path / "log", TILEWRIGHT_CACHE_DIR=str(tmp_path / "cache")
    ):
        pass
    assert not list((tmp_path / "cache").glob("*/*.nbi"))


def test_compile_worker_ends_with_the_server(tmp_path: Path) -> None:
    """The helpers end with the server, however it ends."""
    builder = subprocess.Popen(
        [sys.executable, "-m", "tilewright.runtime.precompile"],
        stdin=subprocess.PIPE,
        env=os.environ | {"TILEWRIGHT_CACHE_DIR": str(tmp_path)},
    )
    assert builder.stdin is not None
    builder.stdin.close()
    assert builder.wait(PATIENCE) == 0
    assert not list(tmp_path.glob("*/module.wasm"))
