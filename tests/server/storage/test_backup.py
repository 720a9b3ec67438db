"""Backup and restore: whole, of one moment, and the same for both backends."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import stat
import threading
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from server.storage.samples import INDEX, contents, event, facts, fill, read, write
from tilewright.cli.storage import backup as backup_command
from tilewright.cli.storage import restore as restore_command
from tilewright.errors import TextError, TilewrightError
from tilewright.server.storage import backup, tables
from tilewright.server.storage.database import (
    Database,
    Transaction,
    Unavailable,
    open_database,
    schema,
)


def ignore(table: str, count: int) -> None:
    """Progress is of no interest."""


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


def test_a_backup_fits_either_backend(database: Database, other: Database, tmp_path: Path) -> None:
    write(database, fill)
    counts = save(database, tmp_path / "one")
    assert counts == {table: len(rows) for table, rows in contents(database).items()}
    assert min(counts.values()) > 0
    assert load(other, tmp_path / "one") == counts
    assert contents(other) == contents(database)
    save(other, tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_an_empty_database_can_be_saved(
    database: Database, other: Database, tmp_path: Path
) -> None:
    assert set(save(database, tmp_path / "one").values()) == {0}
    load(other, tmp_path / "one")
    assert contents(other) == contents(database)


def test_many_rows_go_page_by_page(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(tx: Transaction) -> None:
        for number in range(25):
            rows = [event(seq) for seq in range(1, 12)]
            tables.create(tx, facts(f"t{number}"), rows, INDEX)

    write(database, work)
    before = contents(database)
    progress = []
    monkeypatch.setattr(backup, "PAGE", 7)
    show = lambda *news: progress.append(news)  # noqa: E731
    read(database, lambda tx: backup.write_backup(tx, tmp_path / "one", 0, show))
    assert [count for table, count in progress if table == "events"][-2:] == [273, 275]
    for table in schema.TABLES:
        write(database, lambda tx, table=table: tx.execute(f"DELETE FROM {table}"))  # type: ignore[misc]
    load(database, tmp_path / "one")
    assert contents(database) == before


class Player:
    """Makes moves at two tables, always at both in one transaction, until the end."""

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


def test_a_backup_under_load_is_one_moment(
    database: Database, other: Database, tmp_path: Path
) -> None:
    """A backup with a table, or a row, of another moment than the rest would lie."""
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


def test_a_backup_is_private_and_complete_or_not_there(database: Database, tmp_path: Path) -> None:
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


def test_only_an_empty_database_is_filled(database: Database, tmp_path: Path) -> None:
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


def test_a_damaged_file_is_noticed(sample: bytes, tmp_path: Path) -> None:
    """One byte changed, anywhere but where it says nothing: in gzip's own header, and in the bits
    that fill up its last byte."""
    path = tmp_path / "damaged"
    rng = random.Random(3)
    for _ in range(300):
        place = rng.randrange(10, len(sample))
        damaged = bytearray(sample)
        damaged[place] ^= rng.randrange(1, 256)
        if unpacked(bytes(damaged)) == gzip.decompress(sample):
            continue
        path.write_bytes(damaged)
        with pytest.raises(TextError):
            backup.check_backup(path)


def unpacked(file: bytes) -> bytes | None:
    """The contents; None where gzip itself finds fault."""
    try:
        return gzip.decompress(file)
    except (OSError, EOFError, zlib.error):
        return None


def test_a_file_cut_off_is_noticed(sample: bytes, tmp_path: Path) -> None:
    path = tmp_path / "cut"
    for size in range(0, len(sample), 7):
        path.write_bytes(sample[:size])
        with pytest.raises(TextError, match="expected"):
            backup.check_backup(path)


def test_missing_and_surplus_lines_are_noticed(sample: bytes, tmp_path: Path) -> None:
    path = tmp_path / "edited"
    lines = gzip.decompress(sample).splitlines(keepends=True)
    for size in range(len(lines)):
        path.write_bytes(gzip.compress(b"".join(lines[:size])))
        with pytest.raises(TextError, match="cut off"):
            backup.check_backup(path)
    path.write_bytes(gzip.compress(b"".join([*lines, lines[2]])))
    with pytest.raises(TextError, match="expected the end of the file; found more"):
        backup.check_backup(path)


Edit = Callable[[list[Any]], Any]


def edited(sample: bytes, edit: Edit, *, is_signed: bool) -> bytes:
    """A backup with other lines; signed, its hash and counts fit them."""
    lines = [json.loads(line) for line in gzip.decompress(sample).splitlines()]
    edit(lines)
    body = b"".join(json.dumps(line).encode() + b"\n" for line in lines[:-1])
    if is_signed:
        lines[-1]["sha256"] = hashlib.sha256(body).hexdigest()
    return gzip.compress(body + json.dumps(lines[-1]).encode() + b"\n")


def break_a_column(lines: list[Any]) -> None:
    """A column that no table has: that passes as text, and fails in the middle of the work."""
    [table] = [line for line in lines if isinstance(line, dict) and line.get("table") == "records"]
    table["columns"][0] = "no_such_column"


def change_a_value(lines: list[Any]) -> None:
    lines[2][1] = "chess"


@pytest.mark.parametrize(
    "edit, is_signed, message",
    [
        (change_a_value, False, "expected contents with SHA-256"),
        (lambda lines: lines.pop(2), True, "expected rows"),
        (lambda lines: lines[2].pop(), True, "expected a row of 18 values; found one of 17"),
        (lambda lines: lines.pop(1), True, "expected a row of 0 values"),
        (lambda lines: lines.insert(2, 7), True, "expected a table and its columns"),
        (lambda lines: lines.insert(2, {"table": "x; DROP"}), True, "expected a table"),
        (lambda lines: lines[1].update(table="x--"), True, "expected a table and its columns"),
        (lambda lines: lines[1]["columns"].append("a b"), True, "expected a table and its col"),
        (lambda lines: lines[0].update(format="other 1"), True, "expected 'tilewright backup 1'"),
        (lambda lines: lines[0].update(schema="x"), True, "expected the number of a schema"),
        (lambda lines: lines[0].update(schema=99), True, "found version 99"),
    ],
)
def test_a_file_that_says_something_else_is_refused(
    sample: bytes, tmp_path: Path, edit: Edit, is_signed: bool, message: str
) -> None:
    path = tmp_path / "edited"
    path.write_bytes(edited(sample, edit, is_signed=is_signed))
    with pytest.raises((TextError, Unavailable), match=message):
        backup.check_backup(path)


@pytest.mark.parametrize(
    "edit, is_signed, message",
    [(break_a_column, True, "no_such_column"), (change_a_value, False, "SHA-256")],
)
def test_nothing_is_restored_when_something_is_wrong(
    sample: bytes, database: Database, tmp_path: Path, edit: Edit, is_signed: bool, message: str
) -> None:
    path = tmp_path / "edited"
    path.write_bytes(edited(sample, edit, is_signed=is_signed))
    with pytest.raises(Exception, match=message):
        load(database, path)
    assert not any(contents(database).values())
    path.write_bytes(sample)
    load(database, path)


def test_an_older_backup_is_brought_up_to_date(
    sample: bytes, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = ("ALTER TABLE people ADD COLUMN colour TEXT", "UPDATE people SET colour = 'red'")
    monkeypatch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, steps])
    monkeypatch.setattr(backup, "MIGRATIONS", schema.MIGRATIONS)
    database = open_database(database_url)
    load(database, tmp_path / "sample")
    rows = read(database, lambda tx: tx.rows("SELECT name, colour FROM people ORDER BY id"))
    assert [row[1] for row in rows] == ["red", "red"]
    assert read(database, schema.find_version) == len(schema.MIGRATIONS)
    database.close()


# --- The commands -------------------------------------------------------------------------------

app = typer.Typer()
app.command("backup")(backup_command)
app.command("restore")(restore_command)


def run(*arguments: object) -> Any:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_the_commands_move_a_database(postgres_url: str, tmp_path: Path) -> None:
    home = open_database(tmp_path / "home" / "tilewright.sqlite3")
    write(home, fill)
    done = run("backup", "--data", tmp_path / "home", tmp_path / "file")  # while it is in use
    assert (done.exit_code, done.exception) == (0, None)
    assert "36 rows, 2 tables with 3 events from sqlite:///" in done.output
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
def test_the_commands_refuse_in_words(
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
