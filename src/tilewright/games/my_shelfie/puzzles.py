"""Puzzles of My Shelfie: last turns with one take that wins, whatever the others hold or do.

Once the end token is taken, each seat has at most one turn left (MS-12). As long as the room is not
refilled (MS-11), there is no chance. Scores never decrease, so a take that leaves the mover behind
a rival's current score, with that rival's best possible card, does not certainly win.
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
    PosedPuzzle,
    Seat,
    State,
    States,
    list_legal_actions,
)
from tilewright.games.my_shelfie.proof import NUM_CARDS, bound_score
from tilewright.games.my_shelfie.rating import score_after, stack_tiles
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


# --- Certain wins -------------------------------------------------------------------------------


@kernel
def is_certain_winner(state: State, seat: Seat) -> bool:
    """Return True if a seat comes first whatever cards the others hold (MS-14)."""
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
def wins_after_any_take(states: States, seat: Seat, actions: Actions) -> bool:
    """Return True if a seat certainly comes first after every take of the mover.

    The mover's turn must be the last one.

    Args:
        states: record[2], the position and a buffer.
        seat: The seat in question.
        actions: int32[MAX_LEGAL], a buffer.
    """
    for index in range(legal_actions(states[0], actions)):
        states[1] = states[0]
        apply(states[1], int(actions[index]))
        if not is_certain_winner(states[1], seat):
            return False
    return True


# --- The proof ----------------------------------------------------------------------------------


def pose(state: State, nodes: int) -> PosedPuzzle | None:
    """Return the puzzle in a position of the last round, or None if there is none.

    All takes that certainly win must give the same shelf, and at least one take must not win.
    """
    if int(state["over"]) or not _can_be_last_round(state) or _count_replies(state) > MOST_REPLIES:
        return None
    proof = _Proof(state, nodes)
    wins = proof.find_wins()
    shelves = {compiled(stack_tiles)(state, action) for action in wins or ()}
    if wins is None or len(shelves) != 1 or len(wins) == len(proof.takes):
        return None
    return PosedPuzzle(_name_kind(state), tuple(wins), nodes - proof.left)


def _can_be_last_round(state: State) -> bool:
    """Return True if this is or can become the last round (MS-12).

    It can become the last round if the mover can fill its shelf now.
    """
    shelf = state["shelves"][int(state["mover"])]
    free = SHELF_CELLS - popcount(u64(shelf[0]) | u64(shelf[1]) | u64(shelf[2]))
    return int(state["end_token"]) != NOBODY or free <= MOST_TILES_TAKEN


def _count_replies(state: State) -> int:
    """Return the number of turns after the mover's in this round."""
    players = int(state["players"])
    return (int(state["first"]) - int(state["mover"]) - 1) % players


def _name_kind(state: State) -> str:
    """Return the kind of a puzzle, a key of THEMES."""
    if int(state["end_token"]) == NOBODY:
        return "fill"
    return "round" if _count_replies(state) else "last"


class _Proof:
    """Searches for the takes that certainly win, with a limit of nodes."""

    def __init__(self, state: State, nodes: int) -> None:
        self.state, self.left = state, nodes
        self.seat = int(state["mover"])
        self.takes = _list_actions(state)

    def find_wins(self) -> list[Action] | None:
        """Return the takes that certainly win.

        Return None if a take cannot be decided.
        """
        answers = {action: self._wins_after(self.state, action) for action in self.takes}
        if None in answers.values():
            return None
        return [action for action, wins in answers.items() if wins]

    def _wins_after(self, state: State, action: Action) -> bool | None:
        """Return whether the seat certainly wins after a take.

        Returns:
            True or False, or None if the room is refilled or the limit of nodes is reached.
        """
        after = _apply_to_copy(state, action)
        self.left -= 1
        if int(after[0]["end_token"]) == NOBODY or not compiled(is_certain_winner)(
            after[0], self.seat
        ):
            return False
        if int(after[0]["over"]):
            return True
        if self.left <= 0 or _count_room(after[0]) > _count_room(state):
            return None
        return self._wins_against_replies(after)

    def _wins_against_replies(self, states: States) -> bool | None:
        """Return whether the seat certainly wins after every reply.

        Returns:
            True or False, or None if a reply cannot be decided.
        """
        takes = _list_actions(states[0])
        if _count_replies(states[0]) == 0:
            self.left -= len(takes)
            actions = np.zeros(MAX_LEGAL, dtype=np.int32)
            return bool(compiled(wins_after_any_take)(states, self.seat, actions))
        answers = {self._wins_after(states[0], action) for action in takes}
        return False if False in answers else None if None in answers else True


