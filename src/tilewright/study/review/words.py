"""A review in the words of a person, in English; the page has words of its own."""

from __future__ import annotations

from tilewright.game import Seat
from tilewright.position import Outcome
from tilewright.registry import get_game
from tilewright.study.review.ledger import Account
from tilewright.study.review.results import Event, Review

__all__ = ["close", "name_event", "name_of", "percent"]

NOTABLE = 0.03
"""Luck below this is not worth a word."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def percent(outlook: float) -> str:
    """As people write it."""
    return f"{round(100 * outlook)} %"


def name_of(review: Review, seat: Seat) -> str:
    """Who sat there; two of one name are told apart by their seats."""
    name = review.names[seat] if review.names else ""
    return name if name and review.names.count(name) == 1 else f"seat {seat}"


def name_event(review: Review, event: Event) -> str:
    """``the second refill``; ``the deal`` where there is one only."""
    alike = [one for one in review.chance if one.event == event.event]
    number = alike.index(event)
    if len(alike) == 1 or number >= len(ORDINALS):
        return f"the {event.event}"
    return f"the {ORDINALS[number]} {event.event}"


def close(review: Review, seat: Seat) -> str:
    """What a person would say of a seat's game."""
    account = review.seats[seat]
    name = name_of(review, seat)
    return f"{name[0].upper()}{name[1:]} {_ending(review, seat)}. {_causes(review, account)}"


def _ending(review: Review, seat: Seat) -> str:
    outcome, game = review.outcome, get_game(review.game)
    if review.forfeits:
        return _given_up(review, seat)
    gap = abs(outcome.scores[seat] - outcome.scores[_rival(outcome, seat)])
    unit = game.score_name.split()[0]
    by = f"by {gap} {unit}" if gap else "on the tie-break"
    if outcome.places[seat] == 1:
        return f"won {by}"
    if len(outcome.places) == 2:
        return f"lost {by}"
    return f"came {ORDINALS[outcome.places[seat] - 1]} of {len(outcome.places)}, behind {by}"


def _given_up(review: Review, seat: Seat) -> str:
    if seat in review.forfeits:
        return "gave the game up"
    return "won, the others having given up" if review.outcome.places[seat] == 1 else "did not win"


def _rival(outcome: Outcome, seat: Seat) -> Seat:
    """Whom a seat is measured against: the winner, or the winner the second."""
    return outcome.ranking[1] if outcome.places[seat] == 1 else outcome.winner


def _causes(review: Review, account: Account) -> str:
    others = "the others'" if len(review.seats) > 2 else f"{name_of(review, 1 - account.seat)}'s"
    moves = f"Its own moves {_did(account.own)}, {others} {_did(account.others)}"
    return f"{moves}; {_luck(review, account)}."


def _luck(review: Review, account: Account) -> str:
    seat = account.seat
    if not review.chance:
        return "nothing was left to chance"
    most = max(review.chance, key=lambda event: abs(event.luck[seat]))
    is_even = abs(account.luck) < NOTABLE
    if abs(most.luck[seat]) < NOTABLE:
        return "luck was even" if is_even else f"luck as a whole {_did(account.luck)}"
    event = f"{name_event(review, most)} {_did(most.luck[seat])}"
    if is_even:
        return f"{event}, but luck as a whole was even"
    if abs(account.luck - most.luck[seat]) < NOTABLE:
        return f"{event}, the rest of luck was even"
    return f"{event}, luck as a whole {_did(account.luck)}"


def _did(change: float) -> str:
    if round(100 * change) == 0:
        return "changed nothing"
    return f"{'cost' if change < 0 else 'brought'} it {percent(abs(change))}"
