"""Migrations. For each released version, `golden/` holds a database made by that version.

`python tests/server/storage/database/test_schema.py` adds the file of the newest version.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from server.storage.samples import FILLS, contents, fill, read, write
from tilewright.server.storage import backup
from tilewright.server.storage.database import (
    Database,
    Row,
    Unavailable,
    open_database,
    schema,
)

GOLDEN = Path(__file__).parents[1] / "golden"
RELEASED = (2, 10, 11)
"""0.1.0 had version 2, 0.2.0 version 11; version 10 is the baseline of this program."""
WITH_BACKUPS = (2, 10)
"""Versions whose backups are lines of JSON; later ones are the database itself."""
NEWEST = schema.newest_version()


def golden_sqlite(version: int) -> Path:
    return GOLDEN / f"version-{version}.sql"


def golden_backup(version: int) -> Path:
    return GOLDEN / f"version-{version}.backup"


def ignore(table: str, count: int) -> None:
    """Ignore progress reports."""


# --- Old databases ------------------------------------------------------------------------------


def fresh_contents(database: Database, version: int) -> dict[str, list[Row]]:
    """Return the sample rows of a version after migration; the database is empty afterwards."""
    for fill_more in FILLS[:version]:
        write(database, fill_more)
    found = contents(database)
    for table in schema.TABLES:
        write(database, lambda tx, table=table: tx.execute(f"DELETE FROM {table}"))  # type: ignore[misc]
    return found


@pytest.mark.parametrize("version", RELEASED)
def test_migrate_upgrades_golden_files(database: Database, tmp_path: Path, version: int) -> None:
    path = tmp_path / "old.sqlite3"
    load_golden(path, version)
    old = open_database(path)
    assert read(old, schema.read_version) == NEWEST
    assert contents(old) == fresh_contents(database, version)
    old.close()


@pytest.mark.parametrize("version", RELEASED)
def test_migrate_gives_the_baseline_definitions(tmp_path: Path, version: int) -> None:
    """The golden file of version 10 also shows that the baseline equals that version."""
    old, new = tmp_path / "old.sqlite3", tmp_path / "new.sqlite3"
    load_golden(old, version)
    for path in (old, new):
        open_database(path).close()
    assert definitions(old) == definitions(new)


@pytest.mark.parametrize("version", WITH_BACKUPS)
def test_restore_migrates_golden_backups(database: Database, version: int) -> None:
    expected = fresh_contents(database, version)
    backup.check_backup(golden_backup(version))
    write(database, lambda tx: backup.restore(tx, golden_backup(version), ignore))
    assert read(database, schema.read_version) == NEWEST
    assert contents(database) == expected
    for name in ("daily_deals", "daily_plays"):
        with pytest.raises(Exception, match=r"no such table|does not exist"):
            read(database, lambda tx, name=name: tx.rows(f"SELECT 1 FROM {name}"))  # type: ignore[misc]


def load_golden(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(golden_sqlite(version).read_bytes().decode())


def definitions(path: Path) -> dict[str, str]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        return {name: " ".join(sql.split()) for name, sql in rows}


# --- Versions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize(
    "found, message",
    [
        (str(NEWEST + 1), f"expected .* version {NEWEST} or older; found version"),
        ("5", "expected a database of a released version; found version 5"),
        ("ten", "expected a number as the version of the database; found 'ten'"),
        ("-1", "expected a number as the version of the database; found '-1'"),
    ],
)
def test_open_refuses_an_unknown_version(
    database_url: str, read_only: bool, found: str, message: str
) -> None:
    database = open_database(database_url)
    write(database, fill)
    sql = "UPDATE meta SET value = ? WHERE key = 'schema'"
    write(database, lambda tx: tx.execute(sql, found))
    before = contents(database)
    database.close()
    with pytest.raises(Unavailable, match=message):
        open_database(database_url, read_only=read_only)
    database = open_whatever(database_url)
    assert contents(database) == before
    database.close()


def open_whatever(url: str) -> Database:
    """Open a database of any version."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "read_version", lambda tx: NEWEST)
        return open_database(url)


def add_upgrades(patch: pytest.MonkeyPatch, *steps: tuple[str, ...]) -> None:
    """Add versions after the newest."""
    more = {version: (version + 1, step) for version, step in enumerate(steps, NEWEST)}
    patch.setattr(schema, "UPGRADES", schema.UPGRADES | more)


def test_open_read_only_refuses_an_older_version(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_database(database_url).close()
    add_upgrades(monkeypatch, ())
    with pytest.raises(Unavailable, match="start the server once to bring it up to date"):
        open_database(database_url, read_only=True)


def test_migrate_runs_upgrades_once_and_in_order(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_database(database_url).close()
    steps = [("CREATE TABLE a (x INTEGER) STRICT",), ("ALTER TABLE a ADD COLUMN y TEXT",)]
    add_upgrades(monkeypatch, *steps)
    for _ in range(2):
        database = open_database(database_url)
        assert read(database, schema.read_version) == NEWEST + 2
        assert read(database, lambda tx: tx.rows("SELECT x, y FROM a")) == []
        database.close()


def test_migrate_that_fails_changes_nothing(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_database(database_url).close()
    steps = ("CREATE TABLE a (x INTEGER) STRICT", "ALTER TABLE no_such_table ADD COLUMN y TEXT")
    with monkeypatch.context() as patch:
        add_upgrades(patch, steps)
        with pytest.raises(Unavailable, match="no_such_table"):
            open_database(database_url)
    database = open_database(database_url)
    assert read(database, schema.read_version) == NEWEST
    with pytest.raises(Exception, match=r"no such table|does not exist"):
        read(database, lambda tx: tx.rows("SELECT x FROM a"))
    database.close()


OPEN = """
import sys
from tilewright.server.storage.database import open_database
sys.stdin.readline()
open_database(sys.argv[1]).close()
"""


def test_open_of_a_new_database_by_two_processes(database_url: str) -> None:
    command = [sys.executable, "-c", OPEN, database_url]
    processes = [Popen(command, stdin=PIPE, stderr=PIPE, text=True) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        errors = list(threads.map(lambda process: process.communicate("go\n")[1], processes))
    assert errors == [""] * 4 and {process.returncode for process in processes} == {0}
    database = open_database(database_url)
    assert read(database, schema.read_version) == NEWEST
    database.close()


def test_tables_lists_every_table(database: Database) -> None:
    """A backup must not leave out a table."""
    if database.is_shared:
        sql = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
    else:
        sql = "SELECT name FROM sqlite_schema WHERE type = 'table'"
    found = {name for (name,) in read(database, lambda tx: tx.rows(sql))}
    assert found == {*schema.TABLES, "meta"} and "events" in found


# --- Golden files -------------------------------------------------------------------------------


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample.sqlite3"
        database = open_database(path)
        write(database, fill)
        database.close()
        with closing(sqlite3.connect(path)) as connection:
            text = "\n".join(connection.iterdump()) + "\n"
    golden_sqlite(NEWEST).write_bytes(text.encode())


if __name__ == "__main__":
    main()
