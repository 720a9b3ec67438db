"""Tables and their events. The log of events is the truth; a table's row is its index.

The store knows no game: an event is a row with its data as JSON text, numbered from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypedDict, Unpack

from tilewright.server.storage.database import Conflict, Row, Transaction

__all__ = [
    "EventRow",
    "Index",
    "Place",
    "Status",
    "TableFacts",
    "TableRow",
    "Wanted",
    "append",
    "claim_bot_job",
    "count_open",
    "create",
    "due",
    "events_since",
    "find",
    "finished",
    "hosts_waiting",
    "lobby",
    "release_bot_job",
    "release_bot_jobs",
    "rewrite",
    "seats_among",
    "seats_of",
    "seqs",
    "tables_naming",
    "tables_of",
]

Status = Literal["open", "running", "over"]
Place = tuple[int, str]  # (updated, id) of the last table on a page: where the next one begins


@dataclass(frozen=True)
class TableFacts:
    """What never changes about a table."""

    id: str
    game: str
    players: int
    secret: bytes
    invite: str
    created: int
    listed: bool
    host: str


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event as it is kept. ``move_id`` is the sender's own mark: a move counts once."""

    seq: int
    at: int
    kind: str
    author: str | None
    move_id: str | None
    data: str


@dataclass(frozen=True)
class Standing:
    """What is derived from the events, so that tables are found without replaying them."""

    status: Status
    number: int
    mover_id: str | None
    deadline: int | None
    bot_due: bool
    summary: str


@dataclass(frozen=True)
class Index(Standing):
    """The same as it is written, with whoever sits where."""

    seats: Mapping[int, str] | None = None
    """The person on each taken seat; None when these events changed nothing about it."""


@dataclass(frozen=True)
class TableRow(Standing, TableFacts):
    """A table's whole row."""

    seq: int
    updated: int
    lease_until: int | None
    lease_by: str | None

    @property
    def place(self) -> Place:
        return self.updated, self.id


COLUMNS = (
    "id, game, players, secret, invite, created, listed, host, status, number, mover_id,"
    " deadline, bot_due, summary, seq, updated, lease_until, lease_by"
)


def _table(row: Row) -> TableRow:
    table = TableRow(*row)
    # Both databases keep them as numbers.
    return replace(table, listed=bool(table.listed), bot_due=bool(table.bot_due))


# --- Writing ------------------------------------------------------------------------------------


def create(tx: Transaction, table: TableFacts, events: Sequence[EventRow], index: Index) -> None:
    """Set up a table with its first events. Raises Conflict where the id is taken."""
    _check_numbers(events, after=0)
    tx.execute(
        f"INSERT INTO tables ({COLUMNS}) VALUES"
        " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)",
        *(table.id, table.game, table.players, table.secret, table.invite, table.created),
        *(table.listed, table.host, index.status, index.number, index.mover_id, index.deadline),
        *(index.bot_due, index.summary, len(events), events[-1].at),
    )
    _insert_events(tx, table.id, events)
    _set_seats(tx, table.id, index.seats)


def append(
    tx: Transaction, table_id: str, expected_seq: int, events: Sequence[EventRow], index: Index
) -> None:
    """Add events after the first ``expected_seq``. Raises Conflict when others were faster."""
    _check_numbers(events, after=expected_seq)
    # A bot goes on thinking while people talk; a new position, or none to find, ends its lease.
    touched = tx.execute(
        "UPDATE tables SET status = ?, mover_id = ?, deadline = ?,"
        " summary = ?, seq = ?, updated = ?,"
        " lease_until = CASE WHEN number = ? AND bot_due = ? THEN lease_until END,"
        " lease_by = CASE WHEN number = ? AND bot_due = ? THEN lease_by END,"
        " number = ?, bot_due = ? WHERE id = ? AND seq = ?",
        *(index.status, index.mover_id, index.deadline),
        *(index.summary, events[-1].seq, events[-1].at),
        *(index.number, index.bot_due) * 3,
        *(table_id, expected_seq),
    )
    if not touched:
        raise Conflict(_other_seq(tx, table_id, expected_seq))
    _insert_events(tx, table_id, events)
    _set_seats(tx, table_id, index.seats)


