"""Query plans: no statement scans a table that grows.

A scan inside the only writer blocks all moves. Both databases are asked for their plan of each
statement, on tables with many rows.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
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
    mail,
    ops,
    people,
    puzzles,
    ratings,
    records,
    tables,
)
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.deals import Deal, DealSetup, GameScore
from tilewright.server.storage.evenings import Evening
from tilewright.server.storage.people import Identity, Session

NUMBERS = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)"
FILLS = (
    "tables SELECT 't' || n, 'toy', 2, CASE WHEN n % 50 = 0 THEN 'running' ELSE 'over' END,"
    " CASE WHEN n % 2 = 0 THEN 1 ELSE 0 END, 'p' || n, {blob}, 'i' || n, n, n, 2, 1, NULL,"
    " CASE WHEN n % 50 = 0 THEN n END, CASE WHEN n % 100 = 0 THEN 1 ELSE 0 END, NULL, NULL, '', 0",
    "events SELECT 't' || n, 1, n, 'opened', NULL, NULL, ''",
    "seats SELECT 't' || n, 0, 'p' || n",
    "people SELECT 'p' || n, 'P', CASE WHEN n % 3 = 0 THEN 'account' ELSE 'guest' END, n, n",
    "accounts SELECT 'p' || n, 'p' || n, ''",
    "sessions SELECT {blob}, 'p' || n, 'session', '', n, n, n",
    "ratings SELECT 'p' || n, 'g' || (n % 100), 2, n, 1, 1",
    "rating_changes SELECT 't' || n, 0, 'p' || n, 1, 1, 1, 1",
    "rating_pairs SELECT 'p' || n, 'q' || n, 1, n",
    "records SELECT 'r' || n, 'p' || n, 'toy', '', n, 0",
    "deals SELECT 'd' || n, 'toy', 'y' || (n / 4), '{{\"seats\":[null]}}', {blob},"
    " 'keys', n, NULL, NULL, NULL, NULL",
    "deal_plays SELECT 'd' || (n / 100), 'p' || n, 't' || n, 0, 1, n, 1, n, n, '',"
    " NULL, NULL, NULL",
    "evenings SELECT 'e' || n, 'E', 'p' || n, 'd' || n, n, NULL",
    "evening_people SELECT 'e' || n, 'p' || n, n",
    "mail SELECT 'p' || n, '', 'en', 't' || n, n, CASE WHEN n % 9 = 0 THEN 0 ELSE 1 END",
    "turn_mails SELECT 't' || n, 1, 1, NULL",
    "puzzle_tries SELECT 'p' || n, 'g' || (n % 100), 'z' || n, 1, n, n",
    "puzzle_shifts SELECT 'g' || (n % 100), 'z' || n, 1, 1",
)


class Noted(Transaction):
    """A transaction that records its statements."""

    def __init__(self, tx: Transaction) -> None:
        super().__init__()
        self.tx = tx
        self.statements: list[tuple[str, tuple[Any, ...]]] = []

    def define(self, sql: str) -> None:
        raise AssertionError("a table that grows is not defined again")

    def lock(self, name: str) -> None:
        self.tx.lock(name)

    def _execute(self, sql: str, values: list[Any]) -> Any:
        self.statements.append((sql, tuple(values)))
        return self.tx._execute(sql, values)

    def _map_error(self, error: Exception) -> Exception:
        return self.tx._map_error(error)


SMALL = ("meta", "outages")
"""Tables that do not grow."""
ALL_ROWS = ("backup", "backup_v1")
"""Modules that scan tables on purpose, and never in a writer."""
SESSION = Session(b"k", Identity("p1", "P", "guest"), "session", "", 1, 1, 1)
ONE_OF_MANY = ratings.Category("g7", 2)
CALLS: dict[Callable[..., Any], tuple[Any, ...]] = {
    tables.create: (facts("new"), [event(1)], INDEX),
    tables.append: ("new", 1, [event(2)], INDEX),
    tables.find: ("t7",),
    tables.count_open: ("p7",),
    tables.is_competing: ("p7", "toy"),
    tables.list_tables_mentioning: ("p7",),
    tables.list_seats: ("t7", "p7"),
    tables.list_seats_by_table: ("p7", ["t7", "t8"]),
    tables.list_current_seqs: (["t7", "t8"],),
    tables.rewrite_events: ("t7", {1: ""}, ""),
    tables.list_events: ("t7", 0),
    tables.list_finished: ("t7", 10),
    tables.list_by_player_after: ("p7", "t1", 10),
    tables.list_overdue: (50, 10),
    tables.list_by_invite: ("i7", 10),
    tables.list_owners: (["t7", "t8"],),
    tables.list_waiting_for_bots: (),
    people.add_guest: ("new", "N", 1),
    people.find_person: ("p7",),
    people.rename: ("p7", "Q"),
    people.add_account: ("new", "new", ""),
    people.find_account: ("p9",),
    people.find_password_hash: ("p9",),
    people.find_login: ("p9",),
    people.set_password_hash: ("p9", ""),
    people.anonymize: ("p12",),
    people.add_session: (SESSION,),
    people.find_session: (b"k", 0),
    people.filter_unexpired: ([b"k", b"l"], 0),
    people.list_tokens: ("p7", 0),
    people.list_sessions: ("p7",),
    people.extend_session: (b"k", "p7", 1, 1),
    people.delete_session: (b"k",),
    people.delete_sessions: ("p7",),
    people.delete_expired_sessions: (5, 10),
    people.list_guests: ("p1", 10),
    people.is_stale_guest: ("p4",),
    people.delete_stale_guests: (["p4"],),
    ratings.rate_game: ("new", ONE_OF_MANY, ["p1", "p2"], [1, 2], 1),
    ratings.list_ratings: ("p7",),
    ratings.list_rating_history: ("p7", 10),
    ratings.list_leaders: (ONE_OF_MANY, 10),
    puzzles.read_solver: ("p7", "g7"),
    puzzles.list_rating_shifts: ("g7",),
    puzzles.delete_attempts: ("p7",),
    records.add: (records.SavedRecord("new", "p1", "toy", "", 1),),
    records.find: ("r7",),
    records.find_by_text: ("p7", "text"),
    records.remove: ("r7", "p7"),
    records.list_after: ("p7", "r1", 10),
    records.count_bytes: ("p7",),
    deals.find: ("d7",),
    deals.list_by_day: ("y7",),
    deals.find_adjacent_days: ("y7",),
    deals.get_or_create: (Deal("new", "toy", None, DealSetup(seats=[None]), b"", "keys"), 1),
    deals.set_par: ("d7", GameScore(1, 1, 1, "")),
    deals.delete_addresses: ("d0",),
    deals.save_result: ("t7", 0, GameScore(1, 1, 1, ""), 1),
    deals.save_end: ("t7", 0, 1),
    deals.find_table: ("d0", "p7"),
    deals.find_play: ("d0", "p7"),
    deals.list_results: ("d0", 10),
    deals.read_stats: ("d0",),
    evenings.add: (Evening("new", "N", "p1", ()), 1),
    evenings.find: ("e7",),
    evenings.close: ("e7", 1),
    evenings.list_plays: ("d0", 10),
    evenings.join: ("e7", "p8", 1),
    evenings.leave: ("e7", "p7"),
    evenings.list_participants: ("e7",),
    mail.set_address: (mail.Address("new", "", "en", "new", 1, False),),
    mail.find: ("p7",),
    mail.confirm_address: ("t9", 1),
    mail.remove: ("p7",),
    mail.remove_by_token: ("t8",),
    mail.delete_unconfirmed: (5,),
    mail.claim_turn: (mail.DueTurn("t7", "toy", 2, 9, "p7", "", "en", "", 0), 1),
    mail.reschedule_turn: (mail.DueTurn("t7", "toy", 2, 9, "p7", "", "en", "", 0), 1),
    ops.write_probe_time: (1,),
    ops.add_request: ("x",),
    ops.list_requests: (),
    ops.remove_request: ("x",),
    ops.read_last_heartbeat: (),
    ops.write_heartbeat: (1,),
}
WITH_NAMES: dict[Callable[..., Any], list[tuple[tuple[Any, ...], dict[str, Any]]]] = {
    tables.list_lobby: [
        ((), {"limit": 10}),
        ((), {"game": "toy", "status": "running", "before": (9, "t9"), "limit": 10}),
    ],
    tables.list_by_player: [
        (("p7",), {"limit": 10}),
        (("p7",), {"status": "over", "before": (9, "t9"), "limit": 10}),
        (("p7",), {"game": "toy", "status": "over", "listed": 1, "limit": 10_000}),
    ],
    deals.add_play: [(("new", "p1", "new", 0), {"address": "a"})],
    puzzles.add_attempt: [
        (("p7", "g7", ("new", 30.0)), {"is_right": True, "is_rated": True, "now": 1}),
    ],
    records.list_heads: [(("p7",), {"limit": 10}), (("p7",), {"before": (9, "r9"), "limit": 10})],
    mail.list_due_turns: [
        ((), {"now": 9, "deadline_after": 2900, "quiet_since": 5000, "limit": 10})
    ],
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


def test_statements_use_an_index(filled: Database) -> None:
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
    """Return the lines of a plan that scan a whole table."""
    if database.is_shared:
        plan = [str(row[0]) for row in tx.rows(f"EXPLAIN {sql}", *values)]
        lines = [line.strip() for line in plan if "Seq Scan on" in line]
        return [line for line in lines if not re.search(rf"Scan on ({'|'.join(SMALL)})\b", line)]
    plan = [str(row[-1]) for row in tx.rows(f"EXPLAIN QUERY PLAN {sql}", *values)]
    small = "|".join(("CONSTANT", r"\d", *SMALL))
    return [line for line in plan if re.match(rf"SCAN (?!{small})(?!.* USING .*INDEX)", line)]


def test_statements_are_all_checked() -> None:
    """A function added later must be added here."""
    names = {found.name for found in iter_modules(storage.__path__) if not found.ispkg}
    for name in names - {*ALL_ROWS}:
        module = import_module(f"{storage.__name__}.{name}")
        functions = {getattr(module, word) for word in module.__all__}
        asked = {one for one in functions if inspect.isfunction(one)}
        assert asked - {ops.read_wall_clock} <= CALLS.keys() | WITH_NAMES.keys(), name


def test_statements_are_in_storage_only() -> None:
    package = Path(storage.__file__).parent
    others = set(package.parent.parent.rglob("*.py")) - set(package.rglob("*.py"))
    spoken = re.compile(r"\btx\.(execute|rows?|define)\(")
    assert [path.name for path in others if spoken.search(path.read_text(encoding="utf-8"))] == []
