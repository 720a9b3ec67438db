"""A person's games, filtered by opponent, result and rating; all games are searched, not a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from tilewright.game import Seat
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.tables import TableRow
from tilewright.server.tables.row_mapping import Summary, read_summary
from tilewright.wire.tables import TableFilters

__all__ = ["HistoryFilter", "filter_options", "search_history"]

MAX_SEARCHED_TABLES: Final = 10_000
"""Number of a person's latest tables that are searched."""


@dataclass(frozen=True)
class HistoryFilter:
    """Conditions on a person's games; None means no condition."""

    other: str | None = None
    """Name of another player at the table."""
    result: Literal["won", "lost"] | None = None
    rated: bool | None = None

    def matches(self, table: Summary, seats: Sequence[Seat]) -> bool:
        """Return True if a game of the person on these seats matches; an aborted game is neither
        won nor lost."""
        if self.other is not None and self.other not in _others(table, seats):
            return False
        if self.rated is not None and self.rated != table.terms.rated:
            return False
        return self.result is None or (
            table.outcome is not None
            and (self.result == "won") == any(table.outcome.places[seat] == 1 for seat in seats)
        )


def search_history(
    tx: Transaction, person: str, wanted: HistoryFilter, limit: int, **where: Any
) -> list[TableRow]:
    """Return a person's matching tables, the latest first; ``where`` is passed to the store."""
    if wanted == HistoryFilter():
        return store.list_by_player(tx, person, limit=limit, **where)
    found = [row for row, table, seats in _read(tx, person, where) if wanted.matches(table, seats)]
    return found[:limit]


def filter_options(tx: Transaction, person: str, **where: Any) -> TableFilters:
    """Return the games and opponents that occur in a person's history."""
    read = _read(tx, person, where)
    games = sorted({row.game for row, _, _ in read})
    others = sorted({name for _, table, seats in read for name in _others(table, seats)})
    return TableFilters(games, others)


OwnTable = tuple[TableRow, Summary, list[Seat]]


def _read(tx: Transaction, person: str, where: dict[str, Any]) -> list[OwnTable]:
    rows = store.list_by_player(tx, person, limit=MAX_SEARCHED_TABLES, **where)
    seats = store.list_seats_by_table(tx, person, [row.id for row in rows])
    return [(row, read_summary(row.summary), seats.get(row.id, [])) for row in rows]


def _others(table: Summary, seats: Sequence[Seat]) -> list[str]:
    chairs = enumerate(table.chairs)
    return [name for seat, name in chairs if name is not None and seat not in seats]
