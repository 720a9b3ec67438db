"""The last turns of Nova Luna as kernels: nothing is left to draw, so nothing is left to chance.

Alpha-beta over all that can still be played, in one loop that can be left and entered again. The
value of an end is what it is worth to one seat: its place, then its lead in discs.
"""

from __future__ import annotations

import numpy as np

from tilewright.games.nova_luna.policy import rate_actions
from tilewright.games.nova_luna.rules import apply, outcome
from tilewright.games.nova_luna.tables import DISCS_TO_LAY
from tilewright.kernel import kernel

__all__ = ["FRAME", "begin_frame", "find_win", "run_endgame"]

PLACE = 2 * DISCS_TO_LAY  # what a place is worth in discs: more than any lead
LIMIT = 1000
FRESH = -1

FRAME = np.dtype(
    [
        ("count", "i4"),  # actions, FRESH before they are listed
        ("next", "i4"),  # how many have been tried
        ("action", "i4"),  # that is being tried
        ("best_action", "i4"),
        ("best", "i4"),
        ("low", "i4"),  # what the seat is sure of already
        ("high", "i4"),  # what the other will not let it exceed
    ],
    align=True,
)


@kernel
def value_end(state, seat, scores, ranks):
    """What the end of a game is worth to a seat."""
    outcome(state, scores, ranks)
    best_other = LIMIT
    for other in range(int(state["players"])):
        if other != seat:
            best_other = min(best_other, scores[other])
    return int(best_other - scores[seat] - PLACE * ranks[seat])


@kernel
def begin_frame(frame, low, high):
    """A position that nothing is known of."""
    frame["count"] = FRESH
    frame["low"] = low
    frame["high"] = high


@kernel
def list_moves(frame, state, seat, actions, ratings, scratch):
    """All moves, with their ratings to go by."""
    frame["count"] = rate_actions(state, 0, actions, ratings, scratch)
    frame["next"] = 0
    frame["best_action"] = -1
    frame["best"] = -LIMIT if int(state["mover"]) == seat else LIMIT


@kernel
def pick_move(frame, actions, ratings):
    """The best rated of the moves not tried yet; it is moved to their front."""
    start = int(frame["next"])
    best = start
    for index in range(start + 1, int(frame["count"])):
        if ratings[index] > ratings[best]:
            best = index
    action = int(actions[best])
    actions[best] = actions[start]
    actions[start] = action
    rating = ratings[best]
    ratings[best] = ratings[start]
    ratings[start] = rating
    frame["next"] = start + 1
    frame["action"] = action
    return action


@kernel
def note_value(frame, is_own, value):
    """What the move that is being tried comes to."""
    if is_own and value > int(frame["best"]):
        frame["best"] = value
        frame["best_action"] = frame["action"]
        frame["low"] = max(int(frame["low"]), value)
    if not is_own and value < int(frame["best"]):
        frame["best"] = value
        frame["best_action"] = frame["action"]
        frame["high"] = min(int(frame["high"]), value)


@kernel
def run_endgame(states, frames, actions, ratings, notes, depth, nodes):
    """Look at so many more positions; returns the depth it got to, -1 when all is known.

    states: record[n], the line being looked at, with its ``frames``; n is more than the tiles left.
    actions, ratings: [n, MAX_LEGAL]. notes: scores, ranks, scratch.
    """
    scores, ranks, scratch = notes
    seat = int(states[0]["mover"])
    while nodes > 0:
        frame = frames[depth]
        state = states[depth]
        if int(frame["count"]) == FRESH:
            list_moves(frame, state, seat, actions[depth], ratings[depth], scratch)
        is_own = int(state["mover"]) == seat
        if int(frame["next"]) < int(frame["count"]) and int(frame["low"]) < int(frame["high"]):
            nodes -= 1
            states[depth + 1] = state
            apply(states[depth + 1], pick_move(frame, actions[depth], ratings[depth]))
            if int(states[depth + 1]["over"]) == 1:
                note_value(frame, is_own, value_end(states[depth + 1], seat, scores, ranks))
            else:
                depth += 1
                begin_frame(frames[depth], int(frame["low"]), int(frame["high"]))
        else:
            depth -= 1
            if depth < 0:
                return depth
            note_value(frames[depth], int(states[depth]["mover"]) == seat, int(frame["best"]))
    return depth


@kernel
def find_win(states, actions, ratings, scratch):
    """A take that lays the mover's last disc (NL-16), -1 if there is none."""
    state = states[0]
    seat = int(state["mover"])
    for index in range(rate_actions(state, 0, actions, ratings, scratch)):
        states[1] = state
        apply(states[1], int(actions[index]))
        if int(states[1]["discs"][seat]) == 0:
            return int(actions[index])
    return -1