def _check_numbers(events: Sequence[EventRow], after: int) -> None:
    found = [event.seq for event in events]
    expected = list(range(after + 1, after + 1 + len(events)))
    if not events or found != expected:
        raise ValueError(f"expected events from number {after + 1} on; found {found}")


def _other_seq(tx: Transaction, table_id: str, expected: int) -> str:
    row = tx.row("SELECT seq FROM tables WHERE id = ?", table_id)
    found = f"{row[0]} events" if row else "no such table"
    return f"table {table_id}: expected {expected} events; found {found}"


def _insert_events(tx: Transaction, table_id: str, events: Sequence[EventRow]) -> None:
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
    if seats is None:
        return
    tx.execute("DELETE FROM seats WHERE table_id = ?", table_id)
    for seat, person in sorted(seats.items()):
        sql = "INSERT INTO seats (table_id, seat, person) VALUES (?, ?, ?)"
        tx.execute(sql, table_id, seat, person)


# --- Reading ------------------------------------------------------------------------------------


def find(tx: Transaction, table_id: str) -> TableRow | None:
    """The row of a table; None where there is no such table."""
    row = tx.row(f"SELECT {COLUMNS} FROM tables WHERE id = ?", table_id)
    return _table(row) if row else None


def events_since(
    tx: Transaction, table_id: str, seq: int, limit: int | None = None
) -> list[EventRow]:
    """The events after the first ``seq``, in order, so many at most; all of them for 0."""
    last = 2**62 if limit is None else seq + limit
    rows = tx.rows(
        "SELECT seq, at, kind, author, move_id, data FROM events"
        " WHERE table_id = ? AND seq > ? AND seq <= ? ORDER BY seq",
        *(table_id, seq, last),
    )
    return [EventRow(*row) for row in rows]


def seqs(tx: Transaction, table_ids: Sequence[str]) -> list[tuple[str, int]]:
    """How many events some tables have."""
    marks = ", ".join("?" * len(table_ids))
    rows = tx.rows(f"SELECT id, seq FROM tables WHERE id IN ({marks})", *table_ids)
    return [(row[0], row[1]) for row in rows]


def tables_naming(tx: Transaction, person: str) -> list[str]:
    """The tables whose log has somebody's name: where they have a seat, had one, or spoke."""
    rows = tx.rows("SELECT table_id FROM seats WHERE person = ?", person)
    rows += tx.rows(
        "SELECT DISTINCT table_id FROM events"
        " WHERE author = ? AND author IS NOT NULL AND move_id IS NULL",
        person,
    )
    return sorted({row[0] for row in rows})


def seats_of(tx: Transaction, table_id: str, person: str) -> list[int]:
    """The seats that somebody has at a table."""
    sql = "SELECT seat FROM seats WHERE table_id = ? AND person = ? ORDER BY seat"
    return [row[0] for row in tx.rows(sql, table_id, person)]


def seats_among(tx: Transaction, person: str, tables: Sequence[str]) -> dict[str, list[int]]:
    """The seats that somebody has at some tables, by table."""
    marks, found = ", ".join("?" * len(tables)), dict[str, list[int]]()
    sql = f"SELECT table_id, seat FROM seats WHERE table_id IN ({marks}) AND person = ?"
    for table, seat in tx.rows(f"{sql} ORDER BY table_id, seat", *tables, person) if tables else ():
        found.setdefault(table, []).append(seat)
    return found


def rewrite(tx: Transaction, table_id: str, data: Mapping[int, str], summary: str) -> None:
    """Other words for what happened, and for the table in a list: a name that is forgotten."""
    for seq, text in data.items():
        sql = "UPDATE events SET data = ? WHERE table_id = ? AND seq = ?"
        tx.execute(sql, text, table_id, seq)
    tx.execute("UPDATE tables SET summary = ? WHERE id = ?", summary, table_id)


