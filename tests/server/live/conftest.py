"""Servers to play on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server_thread import ServerThread, generous, running_server


@pytest.fixture
def server(database_url: str, tmp_path: Path) -> Iterator[ServerThread]:
    """A server on each database in turn, on which a socket may say as much as it likes."""
    settings = generous(database_url, tmp_path, socket_messages=1_000_000)
    with running_server(settings) as server:
        yield server
