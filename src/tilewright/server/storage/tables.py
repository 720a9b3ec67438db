"""Tables and their event logs. The log is the source of truth; a table's row is derived from it.

This module does not interpret events: each is a row of JSON text, numbered from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypedDict, Unpack

from tilewright.server.storage.database import Conflict, Row, Transaction

__all__ = [
    "EventRow",
    "PageKey",
    "Status",
    "TableFilter",
    "TableIndex",
    "TableRow",
    "TableSeq",
    "TableStatic",
    "WaitingTable",
    "append",
    "count_open",
    "create",
    "find",
    "is_competing",
    "list_by_invite",
    "list_by_player",
    "list_by_player_after",
    "list_current_seqs",
    "list_events",
    "list_finished",
    "list_lobby",
    "list_overdue",
    "list_owners",
    "list_seats",
    "list_seats_by_table",
    "list_tables_mentioning",
    "list_waiting_for_bots",
    "rewrite_events",
]

Status = Literal["open", "running", "over"]
PageKey = tuple[int, str]  # (updated, id) of the last table on a page


@dataclass(frozen=True)
class TableStatic:
    """The columns of a table that never change."""

    id: str
    game: str
    players: int
    secret: bytes
    invite: str
    created: int
    listed: bool
    host: str
    competitive: bool
    """True if the result is rated or compared. Its players may not analyse the game while it is
    running."""


@dataclass(frozen=True, slots=True)
class EventRow:
    """One stored event. `move_id` is the client's id for a move, which makes resending it safe."""

    seq: int
    at: int
    kind: str
    author: str | None
    move_id: str | None
    data: str


@dataclass(frozen=True)
class TableProgress:
    """Columns derived from the events, so that queries need no replay."""

    status: Status
    number: int
    mover_id: str | None
    deadline: int | None
    bot_due: bool
    summary: str


@dataclass(frozen=True)
class TableIndex(TableProgress):
    """The derived columns and the people on the seats, for writing."""

    seats: Mapping[int, str] | None = None
    """Person by seat; None if the events changed no seat."""


@dataclass(frozen=True)
class TableRow(TableProgress, TableStatic):
    """All columns of a table."""

    seq: int
    updated: int

    @property
    def page_key(self) -> PageKey:
        return self.updated, self.id


COLUMNS = (
    "id, game, players, secret, invite, created, listed, host, competitive, status, number,"
    " mover_id, deadline, bot_due, summary, seq, updated"
)


def _to_table(row: Row) -> TableRow:
    """Convert a database row."""
    table = TableRow(*row)
    # Both backends store booleans as numbers.
    return replace(
        table,
        listed=bool(table.listed),
        competitive=bool(table.competitive),
        bot_due=bool(table.bot_due),
    )


# --- Writing ------------------------------------------------------------------------------------


def create(
    tx: Transaction, table: TableStatic, events: Sequence[EventRow], index: TableIndex
) -> None:
    """Insert a table with its first events. Raises Conflict if the id is taken."""
    _check_seqs(events, after=0)
    tx.execute(
        f"INSERT INTO tables ({COLUMNS}) VALUES"
        " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        *(table.id, table.game, table.players, table.secret, table.invite, table.created),
        *(table.listed, table.host, table.competitive, index.status, index.number),
        *(index.mover_id, index.deadline, index.bot_due, index.summary),
        *(len(events), events[-1].at),
    )
    _insert_events(tx, table.id, events)
    _set_seats(tx, table.id, index.seats)


def append(
    tx: Transaction, table_id: str, expected_seq: int, events: Sequence[EventRow], index: TableIndex
) -> None:
    """Append events to a table's log, which must have `expected_seq` events.

    Raises:
        Conflict: The log has another number of events.
    """
    _check_seqs(events, after=expected_seq)
    touched = tx.execute(
        "UPDATE tables SET status = ?, mover_id = ?, deadline = ?,"
        " summary = ?, seq = ?, updated = ?,"
        " number = ?, bot_due = ? WHERE id = ? AND seq = ?",
        *(index.status, index.mover_id, index.deadline),
        *(index.summary, events[-1].seq, events[-1].at),
        *(index.number, index.bot_due),
        *(table_id, expected_seq),
    )
    if not touched:
        raise Conflict(_describe_conflict(tx, table_id, expected_seq))
    _insert_events(tx, table_id, events)
    _set_seats(tx, table_id, index.seats)


def _check_seqs(events: Sequence[EventRow], after: int) -> None:
    """Raise ValueError unless the events are numbered consecutively from `after` + 1."""
    found = [event.seq for event in events]
    expected = list(range(after + 1, after + 1 + len(events)))
    if not events or found != expected:
        raise ValueError(f"expected events from number {after + 1} on; found {found}")


