"""Stores the consequences of a game's end: rating changes and results of duplicate deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tilewright.game import Game, Seat
from tilewright.match import Match
from tilewright.match.events import Occupant, Person
from tilewright.position import Outcome
from tilewright.server.storage import deals, ratings
from tilewright.server.storage.database import Transaction
from tilewright.server.storage.deals import GameScore
from tilewright.server.storage.ratings import Category, RatingChange

__all__ = ["apply_game_end", "compute_deal_score", "rating_places", "rating_subject"]


MIN_MOVES_PER_SEAT: Final = 3
"""If a player gives up before all have made this many moves, the other players gain nothing."""


def apply_game_end(tx: Transaction, table_id: str, match: Match) -> None:
    """Store the rating changes and the deal results of a finished match."""
    if match.terms.rated and match.unrated is None:
        rate_match(tx, table_id, match)
    if match.terms.is_duplicate:
        save_deal_results(tx, table_id, match)


def rate_match(tx: Transaction, table_id: str, match: Match) -> list[RatingChange]:
    """Store the rating changes of a finished match and return them."""
    assert match.outcome is not None, "only a finished match can be rated"
    subjects = [
        rating_subject(state.occupant) for state in match.seats if state.occupant is not None
    ]
    category = Category(match.terms.game, match.players)
    places, is_early = rating_places(match), _is_early(match)
    return ratings.rate_game(
        tx, table_id, category, subjects, places, match.changed_at, is_early=is_early
    )


def rating_places(match: Match) -> list[int]:
    """Return the place of each seat, as ratings count it.

    Players who left rank last, whatever their stand-in bots achieved.
    """
    assert match.outcome is not None
    left = match.stood_in | {s for s, state in enumerate(match.seats) if state.has_stand_in}
    places = enumerate(match.outcome.places)
    return [match.players if seat in left else place for seat, place in places]


def _is_early(match: Match) -> bool:
    """Return True if a player gave up before every seat had made `MIN_MOVES_PER_SEAT` moves.

    That player loses rating, and no other player gains any.
    """
    moved = Counter(match.movers)
    fewest = min(moved[seat] for seat in range(match.players))
    return bool(match.forfeits) and not match.board.is_over and fewest < MIN_MOVES_PER_SEAT


def rating_subject(occupant: Occupant) -> str:
    """Return the id under which an occupant is rated.

    It is a person's id, or a bot's name with a prefix.
    """
    return occupant.id if isinstance(occupant, Person) else ratings.BOT_PREFIX + occupant.name


def compute_deal_score(game: Game, outcome: Outcome, seat: Seat, moves: Sequence[str]) -> GameScore:
    """Return the score of `seat` in a finished game, with its margin over the best opponent."""
    sign = -1 if game.lower_is_better else 1
    scores = [sign * score for score in outcome.scores]
    margin = scores.pop(seat) - max(scores, default=0)
    return GameScore(outcome.places[seat], outcome.scores[seat], margin, "\n".join(moves))


def save_deal_results(tx: Transaction, table_id: str, match: Match) -> None:
    """Store the results of a finished match of a duplicate deal.

    A match that ended after the deal's last day is ignored. If a player gave up or left, no player
    gets a result, and that player has not finished the deal.
    """
    outcome, closed_at = match.outcome, match.sealed_until
    if outcome is None or (closed_at is not None and match.changed_at >= closed_at):
        return
    left = {*match.forfeits, *match.stood_in}
    for seat, state in enumerate(match.seats):
        if state.is_person and not left:
            score = compute_deal_score(match.board.game, outcome, seat, match.board.moves)
            deals.save_result(tx, table_id, seat, score, match.changed_at)
        elif state.is_person and seat not in left:
            deals.save_end(tx, table_id, seat, match.changed_at)
