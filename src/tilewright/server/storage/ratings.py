"""Ratings by game and number of players, of people and bots on one scale. Bots never move.

A table is rated once, in the transaction that ends it: its seats' changes have a unique key.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from tilewright.ratings import ANCHORS, BEGINNER, Rating, after_game, weigh
from tilewright.server.storage.database import Transaction

__all__ = [
    "BOT",
    "Category",
    "Change",
    "Point",
    "Standing",
    "curve",
    "leaders",
    "rate",
    "ratings_of",
]

BOT: Final = "bot:"
"""What the subjects begin with that are no persons."""
HALF_FORGOTTEN: Final = 7 * 24 * 3600 * 1000
"""After so long (ms) without a game, half the meetings of two no longer count."""


class Category(NamedTuple):
    """What a rating is for: to be good with two players says little about four."""

    game: str
    players: int


class Standing(NamedTuple):
    """How somebody stands in a category, after so many rated games."""

    subject: str
    category: Category
    rating: Rating
    games: int


class Change(NamedTuple):
    """What a table did to the rating of the one on a seat."""

    seat: int
    subject: str
    before: Rating
    after: Rating


class Point(NamedTuple):
    """Where somebody stood in a category after a game that ended then."""

    category: Category
    at: int
    rating: Rating


def rate(
    tx: Transaction,
    table_id: str,
    category: Category,
    subjects: Sequence[str],
    places: Sequence[int],
    at: int,
    *,
    is_early: bool = False,
) -> list[Change]:
    """Rate the persons of a table by seat: who sat there, which place they took. Raises Conflict
    if it was.

    A game that somebody played alone says nothing; one that ended early (``is_early``) raises
    nobody. Whoever has met the same one again and again learns less and less by it.
    """
    if len(subjects) < 2:
        return []
    # Two tables that end at once may share somebody: the second waits for the first one's result.
    tx.lock("ratings")
    before = [_rating(tx, subject, category) for subject in subjects]
    after = after_game(before, places)
    changes = []
    for seat, subject in enumerate(subjects):
        if subject.startswith(BOT):
            continue
        found = weigh(before[seat], after[seat], _weight(tx, subject, subjects, at))
        if is_early and found.mu > before[seat].mu:
            found = before[seat]
        changes.append(Change(seat, subject, before[seat], found))
    for change in changes:
        _set_rating(tx, change.subject, category, change.after)
        _add_change(tx, table_id, change)
    for one, other in combinations(sorted({change.subject for change in changes}), 2):
        _meet(tx, one, other, at)
    return changes


def _weight(tx: Transaction, subject: str, subjects: Sequence[str], at: int) -> float:
    """What a game counts for somebody: less the more often they have met one of the others. Bots
    do nobody a favour."""
    others = [other for other in subjects if other != subject and not other.startswith(BOT)]
    pairs = [sorted((subject, other)) for other in others]
    return 1 / (1 + max((_heat(tx, one, other, at) for one, other in pairs), default=0.0))


def _heat(tx: Transaction, one: str, other: str, at: int) -> float:
    row = tx.row("SELECT heat, at FROM rating_pairs WHERE one = ? AND other = ?", one, other)
    return float(row[0]) * 0.5 ** (max(0, at - row[1]) / HALF_FORGOTTEN) if row else 0.0


def _meet(tx: Transaction, one: str, other: str, at: int) -> None:
    tx.execute(
        "INSERT INTO rating_pairs (one, other, heat, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (one, other) DO UPDATE SET heat = excluded.heat, at = excluded.at",
        *(one, other, _heat(tx, one, other, at) + 1, at),
    )


def _rating(tx: Transaction, subject: str, category: Category) -> Rating:
    if subject.startswith(BOT):
        return ANCHORS[subject.removeprefix(BOT)]
    row = tx.row(
        "SELECT mu, sigma FROM ratings WHERE subject = ? AND game = ? AND players = ?",
        *(subject, category.game, category.players),
    )
    return Rating(*row) if row else BEGINNER


def _set_rating(tx: Transaction, subject: str, category: Category, rating: Rating) -> None:
    tx.execute(
        "INSERT INTO ratings (subject, game, players, mu, sigma, games) VALUES (?, ?, ?, ?, ?, 1)"
        " ON CONFLICT (subject, game, players) DO UPDATE"
        " SET mu = excluded.mu, sigma = excluded.sigma, games = ratings.games + 1",
        *(subject, category.game, category.players, float(rating.mu), float(rating.sigma)),
    )


def _add_change(tx: Transaction, table_id: str, change: Change) -> None:
    tx.execute(
        "INSERT INTO rating_changes"
        " (table_id, seat, subject, mu_before, sigma_before, mu_after, sigma_after)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        *(table_id, change.seat, change.subject),
        *(float(change.before.mu), float(change.before.sigma)),
        *(float(change.after.mu), float(change.after.sigma)),
    )


# --- Reading ------------------------------------------------------------------------------------


def ratings_of(tx: Transaction, subject: str) -> list[Standing]:
    """How somebody stands, in every category that they have played."""
    sql = (
        "SELECT subject, game, players, mu, sigma, games FROM ratings"
        " WHERE subject = ? ORDER BY game, players"
    )
    return [_standing(*row) for row in tx.rows(sql, subject)]


def curve(tx: Transaction, subject: str, limit: int) -> list[Point]:
    """How somebody's ratings have come to be what they are: their latest games, in order."""
    rows = tx.rows(
        "SELECT t.game, t.players, t.updated, c.mu_after, c.sigma_after"
        " FROM rating_changes c JOIN tables t ON t.id = c.table_id"
        " WHERE c.subject = ? ORDER BY t.updated DESC, t.id DESC LIMIT ?",
        *(subject, limit),
    )
    return [Point(Category(*row[:2]), row[2], Rating(*row[3:])) for row in reversed(rows)]


def leaders(tx: Transaction, category: Category, limit: int) -> list[Standing]:
    """The best of a category, by the skill that one may be all but sure of; persons only."""
    sql = (
        "SELECT subject, game, players, mu, sigma, games FROM ratings"
        # Bots had rows of their own while people could move them.
        " WHERE game = ? AND players = ? AND (subject < 'bot:' OR subject > 'bot;')"
        " ORDER BY mu - 3 * sigma DESC, subject LIMIT ?"
    )
    return [_standing(*row) for row in tx.rows(sql, category.game, category.players, limit)]


def _standing(
    subject: str, game: str, players: int, mu: float, sigma: float, games: int
) -> Standing:
    return Standing(subject, Category(game, players), Rating(mu, sigma), games)
