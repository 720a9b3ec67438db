"""Twenty kinds of abuse at once, beside people who play: no player notices, and every abuser is
refused.

``benchmarks/abuse.py`` measures the delay of the players.
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
from tilewright.server.process import request_timeouts
from tilewright.server.ratelimit import quotas
from tilewright.server.ratelimit.limits import Rate
from tilewright.server.ratelimit.quotas import MAX_UNREAD_BYTES
from tilewright.server.websocket import session
from tilewright.settings import Settings
from waiting import LIMIT_SECONDS

SECONDS = 4 * LIMIT_SECONDS
"""After which it has failed. It decides nothing: all abusers are refused within a few seconds."""

PACE = 0.5
RATE = 100
"""Tries per second of each kind. Faster ones would reach the limit on bytes before any other."""


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
    """Run all abusers until each has got its expected answer."""
    everybody = abusers(server.url, table, RATE)
    works = [
        asyncio.create_task(abuse(kind, me, until=KINDS[kind]), name=kind.__name__)
        for kind, me in everybody
    ]
    _, late = await asyncio.wait(works, timeout=SECONDS)
    heard_late = {me.address: me.heard for kind, me in everybody}
    assert not late, f"{[task.get_name() for task in late]} did not hear it: {heard_late}"
    heard = [task.result() for task in works]
    return {kind.__name__: found for (kind, _), found in zip(everybody, heard, strict=True)}


async def test_abuse_of_all_kinds_hurts_no_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_timeouts, "HEAD_TIMEOUT_SECONDS", 2.0)
    monkeypatch.setattr(request_timeouts, "REQUEST_TIMEOUT_SECONDS", 3.0)
    monkeypatch.setattr(session, "MAX_CONSECUTIVE_REFUSALS", 10)
    # Lower rates, so that the abusers reach them sooner.
    for name in ("REQUEST_RATE", "STUDY_RATE", "NEW_RECORD_RATE", "CHECK_RATE", "NEW_SOCKET_RATE"):
        monkeypatch.setattr(quotas, name, Rate(burst=25, per_second=1))
    monkeypatch.setattr(quotas, "PREVIEW_RATE", Rate(burst=200, per_second=1))
    settings = Settings(
        port=0, data=tmp_path, bot_threads=1, guests_per_hour=25, socket_messages=50
    )
    with running_server(settings) as server:
        pairs = [Honest(server) for _ in range(2)]
        for pair in pairs:
            pair.start()
            assert pair.ready.wait(SECONDS)
        before = sum(pair.moves for pair in pairs)
        try:
            heard = await let_loose(server, pairs[0].table)
        finally:
            for pair in pairs:
                pair.enough.set()
        for pair in pairs:
            pair.join(SECONDS)
        assert all(pair.is_well for pair in pairs) and sum(p.moves for p in pairs) > before
        assert len(heard) >= 20 and all(found for found in heard.values())
        check_bounds(server)


def check_bounds(server: ServerThread) -> None:
    """Check that queues and the records of gone clients stay bounded."""
    hub, admitted = server.services.tables.hub, server.services.quotas
    assert sum(one.outbox_bytes for one in hub.connections) <= MAX_UNREAD_BYTES
    assert sum(admitted.sockets.persons.values()) == len(hub.connections)
    assert not admitted.long_bodies.persons
