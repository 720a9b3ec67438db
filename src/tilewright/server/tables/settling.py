"""What follows from the end of a game beyond its table: ratings, and the result of a day."""

from __future__ import annotations

from tilewright.events import Occupant, Person
from tilewright.match import Match
from tilewright.server.storage import daily, ratings
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.ratings import Category, Change

__all__ = ["settle", "subject_of"]


def settle(tx: Transaction, table_id: str, match: Match) -> None:
    """Write down what a match that has come to its end is good for."""
    if match.terms.rated:
        rate(tx, table_id, match)
    if match.terms.day is not None:
        keep_daily_result(tx, table_id, match)


def rate(tx: Transaction, table_id: str, match: Match) -> list[Change]:
    """Rate a match that has come to its end."""
    assert match.outcome is not None, "only a finished match can be rated"
    subjects = [subject_of(chair.who) for chair in match.chairs if chair.who is not None]
    category = Category(match.terms.game, match.players)
    return ratings.rate(tx, table_id, category, subjects, match.outcome.places)


def subject_of(occupant: Occupant) -> str:
    """Whose rating a seat is about: a person's id, or a bot of whatever table."""
    return occupant.id if isinstance(occupant, Person) else f"bot:{occupant.name}"


def keep_daily_result(tx: Transaction, table_id: str, match: Match) -> None:
    """Nothing is kept of a game that was given up, or came too late."""
    outcome, closed = match.outcome, match.sealed_until
    if outcome is None or match.forfeits or closed is None or match.changed >= closed:
        return
    daily.keep_result(tx, table_id, outcome.scores[0], match.changed)
