"""Backup and restore on both backends."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import sqlite3
import stat
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from server.storage.samples import INDEX, contents, event, facts, fill, read, write
from tilewright.cli.admin import backup as backup_command
from tilewright.cli.admin import restore as restore_command
from tilewright.errors import TextError, TilewrightError
from tilewright.server.storage import backup, records, tables
from tilewright.server.storage.database import (
    Database,
    Transaction,
    Unavailable,
    open_database,
    schema,
)


def ignore(table: str, count: int) -> None:
    """Ignore progress reports."""


def save(database: Database, path: Path) -> dict[str, int]:
    return read(database, lambda tx: backup.write_backup(tx, path, 0, ignore))


def load(database: Database, path: Path) -> dict[str, int]:
    return write(database, lambda tx: backup.restore(tx, path, ignore))


@pytest.fixture(params=["sqlite", "postgres"])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A second, empty database, of each backend in turn."""
    if request.param == "sqlite":
        database = open_database(tmp_path / "other.sqlite3")
        yield database
        database.close()
        return
    with request.getfixturevalue("postgres_server").new_database("other") as url:
        database = open_database(url)
        yield database
        database.close()


# --- There and back -----------------------------------------------------------------------------


def test_restore_works_on_either_backend(
    database: Database, other: Database, tmp_path: Path
) -> None:
    write(database, fill)
    counts = save(database, tmp_path / "one")
    assert counts == {table: len(rows) for table, rows in contents(database).items()}
    assert min(counts.values()) > 0
    assert load(other, tmp_path / "one") == counts
    assert contents(other) == contents(database)
    assert save(other, tmp_path / "two") == counts
    for name in ("one", "two"):
        backup.check_backup(tmp_path / name)


def test_write_backup_of_an_empty_database(
    database: Database, other: Database, tmp_path: Path
) -> None:
    assert set(save(database, tmp_path / "one").values()) == {0}
    load(other, tmp_path / "one")
    assert contents(other) == contents(database)


def test_backup_copies_many_rows_in_batches(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(tx: Transaction) -> None:
        for number in range(25):
            rows = [event(seq) for seq in range(1, 12)]
            tables.create(tx, facts(f"t{number}"), rows, INDEX)

    write(database, work)
    before = contents(database)
    progress = []
    monkeypatch.setattr(backup, "ROWS_PER_INSERT", 7)
    monkeypatch.setattr(backup, "ROWS_PER_REPORT", 70)
    show = lambda *news: progress.append(news)  # noqa: E731
    read(database, lambda tx: backup.write_backup(tx, tmp_path / "one", 0, show))
    assert [count for table, count in progress if table == "events"] == [70, 140, 210, 275]
    for table in schema.TABLES:
        write(database, lambda tx, table=table: tx.execute(f"DELETE FROM {table}"))  # type: ignore[misc]
    load(database, tmp_path / "one")
    assert contents(database) == before


class Player:
    """A thread that moves at two tables in each transaction until it is stopped."""

    def __init__(self, database: Database) -> None:
        self.moves = threading.Semaphore(0)
        self._database = database
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._play)

    def __enter__(self) -> Player:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        self._thread.join()

    def wait_for_moves(self, count: int) -> None:
        for _ in range(count):
            assert self.moves.acquire(timeout=60)

    def _play(self) -> None:
        seq = 0
        while not self._stop.is_set():
            write(self._database, lambda tx, seq=seq: self._move(tx, seq))  # type: ignore[misc]
            self.moves.release()
            seq += 1

    def _move(self, tx: Transaction, seq: int) -> None:
        for table in ("a", "z"):
            if seq:
                tables.append(tx, table, seq, [event(seq + 1)], INDEX)
            else:
                tables.create(tx, facts(table), [event(1)], INDEX)


def test_backup_under_load_is_a_snapshot(
    database: Database, other: Database, tmp_path: Path
) -> None:
    """No table and no row comes from another moment than the rest."""
    with Player(database) as player:
        player.wait_for_moves(20)

        def show(table: str, count: int) -> None:
            player.wait_for_moves(20)

        counts = read(database, lambda tx: backup.write_backup(tx, tmp_path / "one", 0, show))
    load(other, tmp_path / "one")
    found = [read(other, lambda tx, t=t: tables.find(tx, t)) for t in ("a", "z")]  # type: ignore[misc]
    seqs = [row.seq for row in found if row is not None]
    assert seqs[0] == seqs[1] >= 20
    assert counts["events"] == sum(seqs)


def test_write_backup_is_private_and_atomic(database: Database, tmp_path: Path) -> None:
    write(database, fill)
    path = tmp_path / "one"

    def fail(table: str, count: int) -> None:
        raise KeyError(table)

    with pytest.raises(KeyError):
        read(database, lambda tx: backup.write_backup(tx, path, 0, fail))
    assert not path.exists()
    save(database, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path).count("one.part") == 0


