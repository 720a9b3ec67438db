"""Exact play in the last turn of My Shelfie.

If the end token has been taken, or the mover takes it by filling its shelf, the turn of the seat
before the first player is the last (MS-12). The other shelves do not change any more, so only the
mover's own score matters, whatever cards the others hold.
"""

from __future__ import annotations

from threading import Event
from typing import Final

import numpy as np

from tilewright.game import Action, Actions, Seat, State
from tilewright.games.my_shelfie.rating import score_after, stack_tiles
from tilewright.games.my_shelfie.rules import legal_actions, score_tokens
from tilewright.games.my_shelfie.shelf import score_card, score_groups
from tilewright.games.my_shelfie.state import FULL_SHELF, MAX_LEGAL, NOBODY
from tilewright.games.my_shelfie.tables import CARDS
from tilewright.kernel import compiled, kernel, u64

NUM_CARDS: Final = len(CARDS)


@kernel
def bound_score(state: State, seat: Seat, known_card: int) -> int:
    """Return an upper bound of a seat's current score.

    The seat is assumed to hold its best card other than ``known_card``.
    """
    shelf = state["shelves"][seat]
    shelf0 = u64(shelf[0])
    shelf1 = u64(shelf[1])
    shelf2 = u64(shelf[2])
    best = 0
    for card in range(1, NUM_CARDS + 1):
        if card != known_card:
            best = max(best, score_card(shelf0, shelf1, shelf2, card))
    return best + score_tokens(state, seat) + score_groups(shelf0, shelf1, shelf2)


@kernel
def bound_other_scores(state: State) -> int:
    """Return an upper bound of the current scores of all seats but the mover."""
    own_card = int(state["cards"][int(state["mover"])])
    most = 0
    for seat in range(int(state["players"])):
        if seat != int(state["mover"]):
            most = max(most, bound_score(state, seat, own_card))
    return most


@kernel
def find_last_action(state: State, actions: Actions) -> Action:
    """Return the best action in the last turn of the game, or -1 in any other turn (MS-12).

    If only filling the shelf makes it the last turn, an action is returned only if it certainly
    wins. The mover sits furthest from the first player, so it wins ties (MS-14).
    """
    players = int(state["players"])
    if (int(state["mover"]) + 1) % players != int(state["first"]):
        return -1
    must_end = int(state["end_token"]) != NOBODY
    tokens = score_tokens(state, int(state["mover"]))
    best = -1 if must_end else bound_other_scores(state) - tokens - 1
    chosen = -1
    for index in range(legal_actions(state, actions)):
        action = int(actions[index])
        plane0, plane1, plane2 = stack_tiles(state, action)
        if must_end or (plane0 | plane1 | plane2) == u64(FULL_SHELF):
            points = score_after(state, action)
            if points > best:
                best = points
                chosen = action
    return chosen


def prove(
    state: State,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: Event | None = None,
) -> tuple[Action, ...]:
    """Return the proven best move if it ends the game, otherwise ().

    The limits are ignored, because the proof takes no noticeable time.
    """
    action = int(compiled(find_last_action)(state, np.zeros(MAX_LEGAL, dtype=np.int32)))
    return () if action < 0 else (action,)
