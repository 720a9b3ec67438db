"""The deal of each day: its secret, who plays it at which table, and what they made of it."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.events import ChanceRule
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
    "table_of",
]


@dataclass(frozen=True, slots=True)
class Deal:
    """What everybody is dealt on a day."""

    day: str
    secret: bytes
    par: int | None
    """What could have been made of it; None until that is known."""
    chance: ChanceRule
    """The same at all its tables, though the rule change within the day."""


@dataclass(frozen=True, slots=True)
class Play:
    """Somebody's one game of a day."""

    table: str
    score: int | None
    """None until it is finished, and for ever where it was given up."""
    place: int | None
    """Among all results so far, or what it would be there."""
    is_ranked: bool
    """Whether it is one of them."""


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
    row = tx.row("SELECT day, secret, par, chance FROM daily_deals WHERE day = ?", day)
    return Deal(row[0], bytes(row[1]), *row[2:]) if row else None


def find_or_make(tx: Transaction, day: str, secret: bytes, now: int) -> Deal:
    """The deal of a day, with this secret where there was none; whoever comes first decides."""
    tx.execute(
        "INSERT INTO daily_deals (day, secret, created, chance) VALUES (?, ?, ?, 'keys')"
        " ON CONFLICT DO NOTHING",
        *(day, secret, now),
    )
    deal = find(tx, day)
    assert deal is not None
    return deal


def set_par(tx: Transaction, day: str, par: int) -> None:
    """Keep what the deal of a day was worth; it is found once."""
    tx.execute("UPDATE daily_deals SET par = ? WHERE day = ? AND par IS NULL", par, day)


# --- Those who play it --------------------------------------------------------------------------


def add_play(
    tx: Transaction, day: str, person: str, table_id: str, *, is_ranked: bool = True
) -> None:
    """Somebody takes the deal of a day. Raises Conflict where they have taken it already."""
    sql = "INSERT INTO daily_plays (day, person, table_id, ranked) VALUES (?, ?, ?, ?)"
    tx.execute(sql, day, person, table_id, is_ranked)


def keep_result(tx: Transaction, table_id: str, score: int, at: int) -> None:
    """What somebody made of a deal, and when they had finished; the first result stays."""
    sql = "UPDATE daily_plays SET score = ?, at = ? WHERE table_id = ? AND score IS NULL"
    tx.execute(sql, score, at, table_id)


def table_of(tx: Transaction, day: str, person: str) -> str | None:
    """Where somebody plays the deal of a day; None where they have not taken it."""
    sql = "SELECT table_id FROM daily_plays WHERE day = ? AND person = ?"
    row = tx.row(sql, day, person)
    return row[0] if row else None


def play_of(tx: Transaction, day: str, person: str, *, lower_is_better: bool) -> Play | None:
    """Somebody's game of a day; None where they have not taken the deal."""
    sql = "SELECT table_id, score, at, ranked FROM daily_plays WHERE day = ? AND person = ?"
    row = tx.row(sql, day, person)
    if row is None:
        return None
    table, score, at, ranked = row
    if score is None:
        return Play(table, None, None, bool(ranked))
    num_better = _count_better(tx, day, (score, at, person), lower_is_better=lower_is_better)
    return Play(table, score, 1 + num_better, bool(ranked))


def _count_better(
    tx: Transaction, day: str, mine: tuple[int, int, str], *, lower_is_better: bool
) -> int:
    score, at, person = mine
    row = tx.row(
        "SELECT COUNT(*) FROM daily_plays WHERE day = ? AND ranked = 1"
        f" AND (score {'<' if lower_is_better else '>'} ?"
        " OR (score = ? AND (at, person) < (?, ?)))",
        *(day, score, score, at, person),
    )
    assert row is not None
    return int(row[0])


def results(tx: Transaction, day: str, limit: int, *, lower_is_better: bool) -> list[Result]:
    """The best of a day: by score, then by who was there first."""
    rows = tx.rows(
        "SELECT plays.person, people.name, plays.score, plays.at"
        " FROM daily_plays AS plays JOIN people ON people.id = plays.person"
        " WHERE plays.day = ? AND plays.score IS NOT NULL AND plays.ranked = 1"
        f" ORDER BY plays.score {'ASC' if lower_is_better else 'DESC'}, plays.at, plays.person"
        " LIMIT ?",
        *(day, limit),
    )
    return [Result(*row) for row in rows]
