"""Puzzles of Nova Luna: dashes to the last disc, and endings with one winning take.

In a dash, the player furthest behind on the track lays all remaining discs by moving several times
in a row. One take alone is no puzzle: level 1 finds it. As long as the wheel is not refilled, there
is no chance, and all of the mover's lines are searched. In an ending the supply is empty, and the
lines of all players are searched.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

import numpy as np

from tilewright.game import Action, Actions, PosedPuzzle, Seat, State, States, list_legal_actions
from tilewright.games.nova_luna.positions import format_position
from tilewright.games.nova_luna.proof import MOST_TILES, continue_line, forces_win
from tilewright.games.nova_luna.rules import apply, determinize, legal_actions
from tilewright.games.nova_luna.state import MAX_LEGAL, STATE
from tilewright.kernel import compiled, kernel, u64

THEMES: Final = {
    "dash": "Lay your last disc before another player moves. One move leads there.",
    "ending": "Nothing is left to draw. One move wins, whatever the others do.",
}
MINED_FROM: Final = ("level-1@1", "level-2@1", "level-3@1", "level-3@1")
MOST_TURNS: Final = 12  # moves in a row: more than there are tiles on the wheel
MOST_DISCS: Final = 9  # discs left; more cannot be laid within the search
MOST_NODES: Final = 30_000  # few enough for the slow reference in the tests

NO: Final = 0
YES: Final = 1
UNCLEAR: Final = 2
"""The nodes do not suffice, or new tiles may come to the wheel."""
SolveTake = Callable[[State, Action, int], tuple[bool | None, int]]
"""Returns whether a take reaches the goal (None if the nodes do not suffice), and the nodes
used."""


@kernel
def search_dash(
    states: States, actions: Actions, counts: Actions, seat: Seat, nodes: int
) -> tuple[int, int]:
    """Decide whether a seat can lay its last disc before another player moves.

    Args:
        states: Array from ``make_dfs``.
        actions: Array from ``make_dfs``.
        counts: Array from ``make_dfs``.
        seat: The seat in question.
        nodes: Maximum number of nodes.

    Returns:
        YES, NO or UNCLEAR, and the nodes used. If it is YES, the arrays contain the line.
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
            goes_on = int(state["over"]) == 0 and int(state["mover"]) == seat
            counts[depth] = legal_actions(state, actions[depth]) if goes_on else 0
        new_depth = advance_dfs(states, counts, depth)
        if new_depth > depth:
            apply(states[new_depth], int(actions[depth, int(counts[depth])]))
        depth = new_depth
    return NO, spent


def pose(state: State, nodes: int) -> PosedPuzzle | None:
    """Return the puzzle in a position, or None if there is none.

    Exactly one take must win the ending, or start a dash to the last disc.
    """
    if int(state["over"]):
        return None
    most = min(nodes, MOST_NODES)
    if _is_ending(state):
        return _pose_unique(state, "ending", _solve_ending, most)
    return (
        _pose_unique(state, "dash", _solve_dash, most) if _discs_left(state) <= MOST_DISCS else None
    )


def _is_ending(state: State) -> bool:
    """Return True if the supply is empty and at most MOST_TILES are on the wheel."""
    return int(state["supply_size"]) == 0 and int(state["occupied"]).bit_count() <= MOST_TILES


def _discs_left(state: State) -> int:
    return int(state["discs"][int(state["mover"])])


def _pose_unique(state: State, kind: str, solve: SolveTake, nodes: int) -> PosedPuzzle | None:
    """Return a puzzle whose answer is the only take that reaches the goal.

    Return None if there is no such take, if there are several, or if the nodes do not suffice.
    """
    found: list[Action] = []
    left = nodes
    for action in _list_actions(state):
        answer, spent = solve(state, action, left)
        left -= spent
        found += [action] if answer else []
        if answer is None or len(found) > 1:
            return None
    return PosedPuzzle(kind, tuple(found), nodes - left) if found else None


def _list_actions(state: State) -> list[Action]:
    return list_legal_actions(legal_actions, state, MAX_LEGAL)


