"""Migrations. For each version of the schema, `golden/` keeps a database as that version made it.

``python tests/server/storage/test_schema.py`` adds the files of the newest version.
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
    Transaction,
    Unavailable,
    open_database,
    schema,
)

GOLDEN = Path(__file__).parent / "golden"
VERSIONS = range(1, len(schema.MIGRATIONS) + 1)
NEWEST = VERSIONS[-1]


def golden_sqlite(version: int) -> Path:
    return GOLDEN / f"version-{version}.sql"


def golden_backup(version: int) -> Path:
    return GOLDEN / f"version-{version}.backup"


def ignore(table: str, count: int) -> None:
    """Progress is of no interest."""


# --- Old databases ------------------------------------------------------------------------------


def fresh_contents(database: Database, version: int) -> dict[str, list[Row]]:
    """What the sample rows of a version are in a database of the newest; it is empty then."""
    for fill_more in FILLS[:version]:
        write(database, fill_more)
    found = contents(database)
    for table in schema.TABLES:
        write(database, lambda tx, table=table: tx.execute(f"DELETE FROM {table}"))  # type: ignore[misc]
    return found


@pytest.mark.parametrize("version", VERSIONS)
def test_old_files_are_brought_up_to_date(database: Database, tmp_path: Path, version: int) -> None:
    path = tmp_path / "old.sqlite3"
    load_golden(path, version)
    old = open_database(path)
    assert read(old, schema.find_version) == NEWEST
    assert contents(old) == fresh_contents(database, version)
    old.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_old_backups_are_brought_up_to_date(database: Database, version: int) -> None:
    expected = fresh_contents(database, version)
    write(database, lambda tx: backup.restore(tx, golden_backup(version), ignore))
    assert read(database, schema.find_version) == NEWEST
    assert contents(database) == expected


def test_a_released_migration_is_never_edited(tmp_path: Path) -> None:
    """The newest version, made from nothing, is what its golden file says."""
    old, new = tmp_path / "old.sqlite3", tmp_path / "new.sqlite3"
    load_golden(old, NEWEST)
    open_database(new).close()
    assert definitions(old) == definitions(new)


def load_golden(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(golden_sqlite(version).read_bytes().decode())


def definitions(path: Path) -> dict[str, str]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        return {name: " ".join(sql.split()) for name, sql in rows}


# --- Versions -----------------------------------------------------------------------------------


def set_version(tx: Transaction, version: int) -> None:
    tx.execute("UPDATE meta SET value = ? WHERE key = 'schema'", str(version))


@pytest.mark.parametrize("read_only", [False, True])
def test_a_newer_database_is_refused(database_url: str, read_only: bool) -> None:
    database = open_database(database_url)
    write(database, fill)
    write(database, lambda tx: set_version(tx, NEWEST + 1))
    before = contents(database)
    database.close()
    with pytest.raises(Unavailable, match=f"expected .* version {NEWEST} or older; found version"):
        open_database(database_url, read_only=read_only)
    database = unchecked(database_url)
    assert contents(database) == before
    database.close()


def unchecked(url: str) -> Database:
    """Open whatever version it is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "check_not_newer", lambda found: None)
        return open_database(url)


def test_read_only_refuses_an_older_database(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_database(database_url).close()
    monkeypatch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, ()])
    with pytest.raises(Unavailable, match="start the server once to bring it up to date"):
        open_database(database_url, read_only=True)


def test_migrations_are_done_once_and_in_order(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_database(database_url).close()
    steps = [("CREATE TABLE a (x INTEGER) STRICT",), ("ALTER TABLE a ADD COLUMN y TEXT",)]
    monkeypatch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, *steps])
    for _ in range(2):
        database = open_database(database_url)
        assert read(database, schema.find_version) == NEWEST + 2
        assert read(database, lambda tx: tx.rows("SELECT x, y FROM a")) == []
        database.close()


def test_a_migration_that_fails_changes_nothing(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_database(database_url).close()
    steps = ("CREATE TABLE a (x INTEGER) STRICT", "ALTER TABLE no_such_table ADD COLUMN y TEXT")
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, steps])
        with pytest.raises(Unavailable, match="no_such_table"):
            open_database(database_url)
    database = open_database(database_url)
    assert read(database, schema.find_version) == NEWEST
    with pytest.raises(Exception, match=r"no such table|does not exist"):
        read(database, lambda tx: tx.rows("SELECT x FROM a"))
    database.close()


OPEN = """
import sys
from tilewright.server.storage.database import open_database
sys.stdin.readline()
open_database(sys.argv[1]).close()
"""


def test_two_processes_open_a_new_database_at_once(database_url: str) -> None:
    command = [sys.executable, "-c", OPEN, database_url]
    processes = [Popen(command, stdin=PIPE, stderr=PIPE, text=True) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        errors = list(threads.map(lambda process: process.communicate("go\n")[1], processes))
    assert errors == [""] * 4 and {process.returncode for process in processes} == {0}
    database = open_database(database_url)
    assert read(database, schema.find_version) == NEWEST
    database.close()


def test_the_list_of_columns_is_that_of_the_database(database: Database) -> None:
    """A backup must not leave anything out."""
    if database.is_shared:
        sql = (
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'public'"
        )
    else:
        sql = (
            "SELECT tables.name, columns.name FROM sqlite_schema AS tables,"
            " pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
        )
    found = {(table, column) for table, column in read(database, lambda tx: tx.rows(sql))}
    listed = {(table, name) for table, parts in schema.TABLES.items() for name in sum(parts, ())}
    assert found == listed | {("meta", "key"), ("meta", "value")}


# --- Golden files -------------------------------------------------------------------------------


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample.sqlite3"
        database = open_database(path)
        write(database, fill)
        read(database, lambda tx: backup.write_backup(tx, golden_backup(NEWEST), 0, ignore))
        database.close()
        with closing(sqlite3.connect(path)) as connection:
            text = "\n".join(connection.iterdump()) + "\n"
    golden_sqlite(NEWEST).write_bytes(text.encode())


if __name__ == "__main__":
    main()
