"""A server and some people for the tests of the HTTP interface."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from browser import Browser, Server
from table_play import SETTINGS


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server on SQLite."""
    with Server(replace(SETTINGS, data=tmp_path)) as server:
        yield server


@pytest.fixture
def any_server(database_url: str, tmp_path: Path) -> Iterator[Server]:
    """A server on each database in turn."""
    url = database_url if database_url.startswith("postgres") else ""
    with Server(replace(SETTINGS, data=tmp_path, database_url=url)) as server:
        yield server


@pytest.fixture
def ann(server: Server) -> Browser:
    return server.guest("Ann")


@pytest.fixture
def bob(server: Server) -> Browser:
    return server.guest("Bob")


@pytest.fixture
def ada(server: Server) -> Browser:
    """A person with an account, who may play rated games."""
    return server.account("ada")


@pytest.fixture
def bea(server: Server) -> Browser:
    return server.account("bea")


@pytest.fixture
def eve(server: Server) -> Browser:
    """A person who has no business at the others' tables."""
    return server.guest("Eve")