# --- What is refused ----------------------------------------------------------------------------


def test_restore_needs_an_empty_database(database: Database, tmp_path: Path) -> None:
    write(database, fill)
    before = contents(database)
    save(database, tmp_path / "one")
    with pytest.raises(TilewrightError, match="expected an empty database; found rows in its tab"):
        load(database, tmp_path / "one")
    assert contents(database) == before


@pytest.fixture
def sample(tmp_path: Path) -> bytes:
    """The bytes of a backup."""
    database = open_database(tmp_path / "sample.sqlite3")
    write(database, fill)
    save(database, tmp_path / "sample")
    database.close()
    return (tmp_path / "sample").read_bytes()


def rows_of(path: Path) -> list[Any]:
    with closing(sqlite3.connect(path)) as file:
        return [file.execute(f"SELECT * FROM {table}").fetchall() for table in schema.TABLES]


def test_check_backup_finds_a_changed_byte(sample: bytes, tmp_path: Path) -> None:
    """Every byte counts, except in space that no row uses."""
    path, num_noticed = tmp_path / "damaged", 0
    expected = rows_of(tmp_path / "sample")
    used = [place for place, byte in enumerate(sample) if byte]
    rng = random.Random(3)
    for _ in range(300):
        damaged = bytearray(sample)
        damaged[rng.choice(used)] ^= rng.randrange(1, 256)
        path.write_bytes(damaged)
        try:
            backup.check_backup(path)
        except (TextError, Unavailable):
            num_noticed += 1
        else:
            assert rows_of(path) == expected
    assert num_noticed > 250


def test_check_backup_finds_a_truncated_file(sample: bytes, tmp_path: Path) -> None:
    path = tmp_path / "cut"
    for size in range(0, len(sample), 1000):
        path.write_bytes(sample[:size])
        with pytest.raises((TextError, Unavailable), match="expected"):
            backup.check_backup(path)


def edited(sample: bytes, path: Path, *statements: str) -> Path:
    """Return a backup that statements have changed."""
    path.write_bytes(sample)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for statement in statements:
            file.execute(statement)
    return path


@pytest.mark.parametrize(
    "statement, message",
    [
        ("UPDATE tables SET game = 'chess' WHERE id = 't1'", "expected the rows that were saved"),
        ("DELETE FROM events WHERE seq = 2", "expected the rows that were saved"),
        ("INSERT INTO seats VALUES ('t9', 0, 'ada')", "expected the rows that were saved"),
        ("DROP TABLE mail", "no such table: mail"),
        ("DELETE FROM meta WHERE key = 'backup'", "expected a backup; found the database of a se"),
        ("UPDATE meta SET value = 'x' WHERE key = 'schema'", "expected a number as the version"),
        ("UPDATE meta SET value = '99' WHERE key = 'schema'", "found version 99"),
        ("DROP TABLE meta", "no such table: meta"),
    ],
)
def test_check_backup_refuses_edited_contents(
    sample: bytes, tmp_path: Path, statement: str, message: str
) -> None:
    path = edited(sample, tmp_path / "edited", statement)
    with pytest.raises((TextError, Unavailable), match=message):
        backup.check_backup(path)


def test_restore_of_a_bad_backup_changes_nothing(
    sample: bytes, database: Database, tmp_path: Path
) -> None:
    path = edited(sample, tmp_path / "edited", "DROP TABLE puzzle_shifts")
    with pytest.raises(TextError, match="puzzle_shifts"):
        load(database, path)
    assert not any(contents(database).values())
    path.write_bytes(sample)
    load(database, path)


def test_backup_opens_as_a_database(sample: bytes, tmp_path: Path) -> None:
    """A server can start on a copy of it."""
    path = tmp_path / "club" / "tilewright.sqlite3"
    path.parent.mkdir()
    path.write_bytes(sample)
    copy, origin = open_database(path), open_database(tmp_path / "sample.sqlite3")
    assert contents(copy) == contents(origin)
    copy.close()
    origin.close()


