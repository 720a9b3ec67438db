"""Faults that only SQLite has."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from server.storage.samples import busy_writers, meta_keys, read, set_meta, write
from tilewright.server.storage.database import Transaction, Unavailable, open_database, sqlite


def test_open_by_a_second_process_is_refused(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "LOCK_TIMEOUT_SECONDS", 0.0)
    first = open_database(sqlite_url)
    with pytest.raises(Unavailable, match="found another process using it"):
        open_database(sqlite_url)
    write(first, set_meta("a"))
    first.close()
    second = open_database(sqlite_url)
    assert meta_keys(second) == {"a"}
    second.close()


def test_open_refuses_a_file_of_another_kind(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada, " * 1000)
    for read_only in (False, True):
        with pytest.raises(Unavailable, match=r"letter.txt: expected .* SQLite database"):
            open_database(path, read_only=read_only)
    assert path.read_text() == "Dear Ada, " * 1000


def test_open_refuses_a_path_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unavailable, match="expected an SQLite database"):
        open_database(tmp_path / "file" / "x.sqlite3")


def test_open_takes_special_characters_literally(tmp_path: Path) -> None:
    path = tmp_path / "a b" / "what?mode=ro#%41.sqlite3"
    open_database(f"sqlite:///{path}").close()
    assert path.exists()


def test_database_file_is_private(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    write(database, set_meta("a"))
    for suffix in ("", "-wal"):
        assert stat.S_IMODE(Path(sqlite_url + suffix).stat().st_mode) == 0o600
    database.close()


def test_commit_waits_for_the_disk(sqlite_url: str) -> None:
    """FULL (2) waits for the disk at every commit; NORMAL would not, in this mode."""
    database = open_database(sqlite_url)
    pragmas = ("journal_mode", "synchronous")
    found = write(database, lambda tx: [tx.row(f"PRAGMA {name}") for name in pragmas])
    assert found == [("wal",), (2,)]
    database.close()


def test_write_to_a_full_disk_fails_and_recovers(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    write(database, set_meta("before"))
    [(pages,)] = read(database, lambda tx: tx.rows("PRAGMA page_count"))

    def limit(tx: Transaction, to: int = pages + 3) -> None:
        tx.rows(f"PRAGMA max_page_count = {to}")

    write(database, limit)
    with busy_writers(database):
        small = database.submit_write(set_meta("small"))
        big = database.submit_write(set_meta("big", "x" * 1_000_000))
    with pytest.raises(Unavailable, match="full"):
        big.result(timeout=60)
    saved = {"before"} | ({"small"} if small.exception(timeout=60) is None else set())
    assert meta_keys(database) == saved
    write(database, lambda tx: limit(tx, 10_000))
    write(database, set_meta("big", "x" * 1_000_000))
    assert meta_keys(database) == saved | {"big"}
    database.close()
