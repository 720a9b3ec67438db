"""Sample rows, and helpers that read and write a database."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import astuple
from typing import Any, TypeVar

from tilewright.arena.ratings import BEGINNER, rate_players
from tilewright.server.storage import (
    deals,
    evenings,
    mail,
    ops,
    puzzles,
    ratings,
    records,
    tables,
)
from tilewright.server.storage.database import Database, Row, Transaction
from tilewright.server.storage.database.postgres import NUM_WRITERS
from tilewright.server.storage.database.schema import TABLES
from tilewright.server.storage.deals import Deal, DealSetup, GameScore
from tilewright.server.storage.evenings import Evening
from tilewright.server.storage.tables import EventRow, TableIndex, TableStatic

T = TypeVar("T")

RISEN, FALLEN = rate_players([BEGINNER, BEGINNER], [1, 2])

INDEX = TableIndex(
    status="running",
    number=3,
    mover_id="ada",
    deadline=None,
    bot_due=False,
    summary='{"names": ["Ada", "Богдан"]}',
)


def facts(
    table_id: str, host: str = "ada", *, listed: bool = True, competitive: bool = False
) -> TableStatic:
    secret, invite = bytes(range(32)), f"invite-{table_id}"
    return TableStatic(table_id, "nova-luna", 2, secret, invite, 1000, listed, host, competitive)


def event(seq: int, move_id: str | None = None, at: int | None = None) -> EventRow:
    return EventRow(seq, at or 1000 + seq, "moved", "ada", move_id, f'{{"move": {seq}}}')


def write(database: Database, work: Callable[[Transaction], T]) -> T:
    return database.submit_write(work).result(timeout=60)


def read(database: Database, work: Callable[[Transaction], T]) -> T:
    return database.submit_read(work).result(timeout=60)


def set_meta(key: str, value: str = "") -> Callable[[Transaction], int]:
    """Return work that inserts one row of `meta`. It raises Conflict if the key is taken."""
    return lambda tx: tx.execute("INSERT INTO meta (key, value) VALUES (?, ?)", key, value)


def meta_keys(database: Database) -> set[str]:
    rows = read(database, lambda tx: tx.rows("SELECT key FROM meta WHERE key <> 'schema'"))
    return {row[0] for row in rows}


def contents(database: Database) -> dict[str, list[Row]]:
    """Return all rows of all tables, sorted."""

    def work(tx: Transaction) -> dict[str, list[Row]]:
        return {table: sorted(tx.rows(f"SELECT * FROM {table}"), key=repr) for table in TABLES}

    return read(database, work)


def fill(tx: Transaction) -> None:
    """Insert a row into every table."""
    for fill_more in FILLS:
        fill_more(tx)


def fill_version_1(tx: Transaction) -> None:
    index = TableIndex("open", 0, None, 2**62, True, "{}", {0: "ada", 1: "bob"})
    tables.create(tx, facts("t1", listed=False), [event(1), event(2, "m1")], index)
    tables.create(tx, facts("t2"), [event(1, "m1")], INDEX)
    # Bots' leases were kept here once.
    tx.execute("UPDATE tables SET lease_until = 6000, lease_by = 'worker' WHERE id = 't1'")
    tx.execute("INSERT INTO people VALUES ('ada', 'Ada 🌒 \"x\" \n\\', 'account', 1, 2)")
    tx.execute("INSERT INTO people VALUES ('bob', 'Боб', 'guest', 1, 2)")
    tx.execute("INSERT INTO accounts VALUES ('ada', 'ada', '$argon2id$...')")
    session = "INSERT INTO sessions VALUES (?, 'ada', 'token', 'my bot', 1, 2, ?)"
    tx.execute(session, b"\x00\xff" * 16, None)
    tx.execute(session, b"", -(2**63))
    # Bots had ratings like people's once.
    for seat, subject, rating in (0, "ada", RISEN), (1, "bot:level-3", FALLEN):
        change = (seat, subject, *astuple(BEGINNER), *astuple(rating))
        tx.execute("INSERT INTO rating_changes VALUES ('t2', ?, ?, ?, ?, ?, ?)", *change)
        row = "INSERT INTO ratings VALUES (?, 'nova-luna', 2, ?, ?, 1)"
        tx.execute(row, subject, *astuple(rating))
    records.add(tx, records.SavedRecord("r1", "ada", "polyssimo", "line\r\n\tline\n", 7))


def fill_version_2(tx: Transaction) -> None:
    # The deals of other days in old databases were played at no table, and are forgotten.
    name, game, day = "2026-11-15-nova-luna", "nova-luna", "2026-11-15"
    setup = DealSetup(seats=[None])
    deals.get_or_create(tx, Deal(name, game, day, setup, bytes(range(32)), "seed"), 5)
    deals.set_par(tx, name, GameScore(1, 86, -86, ""))
    deals.add_play(tx, name, "ada", "t1", 0)
    deals.add_play(tx, name, "bob", "t2", 0)
    deals.save_result(tx, "t2", 0, GameScore(1, 91, -91, ""), 9)


def fill_version_5(tx: Transaction) -> None:
    ratings.rate_game(tx, "t1", ratings.Category("nova-luna", 2), ["ada", "bob"], [1, 2], 9)
    ops.write_heartbeat(tx, 10)
    ops.write_heartbeat(tx, 10 + 2 * ops.OUTAGE_AFTER_MS)


def fill_version_7(tx: Transaction) -> None:
    mail.set_address(tx, mail.Address("ada", "ada@example.org", "uk", "token", 7, True))
    turn = mail.DueTurn("t1", "toy", 3, 9, "ada", "", "", "", 0)
    mail.claim_turn(tx, turn, 8)
    mail.reschedule_turn(tx, turn, 9)


def fill_version_8(tx: Transaction) -> None:
    for at, name, is_right in (8, "00000001", True), (9, "00000002", False):
        tried = (tx, "ada", "polyssimo", (name, 31.5))
        puzzles.add_attempt(*tried, is_right=is_right, is_rated=True, now=at)


def fill_version_9(tx: Transaction) -> None:
    setup = DealSetup(seats=[None, "level-5@2"], options={"first": "seat-1"}, until="2026-11-22")
    deals.get_or_create(tx, Deal("xK2c", "polyssimo", None, setup, b"\x12" * 32, "keys"), 8)
    deals.set_par(tx, "xK2c", GameScore(2, 31, -4, "F\nI"))
    deals.add_play(tx, "xK2c", "ada", "t4", 0)
    deals.save_result(tx, "t4", 0, GameScore(1, 40, 7, "F\nJ"), 10)
    tx.execute("UPDATE deal_plays SET adjusted = 0.75, error = 0.0625 WHERE table_id = 't4'")
    setup = DealSetup(seats=["level-3@2", None], until="2026-11-16", evening="eve1")
    deal = Deal("eve1a", "polyssimo", None, setup, b"\x13" * 32, "keys")
    evenings.add(tx, Evening("eve1", "Friday", "ada", (deal,)), 11)
    evenings.close(tx, "eve1", 12)


def fill_version_10(tx: Transaction) -> None:
    evenings.join(tx, "eve1", "bob", 11)


def fill_version_11(tx: Transaction) -> None:
    tables.create(tx, facts("t3", competitive=True), [event(1)], INDEX)
    name = "2026-11-20-nova-luna"
    deals.get_or_create(
        tx, Deal(name, "nova-luna", "2026-11-20", DealSetup(seats=[None]), b"\x14" * 32, "keys"), 6
    )
    deals.add_play(tx, name, "ada", "t3", 0, address="00000000c0ffee00")


def fill_nothing(tx: Transaction) -> None:
    """Insert nothing: for versions that added indices only, or tables removed since."""


FILLS = (
    *(fill_version_1, fill_version_2, fill_nothing, fill_nothing, fill_version_5, fill_nothing),
    *(fill_version_7, fill_version_8, fill_version_9, fill_version_10, fill_version_11),
    fill_nothing,
)
"""Functions that fill the tables of each schema version."""


@contextmanager
def busy_writers(database: Database) -> Iterator[None]:
    """Block every writer during the context; work queued meanwhile forms one batch."""
    gates = [_Gate() for _ in range(NUM_WRITERS if database.is_shared else 1)]
    for gate in gates:
        gate.done = database.submit_write(gate.wait)
        assert gate.entered.wait(60)
    yield
    for gate in gates:  # one by one: the first takes all that waits
        gate.opened.set()
        gate.done.result(timeout=60)


class _Gate:
    def __init__(self) -> None:
        self.entered = threading.Event()
        self.opened = threading.Event()
        self.done: Future[Any] = Future()

    def wait(self, tx: Transaction) -> None:
        self.entered.set()
        assert self.opened.wait(60)