class Wanted(TypedDict, total=False):
    """What the tables of a list have in common; None: all the same."""

    game: str | None
    players: int
    status: Status | None
    listed: int


def lobby(
    tx: Transaction, *, before: Place | None = None, limit: int, **wanted: Unpack[Wanted]
) -> list[TableRow]:
    """The listed tables that are open or running, the latest first."""
    return _page(tx, "listed = 1 AND status <> 'over'", [], wanted, before, limit)


def tables_of(
    tx: Transaction,
    person: str,
    *,
    before: Place | None = None,
    limit: int,
    **wanted: Unpack[Wanted],
) -> list[TableRow]:
    """The tables at which somebody has a seat, the latest first."""
    seated = "id IN (SELECT table_id FROM seats WHERE person = ?)"
    return _page(tx, seated, [person], wanted, before, limit)


def finished(tx: Transaction, after: str, limit: int) -> list[TableRow]:
    """The tables whose game is over, by name, from a name on."""
    sql = f"SELECT {COLUMNS} FROM tables WHERE status = 'over' AND id > ? ORDER BY id LIMIT ?"
    return [_table(row) for row in tx.rows(sql, after, limit)]


def count_open(tx: Transaction, host: str) -> int:
    """How many tables of somebody wait for players."""
    row = tx.row("SELECT COUNT(*) FROM tables WHERE host = ? AND status = 'open'", host)
    assert row is not None
    return int(row[0])


def _page(
    tx: Transaction,
    where: str,
    values: list[Any],
    wanted: Wanted,
    before: Place | None,
    limit: int,
) -> list[TableRow]:
    terms = {f"{column} = ?": value for column, value in wanted.items() if value is not None}
    where = " AND ".join([where, *terms])
    values = [*values, *terms.values()]
    if before is not None:
        where, values = f"{where} AND (updated, id) < (?, ?)", [*values, *before]
    sql = f"SELECT {COLUMNS} FROM tables WHERE {where} ORDER BY updated DESC, id DESC LIMIT ?"
    return [_table(row) for row in tx.rows(sql, *values, limit)]


# --- What is due --------------------------------------------------------------------------------


def due(tx: Transaction, now: int, limit: int) -> list[str]:
    """The tables whose deadline has passed, the longest overdue first."""
    sql = "SELECT id FROM tables WHERE deadline <= ? ORDER BY deadline, id LIMIT ?"
    return [row[0] for row in tx.rows(sql, now, limit)]


FREE = "bot_due = 1 AND (lease_until IS NULL OR lease_until <= ?)"


def hosts_waiting(tx: Transaction, now: int) -> list[str]:
    """Whose tables wait for a bot, whoever has waited longest first."""
    sql = f"SELECT host FROM tables WHERE {FREE} GROUP BY host ORDER BY MIN(updated), host"
    return [row[0] for row in tx.rows(sql, now)]


def claim_bot_job(tx: Transaction, host: str, worker: str, now: int, lease_ms: int) -> str | None:
    """The host's table that has waited longest for a bot, leased to a worker; None when none waits.

    A worker that dies lets its lease run out, and another one claims the table.
    """
    row = tx.row(
        f"SELECT id FROM tables WHERE host = ? AND {FREE}"
        f" ORDER BY updated, id LIMIT 1 {tx.skip_locked}",
        *(host, now),
    )
    if row is None:
        return None
    lease = "UPDATE tables SET lease_until = ?, lease_by = ? WHERE id = ?"
    tx.execute(lease, now + lease_ms, worker, row[0])
    return str(row[0])


def release_bot_job(tx: Transaction, table_id: str, worker: str) -> None:
    """Give a claimed table back at once; nothing happens where the lease is another's."""
    sql = "UPDATE tables SET lease_until = NULL, lease_by = NULL WHERE id = ? AND lease_by = ?"
    tx.execute(sql, table_id, worker)


def release_bot_jobs(tx: Transaction) -> None:
    """Give all claimed tables back: for a process that knows itself to be the only one."""
    tx.execute("UPDATE tables SET lease_until = NULL, lease_by = NULL WHERE lease_by IS NOT NULL")
