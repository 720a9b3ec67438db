"""Takes that reach the last disc before another player moves, and endings with one winning take.

To see that a take lays the last disc at once is no puzzle: level 1 sees it.

The player behind on the track may move several times in a row. As long as the wheel is not
refilled nothing is left to chance, and all that the mover can do is looked at. Once nothing is left
to draw, all that any player can do is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

import numpy as np

from tilewright.game import Action, Actions, Posed, Seat, State, States, list_legal
from tilewright.games.nova_luna.positions import format_position
from tilewright.games.nova_luna.proof import MOST_TILES, forces_win, go_on
from tilewright.games.nova_luna.rules import apply, determinize, legal_actions
from tilewright.games.nova_luna.state import MAX_LEGAL, STATE
from tilewright.kernel import compiled, kernel, u64

THEMES: Final = {
    "dash": "Lay your last disc before another player moves. One move leads there.",
    "ending": "Nothing is left to draw. One move wins, whatever the others do.",
}
MINED_FROM: Final = ("level-1@1", "level-2@1", "level-3@1", "level-3@1")
MOST_TURNS: Final = 12  # in a row, more than a wheel has tiles
MOST_DISCS: Final = 9  # left; more cannot be laid in the few turns that are searched
MOST_NODES: Final = 30_000  # as many as a slow reference can look at, too

NO: Final = 0
YES: Final = 1
UNCLEAR: Final = 2
"""The nodes are used up, or new tiles might come."""
Try = Callable[[State, Action, int], tuple[bool | None, int]]
"""True if a take leads there, None if the nodes are not enough; and the nodes used."""


@kernel
def can_finish(
    states: States, actions: Actions, counts: Actions, seat: Seat, nodes: int
) -> tuple[int, int]:
    """Return True if a seat can lay its last disc before another player moves, and the nodes used.

    states, actions, counts: the walk, see ``start_dfs``; it holds the line examined.
    """
    supply = int(states[0]["supply_size"])
    spent = depth = 0
    while depth >= 0:
        state = states[depth]
        if int(counts[depth]) == NEW:
            spent += 1
            if int(state["discs"][seat]) == 0:
                return YES, spent
            if spent >= nodes or int(state["supply_size"]) != supply:
                return UNCLEAR, spent
            is_on = int(state["over"]) == 0 and int(state["mover"]) == seat
            counts[depth] = legal_actions(state, actions[depth]) if is_on else 0
        further = advance_dfs(states, counts, depth)
        if further > depth:
            apply(states[further], int(actions[depth, int(counts[depth])]))
        depth = further
    return NO, spent


def pose(state: State, nodes: int) -> Posed | None:
    """Return the puzzle of a turn: the only take with which the mover finishes before the others
    move, or that wins an ending."""
    if int(state["over"]):
        return None
    most = min(nodes, MOST_NODES)
    if _is_ending(state):
        return _pose_only(state, "ending", _try_ending, most)
    return _pose_only(state, "dash", _try_dash, most) if _left(state) <= MOST_DISCS else None


def _is_ending(state: State) -> bool:
    """Return True if nothing is left to draw, and little to take."""
    return int(state["supply_size"]) == 0 and int(state["occupied"]).bit_count() <= MOST_TILES


def _left(state: State) -> int:
    return int(state["discs"][int(state["mover"])])


def _pose_only(state: State, kind: str, leads_there: Try, nodes: int) -> Posed | None:
    """Return the only take that reaches the goal; None if there are two, or if the nodes do not
    tell."""
    found: list[Action] = []
    left = nodes
    for action in _legal(state):
        answer, spent = leads_there(state, action, left)
        left -= spent
        found += [action] if answer else []
        if answer is None or len(found) > 1:
            return None
    return Posed(kind, tuple(found), nodes - left) if found else None


def _legal(state: State) -> list[Action]:
    return list_legal(legal_actions, state, MAX_LEGAL)


def _after(state: State, action: Action) -> State:
    states = np.array([state], dtype=STATE)
    compiled(apply)(states[0], action)
    return states[0]


def _try_dash(state: State, action: Action, nodes: int) -> tuple[bool | None, int]:
    """Return True if the mover can finish after a take; None also if it lays the last disc."""
    answer, spent, _ = _search_reply(state, action, nodes)
    is_known = answer == NO or (answer == YES and spent > 1)
    return (answer == YES if is_known else None), spent


def _try_ending(state: State, action: Action, nodes: int) -> tuple[bool | None, int]:
    """Return True if a take wins against every reply."""
    wins, spent = forces_win(state, action, nodes)
    return (wins if spent < nodes else None), spent


def _search_reply(state: State, action: Action, nodes: int) -> tuple[int, int, list[Action]]:
    """Return whether the mover can finish after a take, the nodes used, and the takes to the last
    disc.

    New tiles on the wheel leave it open.
    """
    states, actions, counts = start_dfs(_after(state, action), MOST_TURNS + 2)
    seat = int(state["mover"])
    is_drawn = int(states[0]["supply_size"]) != int(state["supply_size"])
    if is_drawn and int(states[0]["mover"]) == seat:
        return UNCLEAR, 1, []
    answer, spent = compiled(can_finish)(states, actions, counts, seat, nodes)
    line: list[Action] = []
    while answer == YES and int(states[len(line)]["discs"][seat]):
        line.append(int(actions[len(line), counts[len(line)]]))
    return int(answer), int(spent), line


# --- What a take comes to -----------------------------------------------------------------------


def explain(state: State, action: Action) -> tuple[States, list[Action]]:
    """Return the way to the last disc; if there is none, the mover's best takes until others move.

    For an ending, return best play of all sides.
    """
    states = np.array([state], dtype=STATE)
    compiled(determinize)(states[0], u64(1))
    if _is_ending(state):
        return states, go_on(states[0], action)
    answer, _, line = _search_reply(states[0], action, MOST_NODES)
    return states, [action, *(line if answer == YES else _hurry(states[0], action))]


def _hurry(state: State, action: Action) -> list[Action]:
    """Return the takes that cover most, one after the other, while the same seat moves."""
    after, seat = _after(state, action), int(state["mover"])
    if int(after["over"]) or int(after["mover"]) != seat:
        return []
    best = min(_legal(after), key=lambda one: int(_after(after, one)["discs"][seat]))
    return [best, *_hurry(after, best)]


def find_key(state: State) -> Hashable:
    """Return a key that equal positions share, whatever moves led to them."""
    return int(state["mover"]), repr(format_position(state))


# --- A walk through all lines of play -----------------------------------------------------------

NEW = -1
"""Marks a depth whose actions are not listed yet."""


def start_dfs(state: State, size: int) -> tuple[States, Actions, Actions]:
    """Start a depth-first search through lines of fewer than ``size`` actions.

    Return its states, record[size]; the actions of each, [size, MAX_LEGAL]; and the number of
    actions left to try of each.
    """
    states = np.full(size, state, dtype=STATE)
    return states, np.zeros((size, MAX_LEGAL), np.int32), np.full(size, NEW, np.int32)


@kernel
def advance_dfs(states: States, counts: Actions, depth: int) -> int:
    """Return the depth at which the search continues.

    One deeper, with a copy of the state for the next action, or one up if no action is left.
    states: record[n]. counts: [n], the number of actions left to try.
    """
    left = int(counts[depth])
    if left == 0:
        return depth - 1
    counts[depth] = left - 1
    counts[depth + 1] = NEW
    states[depth + 1] = states[depth]
    return depth + 1
