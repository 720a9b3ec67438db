"""The deal of each day: its secret, who plays it at which table, and what they made of it."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.match import Match
from tilewright.server.storage.database import Transaction

__all__ = [
    "Deal",
    "Play",
    "Result",
    "add_play",
    "find",
    "find_or_make",
    "keep_result",
    "play_of",
    "results",
    "set_par",
]


@dataclass(frozen=True, slots=True)
class Deal:
    """What everybody is dealt on a day."""

    day: str
    secret: bytes
    par: int | None
    """What could have been made of it; None until that is known."""


@dataclass(frozen=True, slots=True)
class Play:
    """Somebody's one game of a day."""

    table: str
    score: int | None
    """None until it is finished, and for ever where it was given up."""
    place: int | None
    """Among all results so far."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game that was played to its end within the day."""

    person: str
    name: str
    score: int
    at: int


# --- The deal -----------------------------------------------------------------------------------


def find(tx: Transaction, day: str) -> Deal | None:
    """The deal of a day; None where nobody has asked for one."""
    row = tx.row("SELECT day, secret, par FROM daily_deals WHERE day = ?", day)
    return Deal(row[0], bytes(row[1]), row[2]) if row else None


def find_or_make(tx: Transaction, day: str, secret: bytes, now: int) -> Deal:
    """The deal of a day, with this secret where there was none; whoever comes first decides."""
    tx.execute(
        "INSERT INTO daily_deals (day, secret, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        *(day, secret, now),
    )
    deal = find(tx, day)
    assert deal is not None
    return deal


def set_par(tx: Transaction, day: str, par: int) -> None:
    """Keep what the deal of a day was worth; it is found once."""
    tx.execute("UPDATE daily_deals SET par = ? WHERE day = ? AND par IS NULL", par, day)


# --- Those who play it --------------------------------------------------------------------------


def add_play(tx: Transaction, day: str, person: str, table_id: str) -> None:
    """Somebody takes the deal of a day. Raises Conflict where they have taken it already."""
    sql = "INSERT INTO daily_plays (day, person, table_id) VALUES (?, ?, ?)"
    tx.execute(sql, day, person, table_id)


def keep_result(tx: Transaction, table_id: str, match: Match) -> None:
    """What a match that is over was good for: nothing where it was given up, or came too late."""
    outcome, closed = match.outcome, match.sealed_until
    if outcome is None or match.forfeits or closed is None or match.changed >= closed:
        return
    sql = "UPDATE daily_plays SET score = ?, at = ? WHERE table_id = ? AND score IS NULL"
    tx.execute(sql, outcome.scores[0], match.changed, table_id)


def play_of(tx: Transaction, day: str, person: str) -> Play | None:
    """Somebody's game of a day; None where they have not taken the deal."""
    sql = "SELECT table_id, score, at FROM daily_plays WHERE day = ? AND person = ?"
    row = tx.row(sql, day, person)
    if row is None:
        return None
    table, score, at = row
    return Play(table, score, None if score is None else _place(tx, day, person, score, at))


def _place(tx: Transaction, day: str, person: str, score: int, at: int) -> int:
    row = tx.row(
        "SELECT COUNT(*) FROM daily_plays WHERE day = ? AND (score, at, person) < (?, ?, ?)",
        *(day, score, at, person),
    )
    assert row is not None
    return 1 + int(row[0])


def results(tx: Transaction, day: str, limit: int) -> list[Result]:
    """The best of a day: by score, the lower the better, then by who was there first."""
    rows = tx.rows(
        "SELECT plays.person, people.name, plays.score, plays.at"
        " FROM daily_plays AS plays JOIN people ON people.id = plays.person"
        " WHERE plays.day = ? AND plays.score IS NOT NULL"
        " ORDER BY plays.score, plays.at, plays.person LIMIT ?",
        *(day, limit),
    )
    return [Result(*row) for row in rows]