def _describe_conflict(tx: Transaction, table_id: str, expected: int) -> str:
    """Return a message about a log that does not have the expected number of events."""
    row = tx.row("SELECT seq FROM tables WHERE id = ?", table_id)
    found = f"{row[0]} events" if row else "no such table"
    return f"table {table_id}: expected {expected} events; found {found}"


def _insert_events(tx: Transaction, table_id: str, events: Sequence[EventRow]) -> None:
    """Insert the rows of events."""
    marks = ", ".join(["(?, ?, ?, ?, ?, ?, ?)"] * len(events))
    values: list[Any] = []
    for event in events:
        values += (table_id, event.seq, event.at, event.kind)
        values += (event.author, event.move_id, event.data)
    tx.execute(
        f"INSERT INTO events (table_id, seq, at, kind, author, move_id, data) VALUES {marks}",
        *values,
    )


def _set_seats(tx: Transaction, table_id: str, seats: Mapping[int, str] | None) -> None:
    """Replace the people on the seats. None for `seats` changes nothing."""
    if seats is None:
        return
    tx.execute("DELETE FROM seats WHERE table_id = ?", table_id)
    for seat, person in sorted(seats.items()):
        sql = "INSERT INTO seats (table_id, seat, person) VALUES (?, ?, ?)"
        tx.execute(sql, table_id, seat, person)


# --- Reading ------------------------------------------------------------------------------------


def find(tx: Transaction, table_id: str) -> TableRow | None:
    """Return a table by its id, or None."""
    row = tx.row(f"SELECT {COLUMNS} FROM tables WHERE id = ?", table_id)
    return _to_table(row) if row else None


def list_events(
    tx: Transaction, table_id: str, after: int, limit: int | None = None
) -> list[EventRow]:
    """Return up to `limit` events of a table that follow event `after`, in order."""
    last = 2**62 if limit is None else after + limit
    rows = tx.rows(
        "SELECT seq, at, kind, author, move_id, data FROM events"
        " WHERE table_id = ? AND seq > ? AND seq <= ? ORDER BY seq",
        *(table_id, after, last),
    )
    return [EventRow(*row) for row in rows]


class TableSeq(NamedTuple):
    """A table and its number of events."""

    table_id: str
    seq: int


def list_current_seqs(tx: Transaction, table_ids: Sequence[str]) -> list[TableSeq]:
    """Return the number of events of each table in `table_ids`. Unknown tables are left out."""
    marks = ", ".join("?" * len(table_ids))
    rows = tx.rows(f"SELECT id, seq FROM tables WHERE id IN ({marks})", *table_ids)
    return [TableSeq(*row) for row in rows]


def list_tables_mentioning(tx: Transaction, person_id: str) -> list[str]:
    """Return the ids of the tables whose logs may contain a person's name."""
    rows = tx.rows("SELECT table_id FROM seats WHERE person = ?", person_id)
    rows += tx.rows(
        "SELECT DISTINCT table_id FROM events"
        " WHERE author = ? AND author IS NOT NULL AND move_id IS NULL",
        person_id,
    )
    return sorted({row[0] for row in rows})


def list_seats(tx: Transaction, table_id: str, person_id: str) -> list[int]:
    """Return a person's seats at a table, ascending."""
    sql = "SELECT seat FROM seats WHERE table_id = ? AND person = ? ORDER BY seat"
    return [row[0] for row in tx.rows(sql, table_id, person_id)]


def list_seats_by_table(
    tx: Transaction, person_id: str, table_ids: Sequence[str]
) -> dict[str, list[int]]:
    """Return a person's seats at each table in `table_ids`, by table id.

    A table without such a seat is left out.
    """
    marks, found = ", ".join("?" * len(table_ids)), dict[str, list[int]]()
    sql = f"SELECT table_id, seat FROM seats WHERE table_id IN ({marks}) AND person = ?"
    for table, seat in (
        tx.rows(f"{sql} ORDER BY table_id, seat", *table_ids, person_id) if table_ids else ()
    ):
        found.setdefault(table, []).append(seat)
    return found


def rewrite_events(tx: Transaction, table_id: str, data: Mapping[int, str], summary: str) -> None:
    """Overwrite the data of some events and the summary of a table.

    Used to remove a person's name.
    """
    for seq, text in data.items():
        sql = "UPDATE events SET data = ? WHERE table_id = ? AND seq = ?"
        tx.execute(sql, text, table_id, seq)
    tx.execute("UPDATE tables SET summary = ? WHERE id = ?", summary, table_id)


class TableFilter(TypedDict, total=False):
    """Required column values. None means any value."""

    game: str | None
    players: int
    status: Status | None
    listed: int


