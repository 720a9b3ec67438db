"""The contract of transactions on both backends."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any

import numpy as np
import pytest

from server.storage.samples import busy_writers, meta_keys, read, set_meta, write
from tilewright.server.storage.database import (
    Conflict,
    Database,
    InvalidValue,
    Transaction,
    Unavailable,
    open_database,
)

# --- All or nothing, alone ----------------------------------------------------------------------


def refuse(tx: Transaction) -> None:
    set_meta("refused")(tx)
    raise KeyError("no")


def leave(tx: Transaction) -> None:
    set_meta("left")(tx)
    raise SystemExit(1)


def take_twice(tx: Transaction) -> None:
    set_meta("twice")(tx)
    set_meta("twice")(tx)


def swallow(tx: Transaction) -> None:
    """Catch a failure; PostgreSQL would answer COMMIT by a silent ROLLBACK."""
    with contextlib.suppress(Conflict):
        take_twice(tx)


def go_on_after_an_error(tx: Transaction) -> None:
    swallow(tx)
    set_meta("more")(tx)


BAD_WORKS = [
    (refuse, KeyError),
    (leave, SystemExit),
    (take_twice, Conflict),
    (swallow, Conflict),
    (go_on_after_an_error, Conflict),
    (set_meta("big", 2**70), InvalidValue),  # type: ignore[arg-type]
]


def test_write_is_committed_when_it_returns(database: Database) -> None:
    assert write(database, set_meta("a")) == 1
    assert meta_keys(database) == {"a"}


@pytest.mark.parametrize("work, error", BAD_WORKS)
def test_failed_work_is_rolled_back(
    database: Database, work: Callable[[Transaction], Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        write(database, work)
    assert meta_keys(database) == set()
    write(database, set_meta("after"))


def test_failed_work_leaves_its_batch_alone(database: Database) -> None:
    """Good work in a batch with failing work is committed."""
    with busy_writers(database):
        good = [database.submit_write(set_meta(f"good-{n}")) for n in range(len(BAD_WORKS))]
        bad = [database.submit_write(work) for work, _ in BAD_WORKS]
        last = database.submit_write(set_meta("last"))
    for future, (_, error) in zip(bad, BAD_WORKS, strict=True):
        with pytest.raises(error):
            future.result(timeout=60)
    assert [future.result(timeout=60) for future in (*good, last)] == [1] * (len(good) + 1)
    assert meta_keys(database) == {f"good-{n}" for n in range(len(good))} | {"last"}


def test_conflict_lets_one_of_two_writers_win(database: Database) -> None:
    with busy_writers(database):
        futures = [database.submit_write(set_meta("one", str(n))) for n in range(2)]
    errors = [future.exception(timeout=60) for future in futures]
    assert [type(error) for error in errors if error is not None] == [Conflict]


def test_conflict_hides_the_key(database: Database) -> None:
    """The message may reach a client, and a key may be the hash of a secret."""
    write(database, set_meta("hush"))
    with pytest.raises(Conflict) as raised:
        write(database, set_meta("hush"))
    assert "hush" not in str(raised.value)


def test_wrong_statement_raises_the_driver_error(database: Database) -> None:
    with pytest.raises(Exception, match="no_such_table") as raised:
        write(database, lambda tx: tx.execute("DELETE FROM no_such_table"))
    assert not isinstance(raised.value, Unavailable | Conflict)
    write(database, set_meta("after"))


# --- Values -------------------------------------------------------------------------------------

UNSTORABLE = [
    2**63,
    -(2**63) - 1,
    2**70,
    "a\0b",
    "\ud800",
    "x" * 100 + "\udfff",
    math.nan,
    math.inf,
    -math.inf,
    np.int64(1),
    np.float64(1),
    [1],
    {"a": 1},
    object(),
    bytearray(b"a"),
]
STORABLE: dict[str, list[Any]] = {
    "deadline": [None, 0, -1, 2**63 - 1, -(2**63)],
    "lease_by": [None, "", "'", "%s ? %(a)s", "\x01\x7f\n\r\t", "Ω🌒\u2028\ufeff", "x" * 100_000],
    "secret": [b"", b"\x00", bytes(range(256)) * 100],
}
INSERT = (
    "INSERT INTO tables VALUES ('id', 'g', 2, 'open', ?, 'h', ?, '', 1, 1, 1, 0, NULL, ?, 0,"
    " NULL, ?, '', 0)"
)


@pytest.mark.parametrize("value", UNSTORABLE, ids=lambda value: ascii(value)[:20])
def test_invalid_value_is_refused(database: Database, value: Any) -> None:
    """The error reaches the caller and does not stop the writer thread."""
    for work in (
        lambda tx: tx.execute("UPDATE meta SET value = ? WHERE key = 'x'", value),
        lambda tx: tx.rows("SELECT 1 FROM meta WHERE value = ?", value),
    ):
        with pytest.raises(InvalidValue, match=r"expected .*; (found|it contains)"):
            write(database, work)
        with pytest.raises(InvalidValue):
            read(database, work)
    write(database, set_meta("after"))


@pytest.mark.parametrize(
    "column, value", [(column, value) for column, values in STORABLE.items() for value in values]
)
def test_values_round_trip(database: Database, column: str, value: Any) -> None:
    row = {"deadline": None, "lease_by": None, "secret": b""} | {column: value}
    write(
        database,
        lambda tx: tx.execute(INSERT, True, row["secret"], row["deadline"], row["lease_by"]),
    )
    [(listed, found)] = read(database, lambda tx: tx.rows(f"SELECT listed, {column} FROM tables"))
    assert (listed, found) == (1, value)
    assert type(found) is type(value)


@pytest.mark.parametrize("value", [0.1, 25 / 3, 5e-324, 1.7976931348623157e308, -1.5, 3.0])
def test_floats_round_trip_exactly(database: Database, value: float) -> None:
    sql = "INSERT INTO ratings VALUES ('s', 'g', 2, ?, ?, 0)"
    write(database, lambda tx: tx.execute(sql, value, value))
    row = read(database, lambda tx: tx.row("SELECT mu, sigma FROM ratings"))
    assert row is not None and [number.hex() for number in row] == [value.hex()] * 2


def test_texts_sort_by_bytes(database: Database) -> None:
    words = ["a", "B", "b", "ä", "Z", "aa", "a-", "a b", "я", "🌒", "_"]
    for word in words:
        write(database, set_meta(word))
    sql = "SELECT key FROM meta WHERE key <> 'schema' ORDER BY key"
    rows = read(database, lambda tx: tx.rows(sql))
    assert [row[0] for row in rows] == sorted(words, key=str.encode)


# --- Reading ------------------------------------------------------------------------------------


def test_read_sees_a_snapshot(database: Database) -> None:
    def work(tx: Transaction) -> tuple[Any, Any]:
        before = tx.row("SELECT count(*) FROM meta")
        write(database, set_meta("meanwhile"))
        return before, tx.row("SELECT count(*) FROM meta")

    before, after = read(database, work)
    assert before == after
    assert meta_keys(database) == {"meanwhile"}


def test_read_cannot_write(database: Database) -> None:
    with pytest.raises(Exception, match=r"read-?only"):
        read(database, set_meta("a"))
    assert meta_keys(database) == set()


def test_failed_read_leaves_the_reader_usable(database: Database) -> None:
    for _ in range(10):
        with pytest.raises(ZeroDivisionError):
            read(database, lambda tx: tx.rows("SELECT 1") and 1 // 0)
    write(database, set_meta("a"))
    assert meta_keys(database) == {"a"}


def test_row_returns_the_first(database: Database) -> None:
    for key in "abc":
        write(database, set_meta(key))
    sql = "SELECT key FROM meta WHERE key < ? ORDER BY key"
    assert read(database, lambda tx: tx.row(sql, "d")) == ("a",)
    assert read(database, lambda tx: tx.row(sql, "")) is None


async def test_read_and_write_can_be_awaited(database: Database) -> None:
    await database.write(set_meta("a"))
    sql = "SELECT key FROM meta WHERE key = 'a'"
    assert await database.read(lambda tx: tx.row(sql)) == ("a",)


# --- The end ------------------------------------------------------------------------------------


def test_close_finishes_queued_work(database_url: str) -> None:
    database = open_database(database_url)
    futures = [database.submit_write(set_meta(str(n))) for n in range(1000)]
    database.close()
    assert all(future.done() and future.result() == 1 for future in futures)
    again = open_database(database_url)
    assert len(meta_keys(again)) == 1000
    again.close()


def test_closed_database_refuses_work(database_url: str) -> None:
    database = open_database(database_url)
    database.close()
    with pytest.raises(Unavailable, match="closed"):
        database.submit_write(set_meta("a"))
    with pytest.raises(Unavailable, match="closed"):
        database.submit_read(lambda tx: None)
    database.close()  # once more does no harm


def test_cancelled_work_is_not_run(database: Database) -> None:
    with busy_writers(database):
        future = database.submit_write(set_meta("cancelled"))
        assert future.cancel()
        other = database.submit_write(set_meta("other"))
    other.result(timeout=60)
    with pytest.raises(CancelledError):
        future.result(timeout=60)
    assert meta_keys(database) == {"other"}


def test_read_only_database_writes_nothing(database_url: str) -> None:
    with pytest.raises(Unavailable):
        open_database(database_url, read_only=True)  # there is nothing to read yet
    database = open_database(database_url)
    write(database, set_meta("a"))
    reader = open_database(database_url, read_only=True)  # while the other one is open
    assert meta_keys(reader) == {"a"}
    with pytest.raises(Unavailable, match="writing"):
        reader.submit_write(set_meta("b"))
    reader.close()
    database.close()


@pytest.mark.parametrize("url", ["mysql://host/name", "sqlite://relative", "http://x:secret@y/z"])
def test_open_refuses_unknown_urls_without_secrets(url: str) -> None:
    with pytest.raises(Unavailable, match=r"expected postgresql://") as raised:
        open_database(url)
    assert "secret" not in str(raised.value)
