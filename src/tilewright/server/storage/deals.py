"""Shared deals: their setup, the players' tables, and the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tilewright.game import Seat
from tilewright.match.events import ChanceRule
from tilewright.server.storage.database import Row, Transaction

__all__ = [
    "AdjacentDays",
    "Deal",
    "DealPlay",
    "DealSetup",
    "GameScore",
    "RankedPlay",
    "ScoreStats",
    "add_play",
    "delete_addresses",
    "find",
    "find_adjacent_days",
    "find_play",
    "find_table",
    "get_or_create",
    "list_by_day",
    "list_results",
    "read_stats",
    "save_end",
    "save_result",
    "set_par",
]


class DealSetup(Struct, frozen=True, kw_only=True):
    """Settings shared by all tables of a deal."""

    seats: list[str | None]
    """Bot name by seat; None for a player's seat."""
    options: dict[str, str] = {}
    until: str | UnsetType = UNSET
    """Last day on which a deal shared by link can be started; unset for a daily deal."""
    evening: str | UnsetType = UNSET
    """Id of the club evening to which the deal belongs."""
    filler: str | UnsetType = UNSET
    """Bot for leftover seats in a deal that people play against each other."""

    @property
    def seat(self) -> Seat:
        """The first player's seat."""
        return self.seats.index(None)

    @property
    def is_together(self) -> bool:
        """True if people take all seats, and results are compared per seat."""
        return self.filler is not UNSET


_read_setup = msgspec.json.Decoder(DealSetup).decode


@dataclass(frozen=True, slots=True)
class GameScore:
    """Result of a person or bot in one game of a deal."""

    place: int
    """Final place; 1 for the winner."""
    score: int
    """Score by the rules of the game."""
    margin: int
    """Lead over the best opponent, or the solo score; higher is better in every game."""
    line: str
    """Moves of the whole game, one per line."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that several tables play."""

    id: str
    game: str
    day: str | None
    """Day of a daily deal; None for a deal shared by link."""
    setup: DealSetup
    secret: bytes
    chance: ChanceRule
    """Source of randomness, the same at all tables of the deal."""
    par: GameScore | None = None
    """Reference result of our bot; None until it is computed."""

    @property
    def last_day(self) -> str:
        """Last day on which the deal can be started. Its secret may be published afterwards."""
        return self.day or str(self.setup.until)

    @property
    def evening(self) -> str | None:
        """Id of the club evening; None if the deal is not part of one."""
        return self.setup.evening or None


@dataclass(frozen=True, slots=True)
class DealPlay:
    """A person's game of a deal."""

    table: str
    seat: Seat
    has_ended: bool
    """True if the game is over and the person did not forfeit."""
    made: GameScore | None
    """None until the game is finished, or if the person forfeited."""
    rank: int | None
    """Rank among the results so far; for an unranked game, the rank it would have."""
    is_ranked: bool
    """True if the result counts for the ranking."""


@dataclass(frozen=True, slots=True)
class RankedPlay:
    """A ranked result."""

    person: str
    name: str
    seat: Seat
    made: GameScore
    at: int


@dataclass(frozen=True, slots=True)
class ScoreStats:
    """Statistics of a deal's ranked results."""

    count: int
    margin: float
    """Mean margin; 0 without results."""
    means: Mapping[Seat, float] = field(default_factory=dict)
    """Mean margin by seat."""

    def margin_above_mean(self, score: GameScore, seat: Seat) -> float:
        """Return a score's margin minus the mean margin of its seat."""
        return score.margin - self.means.get(seat, 0.0)


# --- The deal -----------------------------------------------------------------------------------

FROM_DEALS = (
    "id, game, day, setup, secret, chance, par_place, par_score, par_margin, par_line FROM deals"
)


def find(tx: Transaction, deal_id: str) -> Deal | None:
    """Return a deal by its id, or None if it has not been created yet."""
    row = tx.row(f"SELECT {FROM_DEALS} WHERE id = ?", deal_id)
    return _to_deal(row) if row else None


def list_by_day(tx: Transaction, day: str) -> list[Deal]:
    """Return the stored daily deals of `day`."""
    return [_to_deal(row) for row in tx.rows(f"SELECT {FROM_DEALS} WHERE day = ? ORDER BY id", day)]


class AdjacentDays(NamedTuple):
    """The nearest earlier and later days that have deals; None if there are none."""

    earlier: str | None
    later: str | None


def find_adjacent_days(tx: Transaction, day: str) -> AdjacentDays:
    """Return the nearest earlier and later days that have deals. A missing day is None."""
    row = tx.row(
        "SELECT (SELECT MAX(day) FROM deals WHERE day < ?),"
        " (SELECT MIN(day) FROM deals WHERE day > ?)",
        *(day, day),
    )
    assert row is not None
    return AdjacentDays(*row)


def _to_deal(row: Row) -> Deal:
    """Convert a database row."""
    name, game, day, setup, secret, chance, *par = row
    made = GameScore(*par) if par[0] is not None else None
    read = _read_setup(setup)
    return Deal(name, game, day, read, bytes(secret), chance, made)


def get_or_create(tx: Transaction, deal: Deal, now: int) -> Deal:
    """Return the stored deal with the id of `deal`. Store `deal` first if there is none."""
    setup = msgspec.json.encode(deal.setup).decode()
    tx.execute(
        "INSERT INTO deals (id, game, day, setup, secret, chance, created)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        *(deal.id, deal.game, deal.day, setup, deal.secret, deal.chance, now),
    )
    found = find(tx, deal.id)
    assert found is not None
    return found


