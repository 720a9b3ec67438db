"""Last turns in which one take wins, whatever cards the others hold and whatever they do.

Once the end token is taken, or is being taken, at most one turn of each seat is left (MS-12). As
long as no new items come (MS-11), nothing is left to chance. A score never falls: what is behind
a rival's present one, with the card that suits that shelf best, will not win for certain.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import product
from typing import Final

import numpy as np

from tilewright.game import (
    MAX_PLAYERS,
    Action,
    Actions,
    Posed,
    Seat,
    State,
    States,
    list_legal,
)
from tilewright.games.my_shelfie.proof import NUM_CARDS, bound_score
from tilewright.games.my_shelfie.rating import score_now, stack_tiles
from tilewright.games.my_shelfie.rules import (
    apply,
    determinize,
    legal_actions,
    outcome,
    score_tokens,
)
from tilewright.games.my_shelfie.shelf import score_card, score_groups
from tilewright.games.my_shelfie.state import MAX_LEGAL, NOBODY, STATE
from tilewright.games.my_shelfie.tables import MOST_TILES_TAKEN, SHELF_CELLS
from tilewright.kernel import compiled, kernel, popcount, u64

THEMES: Final = {
    "last": "It is the last turn. One move wins, whatever cards the others hold.",
    "round": "It is your last turn. One move wins, whatever the others hold and take after you.",
    "fill": "Fill your shelf and win with one move, whatever the others hold and take after you.",
}
MINED_FROM: Final = ("level-1@1", "level-2@1", "level-3@1", "level-3@1")
MOST_REPLIES: Final = 2


# --- Who stands first ---------------------------------------------------------------------------


@kernel
def is_surely_first(state: State, seat: Seat) -> bool:
    """Return True if a seat is first whatever the hidden cards are; ties as in MS-14."""
    players = int(state["players"])
    first = int(state["first"])
    card = int(state["cards"][seat])
    shelf = state["shelves"][seat]
    points = score_tokens(state, seat) + score_groups(u64(shelf[0]), u64(shelf[1]), u64(shelf[2]))
    points += score_card(u64(shelf[0]), u64(shelf[1]), u64(shelf[2]), card)
    for other in range(players):
        is_further = (other + players - first) % players > (seat + players - first) % players
        if other != seat and points < bound_score(state, other, card) + int(is_further):
            return False
    return True


@kernel
def stays_first(states: States, seat: Seat, actions: Actions) -> bool:
    """Return True if a seat stays first after every take of the mover of ``states[0]``, who is
    the last of the round. states: record[2]."""
    for index in range(legal_actions(states[0], actions)):
        states[1] = states[0]
        apply(states[1], int(actions[index]))
        if not is_surely_first(states[1], seat):
            return False
    return True


# --- The proof ----------------------------------------------------------------------------------


def pose(state: State, nodes: int) -> Posed | None:
    """Return the puzzle of a turn in the last round: the only shelf that wins for certain, and the
    takes that lead to it."""
    if int(state["over"]) or not _ends(state) or _num_replies(state) > MOST_REPLIES:
        return None
    proof = _Proof(state, nodes)
    wins = proof.find_wins()
    shelves = {compiled(stack_tiles)(state, action) for action in wins or ()}
    if wins is None or len(shelves) != 1 or len(wins) == len(proof.takes):
        return None
    return Posed(_name_kind(state), tuple(wins), nodes - proof.left)


def _ends(state: State) -> bool:
    """Return True if this round is the last one, or the mover may make it so."""
    shelf = state["shelves"][int(state["mover"])]
    free = SHELF_CELLS - popcount(u64(shelf[0]) | u64(shelf[1]) | u64(shelf[2]))
    return int(state["end_token"]) != NOBODY or free <= MOST_TILES_TAKEN


def _num_replies(state: State) -> int:
    """Return how many turns come after the mover's in this round."""
    players = int(state["players"])
    return (int(state["first"]) - int(state["mover"]) - 1) % players


def _name_kind(state: State) -> str:
    if int(state["end_token"]) == NOBODY:
        return "fill"
    return "round" if _num_replies(state) else "last"