def test_restore_migrates_an_older_backup(
    sample: bytes, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = ("ALTER TABLE people ADD COLUMN colour TEXT", "UPDATE people SET colour = 'red'")
    newest = schema.newest_version()
    monkeypatch.setattr(schema, "UPGRADES", schema.UPGRADES | {newest: (newest + 1, steps)})
    database = open_database(database_url)
    backup.check_backup(tmp_path / "sample")
    load(database, tmp_path / "sample")
    rows = read(database, lambda tx: tx.rows("SELECT name, colour FROM people ORDER BY id"))
    assert [row[1] for row in rows] == ["red", "red"]
    assert read(database, schema.read_version) == newest + 1
    assert (tmp_path / "sample").read_bytes() == sample
    database.close()


@pytest.mark.parametrize("backend", ["sqlite", "postgres"])
def test_backup_memory_is_bounded(
    backend: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """Records of 1 MB each are copied in batches."""
    database = open_database(request.getfixturevalue(f"{backend}_url"))
    text = "x" * 250_000
    for number in range(200):
        record = records.SavedRecord(f"r{number}", "ada", "toy", text, 0)
        write(database, partial(records.add, record=record))
    tracemalloc.start()
    save(database, tmp_path / "one")
    backup.check_backup(tmp_path / "one")
    write(database, lambda tx: tx.execute("DELETE FROM records"))
    assert load(database, tmp_path / "one")["records"] == 200
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    database.close()
    assert peak < 3.5 * backup.ROWS_PER_INSERT * len(text) < 200 * len(text)


# --- The form of 0.1.0 --------------------------------------------------------------------------

V1 = Path(__file__).parent / "golden" / "version-2.backup"


def edited_v1(path: Path, edit: Callable[[list[Any]], Any], *, is_signed: bool) -> Path:
    """Return a backup with edited lines, whose hash and counts fit them."""
    lines = [json.loads(line) for line in gzip.decompress(V1.read_bytes()).splitlines()]
    edit(lines)
    body = b"".join(json.dumps(line).encode() + b"\n" for line in lines[:-1])
    if is_signed:
        lines[-1]["sha256"] = hashlib.sha256(body).hexdigest()
    path.write_bytes(gzip.compress(body + json.dumps(lines[-1]).encode() + b"\n"))
    return path


def change_a_value(lines: list[Any]) -> None:
    lines[2][1] = "chess"


@pytest.mark.parametrize(
    "edit, is_signed, message",
    [
        (change_a_value, False, "expected contents with SHA-256"),
        (lambda lines: lines.pop(2), True, "expected rows"),
        (lambda lines: lines[2].pop(), True, "expected a row of 18 values; found one of 17"),
        (lambda lines: lines.pop(1), True, "expected a row of 0 values"),
        (lambda lines: lines.insert(2, {"table": "x; DROP"}), True, "expected a table"),
        (lambda lines: lines[1]["columns"].append("a b"), True, "expected a table and its col"),
        (lambda lines: lines[0].update(format="other 1"), True, "expected 'tilewright backup 1'"),
        (lambda lines: lines[0].update(schema="x"), True, "expected the number of a schema"),
        (lambda lines: lines[0].update(schema=99), True, "found version 99"),
        (lambda lines: lines[0].update(schema=5), True, "found version 5"),
    ],
)
def test_check_backup_refuses_edited_v1_contents(
    tmp_path: Path, edit: Callable[[list[Any]], Any], is_signed: bool, message: str
) -> None:
    path = edited_v1(tmp_path / "edited", edit, is_signed=is_signed)
    with pytest.raises((TextError, Unavailable), match=message):
        backup.check_backup(path)


def test_check_backup_finds_a_truncated_v1_file(tmp_path: Path) -> None:
    path, whole = tmp_path / "cut", V1.read_bytes()
    for size in range(2, len(whole), 29):
        path.write_bytes(whole[:size])
        with pytest.raises(TextError, match="expected"):
            backup.check_backup(path)


# --- The commands -------------------------------------------------------------------------------

app = typer.Typer()
app.command("backup")(backup_command)
app.command("restore")(restore_command)


def run(*arguments: object) -> Any:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_backup_commands_move_a_database(postgres_url: str, tmp_path: Path) -> None:
    home = open_database(tmp_path / "home" / "tilewright.sqlite3")
    write(home, fill)
    done = run("backup", "--data", tmp_path / "home", tmp_path / "file")  # while it is in use
    assert (done.exit_code, done.exception) == (0, None)
    assert "40 rows, 3 tables with 4 events from sqlite:///" in done.output
    done = run("restore", "--database-url", postgres_url, tmp_path / "file")
    assert (done.exit_code, done.exception) == (0, None)
    club = open_database(postgres_url)
    assert contents(club) == contents(home)
    club.close()
    home.close()


@pytest.mark.parametrize(
    "arguments, message",
    [
        ("backup --data {0}/nowhere {0}/new", "nowhere"),
        ("backup --data {0}/home {0}/sample", "sample exists already: name a new file"),
        ("backup --data {0}/home {0}/no/folder/new", "cannot write .*new"),
        ("backup --data {0} --database-url postgresql://x {0}/new", "found both"),
        ("restore --data {0}/home {0}/sample", "expected an empty database"),
        ("restore --data {0}/new {0}/nothing", "expected a backup at .*nothing"),
    ],
)
def test_backup_commands_refuse_with_a_message(
    sample: bytes, tmp_path: Path, arguments: str, message: str
) -> None:
    database = open_database(tmp_path / "home" / "tilewright.sqlite3")
    write(database, fill)
    database.close()
    done = run(*arguments.format(tmp_path).split())
    assert isinstance(done.exception, TilewrightError)
    with pytest.raises(TilewrightError, match=message):
        raise done.exception
    assert not (tmp_path / "new").exists()
