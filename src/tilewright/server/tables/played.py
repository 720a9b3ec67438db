"""The games of somebody, by what one wants to see of them: all of them are looked at, whatever a
page has loaded so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from tilewright.game import Seat
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.tables import TableRow
from tilewright.server.tables.rows import Summary, read_summary
from tilewright.wire.tables import Choices

__all__ = ["Sought", "find_choices", "tables_sought"]

MOST: Final = 10_000
"""Tables that are looked at, the latest."""


@dataclass(frozen=True)
class Sought:
    """What is left out asks for nothing."""

    other: str | None = None
    """The name of somebody else at the table."""
    result: Literal["won", "lost"] | None = None
    rated: bool | None = None

    def fits(self, table: Summary, seats: Sequence[Seat]) -> bool:
        """Whether a game of whoever has these seats is sought. One that was broken off was neither
        won nor lost."""
        if self.other is not None and self.other not in _others(table, seats):
            return False
        if self.rated is not None and self.rated != table.terms.rated:
            return False
        return self.result is None or (
            table.outcome is not None
            and (self.result == "won") == any(table.outcome.places[seat] == 1 for seat in seats)
        )


def tables_sought(
    tx: Transaction, person: str, sought: Sought, limit: int, **where: Any
) -> list[TableRow]:
    """Tables of somebody, the latest first; ``where`` as for the store."""
    if sought == Sought():
        return store.tables_of(tx, person, limit=limit, **where)
    found = [row for row, table, seats in _read(tx, person, where) if sought.fits(table, seats)]
    return found[:limit]


def find_choices(tx: Transaction, person: str, **where: Any) -> Choices:
    """Which games somebody has played, and with whom."""
    read = _read(tx, person, where)
    games = sorted({row.game for row, _, _ in read})
    others = sorted({name for _, table, seats in read for name in _others(table, seats)})
    return Choices(games, others)


Read = tuple[TableRow, Summary, list[Seat]]


def _read(tx: Transaction, person: str, where: dict[str, Any]) -> list[Read]:
    rows = store.tables_of(tx, person, limit=MOST, **where)
    seats = store.seats_among(tx, person, [row.id for row in rows])
    return [(row, read_summary(row.summary), seats.get(row.id, [])) for row in rows]


def _others(table: Summary, seats: Sequence[Seat]) -> list[str]:
    chairs = enumerate(table.chairs)
    return [name for seat, name in chairs if name is not None and seat not in seats]
