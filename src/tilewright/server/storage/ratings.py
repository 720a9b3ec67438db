"""Ratings by game and number of players, of people and bots on one scale.

A table is rated once, in the transaction that ends it: its seats' changes have a unique key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from tilewright.ratings import BEGINNER, Rating, after_game
from tilewright.server.storage.database import Transaction

__all__ = ["Category", "Change", "Standing", "leaders", "rate", "ratings_of"]


@dataclass(frozen=True, slots=True)
class Category:
    """What a rating is for: to be good with two players says little about four."""

    game: str
    players: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody stands in a category, after so many rated games."""

    subject: str
    category: Category
    rating: Rating
    games: int


@dataclass(frozen=True, slots=True)
class Change:
    """What a table did to the rating of the one on a seat."""

    seat: int
    subject: str
    before: Rating
    after: Rating


def rate(
    tx: Transaction,
    table_id: str,
    category: Category,
    subjects: Sequence[str],
    places: Sequence[int],
) -> list[Change]:
    """Rate a table by seat: who sat there, which place they took. Raises Conflict if it was.

    A game that somebody played alone says nothing.
    """
    if len(subjects) < 2:
        return []
    # Two tables that end at once may share a bot: the second waits for the first one's result.
    tx.lock(f"ratings {category.game} {category.players}")
    before = [_rating(tx, subject, category) for subject in subjects]
    after = after_game(before, places)
    for subject in sorted(set(subjects)):
        mine = [after[seat] for seat, other in enumerate(subjects) if other == subject]
        _set_rating(tx, subject, category, _mean(mine))
    rows = zip(subjects, before, after, strict=True)
    changes = [Change(seat, *row) for seat, row in enumerate(rows)]
    for change in changes:
        _add_change(tx, table_id, change)
    return changes


def _mean(ratings: Sequence[Rating]) -> Rating:
    """One bot on several seats learns from all of them alike."""
    return Rating(fmean(r.mu for r in ratings), fmean(r.sigma for r in ratings))


def _rating(tx: Transaction, subject: str, category: Category) -> Rating:
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


def leaders(tx: Transaction, category: Category, limit: int) -> list[Standing]:
    """The best of a category, by the skill that one may be all but sure of."""
    sql = (
        "SELECT subject, game, players, mu, sigma, games FROM ratings"
        " WHERE game = ? AND players = ? ORDER BY mu - 3 * sigma DESC, subject LIMIT ?"
    )
    return [_standing(*row) for row in tx.rows(sql, category.game, category.players, limit)]


def _standing(
    subject: str, game: str, players: int, mu: float, sigma: float, games: int
) -> Standing:
    return Standing(subject, Category(game, players), Rating(mu, sigma), games)