def set_par(tx: Transaction, deal_id: str, par: GameScore) -> None:
    """Store a deal's par. An existing par is kept."""
    tx.execute(
        "UPDATE deals SET par_place = ?, par_score = ?, par_margin = ?, par_line = ?"
        " WHERE id = ? AND par_place IS NULL",
        *(par.place, par.score, par.margin, par.line, deal_id),
    )


# --- Plays --------------------------------------------------------------------------------------

SCORE_COLUMNS = "plays.place, plays.score, plays.margin, plays.line"


def add_play(
    tx: Transaction,
    deal_id: str,
    person_id: str,
    table_id: str,
    seat: Seat,
    *,
    is_ranked: bool = True,
    address: str | None = None,
) -> None:
    """Add a person's play of a deal.

    Raises Conflict if the person already has one.

    Args:
        tx: A transaction.
        deal_id: Deal id.
        person_id: Person id.
        table_id: The person's table.
        seat: The person's seat.
        is_ranked: True if the result counts for the ranking.
        address: Hash of the person's network address. A second play from one address is unranked.
    """
    if address is not None:
        tx.lock(f"deal {deal_id} {address}")  # one play per address at a time
        sql = "SELECT 1 FROM deal_plays WHERE deal = ? AND address = ? LIMIT 1"
        is_ranked = is_ranked and tx.row(sql, deal_id, address) is None
    tx.execute(
        "INSERT INTO deal_plays (deal, person, table_id, seat, ranked, address)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        *(deal_id, person_id, table_id, seat, is_ranked, address),
    )


def delete_addresses(tx: Transaction, before: str) -> None:
    """Delete the address hashes of daily deals before the day `before`."""
    # Only daily deals have addresses, and their ids start with the day.
    sql = "UPDATE deal_plays SET address = NULL WHERE address IS NOT NULL AND deal < ?"
    tx.execute(sql, before)


def save_result(
    tx: Transaction, table_id: str, seat: Seat, score: GameScore, ended_at: int
) -> None:
    """Store a seat's result. An existing result is kept."""
    tx.execute(
        "UPDATE deal_plays SET place = ?, score = ?, margin = ?, line = ?, at = ?"
        " WHERE table_id = ? AND seat = ? AND place IS NULL",
        *(score.place, score.score, score.margin, score.line, ended_at, table_id, seat),
    )


def save_end(tx: Transaction, table_id: str, seat: Seat, ended_at: int) -> None:
    """Store that a seat's game ended without a result, because an opponent left.

    An existing result is kept.
    """
    sql = "UPDATE deal_plays SET at = ? WHERE table_id = ? AND seat = ? AND place IS NULL"
    tx.execute(sql, ended_at, table_id, seat)


def find_table(tx: Transaction, deal_id: str, person_id: str) -> str | None:
    """Return the id of a person's table of a deal, or None."""
    row = tx.row(
        "SELECT table_id FROM deal_plays WHERE deal = ? AND person = ?", deal_id, person_id
    )
    return row[0] if row else None


def find_play(tx: Transaction, deal_id: str, person_id: str) -> DealPlay | None:
    """Return a person's play of a deal, or None.

    Its score and rank are None until the game has a result.
    """
    row = tx.row(
        f"SELECT table_id, seat, ranked, at, {SCORE_COLUMNS} FROM deal_plays AS plays"
        " WHERE deal = ? AND person = ?",
        *(deal_id, person_id),
    )
    if row is None:
        return None
    table, seat, ranked, at, *result = row
    if result[0] is None:
        return DealPlay(table, seat, at is not None, None, None, bool(ranked))
    made = _to_score(result)
    rank = 1 + _count_better(tx, deal_id, made, at, person_id)
    return DealPlay(table, seat, True, made, rank, bool(ranked))


def _count_better(
    tx: Transaction, deal_id: str, score: GameScore, ended_at: int, person_id: str
) -> int:
    """Count the ranked results of other people that come before a score."""
    row = tx.row(
        "SELECT COUNT(*) FROM deal_plays WHERE deal = ? AND ranked = 1 AND place IS NOT NULL"
        " AND (place, -margin, at, person) < (?, ?, ?, ?)",
        *(deal_id, score.place, -score.margin, ended_at, person_id),
    )
    assert row is not None
    return int(row[0])


def list_results(tx: Transaction, deal_id: str, limit: int) -> list[RankedPlay]:
    """Return the best ranked results of a deal, ordered by place, margin and time."""
    rows = tx.rows(
        f"SELECT plays.person, people.name, plays.seat, plays.at, {SCORE_COLUMNS}"
        " FROM deal_plays AS plays JOIN people ON people.id = plays.person"
        " WHERE plays.deal = ? AND plays.place IS NOT NULL AND plays.ranked = 1"
        " ORDER BY plays.place, plays.margin DESC, plays.at, plays.person LIMIT ?",
        *(deal_id, limit),
    )
    return [
        RankedPlay(person, name, seat, _to_score(made), at)
        for person, name, seat, at, *made in rows
    ]


def _to_score(columns: Sequence[Any]) -> GameScore:
    """Convert the columns `SCORE_COLUMNS`."""
    return GameScore(*columns)


def read_stats(tx: Transaction, deal_id: str) -> ScoreStats:
    """Return the statistics of a deal's ranked results."""
    rows = tx.rows(
        "SELECT seat, COUNT(*), AVG(margin) FROM deal_plays"
        " WHERE deal = ? AND place IS NOT NULL AND ranked = 1 GROUP BY seat",
        deal_id,
    )
    means = {int(seat): float(mean) for seat, _, mean in rows}
    count = sum(int(of_seat) for _, of_seat, _ in rows)
    margin = sum(int(of_seat) * float(mean) for _, of_seat, mean in rows) / max(1, count)
    return ScoreStats(count, margin, means)
