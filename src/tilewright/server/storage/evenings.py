"""Club evenings: a few deals under one name and link, and their participants."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.game import Seat
from tilewright.server.storage import deals
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.deals import Deal
from tilewright.server.storage.people import Identity

__all__ = [
    "Evening",
    "EveningPlay",
    "add",
    "close",
    "find",
    "join",
    "leave",
    "list_participants",
    "list_plays",
]


@dataclass(frozen=True, slots=True)
class Evening:
    """A club evening: deals that all participants play."""

    id: str
    name: str
    host: str
    """Person id."""
    deals: tuple[Deal, ...]
    closed: int | None = None
    """Time at which the host closed it; None while it is open."""

    @property
    def is_together(self) -> bool:
        """True if participants play against each other."""
        return self.deals[0].setup.is_together


@dataclass(frozen=True, slots=True)
class EveningPlay:
    """One participant's game of one of the deals."""

    person: str
    name: str
    table: str
    seat: Seat
    at: int | None
    """Time at which the game was finished; None before that, or if the player forfeited."""
    margin: int | None
    """The seat's margin; None without a result, for instance if another player forfeited."""


def add(tx: Transaction, evening: Evening, now: int) -> None:
    """Store an evening and its deals."""
    for deal in evening.deals:
        deals.get_or_create(tx, deal, now)
    names = " ".join(deal.id for deal in evening.deals)
    tx.execute(
        "INSERT INTO evenings (id, name, host, deals, created) VALUES (?, ?, ?, ?, ?)",
        *(evening.id, evening.name, evening.host, names, now),
    )


def find(tx: Transaction, evening_id: str) -> Evening | None:
    """Return an evening by its id, or None."""
    row = tx.row("SELECT id, name, host, deals, closed FROM evenings WHERE id = ?", evening_id)
    if row is None:
        return None
    key, name, host, names, closed = row
    found = [deals.find(tx, one) for one in names.split(" ")]
    return Evening(key, name, host, tuple(one for one in found if one is not None), closed)


def close(tx: Transaction, evening_id: str, now: int) -> None:
    """Close an evening, if it is open."""
    tx.execute("UPDATE evenings SET closed = ? WHERE id = ? AND closed IS NULL", now, evening_id)


def list_plays(tx: Transaction, deal_id: str, limit: int) -> list[EveningPlay]:
    """Return up to `limit` plays of a deal, with the names of the players."""
    rows = tx.rows(
        "SELECT plays.person, people.name, plays.table_id, plays.seat, plays.at, plays.margin"
        " FROM deal_plays AS plays JOIN people ON people.id = plays.person"
        " WHERE plays.deal = ? ORDER BY plays.person LIMIT ?",
        *(deal_id, limit),
    )
    return [EveningPlay(*row) for row in rows]


# --- At tables ----------------------------------------------------------------------------------


def join(tx: Transaction, evening_id: str, person_id: str, now: int) -> None:
    """Add a person to the participants of an evening. Does nothing if they have joined before."""
    tx.execute(
        "INSERT INTO evening_people (evening, person, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        *(evening_id, person_id, now),
    )


def leave(tx: Transaction, evening_id: str, person_id: str) -> None:
    """Remove a person from the participants of an evening."""
    tx.execute("DELETE FROM evening_people WHERE evening = ? AND person = ?", evening_id, person_id)


def list_participants(tx: Transaction, evening_id: str) -> list[Identity]:
    """Return the participants of an evening in the order in which they joined."""
    rows = tx.rows(
        "SELECT people.id, people.name, people.kind"
        " FROM evening_people AS here JOIN people ON people.id = here.person"
        " WHERE here.evening = ? ORDER BY here.at, here.person",
        evening_id,
    )
    return [Identity(*row) for row in rows]
