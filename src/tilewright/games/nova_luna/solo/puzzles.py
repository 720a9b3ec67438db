"""Puzzles of the solo game: the last tiles, where only one take leads to the best result.

No tiles are drawn in phase two (NLS-5), so all lines can be searched. The costs so far and the
cheapest tile on the wheel are unavoidable; this bound prunes the search.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

import numpy as np

from tilewright.game import Action, Actions, PosedPuzzle, State, States, list_legal_actions
from tilewright.games.nova_luna.positions import format_position
from tilewright.games.nova_luna.puzzles import NEW, advance_dfs, make_dfs
from tilewright.games.nova_luna.solo.rules import apply, determinize, legal_actions, sum_costs
from tilewright.games.nova_luna.solo.solver import solve
from tilewright.games.nova_luna.state import COST, MAX_LEGAL, STATE
from tilewright.games.nova_luna.tables import NUM_SLOTS, SOLO_DISCS_TO_LAY
from tilewright.kernel import compiled, kernel, u64

THEMES: Final = {"last": "The last tiles: reach this result or less. One move leads there."}
MINED_FROM: Final = ("solver",)
MOST_TILES: Final = 6  # on the wheel
MOST_NODES: Final = 30_000  # few enough for the slow reference in the tests
LOOKED_AT: Final = 300_000  # limit of nodes for explaining a take
EFFORT: Final = 16  # of the solver, for an initial result


@kernel
def bound_result(state: State) -> int:
    """Return a lower bound of the final result, exact if the game is over."""
    result = int(state["first_sum"]) + int(state["distance"][0])
    if int(state["over"]):
        return int(state["first_sum"]) + sum_costs(state, SOLO_DISCS_TO_LAY)
    cheapest = 99
    for slot in range(NUM_SLOTS):
        tile = int(state["wheel"][slot])
        if tile:
            cheapest = min(cheapest, int(COST[tile]))
    return result + cheapest


@kernel
def find_best(
    states: States, actions: Actions, counts: Actions, line: Actions, limit: int, nodes: int
) -> tuple[int, int]:
    """Find the lowest result below ``limit``.

    Args:
        states: Array from ``make_dfs``.
        actions: Array from ``make_dfs``.
        counts: Array from ``make_dfs``.
        line: int32[n], receives the takes that lead to the result, terminated by -1.
        limit: Only lower results are searched for.
        nodes: Maximum number of nodes.

    Returns:
        The lowest result, or ``limit`` if there is none below it; and the number of nodes used, or
        -1 if ``nodes`` did not suffice.
    """
    spent = depth = 0
    while depth >= 0:
        state = states[depth]
        if int(counts[depth]) == NEW:
            spent += 1
            if spent > nodes:
                return limit, -1
            bound = bound_result(state)
            goes_on = int(state["over"]) == 0 and bound < limit
            counts[depth] = legal_actions(state, actions[depth]) if goes_on else 0
            if int(state["over"]) and bound < limit:
                limit = bound
                line[depth] = -1
                for index in range(depth):
                    line[index] = actions[index, int(counts[index])]
        new_depth = advance_dfs(states, counts, depth)
        if new_depth > depth:
            apply(states[new_depth], int(actions[depth, int(counts[depth])]))
        depth = new_depth
    return limit, spent


def _search_after(
    state: State, action: Action, limit: int, nodes: int
) -> tuple[int, int, list[Action]]:
    """Search for the lowest result below ``limit`` after a take.

    Returns:
        The two results of ``find_best``, and the line that leads to the result.
    """
    states, actions, counts = make_dfs(state, MOST_TILES + 2)
    compiled(apply)(states[0], action)
    line = np.full(len(states), -1, np.int32)
    result, spent = compiled(find_best)(states, actions, counts, line, limit, nodes)
    return int(result), int(spent), line[: line.tolist().index(-1)].tolist()


def pose(state: State, nodes: int) -> PosedPuzzle | None:
    """Return a puzzle if exactly one take leads to the lowest result, otherwise None."""
    tiles = int(state["occupied"]).bit_count()
    if int(state["over"]) or int(state["phase"]) != 2 or tiles > MOST_TILES:
        return None
    best = int(solve(state, effort=EFFORT).score)
    answers: list[Action] = []
    most = left = min(nodes, MOST_NODES)
    takes = _list_actions(state)
    for action in takes:
        result, spent, _ = _search_after(state, action, best + 1, left)
        if spent < 0:
            return None
        left -= spent
        answers = [action] if result < best else [*answers, action] if result == best else answers
        best = min(best, result)
    if len(answers) != 1 or len(takes) == 1:
        return None
    return PosedPuzzle("last", tuple(answers), most - left, best)


def _list_actions(state: State) -> list[Action]:
    return list_legal_actions(legal_actions, state, MAX_LEGAL)


def explain(state: State, action: Action) -> tuple[States, list[Action]]:
    """Return a complete state and the best line found that begins with a take."""
    states = np.array([state, state], dtype=STATE)
    compiled(determinize)(states[0], u64(1))
    states[1] = states[0]
    compiled(apply)(states[1], action)
    if int(states[1]["over"]):
        return states[:1], [action]
    found = solve(states[1], effort=EFFORT)
    _, spent, line = _search_after(states[0], action, int(found.score), LOOKED_AT)
    return states[:1], [action, *(line if spent > 0 and line else found.actions)]


def find_key(state: State) -> Hashable:
    """Return a key of the position, independent of the order of the moves."""
    return repr(format_position(state))