def _list_actions(state: State) -> list[Action]:
    return list_legal_actions(legal_actions, state, MAX_LEGAL)


def _apply_to_copy(state: State, action: Action) -> States:
    """Return an array with the state after an action and one unused record."""
    states = np.zeros(2, dtype=STATE)
    states[0] = state
    compiled(apply)(states[0], action)
    return states


def _count_room(state: State) -> int:
    plane0, plane1, plane2 = map(int, state["room"])
    return (plane0 | plane1 | plane2).bit_count()


# --- Explanations -------------------------------------------------------------------------------


def explain(state: State, action: Action) -> tuple[States, list[Action]]:
    """Return a complete state and a line of play that begins with ``action``.

    The line shows how the take fails to win, if it can fail.

    If possible, cards and replies are chosen such that the mover does not win; otherwise the
    replies are those with the highest scores.
    """
    states = np.array([state], dtype=STATE)
    compiled(determinize)(states[0], u64(1))
    line, end = _find_line(states[0], action, int(state["mover"]))
    states[0]["cards"] = _find_cards(end, int(state["mover"]))
    return states, line


def _find_line(state: State, action: Action, seat: Seat) -> tuple[list[Action], State]:
    """Return a line of play that begins with a take, and the final state.

    The replies are such that ``seat`` may not win, if there are any.
    """
    after = _apply_to_copy(state, action)[0]
    if int(after["over"]) or int(after["end_token"]) == NOBODY:
        return [action], after
    replies = sorted(_list_actions(after), key=lambda one: -int(compiled(score_after)(after, one)))
    lines = (_find_line(after, reply, seat) for reply in replies)
    best = next(lines)
    if compiled(is_certain_winner)(best[1], seat):
        best = next((one for one in lines if not compiled(is_certain_winner)(one[1], seat)), best)
    return [action, *best[0]], best[1]


def _find_cards(end: State, seat: Seat) -> list[int]:
    """Return cards for all seats with which ``seat`` does not win.

    If ``seat`` always wins, return the dealt cards.
    """
    dealt, players = end["cards"].tolist(), int(end["players"])
    others = [other for other in range(players) if other != seat]
    for other, card in product(others, range(1, NUM_CARDS + 1)):
        cards = [dealt[other] if held == card else held for held in dealt]
        cards[other] = card
        if card != dealt[seat] and _rank(end, cards, seat) > 0:
            return cards
    return dealt


def _rank(end: State, cards: list[int], seat: Seat) -> int:
    """Return a seat's rank in a final state if the seats held ``cards``."""
    states = np.array([end], dtype=STATE)
    states[0]["cards"] = cards
    scores, ranks = np.zeros(MAX_PLAYERS, np.int64), np.zeros(MAX_PLAYERS, np.int64)
    compiled(outcome)(states[0], scores, ranks)
    return int(ranks[seat])


# --- Keys ---------------------------------------------------------------------------------------


def find_key(state: State) -> Hashable:
    """Return a key of everything that matters in the last round.

    It is the same for all rotations of the seats.
    """
    mover, players = int(state["mover"]), int(state["players"])
    seats = [(mover + turn) % players for turn in range(players)]
    shelves = tuple(tuple(state["shelves"][seat].tolist()) for seat in seats)
    tokens = tuple(tuple(state["tokens"][:, seat].tolist()) for seat in seats)
    holder = int(state["end_token"])
    places = seats.index(int(state["first"])), seats.index(holder - 1) if holder else NOBODY
    goals, card = tuple(state["goals"].tolist()), int(state["cards"][mover])
    return tuple(state["room"].tolist()), shelves, tokens, places, goals, card
