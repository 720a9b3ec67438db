"""The collector looks through a server's memory but seldom: nothing may be left for it to find."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from server_thread import ServerThread, running_server
from tilewright.client import Client
from tilewright.server import background
from tilewright.settings import Settings
from waiting import wait_until

OURS = ("tilewright", "uvicorn", "uvloop", "starlette", "fastapi")


@contextmanager
def nothing_is_left(server: ServerThread) -> Iterator[None]:
    """Check that no object of ours is left for the collector afterwards.

    The client's objects live in this process, too, and do not count.
    """
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield
        hub = server.services.tables.hub
        wait_until("the end of all sockets", lambda: not hub.connections)
        httpx.get(f"{server.url}/api/v1/health")  # a round of the event loop later
        gc.collect()
        left = [f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.garbage]
        assert [name for name in left if name.startswith(OURS)] == []
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    with running_server(Settings(port=0, data=tmp_path / "data")) as server:
        yield server


def play(url: str) -> None:
    """Make some moves on a socket, with a chat message, a refusal and an undo among them."""
    with Client(url) as client:
        client.guest("Anna")
        table = client.open_table("my-shelfie", players=2, bots={1: "level-1"}).info.id
        client.start(table)
        with client.play(table) as live:
            for _, view in zip(range(3), live.turns(), strict=False):
                assert view.moves
                live.move(view.moves[0])
            live.say("well")
            live.ask("undo")


def test_sockets_and_moves_leave_no_objects_behind(server: ServerThread) -> None:
    """A connection that became a socket was kept by its parser, and that by the connection."""
    play(server.url)  # what is made once stays
    with nothing_is_left(server):
        for _ in range(3):
            play(server.url)


def test_garbage_collector_runs_full_collections_rarely(monkeypatch: pytest.MonkeyPatch) -> None:
    before, rounds = gc.get_threshold(), iter([False, False, True])
    looked: list[int] = []
    monkeypatch.setattr(background, "pause", lambda seconds: next(rounds))
    monkeypatch.setattr(gc, "collect", lambda: looked.append(1))
    try:
        background.tune_garbage_collector()
        assert gc.get_threshold()[2] > 1000 and looked == [1]
        background.collect_garbage_forever()
        assert looked == [1, 1, 1]
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
