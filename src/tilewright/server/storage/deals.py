"""Deals that many play: what each is dealt from, who plays it where, and what they made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tilewright.events import ChanceRule
from tilewright.game import Seat
from tilewright.server.storage.database import Row, Transaction

__all__ = [
    "Adjusted",
    "Deal",
    "Field",
    "Made",
    "Play",
    "Result",
    "Setup",
    "add_play",
    "days_beside",
    "field_of",
    "find",
    "find_or_make",
    "keep_end",
    "keep_result",
    "of_day",
    "play_of",
    "results",
    "set_adjusted",
    "set_par",
    "table_of",
]


class Setup(Struct, frozen=True, kw_only=True):
    """What is the same at all tables of a deal, but for the cards."""

    seats: list[str | None]
    """The bots by their full names; None where somebody sits who plays the deal."""
    options: dict[str, str] = {}
    until: str | UnsetType = UNSET
    """The last day on which a deal that goes by link is played; those of days have none."""
    evening: str | UnsetType = UNSET
    """Whose list it stands on, where it does."""
    filler: str | UnsetType = UNSET
    """The bot on seats that are left over, where people play it against each other."""

    @property
    def seat(self) -> Seat:
        """Where whoever plays the deal sits."""
        return self.seats.index(None)

    @property
    def is_together(self) -> bool:
        """Whether people have all the seats, and each is compared with those of the same seat."""
        return self.filler is not UNSET


_read_setup = msgspec.json.Decoder(Setup).decode


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A result without the luck, as a share of what a seat may expect."""

    share: float
    error: float
    """How far it may be off, with 95 % certainty."""


@dataclass(frozen=True, slots=True)
class Made:
    """What somebody, or a program of ours, made of a deal."""

    place: int
    """In their own game; 1 for the winner."""
    score: int
    """In the game's own measure."""
    margin: int
    """How far before the best of the others, or alone the score: more is better in every game."""
    line: str
    """The moves of the whole game, one on each line."""
    adjusted: Adjusted | None = None
    """None until somebody has asked for it."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What everybody is dealt."""

    id: str
    game: str
    day: str | None
    """The day whose deal it is; None for one that goes by link."""
    setup: Setup
    secret: bytes
    chance: ChanceRule
    """The same at all its tables, though the rule change meanwhile."""
    par: Made | None = None
    """None until it is found."""

    @property
    def last_day(self) -> str:
        """After it the deal is not begun any more, and its secret may be told."""
        return self.day or str(self.setup.until)

    @property
    def evening(self) -> str | None:
        """Which evening's it is; None for most."""
        return self.setup.evening or None


@dataclass(frozen=True, slots=True)
class Play:
    """Somebody's one game of a deal."""

    table: str
    seat: Seat
    has_ended: bool
    """Whether it is over, and not given up by themselves."""
    made: Made | None
    """None until it is finished, and for ever where somebody gave it up."""
    rank: int | None
    """Among all results so far, or what it would be there."""
    is_ranked: bool
    """Whether it is one of them."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game that was played to its end in time."""

    person: str
    name: str
    seat: Seat
    made: Made
    at: int


@dataclass(frozen=True, slots=True)
class Field:
    """All results of a deal together."""

    count: int
    margin: float
    """The mean of all margins; 0 where there are none."""
    means: Mapping[Seat, float] = field(default_factory=dict)
    """And of those who sat there."""

    def above(self, made: Made, seat: Seat) -> float:
        """How far a margin is above the mean of its seat, where there is one."""
        return made.margin - self.means.get(seat, 0.0)


# --- The deal -----------------------------------------------------------------------------------

DEAL = "id, game, day, setup, secret, chance, par_place, par_score, par_margin, par_line FROM deals"


def find(tx: Transaction, deal: str) -> Deal | None:
    """A deal by its name; None where nobody has asked for it."""
    row = tx.row(f"SELECT {DEAL} WHERE id = ?", deal)
    return _deal(row) if row else None


def of_day(tx: Transaction, day: str) -> list[Deal]:
    """The deals of a day, of every game that somebody has asked for."""
    return [_deal(row) for row in tx.rows(f"SELECT {DEAL} WHERE day = ? ORDER BY id", day)]


def days_beside(tx: Transaction, day: str) -> tuple[str | None, str | None]:
    """The nearest days before and after one that have deals."""
    row = tx.row(
        "SELECT (SELECT MAX(day) FROM deals WHERE day < ?),"
        " (SELECT MIN(day) FROM deals WHERE day > ?)",
        *(day, day),
    )
    assert row is not None
    return row[0], row[1]


def _deal(row: Row) -> Deal:
    name, game, day, setup, secret, chance, *par = row
    made = Made(*par) if par[0] is not None else None
    read = _read_setup(setup)
    return Deal(name, game, day, read, bytes(secret), chance, made)


def find_or_make(tx: Transaction, deal: Deal, now: int) -> Deal:
    """The deal of that name, this one where there was none; whoever comes first decides."""
    setup = msgspec.json.encode(deal.setup).decode()
    tx.execute(
        "INSERT INTO deals (id, game, day, setup, secret, chance, created)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        *(deal.id, deal.game, deal.day, setup, deal.secret, deal.chance, now),
    )
    found = find(tx, deal.id)
    assert found is not None
    return found


