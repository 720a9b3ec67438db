"""Servers to play on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server_thread import ServerThread, generous, running_server
from tilewright.server.ratelimit import quotas
from tilewright.server.ratelimit.limits import Rate


@pytest.fixture
def many_arrivals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines that are cut ten times a second bring more sockets than one person may open."""
    monkeypatch.setattr(quotas, "NEW_SOCKET_RATE", Rate.per(60, 100_000))


@pytest.fixture
def server(database_url: str, tmp_path: Path) -> Iterator[ServerThread]:
    """Yield a server on each database, without limits on its sockets."""
    settings = generous(database_url, tmp_path, socket_messages=1_000_000)
    with running_server(settings) as server:
        yield server
