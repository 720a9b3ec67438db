"""What follows from the end of a game beyond its table: ratings, and the result of a deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tilewright.events import Occupant, Person
from tilewright.game import Game, Seat
from tilewright.match import Match
from tilewright.position import Outcome
from tilewright.server.storage import deals, ratings
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.deals import Made
from tilewright.server.storage.ratings import Category, Change

__all__ = ["measure", "rated_places", "settle", "subject_of"]


EARLY: Final = 3
"""Moves of everybody before which giving up is no game."""


def settle(tx: Transaction, table_id: str, match: Match) -> None:
    """Write down what a match that has come to its end is good for."""
    if match.terms.rated and match.unrated is None:
        rate(tx, table_id, match)
    if match.terms.is_duplicate:
        keep_result(tx, table_id, match)


def rate(tx: Transaction, table_id: str, match: Match) -> list[Change]:
    """Rate a match that has come to its end."""
    assert match.outcome is not None, "only a finished match can be rated"
    subjects = [subject_of(chair.who) for chair in match.chairs if chair.who is not None]
    category = Category(match.terms.game, match.players)
    places, is_early = rated_places(match), _is_early(match)
    return ratings.rate(tx, table_id, category, subjects, places, match.changed, is_early=is_early)


def rated_places(match: Match) -> list[int]:
    """The places that count. Whoever left is last, whatever the stand-in made of it: it must not
    earn anybody's rating."""
    assert match.outcome is not None
    left = match.stood_in | {s for s, chair in enumerate(match.chairs) if chair.has_stand_in}
    places = enumerate(match.outcome.places)
    return [match.players if seat in left else place for seat, place in places]


def _is_early(match: Match) -> bool:
    """Whether somebody gave up before there was a game to speak of: they lose it, nobody wins."""
    moved = Counter(match.movers)
    fewest = min(moved[seat] for seat in range(match.players))
    return bool(match.forfeits) and not match.board.is_over and fewest < EARLY


def subject_of(occupant: Occupant) -> str:
    """Whose rating a seat is about: a person's id, or a bot of whatever table."""
    return occupant.id if isinstance(occupant, Person) else ratings.BOT + occupant.name


def measure(game: Game, outcome: Outcome, seat: Seat, moves: Sequence[str]) -> Made:
    """What a seat made of a game that is over."""
    sign = -1 if game.lower_is_better else 1
    scores = [sign * score for score in outcome.scores]
    margin = scores.pop(seat) - max(scores, default=0)
    return Made(outcome.places[seat], outcome.scores[seat], margin, "\n".join(moves))


def keep_result(tx: Transaction, table_id: str, match: Match) -> None:
    """What everybody made of a deal. Nothing is kept of a game that came too late; where somebody
    gave it up, or left it to a stand-in, it has no result, and they have not finished it."""
    outcome, closed = match.outcome, match.sealed_until
    if outcome is None or (closed is not None and match.changed >= closed):
        return
    gone = {*match.forfeits, *match.stood_in}
    for seat, chair in enumerate(match.chairs):
        if chair.is_person and not gone:
            made = measure(match.board.game, outcome, seat, match.board.moves)
            deals.keep_result(tx, table_id, seat, made, match.changed)
        elif chair.is_person and seat not in gone:
            deals.keep_end(tx, table_id, seat, match.changed)
