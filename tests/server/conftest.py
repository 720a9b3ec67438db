"""Databases to test on: SQLite, and a PostgreSQL that is started for the purpose."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from buses import MakeBus
from postgres_server import PostgresServer, running_postgres
from redis_server import RedisServer, running_redis
from tilewright.server.pubsub import LocalBus, LocalHub
from tilewright.server.pubsub.redis_bus import RedisBus
from tilewright.server.storage.database import Database, open_database

BACKENDS = ("sqlite", "postgres")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def _used_database(postgres_server: PostgresServer) -> Iterator[str]:
    with postgres_server.new_database("tests") as url:
        yield url


@pytest.fixture
def postgres_url(_used_database: str) -> str:
    """The url of an empty PostgreSQL database: to empty one is quicker than to make one."""
    with psycopg.connect(_used_database, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return _used_database


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """One for all tests, which keep apart by what they call things."""
    with running_redis() as server:
        yield server


@pytest.fixture
def redis_url(redis_server: RedisServer) -> str:
    """The address of an empty Redis."""
    redis_server.empty()
    return redis_server.url


@pytest.fixture(params=["in process", "redis"])
def make(request: pytest.FixtureRequest) -> MakeBus:
    """Makes processes that meet at one place."""
    if request.param == "redis":
        url: str = request.getfixturevalue("redis_url")
        return lambda name: RedisBus(url, name)
    hub = LocalHub()
    return lambda name: LocalBus(hub, name)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The path of an SQLite file that is not there yet."""
    return str(tmp_path / "tilewright.sqlite3")


@pytest.fixture(params=BACKENDS)
def database_url(request: pytest.FixtureRequest) -> str:
    """An empty database of each backend in turn."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """An open database of each backend in turn."""
    with ExitStack() as stack:
        database = open_database(database_url)
        stack.callback(database.close)
        yield database


@pytest.fixture
def sqlite_database(sqlite_url: str) -> Iterator[Database]:
    """For what only a database of one process does."""
    database = open_database(sqlite_url)
    yield database
    database.close()


@pytest.fixture
def postgres_database(postgres_url: str) -> Iterator[Database]:
    """For what only a shared database does."""
    database = open_database(postgres_url)
    yield database
    database.close()
