"""What only PostgreSQL can do wrong: lost connections, several processes at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import psycopg
import pytest

from postgres_server import PostgresServer
from server.storage.ears import Ear
from server.storage.samples import busy_writers, meta_keys, read, set_meta, write
from tilewright.server.storage.database import (
    MISSED,
    Database,
    Transaction,
    Unavailable,
    open_database,
    postgres,
    postgres_connections,
)
from tilewright.server.storage.database.postgres import without_password
from tilewright.server.storage.database.postgres_connections import InDoubt

OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@pytest.fixture
def database(postgres_url: str) -> Iterator[Database]:
    database = open_database(postgres_url)
    yield database
    database.close()


@pytest.fixture
def admin(postgres_url: str) -> Iterator[psycopg.Connection]:
    """A connection beside the database's own."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        yield connection


# --- Several servers ----------------------------------------------------------------------------


def serve(database: Database, *, is_alone: bool) -> Ear:
    """Do as a server does when it begins."""
    database.join(is_alone=is_alone)
    return Ear(database, "news")


@pytest.mark.parametrize("first", [True, False])
def test_servers_that_cannot_hear_each_other_do_not_share_a_database(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, first: bool
) -> None:
    monkeypatch.setattr(postgres, "LEAVING", 0.0)
    one, other = open_database(postgres_url), open_database(postgres_url)
    try:
        serve(one, is_alone=first)
        with pytest.raises(Unavailable, match="share a Redis, too"):
            other.join(is_alone=True)
        if not first:
            serve(other, is_alone=False)
    finally:
        one.close()
        other.close()
    monkeypatch.undo()  # PostgreSQL may need a moment to notice that they have gone
    after = open_database(postgres_url)
    after.join(is_alone=True)  # whoever has gone leaves nothing behind
    after.close()


def test_who_serves_alone_does_so_after_a_lost_connection(
    postgres_url: str, admin: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "LEAVING", 0.0)
    one, other = open_database(postgres_url), open_database(postgres_url)
    try:
        ear = serve(one, is_alone=True)
        admin.execute(OTHERS)
        ear.wait_for(MISSED)
        with pytest.raises(Unavailable, match="share a Redis, too"):
            other.join(is_alone=False)
    finally:
        one.close()
        other.close()


# --- Lost connections ---------------------------------------------------------------------------


def test_connections_lost_while_idle_are_replaced(
    database: Database, admin: psycopg.Connection
) -> None:
    for n in range(5):
        write(database, set_meta(str(n)))
        admin.execute(OTHERS)
        assert len(meta_keys(database)) == n + 1
        admin.execute(OTHERS)


class LosesItsConnection:
    """Work whose connection is cut in the middle, the first times it is run."""

    def __init__(self, key: str, times: int) -> None:
        self.key, self.times, self.runs = key, times, 0

    def __call__(self, tx: Transaction) -> int:
        self.runs += 1
        set_meta(self.key)(tx)
        if self.runs <= self.times:
            tx.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return self.runs


def test_work_whose_connection_was_lost_is_run_again(database: Database) -> None:
    work = LosesItsConnection("a", times=2)
    assert write(database, work) == work.runs == 3
    assert meta_keys(database) == {"a"}


def test_a_batch_whose_connection_was_lost_is_run_again(database: Database) -> None:
    with busy_writers(database):
        futures = [database.submit_write(set_meta(str(n))) for n in range(5)]
        futures.append(database.submit_write(LosesItsConnection("a", times=1)))
    for future in futures:
        future.result(timeout=60)
    assert meta_keys(database) == {*"01234", "a"}


def test_after_a_while_it_gives_up(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_connections, "PATIENCE", 0.1)
    with pytest.raises(Unavailable, match="expected PostgreSQL to answer"):
        write(database, LosesItsConnection("a", times=10**9))
    monkeypatch.undo()
    assert meta_keys(database) == set()
    write(database, set_meta("after"))


CUT_AT_COMMIT = """
CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_terminate_backend(pg_backend_pid());
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON meta DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (NEW.value = 'cut') EXECUTE FUNCTION cut();
"""