def set_par(tx: Transaction, deal: str, par: Made) -> None:
    """Keep what a deal was worth; it is found once."""
    tx.execute(
        "UPDATE deals SET par_place = ?, par_score = ?, par_margin = ?, par_line = ?"
        " WHERE id = ? AND par_place IS NULL",
        *(par.place, par.score, par.margin, par.line, deal),
    )


# --- Those who play it --------------------------------------------------------------------------

MADE = "plays.place, plays.score, plays.margin, plays.line, plays.adjusted, plays.error"


def add_play(
    tx: Transaction, deal: str, person: str, table_id: str, seat: Seat, *, is_ranked: bool = True
) -> None:
    """Somebody takes a deal. Raises Conflict where they have taken it already."""
    sql = "INSERT INTO deal_plays (deal, person, table_id, seat, ranked) VALUES (?, ?, ?, ?, ?)"
    tx.execute(sql, deal, person, table_id, seat, is_ranked)


def keep_result(tx: Transaction, table_id: str, seat: Seat, made: Made, at: int) -> None:
    """What somebody made of a deal, and when they had finished; the first result stays."""
    tx.execute(
        "UPDATE deal_plays SET place = ?, score = ?, margin = ?, line = ?, at = ?"
        " WHERE table_id = ? AND seat = ? AND place IS NULL",
        *(made.place, made.score, made.margin, made.line, at, table_id, seat),
    )


def keep_end(tx: Transaction, table_id: str, seat: Seat, at: int) -> None:
    """When somebody's game of a deal ended through no fault of theirs: it has no result."""
    sql = "UPDATE deal_plays SET at = ? WHERE table_id = ? AND seat = ? AND place IS NULL"
    tx.execute(sql, at, table_id, seat)


def set_adjusted(tx: Transaction, deal: str, line: str, adjusted: Sequence[Adjusted]) -> None:
    """Keep what a line was worth to each seat without luck, for all who have played it; it is
    found once."""
    for seat, one in enumerate(adjusted):
        tx.execute(
            "UPDATE deal_plays SET adjusted = ?, error = ?"
            " WHERE deal = ? AND line = ? AND seat = ? AND adjusted IS NULL",
            *(one.share, one.error, deal, line, seat),
        )


def table_of(tx: Transaction, deal: str, person: str) -> str | None:
    """Where somebody plays a deal; None where they have not taken it."""
    row = tx.row("SELECT table_id FROM deal_plays WHERE deal = ? AND person = ?", deal, person)
    return row[0] if row else None


def play_of(tx: Transaction, deal: str, person: str) -> Play | None:
    """Somebody's game of a deal; None where they have not taken it."""
    row = tx.row(
        f"SELECT table_id, seat, ranked, at, {MADE} FROM deal_plays AS plays"
        " WHERE deal = ? AND person = ?",
        *(deal, person),
    )
    if row is None:
        return None
    table, seat, ranked, at, *result = row
    if result[0] is None:
        return Play(table, seat, at is not None, None, None, bool(ranked))
    made = _made(result)
    rank = 1 + _count_better(tx, deal, made, at, person)
    return Play(table, seat, True, made, rank, bool(ranked))


def _count_better(tx: Transaction, deal: str, mine: Made, at: int, person: str) -> int:
    row = tx.row(
        "SELECT COUNT(*) FROM deal_plays WHERE deal = ? AND ranked = 1 AND place IS NOT NULL"
        " AND (place, -margin, at, person) < (?, ?, ?, ?)",
        *(deal, mine.place, -mine.margin, at, person),
    )
    assert row is not None
    return int(row[0])


def results(tx: Transaction, deal: str, limit: int) -> list[Result]:
    """The best of a deal: by place, then by margin, then by who was there first."""
    rows = tx.rows(
        f"SELECT plays.person, people.name, plays.seat, plays.at, {MADE}"
        " FROM deal_plays AS plays JOIN people ON people.id = plays.person"
        " WHERE plays.deal = ? AND plays.place IS NOT NULL AND plays.ranked = 1"
        " ORDER BY plays.place, plays.margin DESC, plays.at, plays.person LIMIT ?",
        *(deal, limit),
    )
    return [Result(person, name, seat, _made(made), at) for person, name, seat, at, *made in rows]


def _made(columns: Sequence[Any]) -> Made:
    place, score, margin, line, share, error = columns
    adjusted = Adjusted(share, error) if share is not None else None
    return Made(place, score, margin, line, adjusted)


def field_of(tx: Transaction, deal: str) -> Field:
    """How all did together who are ranked."""
    rows = tx.rows(
        "SELECT seat, COUNT(*), AVG(margin) FROM deal_plays"
        " WHERE deal = ? AND place IS NOT NULL AND ranked = 1 GROUP BY seat",
        deal,
    )
    means = {int(seat): float(mean) for seat, _, mean in rows}
    count = sum(int(of_seat) for _, of_seat, _ in rows)
    margin = sum(int(of_seat) * float(mean) for _, of_seat, mean in rows) / max(1, count)
    return Field(count, margin, means)
