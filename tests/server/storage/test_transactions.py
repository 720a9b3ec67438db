"""What both backends promise about a piece of work."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any

import numpy as np
import pytest

from server.storage.ears import Ear
from server.storage.samples import busy_writers, meta_keys, read, set_meta, write
from tilewright.server.storage.database import (
    Conflict,
    Database,
    Transaction,
    Unavailable,
    Unstorable,
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
    """The transaction is spoilt on PostgreSQL, which would answer COMMIT by a silent ROLLBACK."""
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
    (set_meta("big", 2**70), Unstorable),  # type: ignore[arg-type]
]


def test_work_is_done_when_it_returns(database: Database) -> None:
    assert write(database, set_meta("a")) == 1
    assert meta_keys(database) == {"a"}


@pytest.mark.parametrize("work, error", BAD_WORKS)
def test_work_that_fails_leaves_nothing(
    database: Database, work: Callable[[Transaction], Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        write(database, work)
    assert meta_keys(database) == set()
    write(database, set_meta("after"))


def test_work_fails_alone(database: Database) -> None:
    """Every bad work in one batch with good ones: those survive, in one commit or in several."""
    with busy_writers(database):
        good = [database.submit_write(set_meta(f"good-{n}")) for n in range(len(BAD_WORKS))]
        bad = [database.submit_write(work) for work, _ in BAD_WORKS]
        last = database.submit_write(set_meta("last"))
    for future, (_, error) in zip(bad, BAD_WORKS, strict=True):
        with pytest.raises(error):
            future.result(timeout=60)
    assert [future.result(timeout=60) for future in (*good, last)] == [1] * (len(good) + 1)
    assert meta_keys(database) == {f"good-{n}" for n in range(len(good))} | {"last"}


def test_of_two_that_want_the_same_key_one_gets_it(database: Database) -> None:
    with busy_writers(database):
        futures = [database.submit_write(set_meta("one", str(n))) for n in range(2)]
    errors = [future.exception(timeout=60) for future in futures]
    assert [type(error) for error in errors if error is not None] == [Conflict]


def test_a_conflict_does_not_show_the_key(database: Database) -> None:
    """Its words may go to a client, and a key may be the hash of a secret."""
    write(database, set_meta("hush"))
    with pytest.raises(Conflict) as raised:
        write(database, set_meta("hush"))
    assert "hush" not in str(raised.value)


def test_a_wrong_statement_fails_as_such(database: Database) -> None:
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
    " NULL, ?, '')"
)


@pytest.mark.parametrize("value", UNSTORABLE, ids=lambda value: ascii(value)[:20])
def test_what_cannot_be_stored_is_refused(database: Database, value: Any) -> None:
    """An integer of 2**70 once killed a writer thread while all else seemed well."""
    for work in (
        lambda tx: tx.execute("UPDATE meta SET value = ? WHERE key = 'x'", value),
        lambda tx: tx.rows("SELECT 1 FROM meta WHERE value = ?", value),
    ):
        with pytest.raises(Unstorable, match=r"expected .*; (found|it contains)"):
            write(database, work)
        with pytest.raises(Unstorable):
            read(database, work)
    write(database, set_meta("after"))


@pytest.mark.parametrize(
    "column, value", [(column, value) for column, values in STORABLE.items() for value in values]
)
def test_what_is_stored_comes_back(database: Database, column: str, value: Any) -> None:
    row = {"deadline": None, "lease_by": None, "secret": b""} | {column: value}
    write(
        database,
        lambda tx: tx.execute(INSERT, True, row["secret"], row["deadline"], row["lease_by"]),
    )
    [(listed, found)] = read(database, lambda tx: tx.rows(f"SELECT listed, {column} FROM tables"))
    assert (listed, found) == (1, value)
    assert type(found) is type(value)


@pytest.mark.parametrize("value", [0.1, 25 / 3, 5e-324, 1.7976931348623157e308, -1.5, 3.0])
def test_floats_come_back_to_the_last_bit(database: Database, value: float) -> None:
    sql = "INSERT INTO ratings VALUES ('s', 'g', 2, ?, ?, 0)"
    write(database, lambda tx: tx.execute(sql, value, value))
    row = read(database, lambda tx: tx.row("SELECT mu, sigma FROM ratings"))
    assert row is not None and [number.hex() for number in row] == [value.hex()] * 2


def test_texts_are_ordered_by_their_bytes(database: Database) -> None:
    words = ["a", "B", "b", "ä", "Z", "aa", "a-", "a b", "я", "🌒", "_"]
    for word in words:
        write(database, set_meta(word))
    sql = "SELECT key FROM meta WHERE key <> 'schema' ORDER BY key"
    rows = read(database, lambda tx: tx.rows(sql))
    assert [row[0] for row in rows] == sorted(words, key=str.encode)


# --- Reading ------------------------------------------------------------------------------------


def test_a_reader_sees_one_moment(database: Database) -> None:
    def work(tx: Transaction) -> tuple[Any, Any]:
        before = tx.row("SELECT count(*) FROM meta")
        write(database, set_meta("meanwhile"))
        return before, tx.row("SELECT count(*) FROM meta")

    before, after = read(database, work)
    assert before == after
    assert meta_keys(database) == {"meanwhile"}


def test_a_reader_cannot_write(database: Database) -> None:
    with pytest.raises(Exception, match=r"read-?only"):
        read(database, set_meta("a"))
    assert meta_keys(database) == set()


def test_a_failed_read_leaves_the_reader_as_it_was(database: Database) -> None:
    for _ in range(10):
        with pytest.raises(ZeroDivisionError):
            read(database, lambda tx: tx.rows("SELECT 1") and 1 // 0)
    write(database, set_meta("a"))
    assert meta_keys(database) == {"a"}


def test_row_is_the_first_of_many(database: Database) -> None:
    for key in "abc":
        write(database, set_meta(key))
    sql = "SELECT key FROM meta WHERE key < ? ORDER BY key"
    assert read(database, lambda tx: tx.row(sql, "d")) == ("a",)
    assert read(database, lambda tx: tx.row(sql, "")) is None


def test_both_can_be_awaited(database: Database) -> None:
    async def both() -> Any:
        await database.write(set_meta("a"))
        return await database.read(lambda tx: tx.row("SELECT key FROM meta WHERE key = 'a'"))

    assert asyncio.run(both()) == ("a",)


# --- Notifications ------------------------------------------------------------------------------


def notify(channel: str, *payloads: str) -> Callable[[Transaction], None]:
    def work(tx: Transaction) -> None:
        for payload in payloads:
            tx.notify(channel, payload)

    return work


def test_listeners_hear_what_is_committed_in_order(database: Database) -> None:
    ear = Ear(database, "news")
    other = Ear(database, "other")

    def undone(tx: Transaction) -> None:
        tx.notify("news", "undone")
        raise KeyError

    with pytest.raises(KeyError):
        write(database, undone)
    words = ["a", "b c", "", "🌒", "x" * 6000]
    write(database, notify("news", *words))
    write(database, notify("other", "end"))
    assert ear.wait_for("x" * 6000) == words
    assert other.wait_for("end") == ["end"]


def test_a_listener_that_fails_harms_nobody(database: Database) -> None:
    def fail(payload: str) -> None:
        raise RuntimeError(payload)

    database.listen("news", fail)
    ear = Ear(database, "news")
    write(database, notify("news", "a"))
    write(database, notify("news", "b"))
    assert ear.wait_for("b") == ["a", "b"]


@pytest.mark.parametrize(
    "channel, payload", [("two words", "a"), ("news", "x" * 8000), ("news", "\0"), ("n", "\udc00")]
)
def test_what_cannot_be_said_is_refused(database: Database, channel: str, payload: str) -> None:
    with pytest.raises(Unstorable):
        write(database, notify(channel, payload))


# --- The end ------------------------------------------------------------------------------------


def test_closing_finishes_what_is_queued(database_url: str) -> None:
    database = open_database(database_url)
    futures = [database.submit_write(set_meta(str(n))) for n in range(1000)]
    database.close()
    assert all(future.done() and future.result() == 1 for future in futures)
    again = open_database(database_url)
    assert len(meta_keys(again)) == 1000
    again.close()


def test_a_closed_database_refuses_work(database_url: str) -> None:
    database = open_database(database_url)
    database.close()
    with pytest.raises(Unavailable, match="closed"):
        database.submit_write(set_meta("a"))
    with pytest.raises(Unavailable, match="closed"):
        database.submit_read(lambda tx: None)
    database.close()  # once more does no harm


def test_what_was_cancelled_in_time_is_not_done(database: Database) -> None:
    with busy_writers(database):
        future = database.submit_write(set_meta("cancelled"))
        assert future.cancel()
        other = database.submit_write(set_meta("other"))
    other.result(timeout=60)
    with pytest.raises(CancelledError):
        future.result(timeout=60)
    assert meta_keys(database) == {"other"}


def test_read_only_changes_nothing(database_url: str) -> None:
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
def test_unknown_urls_are_refused_without_showing_secrets(url: str) -> None:
    with pytest.raises(Unavailable, match=r"expected postgresql://") as raised:
        open_database(url)
    assert "secret" not in str(raised.value)