def list_lobby(
    tx: Transaction, *, before: PageKey | None = None, limit: int, **filters: Unpack[TableFilter]
) -> list[TableRow]:
    """Return a page of the listed tables that are open or running, most recent first."""
    return _list_page(tx, "listed = 1 AND status <> 'over'", [], filters, before, limit)


def list_by_player(
    tx: Transaction,
    person_id: str,
    *,
    before: PageKey | None = None,
    limit: int,
    **filters: Unpack[TableFilter],
) -> list[TableRow]:
    """Return a page of a person's tables, most recent first."""
    seated = "id IN (SELECT table_id FROM seats WHERE person = ?)"
    return _list_page(tx, seated, [person_id], filters, before, limit)


def list_by_player_after(tx: Transaction, person_id: str, after: str, limit: int) -> list[TableRow]:
    """Return up to `limit` tables of a person that follow the id `after`, in id order."""
    sql = (
        f"SELECT {COLUMNS} FROM tables WHERE id IN (SELECT table_id FROM seats WHERE person = ?)"
        " AND id > ? ORDER BY id LIMIT ?"
    )
    return [_to_table(row) for row in tx.rows(sql, person_id, after, limit)]


def list_finished(tx: Transaction, after: str, limit: int) -> list[TableRow]:
    """Return up to `limit` finished tables that follow the id `after`, in id order."""
    sql = f"SELECT {COLUMNS} FROM tables WHERE status = 'over' AND id > ? ORDER BY id LIMIT ?"
    return [_to_table(row) for row in tx.rows(sql, after, limit)]


def list_by_invite(tx: Transaction, invite: str, limit: int) -> list[TableRow]:
    """Return up to `limit` tables with the same invitation, latest first."""
    sql = f"SELECT {COLUMNS} FROM tables WHERE invite = ? ORDER BY created DESC, id DESC LIMIT ?"
    return [_to_table(row) for row in tx.rows(sql, invite, limit)]


def list_owners(tx: Transaction, table_ids: Sequence[str]) -> dict[str, dict[int, str]]:
    """Return the person on each seat of each table in `table_ids`, by table id and seat."""
    owners: dict[str, dict[int, str]] = {table_id: {} for table_id in table_ids}
    marks = ", ".join("?" * len(table_ids))
    sql = f"SELECT table_id, seat, person FROM seats WHERE table_id IN ({marks})"
    for table_id, seat, person in tx.rows(sql, *table_ids) if table_ids else ():
        owners[table_id][seat] = person
    return owners


def is_competing(tx: Transaction, person_id: str, game: str) -> bool:
    """Return True if a person plays `game` in a running match that counts.

    A match counts if it is rated or a duplicate deal.
    """
    row = tx.row(
        "SELECT 1 FROM seats JOIN tables ON tables.id = seats.table_id"
        " WHERE seats.person = ? AND tables.game = ? AND tables.status = 'running'"
        " AND tables.competitive = 1 LIMIT 1",
        *(person_id, game),
    )
    return row is not None


def count_open(tx: Transaction, host_id: str) -> int:
    """Return the number of a host's open tables."""
    row = tx.row("SELECT COUNT(*) FROM tables WHERE host = ? AND status = 'open'", host_id)
    assert row is not None
    return int(row[0])


def _list_page(
    tx: Transaction,
    condition: str,
    values: list[Any],
    filters: TableFilter,
    before: PageKey | None,
    limit: int,
) -> list[TableRow]:
    """Return a page of the tables that match a condition and filters, most recent first."""
    terms = {f"{column} = ?": value for column, value in filters.items() if value is not None}
    condition = " AND ".join([condition, *terms])
    values = [*values, *terms.values()]
    if before is not None:
        condition, values = f"{condition} AND (updated, id) < (?, ?)", [*values, *before]
    sql = f"SELECT {COLUMNS} FROM tables WHERE {condition} ORDER BY updated DESC, id DESC LIMIT ?"
    return [_to_table(row) for row in tx.rows(sql, *values, limit)]


# --- Due tables ---------------------------------------------------------------------------------


def list_overdue(tx: Transaction, now: int, limit: int) -> list[str]:
    """Return the ids of tables whose deadline has passed, longest overdue first."""
    sql = "SELECT id FROM tables WHERE deadline <= ? ORDER BY deadline, id LIMIT ?"
    return [row[0] for row in tx.rows(sql, now, limit)]


class WaitingTable(NamedTuple):
    """A table where a bot is to move, and its host."""

    table_id: str
    host_id: str


def list_waiting_for_bots(tx: Transaction) -> list[WaitingTable]:
    """Return up to 1,000 tables at which it is a bot's turn."""
    sql = "SELECT id, host FROM tables WHERE bot_due = 1 ORDER BY host, updated, id LIMIT 1000"
    return [WaitingTable(*row) for row in tx.rows(sql)]
