"""Ratings of people and bots, by game and number of players. Bot ratings are fixed.

A table is rated once, in the transaction that ends its game. A unique key on its rating changes
ensures this.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from tilewright.arena.ratings import ANCHORS, BEGINNER, Rating, interpolate, rate_players
from tilewright.server.storage.database import Transaction

__all__ = [
    "BOT_PREFIX",
    "Category",
    "RatingAfterGame",
    "RatingChange",
    "SubjectRating",
    "list_leaders",
    "list_rating_history",
    "list_ratings",
    "rate_game",
]

BOT_PREFIX: Final = "bot:"
"""Subject prefix of bots."""
HEAT_HALF_LIFE_MS: Final = 7 * 24 * 3600 * 1000
"""Half-life of the number of rated games between two people."""


class Category(NamedTuple):
    """A game and a number of players. Each category has its own ratings."""

    game: str
    players: int


class SubjectRating(NamedTuple):
    """Rating of a person or bot in a category after `games` rated games."""

    subject: str
    category: Category
    rating: Rating
    games: int


class RatingChange(NamedTuple):
    """Change of a seat's rating after a game."""

    seat: int
    subject: str
    before: Rating
    after: Rating


class RatingAfterGame(NamedTuple):
    """Rating in a category after the game that ended at `at`."""

    category: Category
    at: int
    rating: Rating


def rate_game(
    tx: Transaction,
    table_id: str,
    category: Category,
    subjects: Sequence[str],
    places: Sequence[int],
    ended_at: int,
    *,
    is_early: bool = False,
) -> list[RatingChange]:
    """Rate the people at a finished table and return the changes.

    Raises Conflict if the table was rated before.

    Solo games are not rated. The more often two people have played each other, the less their games
    count.

    Args:
        tx: A transaction.
        table_id: Id of the table.
        category: The ratings to change.
        subjects: The person or bot on each seat.
        places: The final place of each seat.
        ended_at: Time (ms) at which the game ended.
        is_early: True if the game ended early, so that it raises no rating.

    Returns:
        The rating changes, one per person.
    """
    if len(subjects) < 2:
        return []
    # Two tables that end at the same time may share a person, so tables are rated one by one.
    tx.lock("ratings")
    before = [_read_rating(tx, subject, category) for subject in subjects]
    after = rate_players(before, places)
    changes = []
    for seat, subject in enumerate(subjects):
        if subject.startswith(BOT_PREFIX):
            continue
        found = interpolate(
            before[seat], after[seat], _compute_game_weight(tx, subject, subjects, ended_at)
        )
        if is_early and found.mu > before[seat].mu:
            found = before[seat]
        changes.append(RatingChange(seat, subject, before[seat], found))
    for change in changes:
        _set_rating(tx, change.subject, category, change.after)
        _add_change(tx, table_id, change)
    for one, other in combinations(sorted({change.subject for change in changes}), 2):
        _increment_meeting_count(tx, one, other, ended_at)
    return changes


def _compute_game_weight(tx: Transaction, subject: str, subjects: Sequence[str], now: int) -> float:
    """Return the weight of a game for `subject`, above 0 and at most 1.

    It decreases with the number of rated games against the most frequent opponent.
    """
    others = [other for other in subjects if other != subject and not other.startswith(BOT_PREFIX)]
    pairs = [sorted((subject, other)) for other in others]
    return 1 / (
        1 + max((_read_meeting_count(tx, one, other, now) for one, other in pairs), default=0.0)
    )


def _read_meeting_count(tx: Transaction, person_id: str, opponent_id: str, now: int) -> float:
    """Return the decayed number of rated games between two people."""
    row = tx.row(
        "SELECT heat, at FROM rating_pairs WHERE one = ? AND other = ?", person_id, opponent_id
    )
    return float(row[0]) * 0.5 ** (max(0, now - row[1]) / HEAT_HALF_LIFE_MS) if row else 0.0


def _increment_meeting_count(tx: Transaction, person_id: str, opponent_id: str, now: int) -> None:
    """Count another rated game between two people."""
    tx.execute(
        "INSERT INTO rating_pairs (one, other, heat, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (one, other) DO UPDATE SET heat = excluded.heat, at = excluded.at",
        *(person_id, opponent_id, _read_meeting_count(tx, person_id, opponent_id, now) + 1, now),
    )


def _read_rating(tx: Transaction, subject: str, category: Category) -> Rating:
    """Return the rating of a person or bot. A new person has the rating `BEGINNER`."""
    if subject.startswith(BOT_PREFIX):
        return ANCHORS[subject.removeprefix(BOT_PREFIX)]
    row = tx.row(
        "SELECT mu, sigma FROM ratings WHERE subject = ? AND game = ? AND players = ?",
        *(subject, category.game, category.players),
    )
    return Rating(*row) if row else BEGINNER


def _set_rating(tx: Transaction, subject: str, category: Category, rating: Rating) -> None:
    """Store a person's rating and increment their number of games."""
    tx.execute(
        "INSERT INTO ratings (subject, game, players, mu, sigma, games) VALUES (?, ?, ?, ?, ?, 1)"
        " ON CONFLICT (subject, game, players) DO UPDATE"
        " SET mu = excluded.mu, sigma = excluded.sigma, games = ratings.games + 1",
        *(subject, category.game, category.players, float(rating.mu), float(rating.sigma)),
    )


def _add_change(tx: Transaction, table_id: str, change: RatingChange) -> None:
    """Store a rating change."""
    tx.execute(
        "INSERT INTO rating_changes"
        " (table_id, seat, subject, mu_before, sigma_before, mu_after, sigma_after)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        *(table_id, change.seat, change.subject),
        *(float(change.before.mu), float(change.before.sigma)),
        *(float(change.after.mu), float(change.after.sigma)),
    )


# --- Reading ------------------------------------------------------------------------------------


def list_ratings(tx: Transaction, subject: str) -> list[SubjectRating]:
    """Return a subject's ratings in all categories."""
    sql = (
        "SELECT subject, game, players, mu, sigma, games FROM ratings"
        " WHERE subject = ? ORDER BY game, players"
    )
    return [_to_subject_rating(*row) for row in tx.rows(sql, subject)]


def list_rating_history(tx: Transaction, subject: str, limit: int) -> list[RatingAfterGame]:
    """Return a subject's rating after each of its latest games, oldest first."""
    rows = tx.rows(
        "SELECT t.game, t.players, t.updated, c.mu_after, c.sigma_after"
        " FROM rating_changes c JOIN tables t ON t.id = c.table_id"
        " WHERE c.subject = ? ORDER BY t.updated DESC, t.id DESC LIMIT ?",
        *(subject, limit),
    )
    return [RatingAfterGame(Category(*row[:2]), row[2], Rating(*row[3:])) for row in reversed(rows)]


def list_leaders(tx: Transaction, category: Category, limit: int) -> list[SubjectRating]:
    """Return the best people of a category, by conservative rating (`mu - 3 * sigma`)."""
    sql = (
        "SELECT subject, game, players, mu, sigma, games FROM ratings"
        # Older versions also stored ratings of bots.
        " WHERE game = ? AND players = ? AND (subject < 'bot:' OR subject > 'bot;')"
        " ORDER BY mu - 3 * sigma DESC, subject LIMIT ?"
    )
    return [
        _to_subject_rating(*row) for row in tx.rows(sql, category.game, category.players, limit)
    ]


def _to_subject_rating(
    subject: str, game: str, players: int, mu: float, sigma: float, games: int
) -> SubjectRating:
    """Convert a database row."""
    return SubjectRating(subject, Category(game, players), Rating(mu, sigma), games)
