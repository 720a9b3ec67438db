"""Tables in storage: numbered events, the lobby, deadlines, waiting bots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from server.storage.samples import INDEX, event, facts, read, write
from tilewright.server.storage import tables
from tilewright.server.storage.database import Conflict, Database, Transaction
from tilewright.server.storage.tables import TableIndex, TableRow, TableStatic

OPEN = replace(INDEX, status="open")
OVER = replace(INDEX, status="over")
BOT = replace(INDEX, bot_due=True)


def create(
    database: Database, table: str | TableStatic, index: TableIndex = INDEX, at: int | None = None
) -> None:
    table = facts(table) if isinstance(table, str) else table
    write(database, lambda tx: tables.create(tx, table, [event(1, at=at)], index))


def append(
    database: Database, table: str, seq: int, index: TableIndex = INDEX, move: str | None = None
) -> None:
    rows = [event(seq + 1, move)]
    write(database, lambda tx: tables.append(tx, table, seq, rows, index))


def find(database: Database, table: str) -> TableRow:
    row = read(database, lambda tx: tables.find(tx, table))
    assert row is not None
    return row


# --- Events -------------------------------------------------------------------------------------


def test_create_and_find_round_trip(database: Database) -> None:
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
        competitive=False,
        number=3,
        mover_id=None,
        deadline=9,
        bot_due=True,
        summary=INDEX.summary,
        seq=1,
        updated=1001,
    )
    assert read(database, lambda tx: tables.find(tx, "other")) is None


def test_list_events_returns_them_in_order(database: Database) -> None:
    create(database, "t")
    create(database, "other")
    rows = [event(2, "m2"), event(3), event(4, "m4")]
    write(database, lambda tx: tables.append(tx, "t", 1, rows, OVER))
    for seq in range(6):
        found = read(database, lambda tx, seq=seq: tables.list_events(tx, "t", seq))  # type: ignore[misc]
        assert found == [event(1), *rows][seq:]
    assert find(database, "t").seq == 4
    assert find(database, "t").status == "over"
    assert find(database, "other").seq == 1


@pytest.mark.parametrize("expected", [0, 2])
def test_append_at_another_seq_conflicts(database: Database, expected: int) -> None:
    create(database, "t")
    with pytest.raises(Conflict, match=f"table t: expected {expected} events; found 1 events"):
        append(database, "t", expected, OVER)
    assert find(database, "t").status == "running"


def test_append_to_no_table_conflicts(database: Database) -> None:
    with pytest.raises(Conflict, match="found no such table"):
        append(database, "t", 3)


def test_create_with_a_taken_id_conflicts(database: Database) -> None:
    create(database, "t")
    with pytest.raises(Conflict):
        create(database, "t")


def test_append_of_a_known_move_id_conflicts(database: Database) -> None:
    create(database, "t")
    append(database, "t", 1, move="m")
    with pytest.raises(Conflict):
        append(database, "t", 2, move="m")
    assert find(database, "t").seq == 2
    append(database, "t", 2, move="n")
    create(database, "other")
    append(database, "other", 1, move="m")


def test_append_without_move_ids_may_repeat(database: Database) -> None:
    create(database, "t")
    for seq in range(1, 5):
        append(database, "t", seq)
    assert find(database, "t").seq == 5


@pytest.mark.parametrize("numbers", [[], [1], [3], [2, 4], [3, 2]])
def test_append_with_wrong_numbers_raises_value_error(
    database: Database, numbers: list[int]
) -> None:
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


def test_list_lobby_has_listed_tables_that_are_not_over(lobby: Database) -> None:
    assert ids(read(lobby, lambda tx: tables.list_lobby(tx, limit=10))) == "fbea"
    assert ids(read(lobby, lambda tx: tables.list_lobby(tx, status="open", limit=10))) == "ea"
    assert ids(read(lobby, lambda tx: tables.list_lobby(tx, status="over", limit=10))) == ""
    assert ids(read(lobby, lambda tx: tables.list_lobby(tx, game="nova-luna", limit=10))) == "fbea"
    assert ids(read(lobby, lambda tx: tables.list_lobby(tx, game="polyssimo", limit=10))) == ""


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_list_lobby_pages_are_contiguous(lobby: Database, limit: int) -> None:
    def pages(tx: Transaction) -> Iterator[str]:
        place = None
        while rows := tables.list_lobby(tx, before=place, limit=limit):
            assert len(rows) <= limit
            yield ids(rows)
            place = rows[-1].page_key

    assert "".join(read(lobby, lambda tx: list(pages(tx)))) == "fbea"


def test_list_by_player_has_seated_tables(database: Database) -> None:
    create(database, "a", replace(OPEN, seats={0: "ada", 1: "bob"}), at=10)
    create(database, "b", replace(OVER, seats={0: "ada", 1: "ada"}), at=20)
    create(database, "c", replace(INDEX, seats={}), at=30)
    assert ids(read(database, lambda tx: tables.list_by_player(tx, "ada", limit=9))) == "ba"
    assert (
        ids(read(database, lambda tx: tables.list_by_player(tx, "ada", status="open", limit=9)))
        == "a"
    )
    before = (20, "b")
    assert (
        ids(read(database, lambda tx: tables.list_by_player(tx, "ada", before=before, limit=9)))
        == "a"
    )
    append(database, "a", 1, INDEX)  # nothing about seats
    assert ids(read(database, lambda tx: tables.list_by_player(tx, "bob", limit=9))) == "a"
    append(database, "a", 2, replace(INDEX, seats={1: "ada"}))
    assert ids(read(database, lambda tx: tables.list_by_player(tx, "bob", limit=9))) == ""
    assert ids(read(database, lambda tx: tables.list_by_player(tx, "ada", limit=9))) == "ab"


def test_is_competing_needs_a_running_competitive_game(database: Database) -> None:
    def is_competing(person: str, game: str = "nova-luna") -> bool:
        return read(database, lambda tx: tables.is_competing(tx, person, game))

    create(database, facts("a"), replace(INDEX, seats={0: "ada"}))
    assert not is_competing("ada")
    create(database, facts("b", competitive=True), replace(INDEX, seats={0: "ada", 1: "bob"}))
    assert is_competing("ada") and is_competing("bob")
    assert not is_competing("eve") and not is_competing("ada", "polyssimo")
    append(database, "b", 1, OVER)
    assert not is_competing("ada")


# --- What is due --------------------------------------------------------------------------------


def test_list_overdue_has_passed_deadlines(database: Database) -> None:
    for table, deadline in (("a", 30), ("b", 10), ("c", None), ("d", 20), ("e", 31)):
        create(database, table, replace(INDEX, deadline=deadline))
    assert read(database, lambda tx: tables.list_overdue(tx, 30, 10)) == ["b", "d", "a"]
    assert read(database, lambda tx: tables.list_overdue(tx, 30, 2)) == ["b", "d"]
    append(database, "b", 1, replace(INDEX, deadline=None))
    assert read(database, lambda tx: tables.list_overdue(tx, 20, 10)) == ["d"]


def test_list_waiting_for_bots_has_hosts(database: Database) -> None:
    for table, host, at in (("a", "bob", 30), ("b", "ada", 10), ("c", "bob", 5)):
        create(database, facts(table, host), BOT, at)
    create(database, facts("d", "dan"), at=1)
    assert read(database, tables.list_waiting_for_bots) == [
        ("b", "ada"),
        ("c", "bob"),
        ("a", "bob"),
    ]
    append(database, "b", 1, INDEX)
    assert read(database, tables.list_waiting_for_bots) == [("c", "bob"), ("a", "bob")]
