"""The store of tables: numbered events, the lobby, what is due, jobs for bots."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from server.storage.samples import INDEX, event, facts, read, write
from tilewright.server.storage import tables
from tilewright.server.storage.database import Conflict, Database, Transaction, open_database
from tilewright.server.storage.tables import Index, TableFacts, TableRow

OPEN = replace(INDEX, status="open")
OVER = replace(INDEX, status="over")
BOT = replace(INDEX, bot_due=True)


def create(
    database: Database, table: str | TableFacts, index: Index = INDEX, at: int | None = None
) -> None:
    table = facts(table) if isinstance(table, str) else table
    write(database, lambda tx: tables.create(tx, table, [event(1, at=at)], index))


def append(
    database: Database, table: str, seq: int, index: Index = INDEX, move: str | None = None
) -> None:
    rows = [event(seq + 1, move)]
    write(database, lambda tx: tables.append(tx, table, seq, rows, index))


def find(database: Database, table: str) -> TableRow:
    row = read(database, lambda tx: tables.find(tx, table))
    assert row is not None
    return row


# --- Events -------------------------------------------------------------------------------------


def test_a_table_comes_back_as_it_was_stored(database: Database) -> None:
    index = replace(INDEX, deadline=9, bot_due=True, mover_id=None)
    table = facts("t", listed=False)
    create(database, table, index)
    assert find(database, "t") == TableRow(
        id="t",
        game=table.game,
        players=table.players,
        secret=table.secret,
        invite=table.invite,
        created=table.created,
        status="running",
        listed=False,
        host="ada",
        number=3,
        mover_id=None,
        deadline=9,
        bot_due=True,
        summary=INDEX.summary,
        seq=1,
        updated=1001,
        lease_until=None,
        lease_by=None,
    )
    assert read(database, lambda tx: tables.find(tx, "other")) is None


def test_events_come_back_in_order(database: Database) -> None:
    create(database, "t")
    create(database, "other")
    rows = [event(2, "m2"), event(3), event(4, "m4")]
    write(database, lambda tx: tables.append(tx, "t", 1, rows, OVER))
    for seq in range(6):
        found = read(database, lambda tx, seq=seq: tables.events_since(tx, "t", seq))  # type: ignore[misc]
        assert found == [event(1), *rows][seq:]
    assert find(database, "t").seq == 4
    assert find(database, "t").status == "over"
    assert find(database, "other").seq == 1


@pytest.mark.parametrize("expected", [0, 2])
def test_events_for_another_moment_are_a_conflict(database: Database, expected: int) -> None:
    create(database, "t")
    with pytest.raises(Conflict, match=f"table t: expected {expected} events; found 1 events"):
        append(database, "t", expected, OVER)
    assert find(database, "t").status == "running"


def test_events_for_no_table_are_a_conflict(database: Database) -> None:
    with pytest.raises(Conflict, match="found no such table"):
        append(database, "t", 3)


def test_an_id_is_given_once(database: Database) -> None:
    create(database, "t")
    with pytest.raises(Conflict):
        create(database, "t")


def test_a_move_counts_once(database: Database) -> None:
    create(database, "t")
    append(database, "t", 1, move="m")
    with pytest.raises(Conflict):
        append(database, "t", 2, move="m")
    assert find(database, "t").seq == 2
    append(database, "t", 2, move="n")
    create(database, "other")
    append(database, "other", 1, move="m")


def test_events_without_a_move_id_are_many(database: Database) -> None:
    create(database, "t")
    for seq in range(1, 5):
        append(database, "t", seq)
    assert find(database, "t").seq == 5


@pytest.mark.parametrize("numbers", [[], [1], [3], [2, 4], [3, 2]])
def test_wrong_numbers_are_our_own_fault(database: Database, numbers: list[int]) -> None:
    create(database, "t")
    rows = [event(seq) for seq in numbers]
    with pytest.raises(ValueError, match="expected events from number 2 on"):
        write(database, lambda tx: tables.append(tx, "t", 1, rows, INDEX))


# --- The lobby, and one's own games -------------------------------------------------------------


def ids(rows: list[TableRow]) -> str:
    return "".join(row.id for row in rows)


@pytest.fixture
def lobby(database: Database) -> Database:
    create(database, "a", OPEN, at=10)
    create(database, "b", INDEX, at=20)
    create(database, "c", OVER, at=30)
    create(database, facts("d", listed=False), OPEN, at=40)
    create(database, "e", OPEN, at=10)
    create(database, "f", INDEX, at=50)
    return database


def test_the_lobby_shows_listed_tables_that_are_not_over(lobby: Database) -> None:
    assert ids(read(lobby, lambda tx: tables.lobby(tx, limit=10))) == "fbea"
    assert ids(read(lobby, lambda tx: tables.lobby(tx, status="open", limit=10))) == "ea"
    assert ids(read(lobby, lambda tx: tables.lobby(tx, status="over", limit=10))) == ""
    assert ids(read(lobby, lambda tx: tables.lobby(tx, game="nova-luna", limit=10))) == "fbea"
    assert ids(read(lobby, lambda tx: tables.lobby(tx, game="polyssimo", limit=10))) == ""


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_pages_of_the_lobby_follow_each_other(lobby: Database, limit: int) -> None:
    def pages(tx: Transaction) -> Iterator[str]:
        place = None
        while rows := tables.lobby(tx, before=place, limit=limit):
            assert len(rows) <= limit
            yield ids(rows)
            place = rows[-1].place

    assert "".join(read(lobby, lambda tx: list(pages(tx)))) == "fbea"


def test_people_find_their_tables(database: Database) -> None:
    create(database, "a", replace(OPEN, seats={0: "ada", 1: "bob"}), at=10)
    create(database, "b", replace(OVER, seats={0: "ada", 1: "ada"}), at=20)
    create(database, "c", replace(INDEX, seats={}), at=30)
    assert ids(read(database, lambda tx: tables.tables_of(tx, "ada", limit=9))) == "ba"
    assert (
        ids(read(database, lambda tx: tables.tables_of(tx, "ada", status="open", limit=9))) == "a"
    )
    before = (20, "b")
    assert (
        ids(read(database, lambda tx: tables.tables_of(tx, "ada", before=before, limit=9))) == "a"
    )
    append(database, "a", 1, INDEX)  # nothing about seats
    assert ids(read(database, lambda tx: tables.tables_of(tx, "bob", limit=9))) == "a"
    append(database, "a", 2, replace(INDEX, seats={1: "ada"}))
    assert ids(read(database, lambda tx: tables.tables_of(tx, "bob", limit=9))) == ""
    assert ids(read(database, lambda tx: tables.tables_of(tx, "ada", limit=9))) == "ab"


# --- What is due --------------------------------------------------------------------------------


def test_deadlines_that_have_passed_are_due(database: Database) -> None:
    for table, deadline in (("a", 30), ("b", 10), ("c", None), ("d", 20), ("e", 31)):
        create(database, table, replace(INDEX, deadline=deadline))
    assert read(database, lambda tx: tables.due(tx, 30, 10)) == ["b", "d", "a"]
    assert read(database, lambda tx: tables.due(tx, 30, 2)) == ["b", "d"]
    append(database, "b", 1, replace(INDEX, deadline=None))
    assert read(database, lambda tx: tables.due(tx, 20, 10)) == ["d"]


def claim(database: Database, worker: str = "w", now: int = 0) -> str | None:
    return write(database, lambda tx: tables.claim_bot_job(tx, "ada", worker, now, lease_ms=100))


def test_bots_take_the_oldest_job_first(database: Database) -> None:
    for table, at in (("a", 30), ("b", 10), ("c", 20)):
        create(database, table, BOT, at)
    create(database, "d", INDEX, at=5)
    assert [claim(database) for _ in range(4)] == ["b", "c", "a", None]


def test_every_host_s_tables_wait_by_themselves(database: Database) -> None:
    for table, host, at in (("a", "ada", 30), ("b", "bob", 10), ("c", "ada", 5), ("d", "eve", 7)):
        create(database, facts(table, host), BOT, at)
    create(database, facts("e", "dan"), at=1)
    assert claim(database) == "c"
    assert hosts_waiting(database, now=0) == ["eve", "bob", "ada"]
    assert claim(database) == "a"
    assert hosts_waiting(database, now=99) == ["eve", "bob"]
    assert hosts_waiting(database, now=100) == ["ada", "eve", "bob"], "leases have run out"


def hosts_waiting(database: Database, now: int) -> list[str]:
    return read(database, lambda tx: tables.hosts_waiting(tx, now))


def test_a_lease_runs_out(database: Database) -> None:
    create(database, "t", BOT)
    assert claim(database, "first", now=0) == "t"
    assert claim(database, "second", now=99) is None
    assert claim(database, "second", now=100) == "t"
    assert (find(database, "t").lease_by, find(database, "t").lease_until) == ("second", 200)


def test_a_lease_can_be_given_back_by_its_owner(database: Database) -> None:
    create(database, "t", BOT)
    assert claim(database, "first") == "t"
    write(database, lambda tx: tables.release_bot_job(tx, "t", "second"))
    assert claim(database, "second") is None
    write(database, lambda tx: tables.release_bot_job(tx, "t", "first"))
    assert claim(database, "second") == "t"


@pytest.mark.parametrize(
    "index, is_free",
    [
        (BOT, False),  # somebody only said something
        (replace(BOT, number=4), True),  # the next move is a bot's too
        (replace(INDEX, number=4), False),  # the next move is a person's
        (INDEX, False),  # somebody is back and moves for themselves
    ],
)
def test_a_lease_lasts_until_the_position_changes(
    database: Database, index: Index, is_free: bool
) -> None:
    create(database, "t", BOT)
    assert claim(database, "first") == "t"
    append(database, "t", 1, index)
    assert (claim(database, "second") == "t") == is_free


def test_a_job_that_comes_back_is_free_at_once(database: Database) -> None:
    create(database, "t", BOT)
    assert claim(database, "first") == "t"
    append(database, "t", 1, INDEX)
    append(database, "t", 2, BOT)
    assert claim(database, "second") == "t"


def test_no_job_is_claimed_twice(database_url: str) -> None:
    """Several processes' worth of claimers, all at once; SQLite has one process only."""
    first = open_database(database_url)
    databases = [first, open_database(database_url)] if first.is_shared else [first]
    for number in range(200):
        create(first, f"t{number}", BOT, at=number % 7)

    def work(number: int) -> list[str]:
        database = databases[number % len(databases)]
        return list(iter(lambda: claim(database, str(number)), None))

    with ThreadPoolExecutor(8) as threads:
        claimed = [table for found in threads.map(work, range(8)) for table in found]
    assert sorted(claimed) == sorted(f"t{number}" for number in range(200))
    for database in databases:
        database.close()
