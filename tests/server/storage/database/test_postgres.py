"""Faults that only PostgreSQL has: lost connections, several processes at once."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import psycopg
import pytest

from postgres_server import PostgresServer
from server.storage.samples import busy_writers, meta_keys, read, set_meta, write
from tilewright.server.storage.database import (
    CommitUnknown,
    Database,
    Transaction,
    Unavailable,
    group_commit,
    open_database,
    postgres_pool,
)
from tilewright.server.storage.database.postgres import redact_url

OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
LOCK = " AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')"


@pytest.fixture
def database(postgres_url: str) -> Iterator[Database]:
    database = open_database(postgres_url)
    yield database
    database.close()


@pytest.fixture
def admin(postgres_url: str) -> Iterator[psycopg.Connection]:
    """A connection beside those of the database."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        yield connection


# --- Several servers ----------------------------------------------------------------------------


@pytest.mark.parametrize("first", [True, False])
def test_server_lock_refuses_a_second_server_without_redis(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, first: bool
) -> None:
    monkeypatch.setattr(postgres_pool, "ACQUIRE_TIMEOUT_SECONDS", 0.0)
    one, other = open_database(postgres_url), open_database(postgres_url)
    holder = r"PostgreSQL process \d+ for this machine since 20"
    try:
        one.register_server(is_exclusive=first)
        with pytest.raises(Unavailable, match=f"share a Redis, too.*: {holder}"):
            other.register_server(is_exclusive=True)
        if not first:
            other.register_server(is_exclusive=False)
    finally:
        one.close()
        other.close()
    after = open_database(postgres_url)
    after.register_server(is_exclusive=True)  # without a wait: closing has let go of the lock
    after.close()


def test_server_lock_waits_for_the_previous_server(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = open_database(postgres_url), open_database(postgres_url)
    one.register_server(is_exclusive=True)
    joining = threading.Thread(target=other.register_server, kwargs={"is_exclusive": True})
    with heard(caplog, "waiting for another server to end: PostgreSQL process") as waits:
        joining.start()
        assert waits.wait(60)
    assert joining.is_alive()
    one.close()
    joining.join(60)
    assert not joining.is_alive()
    other.close()


SERVE_AND_DIE = """
import os, signal, sys
from tilewright.server.storage.database import open_database
database = open_database(sys.argv[1])
database.register_server(is_exclusive=True)
database.submit_write(lambda tx: tx.execute("UPDATE meta SET value = value")).result()
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_server_lock_is_free_after_a_kill(postgres_url: str, is_long: bool) -> None:
    """The next server acquires the lock of a killed one, though its connection may have tried
    before."""
    command = [sys.executable, "-c", SERVE_AND_DIE, postgres_url]
    for _ in range(200 if is_long else 5):
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (-signal.SIGKILL, "")


@contextlib.contextmanager
def heard(caplog: pytest.LogCaptureFixture, text: str) -> Iterator[threading.Event]:
    """Return an event that is set when a log line contains the text."""
    event = threading.Event()

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if text in record.getMessage():
                event.set()

    handler, log = Handler(), logging.getLogger("tilewright.database")
    log.addHandler(handler)
    try:
        yield event
    finally:
        log.removeHandler(handler)


def test_server_lock_lost_is_acquired_again(
    postgres_url: str,
    admin: psycopg.Connection,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Writes wait meanwhile."""
    one, other = open_database(postgres_url), open_database(postgres_url)
    one.register_server(is_exclusive=True)
    monkeypatch.setattr(postgres_pool, "ACQUIRE_TIMEOUT_SECONDS", 0.0)
    try:
        for _ in range(3):
            with heard(caplog, "the lock of the database was lost") as lost:
                admin.execute(OTHERS + LOCK)
                assert lost.wait(60)
            write(one, lambda tx: tx.execute("UPDATE meta SET value = value"))
            with pytest.raises(Unavailable, match="share a Redis, too"):
                other.register_server(is_exclusive=False)
    finally:
        one.close()
        other.close()


LOSE_THE_LOCK = """
import logging, sys, time
from tilewright.server.storage.database import open_database, postgres_pool
logging.basicConfig()
url = sys.argv[1]
one, other = open_database(url), open_database(url)
one.register_server(is_exclusive=True)
connect = one._lock._connect

def connect_late(**options):
    other.register_server(is_exclusive=True)
    return connect(**options)

one._lock._connect = connect_late
one.submit_write(lambda tx: tx.rows(
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")).result()
time.sleep(60)  # it is to die before
"""


def test_server_lock_taken_by_another_ends_the_process(postgres_url: str) -> None:
    """Two servers without a common Redis must never both serve."""
    command = [sys.executable, "-c", LOSE_THE_LOCK, postgres_url]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=50)
    assert (done.returncode, done.stdout) == (70, "")
    last = done.stderr.splitlines()[-1]
    assert "another server took over: expected servers that share this database" in last