@pytest.mark.parametrize("neighbours", [0, 3])
def test_a_commit_in_doubt_is_not_repeated(
    database: Database, admin: psycopg.Connection, neighbours: int
) -> None:
    """It may be saved: running the work again might do it twice. Whoever asked must look."""
    admin.execute(CUT_AT_COMMIT)
    runs = []

    def work(tx: Transaction) -> int:
        runs.append(1)
        return set_meta("a", "cut")(tx)

    with busy_writers(database):
        futures = [database.submit_write(set_meta(str(n))) for n in range(neighbours)]
        futures.append(database.submit_write(work))
    for future in futures:
        with pytest.raises(InDoubt, match="commit outcome unknown"):
            future.result(timeout=60)
    assert len(runs) == 1
    write(database, set_meta("after"))


def test_locks_are_waited_for(database: Database, admin: psycopg.Connection) -> None:
    """Longer than a single try lasts: the work is run again until the lock is free."""
    write(database, set_meta("a"))
    tries = []
    tried_twice = threading.Event()

    def work(tx: Transaction) -> int:
        tries.append(1)
        if len(tries) == 2:
            tried_twice.set()
        return tx.execute("UPDATE meta SET value = 'mine' WHERE key = 'a'")

    with admin.transaction():
        admin.execute("UPDATE meta SET value = 'theirs' WHERE key = 'a'")
        future = database.submit_write(work)
        assert tried_twice.wait(60)
    assert future.result(timeout=60) == 1


def test_a_name_is_locked_by_one_at_a_time(database: Database, postgres_url: str) -> None:
    other = open_database(postgres_url)
    entered, leave = threading.Event(), threading.Event()
    order = []

    def first(tx: Transaction) -> None:
        tx.lock("name")
        entered.set()
        assert leave.wait(60)
        order.append("first")

    def second(tx: Transaction) -> None:
        tx.lock("name")
        order.append("second")

    def elsewhere(tx: Transaction) -> None:
        tx.lock("another name")
        leave.set()

    holding = database.submit_write(first)
    assert entered.wait(60)
    waiting = other.submit_write(second)
    write(other, elsewhere)
    for future in (holding, waiting):
        future.result(timeout=60)
    assert order == ["first", "second"]
    other.close()


# --- Notifications ------------------------------------------------------------------------------


def test_other_processes_hear(database: Database, postgres_url: str) -> None:
    other = open_database(postgres_url)
    ear = Ear(other, "news")
    write(database, lambda tx: tx.notify("news", "a"))
    assert ear.wait_for("a") == ["a"]
    other.close()


def test_a_listener_comes_back_and_says_that_it_was_away(
    database: Database, admin: psycopg.Connection
) -> None:
    ear = Ear(database, "news")
    for word in ("a", "b"):
        admin.execute(OTHERS + " AND query LIKE 'LISTEN%'")
        ear.wait_for(MISSED)
        write(database, lambda tx, word=word: tx.notify("news", word))  # type: ignore[misc]
        assert ear.wait_for(word) == [MISSED, word]
        ear.heard.clear()


# --- Opening ------------------------------------------------------------------------------------


def test_a_server_that_is_not_there_is_refused_without_the_password(tmp_path: str) -> None:
    url = f"postgresql://ada:hush@/games?host={tmp_path}&password=hush"
    with pytest.raises(
        Unavailable, match=r"^postgresql://ada@/games.*expected a Postgre"
    ) as raised:
        open_database(url)
    assert "hush" not in str(raised.value)


@pytest.mark.parametrize(
    "url, shown",
    [
        ("postgresql://h/d", "postgresql://h/d"),
        ("postgresql://u:p%40@h:5432/d", "postgresql://u@h:5432/d"),
        ("postgresql://u:a@b@h/d?password=p&sslmode=require", "postgresql://u@h/d?sslmode=require"),
    ],
)
def test_passwords_are_not_shown(url: str, shown: str) -> None:
    assert without_password(url) == shown


def test_another_encoding_is_refused(postgres_server: PostgresServer) -> None:
    options = "ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0"
    postgres_server.run(f"CREATE DATABASE ascii {options}")
    with pytest.raises(Unavailable, match=r"expected .* encoding UTF8; found SQL_ASCII"):
        open_database(postgres_server.url("ascii"))
    postgres_server.run("DROP DATABASE ascii")


def test_commits_are_on_disk_whatever_the_default(
    postgres_server: PostgresServer,
) -> None:
    with postgres_server.new_database("hasty") as url:
        postgres_server.run("ALTER DATABASE hasty SET synchronous_commit = off")
        database = open_database(url)
        assert read(database, lambda tx: tx.row("SHOW synchronous_commit")) == ("on",)
        database.close()