class _Proof:
    """Which takes of a state win for certain."""

    def __init__(self, state: State, nodes: int) -> None:
        self.state, self.left = state, nodes
        self.seat = int(state["mover"])
        self.takes = _legal(state)

    def find_wins(self) -> list[Action] | None:
        """Return the takes that certainly win; None if that is undecided for a take."""
        answers = {action: self._wins(self.state, action) for action in self.takes}
        if None in answers.values():
            return None
        return [action for action, wins in answers.items() if wins]

    def _wins(self, state: State, action: Action) -> bool | None:
        """Return True if the seat wins after a take by any seat; None if new items come."""
        after = _after(state, action)
        self.left -= 1
        if int(after[0]["end_token"]) == NOBODY or not compiled(is_surely_first)(
            after[0], self.seat
        ):
            return False
        if int(after[0]["over"]):
            return True
        if self.left <= 0 or _count_room(after[0]) > _count_room(state):
            return None
        return self._survives(after)

    def _survives(self, states: States) -> bool | None:
        """Return True if the seat wins after every take of the next seat."""
        takes = _legal(states[0])
        if _num_replies(states[0]) == 0:
            self.left -= len(takes)
            actions = np.zeros(MAX_LEGAL, dtype=np.int32)
            return bool(compiled(stays_first)(states, self.seat, actions))
        answers = {self._wins(states[0], action) for action in takes}
        return False if False in answers else None if None in answers else True


def _legal(state: State) -> list[Action]:
    return list_legal(legal_actions, state, MAX_LEGAL)


def _after(state: State, action: Action) -> States:
    states = np.zeros(2, dtype=STATE)
    states[0] = state
    compiled(apply)(states[0], action)
    return states


def _count_room(state: State) -> int:
    plane0, plane1, plane2 = map(int, state["room"])
    return (plane0 | plane1 | plane2).bit_count()


# --- What a take comes to -----------------------------------------------------------------------


def explain(state: State, action: Action) -> tuple[States, list[Action]]:
    """Return replies and cards with which the mover does not win, or else the replies that score
    most."""
    states = np.array([state], dtype=STATE)
    compiled(determinize)(states[0], u64(1))
    line, end = _find_line(states[0], action, int(state["mover"]))
    states[0]["cards"] = _find_cards(end, int(state["mover"]))
    return states, line


def _find_line(state: State, action: Action, seat: Seat) -> tuple[list[Action], State]:
    """Return a take and the replies to it, if possible such that the seat may not win; and the
    end."""
    after = _after(state, action)[0]
    if int(after["over"]) or int(after["end_token"]) == NOBODY:
        return [action], after
    replies = sorted(_legal(after), key=lambda one: -int(compiled(score_now)(after, one)))
    lines = (_find_line(after, reply, seat) for reply in replies)
    best = next(lines)
    if compiled(is_surely_first)(best[1], seat):
        best = next((one for one in lines if not compiled(is_surely_first)(one[1], seat)), best)
    return [action, *best[0]], best[1]


def _find_cards(end: State, seat: Seat) -> list[int]:
    """Return cards of all seats with which `seat` does not win, or the dealt ones if none exist."""
    dealt, players = end["cards"].tolist(), int(end["players"])
    others = [other for other in range(players) if other != seat]
    for other, card in product(others, range(1, NUM_CARDS + 1)):
        cards = [dealt[other] if held == card else held for held in dealt]
        cards[other] = card
        if card != dealt[seat] and _rank(end, cards, seat) > 0:
            return cards
    return dealt


def _rank(end: State, cards: list[int], seat: Seat) -> int:
    states = np.array([end], dtype=STATE)
    states[0]["cards"] = cards
    scores, ranks = np.zeros(MAX_PLAYERS, np.int64), np.zeros(MAX_PLAYERS, np.int64)
    compiled(outcome)(states[0], scores, ranks)
    return int(ranks[seat])


# --- Twins --------------------------------------------------------------------------------------


def find_key(state: State) -> Hashable:
    """Return all that counts in a last turn, the mover's first."""
    mover, players = int(state["mover"]), int(state["players"])
    seats = [(mover + turn) % players for turn in range(players)]
    shelves = tuple(tuple(state["shelves"][seat].tolist()) for seat in seats)
    tokens = tuple(tuple(state["tokens"][:, seat].tolist()) for seat in seats)
    holder = int(state["end_token"])
    places = seats.index(int(state["first"])), seats.index(holder - 1) if holder else NOBODY
    goals, card = tuple(state["goals"].tolist()), int(state["cards"][mover])
    return tuple(state["room"].tolist()), shelves, tokens, places, goals, card