def _apply_to_copy(state: State, action: Action) -> State:
    """Return the state after an action, leaving ``state`` unchanged."""
    states = np.array([state], dtype=STATE)
    compiled(apply)(states[0], action)
    return states[0]


def _solve_dash(state: State, action: Action, nodes: int) -> tuple[bool | None, int]:
    """Return whether the mover can lay its last disc after a take, and the nodes used.

    The first is None if the take itself lays the last disc, or if the answer is unclear.
    """
    answer, spent, _ = _search_dash_after(state, action, nodes)
    is_known = answer == NO or (answer == YES and spent > 1)
    return (answer == YES if is_known else None), spent


def _solve_ending(state: State, action: Action, nodes: int) -> tuple[bool | None, int]:
    """Return whether a take wins against every reply, and the nodes used.

    The first is None if ``nodes`` does not suffice.
    """
    wins, spent = forces_win(state, action, nodes)
    return (wins if spent < nodes else None), spent


def _search_dash_after(state: State, action: Action, nodes: int) -> tuple[int, int, list[Action]]:
    """Search for a dash after a take.

    The answer is UNCLEAR if new tiles come to the wheel.

    Returns:
        The answer of ``search_dash``, the nodes used, and the line if the answer is YES.
    """
    states, actions, counts = make_dfs(_apply_to_copy(state, action), MOST_TURNS + 2)
    seat = int(state["mover"])
    is_drawn = int(states[0]["supply_size"]) != int(state["supply_size"])
    if is_drawn and int(states[0]["mover"]) == seat:
        return UNCLEAR, 1, []
    answer, spent = compiled(search_dash)(states, actions, counts, seat, nodes)
    line: list[Action] = []
    while answer == YES and int(states[len(line)]["discs"][seat]):
        line.append(int(actions[len(line), counts[len(line)]]))
    return int(answer), int(spent), line


# --- Explanations -------------------------------------------------------------------------------


def explain(state: State, action: Action) -> tuple[States, list[Action]]:
    """Return a complete state and a line of play that begins with ``action``.

    In an ending this is best play by both sides. Otherwise it leads to the last disc or, if that is
    impossible, shows greedy takes until another player moves.
    """
    states = np.array([state], dtype=STATE)
    compiled(determinize)(states[0], u64(1))
    if _is_ending(state):
        return states, continue_line(states[0], action)
    answer, _, line = _search_dash_after(states[0], action, MOST_NODES)
    return states, [action, *(line if answer == YES else _continue_greedily(states[0], action))]


def _continue_greedily(state: State, action: Action) -> list[Action]:
    """Return the takes that lay the most discs each, until another seat moves."""
    after, seat = _apply_to_copy(state, action), int(state["mover"])
    if int(after["over"]) or int(after["mover"]) != seat:
        return []
    best = min(_list_actions(after), key=lambda one: int(_apply_to_copy(after, one)["discs"][seat]))
    return [best, *_continue_greedily(after, best)]


def find_key(state: State) -> Hashable:
    """Return a key of the position, independent of the moves that led to it."""
    return int(state["mover"]), repr(format_position(state))


# --- Depth-first search ---------------------------------------------------------------------------

NEW = -1
"""Marks a depth whose actions have not been listed yet."""


def make_dfs(state: State, size: int) -> tuple[States, Actions, Actions]:
    """Allocate a depth-first search through lines of fewer than ``size`` actions.

    Returns:
        The states of the line, record[size]; their actions, int32[size, MAX_LEGAL]; and the number
        of untried actions of each, int32[size].
    """
    states = np.full(size, state, dtype=STATE)
    return states, np.zeros((size, MAX_LEGAL), np.int32), np.full(size, NEW, np.int32)


@kernel
def advance_dfs(states: States, counts: Actions, depth: int) -> int:
    """Descend by the next untried action, or go back by one ply if none is left.

    Descending copies the state, to which the caller applies the action.

    Args:
        states: record[n].
        counts: int32[n], the number of untried actions.
        depth: Current depth.

    Returns:
        The new depth.
    """
    left = int(counts[depth])
    if left == 0:
        return depth - 1
    counts[depth] = left - 1
    counts[depth + 1] = NEW
    states[depth + 1] = states[depth]
    return depth + 1
