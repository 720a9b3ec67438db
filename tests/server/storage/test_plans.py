"""No statement looks at every row of a table that grows.

One did, inside the only writer, at every start and every hour: with 100,000 tables and a thousand
guests who had gone, nobody could move for 36 seconds. So the planner of either database is asked
about all statements, on tables with many rows in them.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest

from server.storage.samples import INDEX, event, facts, write
from tilewright.server import storage
from tilewright.server.storage import (
    deals,
    evenings,
    health,
    mail,
    orders,
    outages,
    people,
    puzzles,
    ratings,
    records,
    tables,
)
from tilewright.server.storage.database import Database, Row, Transaction
from tilewright.server.storage.deals import Adjusted, Deal, Made, Setup
from tilewright.server.storage.evenings import Evening
from tilewright.server.storage.people import Identity, Session

NUMBERS = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)"
FILLS = (
    "tables SELECT 't' || n, 'toy', 2, CASE WHEN n % 50 = 0 THEN 'running' ELSE 'over' END,"
    " CASE WHEN n % 2 = 0 THEN 1 ELSE 0 END, 'p' || n, {blob}, 'i', n, n, 2, 1, NULL,"
    " CASE WHEN n % 50 = 0 THEN n END, CASE WHEN n % 100 = 0 THEN 1 ELSE 0 END, NULL, NULL, ''",
    "events SELECT 't' || n, 1, n, 'opened', NULL, NULL, ''",
    "seats SELECT 't' || n, 0, 'p' || n",
    "people SELECT 'p' || n, 'P', CASE WHEN n % 3 = 0 THEN 'account' ELSE 'guest' END, n, n",
    "accounts SELECT 'p' || n, 'p' || n, ''",
    "sessions SELECT {blob}, 'p' || n, 'session', '', n, n, n",
    "ratings SELECT 'p' || n, 'g' || (n % 100), 2, n, 1, 1",
    "rating_changes SELECT 't' || n, 0, 'p' || n, 1, 1, 1, 1",
    "rating_pairs SELECT 'p' || n, 'q' || n, 1, n",
    "records SELECT 'r' || n, 'p' || n, 'toy', '', n",
    "deals SELECT 'd' || n, 'toy', 'y' || (n / 4), '{{\"seats\":[null]}}', {blob},"
    " 'keys', n, NULL, NULL, NULL, NULL",
    "deal_plays SELECT 'd' || (n / 100), 'p' || n, 't' || n, 0, 1, n, 1, n, n, '', NULL, NULL",
    "evenings SELECT 'e' || n, 'E', 'p' || n, 'd' || n, n, NULL",
    "evening_people SELECT 'e' || n, 'p' || n, n",
    "mail SELECT 'p' || n, '', 'en', 't' || n, n, CASE WHEN n % 9 = 0 THEN 0 ELSE 1 END",
    "turn_mails SELECT 't' || n, 1, 1, NULL",
    "puzzle_tries SELECT 'p' || n, 'g' || (n % 100), 'z' || n, 1, n, n",
    "puzzle_shifts SELECT 'g' || (n % 100), 'z' || n, 1, 1",
)


@dataclass
class Noted:
    """A transaction that notes what is asked of it."""

    tx: Transaction
    statements: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list)

    @property
    def skip_locked(self) -> str:
        return self.tx.skip_locked

    def execute(self, sql: str, *values: Any) -> int:
        self.statements.append((sql, values))
        return self.tx.execute(sql, *values)

    def rows(self, sql: str, *values: Any) -> list[Row]:
        self.statements.append((sql, values))
        return self.tx.rows(sql, *values)

    def row(self, sql: str, *values: Any) -> Row | None:
        self.statements.append((sql, values))
        return self.tx.row(sql, *values)

    def define(self, sql: str) -> None:
        raise AssertionError("a table that grows is not defined anew")

    def lock(self, name: str) -> None:
        self.tx.lock(name)

    def notify(self, channel: str, payload: str) -> None:
        self.tx.notify(channel, payload)


SMALL = ("meta", "outages")
"""What does not grow: a row for each fact, and for each time that the server was away of late."""
ALL_ROWS = ("backup", "backup_file", "weights")
"""Modules that look at everything because they are asked to, and never while others write."""
SESSION = Session(b"k", Identity("p1", "P", "guest"), "session", "", 1, 1, 1)
ONE_OF_MANY = ratings.Category("g7", 2)
CALLS: dict[Callable[..., Any], tuple[Any, ...]] = {
    tables.create: (facts("new"), [event(1)], INDEX),
    tables.append: ("new", 1, [event(2)], INDEX),
    tables.find: ("t7",),
    tables.count_open: ("p7",),
    tables.tables_naming: ("p7",),
    tables.seats_of: ("t7", "p7"),
    tables.seats_among: ("p7", ["t7", "t8"]),
    tables.seqs: (["t7", "t8"],),
    tables.rewrite: ("t7", {1: ""}, ""),
    tables.events_since: ("t7", 0),
    tables.finished: ("t7", 10),
    tables.due: (50, 10),
    tables.hosts_waiting: (0,),
    tables.claim_bot_job: ("p100", "w", 0, 10),
    tables.release_bot_job: ("t100", "w"),
    tables.release_bot_jobs: (),
    people.add_guest: ("new", "N", 1),
    people.find_person: ("p7",),
    people.rename: ("p7", "Q"),
    people.add_account: ("new", "new", ""),
    people.find_account: ("p9",),
    people.password_of: ("p9",),
    people.login_of: ("p9",),
    people.set_password: ("p9", ""),
    people.erase: ("p12",),
    people.add_session: (SESSION,),
    people.find_session: (b"k", 0),
    people.tokens_of: ("p7", 0),
    people.sessions_of: ("p7",),
    people.touch: (b"k", "p7", 1, 1),
    people.end_session: (b"k",),
    people.end_sessions: ("p7",),
    people.forget_sessions: (5, 10),
    people.guests_after: ("p1", 10),
    people.is_gone: ("p4",),
    people.forget_guests: (["p4"],),
    ratings.rate: ("new", ONE_OF_MANY, ["p1", "p2"], [1, 2], 1),
    ratings.ratings_of: ("p7",),
    ratings.curve: ("p7", 10),
    ratings.leaders: (ONE_OF_MANY, 10),
    puzzles.tries_of: ("p7", "g7"),
    puzzles.shifts_of: ("g7",),
    puzzles.forget: ("p7",),
    records.add: (records.Record("new", "p1", "toy", "", 1),),
    records.find: ("r7",),
    records.find_same: ("p7", "text"),
    records.remove: ("r7", "p7"),
    deals.find: ("d7",),
    deals.of_day: ("y7",),
    deals.days_beside: ("y7",),
    deals.find_or_make: (Deal("new", "toy", None, Setup(seats=[None]), b"", "keys"), 1),
    deals.set_par: ("d7", Made(1, 1, 1, "")),
    deals.add_play: ("new", "p1", "new", 0),
    deals.keep_result: ("t7", 0, Made(1, 1, 1, ""), 1),
    deals.keep_end: ("t7", 0, 1),
    deals.set_adjusted: ("d0", "", [Adjusted(0.5, 0.1)]),
    deals.table_of: ("d0", "p7"),
    deals.play_of: ("d0", "p7"),
    deals.results: ("d0", 10),
    deals.field_of: ("d0",),
    evenings.add: (Evening("new", "N", "p1", ()), 1),
    evenings.find: ("e7",),
    evenings.close: ("e7", 1),
    evenings.parts_of: ("d0", 10),
    evenings.join: ("e7", "p8", 1),
    evenings.leave: ("e7", "p7"),
    evenings.people_of: ("e7",),
    mail.set_address: (mail.Address("new", "", "en", "new", 1, False),),
    mail.find: ("p7",),
    mail.confirm: ("t9", 1),
    mail.remove: ("p7",),
    mail.remove_by_token: ("t8",),
    mail.forget_unconfirmed: (5,),
    mail.claim_turn: (mail.Turn("t7", "toy", 2, 9, "p7", "", "en", "", 0), 1),
    mail.put_off_turn: (mail.Turn("t7", "toy", 2, 9, "p7", "", "en", "", 0), 1),
    health.write_heartbeat: (1,),
    orders.give: ("x",),
    orders.find: (),
    orders.answer: ("w", ""),
    orders.take_answers: (),
    orders.withdraw: ("x",),
    outages.last_beat: (),
    outages.beat: (1,),
}
WITH_NAMES: dict[Callable[..., Any], list[tuple[tuple[Any, ...], dict[str, Any]]]] = {
    tables.lobby: [
        ((), {"limit": 10}),
        ((), {"game": "toy", "status": "running", "before": (9, "t9"), "limit": 10}),
    ],
    tables.tables_of: [
        (("p7",), {"limit": 10}),
        (("p7",), {"status": "over", "before": (9, "t9"), "limit": 10}),
        (("p7",), {"game": "toy", "status": "over", "listed": 1, "limit": 10_000}),
    ],
    puzzles.add_try: [
        (("p7", "g7", ("new", 30.0)), {"is_right": True, "is_rated": True, "at": 1}),
    ],
    records.records_of: [(("p7",), {"limit": 10}), (("p7",), {"before": (9, "r9"), "limit": 10})],
    mail.turns: [((), {"now": 9, "still_after": 2900, "quiet_since": 5000, "limit": 10})],
}


@pytest.fixture
def filled(database: Database, is_long: bool) -> Database:
    count = 1_000_000 if is_long else 3_000
    blob = "CAST(CAST(n AS TEXT) AS " + ("BYTEA)" if database.is_shared else "BLOB)")
    for fill in FILLS:
        name, _, rows = fill.format(blob=blob).partition(" ")
        sql = f"INSERT INTO {name} {NUMBERS} {rows} FROM numbers"
        write(database, lambda tx, sql=sql: tx.execute(sql, count))  # type: ignore[misc]
    write(database, lambda tx: tx.execute("ANALYZE"))
    return database


def test_every_statement_finds_its_rows_by_an_index(filled: Database) -> None:
    def look(tx: Transaction) -> dict[str, list[str]]:
        noted = Noted(tx)
        for function, values in CALLS.items():
            function(noted, *values)
        for function, calls in WITH_NAMES.items():
            for given, names in calls:
                function(noted, *given, **names)
        asked = dict.fromkeys(noted.statements)
        return {sql: scans for sql, values in asked if (scans := scanned(filled, tx, sql, values))}

    assert write(filled, look) == {}


def scanned(database: Database, tx: Transaction, sql: str, values: tuple[Any, ...]) -> list[str]:
    """The lines of the plan that go through a whole table."""
    if database.is_shared:
        plan = [str(row[0]) for row in tx.rows(f"EXPLAIN {sql}", *values)]
        lines = [line.strip() for line in plan if "Seq Scan on" in line]
        return [line for line in lines if not re.search(rf"Scan on ({'|'.join(SMALL)})\b", line)]
    plan = [str(row[-1]) for row in tx.rows(f"EXPLAIN QUERY PLAN {sql}", *values)]
    small = "|".join(("CONSTANT", r"\d", *SMALL))
    return [line for line in plan if re.match(rf"SCAN (?!{small})(?!.* USING .*INDEX)", line)]


def test_all_that_the_store_can_do_is_looked_at() -> None:
    """A module that is added later, too."""
    names = {found.name for found in iter_modules(storage.__path__) if not found.ispkg}
    for name in names - {*ALL_ROWS}:
        module = import_module(f"{storage.__name__}.{name}")
        functions = {getattr(module, word) for word in module.__all__}
        asked = {one for one in functions if inspect.isfunction(one)}
        assert asked - {outages.wall_clock} <= CALLS.keys() | WITH_NAMES.keys(), name


def test_statements_are_written_nowhere_else() -> None:
    package = Path(storage.__file__).parent
    others = set(package.parent.parent.rglob("*.py")) - set(package.rglob("*.py"))
    spoken = re.compile(r"\btx\.(execute|rows?|define)\(")
    assert [path.name for path in others if spoken.search(path.read_text(encoding="utf-8"))] == []
