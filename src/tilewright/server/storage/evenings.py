"""Evenings of a club: a few deals with one name and one link, and who played which of them."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.game import Seat
from tilewright.server.storage import deals
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.deals import Deal
from tilewright.server.storage.people import Identity

__all__ = ["Evening", "Part", "add", "close", "find", "join", "leave", "parts_of", "people_of"]


@dataclass(frozen=True, slots=True)
class Evening:
    """Some deals that everybody plays."""

    id: str
    name: str
    host: str
    """A person's id."""
    deals: tuple[Deal, ...]
    closed: int | None = None
    """When its host ended it; None where nobody has."""

    @property
    def is_together(self) -> bool:
        """Whether people play each other."""
        return self.deals[0].setup.is_together


@dataclass(frozen=True, slots=True)
class Part:
    """Somebody's game of one of the deals."""

    person: str
    name: str
    table: str
    seat: Seat
    at: int | None
    """When it was finished; None until it is, and for ever where they gave it up."""
    margin: int | None
    """None also where somebody else at the table gave it up."""


def add(tx: Transaction, evening: Evening, now: int) -> None:
    """Keep a new evening, and its deals."""
    for deal in evening.deals:
        deals.find_or_make(tx, deal, now)
    names = " ".join(deal.id for deal in evening.deals)
    tx.execute(
        "INSERT INTO evenings (id, name, host, deals, created) VALUES (?, ?, ?, ?, ?)",
        *(evening.id, evening.name, evening.host, names, now),
    )


def find(tx: Transaction, evening: str) -> Evening | None:
    """An evening by its name in links."""
    row = tx.row("SELECT id, name, host, deals, closed FROM evenings WHERE id = ?", evening)
    if row is None:
        return None
    key, name, host, names, closed = row
    found = [deals.find(tx, one) for one in names.split(" ")]
    return Evening(key, name, host, tuple(one for one in found if one is not None), closed)


def close(tx: Transaction, evening: str, at: int) -> None:
    """End an evening; the first end stays."""
    tx.execute("UPDATE evenings SET closed = ? WHERE id = ? AND closed IS NULL", at, evening)


def parts_of(tx: Transaction, deal: str, limit: int) -> list[Part]:
    """Who has taken a deal, and what they made of it."""
    rows = tx.rows(
        "SELECT plays.person, people.name, plays.table_id, plays.seat, plays.at, plays.margin"
        " FROM deal_plays AS plays JOIN people ON people.id = plays.person"
        " WHERE plays.deal = ? ORDER BY plays.person LIMIT ?",
        *(deal, limit),
    )
    return [Part(*row) for row in rows]


# --- At tables ----------------------------------------------------------------------------------


def join(tx: Transaction, evening: str, person: str, at: int) -> None:
    """Somebody wants to be seated."""
    tx.execute(
        "INSERT INTO evening_people (evening, person, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        *(evening, person, at),
    )


def leave(tx: Transaction, evening: str, person: str) -> None:
    """And no more."""
    tx.execute("DELETE FROM evening_people WHERE evening = ? AND person = ?", evening, person)


def people_of(tx: Transaction, evening: str) -> list[Identity]:
    """Who wants to be seated, whoever came first before the others."""
    rows = tx.rows(
        "SELECT people.id, people.name, people.kind"
        " FROM evening_people AS here JOIN people ON people.id = here.person"
        " WHERE here.evening = ? ORDER BY here.at, here.person",
        evening,
    )
    return [Identity(*row) for row in rows]
