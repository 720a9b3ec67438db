"""Twenty kinds of abuse at once, beside people who play: nobody is hurt, and every abuser is told.

How much slower the honest are beside them is measured by ``benchmarks/abuse.py``.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from pathlib import Path

import pytest

from abusers import GAME, KINDS, abuse, abusers
from server_thread import ServerThread, running_server
from tilewright.client import Client
from tilewright.server import admission
from tilewright.server.admission import WAITING
from tilewright.server.limits import Rate
from tilewright.server.live import socket
from tilewright.server.process import impatience
from tilewright.server.settings import Settings

SECONDS = 60.0
"""After which it has failed."""


PACE = 0.5


class Honest(threading.Thread):
    """Two people who play one game after the other until they are told to stop."""

    def __init__(self, server: ServerThread) -> None:
        super().__init__()
        self.server, self.enough = server, threading.Event()
        self.table, self.moves, self.is_well = "", 0, False
        self.ready = threading.Event()

    def run(self) -> None:
        with Client(self.server.url) as anna, Client(self.server.url) as ben:
            anna.guest("Anna")
            ben.guest("Ben")
            while not self.enough.is_set() or not self.moves:
                self._play(anna, ben)
        self.is_well = True

    def _play(self, anna: Client, ben: Client) -> None:
        table = anna.open_table(GAME, players=2).info.id
        ben.sit(table)
        anna.start(table)
        self.table = self.table or table
        with anna.play(table) as one, ben.play(table) as other:
            mover = one
            self.ready.set()
            while not mover.is_over and not self.enough.is_set():
                mover = (one, other)[mover.info.mover or 0]
                view = next(mover.turns())
                assert view.moves
                mover.move(view.moves[0])  # returns when it is acknowledged
                self.moves += 1
                self.enough.wait(PACE)


async def let_loose(server: ServerThread, table: str) -> dict[str, Counter[str]]:
    """All of them until each has heard what it should."""
    everybody = abusers(server.url, table, rate=0)
    async with asyncio.timeout(SECONDS):
        works = (abuse(kind, me, until=KINDS[kind]) for kind, me in everybody)
        heard = await asyncio.gather(*works)
    return {kind.__name__: found for (kind, _), found in zip(everybody, heard, strict=True)}


def test_nobody_is_hurt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(impatience, "HEAD_SECONDS", 2.0)
    monkeypatch.setattr(impatience, "REQUEST_SECONDS", 3.0)
    monkeypatch.setattr(socket, "STRIKES", 10)
    for name in ("LOOKS", "STUDIES", "RECORDS", "CHECKS", "ARRIVALS"):  # to be at their end sooner
        monkeypatch.setattr(admission, name, Rate(burst=25, per_second=1))
    monkeypatch.setattr(admission, "PREVIEWS", Rate(burst=200, per_second=1))
    settings = Settings(
        port=0, data=tmp_path, bot_threads=1, guests_per_hour=25, socket_messages=50
    )
    with running_server(settings) as server:
        pairs = [Honest(server) for _ in range(2)]
        for pair in pairs:
            pair.start()
            assert pair.ready.wait(SECONDS)
        before = sum(pair.moves for pair in pairs)
        heard = asyncio.run(let_loose(server, pairs[0].table))
        for pair in pairs:
            pair.enough.set()
        for pair in pairs:
            pair.join(SECONDS)
        assert all(pair.is_well for pair in pairs) and sum(p.moves for p in pairs) > before
        assert len(heard) >= 20 and all(found for found in heard.values())
        check_bounds(server)


def check_bounds(server: ServerThread) -> None:
    """What waits, and what is remembered of those who are gone."""
    hub, admitted = server.services.tables.hub, server.services.admission
    assert sum(one.waiting for one in hub.connections) <= WAITING
    assert sum(admitted.sockets.persons.values()) == len(hub.connections)
    assert not admitted.bodies.persons