def test_server_lock_ends_its_own_lost_session(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """After a lost connection PostgreSQL still takes the old session for alive."""
    one = open_database(postgres_url)
    one.register_server(is_exclusive=True)
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        sql = "SELECT pid FROM pg_locks WHERE locktype = 'advisory'"
        [(pid,)] = admin.execute(sql).fetchall()
        with frozen(pid), heard(caplog, "the lock of the database was lost") as lost:
            one._lock._connection.abort()  # type: ignore[attr-defined]
            assert lost.wait(60)
        write(one, lambda tx: tx.execute("UPDATE meta SET value = value"))
        [(now,)] = admin.execute(sql).fetchall()
        assert now != pid
    one.close()


@contextlib.contextmanager
def frozen(*pids: int) -> Iterator[None]:
    """Stop processes of PostgreSQL during the context."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


# --- Connections that hang ----------------------------------------------------------------------


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_pool, "HANGING_AFTER_SECONDS", 0.5)


def test_hanging_connections_are_aborted(
    impatient: None, postgres_url: str, admin: psycopg.Connection
) -> None:
    """Otherwise a player would wait as long as the connection hangs."""
    database = open_database(postgres_url)
    with busy_readers(database, 3), busy_writers(database):
        pass  # there are several connections now
    sql = "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
    pids = [pid for (pid,) in admin.execute(f"{sql} AND pid <> pg_backend_pid()").fetchall()]
    assert len(pids) >= 4
    with frozen(*pids):
        for number in range(3):
            write(database, set_meta(f"write {number}"))
            assert f"write {number}" in meta_keys(database)
    database.close()


@contextlib.contextmanager
def busy_readers(database: Database, count: int) -> Iterator[None]:
    """Keep a number of readers at work during the context."""
    meet = threading.Barrier(count + 1)

    def work(tx: Transaction) -> None:
        tx.rows("SELECT 1")
        meet.wait(60)

    futures = [database.submit_read(work) for _ in range(count)]
    yield
    meet.wait(60)
    for future in futures:
        future.result(60)


COMMIT_WAITS = """
CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    SET LOCAL lock_timeout = 0;
    PERFORM pg_advisory_xact_lock(1);
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON meta DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (NEW.value = 'wait') EXECUTE FUNCTION wait();
"""


def test_hanging_commit_raises_commit_unknown(
    impatient: None, postgres_url: str, admin: psycopg.Connection
) -> None:
    """The work may be saved later, as it is here."""
    database = open_database(postgres_url)
    admin.execute(COMMIT_WAITS)
    admin.execute("SELECT pg_advisory_lock(1)")
    with pytest.raises(CommitUnknown, match="commit outcome unknown"):
        write(database, set_meta("a", "wait"))
    write(database, set_meta("b"))
    admin.execute("SELECT pg_advisory_unlock(1)")
    admin.execute("SELECT pg_advisory_lock(1)")  # once the commit has it no more
    assert meta_keys(database) == {"a", "b"}
    database.close()


# --- Lost connections ---------------------------------------------------------------------------


def test_idle_connections_that_are_lost_are_replaced(
    database: Database, admin: psycopg.Connection
) -> None:
    for n in range(5):
        write(database, set_meta(str(n)))
        admin.execute(OTHERS)
        assert len(meta_keys(database)) == n + 1
        admin.execute(OTHERS)


class LosesItsConnection:
    """Work whose connection is cut in the middle of its first runs."""

    def __init__(self, key: str, times: int) -> None:
        self.key, self.times, self.runs = key, times, 0

    def __call__(self, tx: Transaction) -> int:
        self.runs += 1
        set_meta(self.key)(tx)
        if self.runs <= self.times:
            tx.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return self.runs


def test_work_on_a_lost_connection_is_retried(database: Database) -> None:
    work = LosesItsConnection("a", times=2)
    assert write(database, work) == work.runs == 3
    assert meta_keys(database) == {"a"}


def test_batch_on_a_lost_connection_is_retried(database: Database) -> None:
    with busy_writers(database):
        futures = [database.submit_write(set_meta(str(n))) for n in range(5)]
        futures.append(database.submit_write(LosesItsConnection("a", times=1)))
    for future in futures:
        future.result(timeout=60)
    assert meta_keys(database) == {*"01234", "a"}


def test_retries_end_with_unavailable(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "RETRY_FOR_SECONDS", 0.1)
    with pytest.raises(Unavailable, match="expected a database that answers"):
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
def test_commit_of_unknown_outcome_is_not_repeated(
    database: Database, admin: psycopg.Connection, neighbours: int
) -> None:
    """Running the work again might do it twice. The caller must read the result."""
    admin.execute(CUT_AT_COMMIT)
    runs = []

    def work(tx: Transaction) -> int:
        runs.append(1)
        return set_meta("a", "cut")(tx)

    with busy_writers(database):
        futures = [database.submit_write(set_meta(str(n))) for n in range(neighbours)]
        futures.append(database.submit_write(work))
    for future in futures:
        with pytest.raises(CommitUnknown, match="commit outcome unknown"):
            future.result(timeout=60)
    assert len(runs) == 1
    write(database, set_meta("after"))


def test_work_waits_for_locks(database: Database, admin: psycopg.Connection) -> None:
    """Work is retried until the lock is free, longer than a single try lasts."""
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


def test_lock_excludes_other_transactions(database: Database, postgres_url: str) -> None:
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


# --- Opening ------------------------------------------------------------------------------------


def test_open_of_an_absent_server_hides_the_password(tmp_path: str) -> None:
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
        ("postgresql://u:se#kret@h:1/d?sslmode=require", "postgresql://u@h:1/d"),
        ("postgresql://u@h/d?password=sekret&sslpassword=sekret4", "postgresql://u@h/d"),
        ("postgresql://ada%40club:p@h/d", "postgresql://ada%40club@h/d"),
        ("postgresql://u:p@h1:1,h2:2/d", "postgresql://u@h1,h2:1,2/d"),
        ("postgresql://u:p@[::1]:1/d", "postgresql://u@::1:1/d"),
        ("postgresql://u:se?kret@h/d", "postgresql://u@h/d"),
        ("postgresql://u:p@/d?host=/run/pg", "postgresql://u@/d?host=/run/pg"),
    ],
)
def test_redact_url_keeps_user_host_port_and_name(url: str, shown: str) -> None:
    assert redact_url(url) == shown


@pytest.mark.parametrize("rest", ["se/kret@h/d", "12/kret@h/d", "se@kret@h/d", "se%kret@h/d"])
def test_redact_url_refuses_ambiguous_urls(rest: str) -> None:
    """A password with a / would be read as a port and a name, and shown as such."""
    with pytest.raises(Unavailable, match="percent-encode") as raised:
        open_database(f"postgresql://u:{rest}")
    found = str(raised.value).partition("found one that")[2]
    assert not [part for part in ("se", "12", "kret") if part in found.replace("password", "")]


def test_open_refuses_another_encoding(postgres_server: PostgresServer) -> None:
    options = "ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0"
    postgres_server.run(f"CREATE DATABASE ascii {options}")
    with pytest.raises(Unavailable, match=r"expected .* encoding UTF8; found SQL_ASCII"):
        open_database(postgres_server.url("ascii"))
    postgres_server.run("DROP DATABASE ascii")


def test_commit_is_synchronous_whatever_the_default(
    postgres_server: PostgresServer,
) -> None:
    with postgres_server.new_database("hasty") as url:
        postgres_server.run("ALTER DATABASE hasty SET synchronous_commit = off")
        database = open_database(url)
        assert read(database, lambda tx: tx.row("SHOW synchronous_commit")) == ("on",)
        database.close()
