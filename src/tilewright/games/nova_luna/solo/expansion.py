"""Expansion: try every move of every state of a beam and rate the results."""

from __future__ import annotations

import numpy as np

from tilewright.game import Action, State
from tilewright.games.nova_luna.area import find_sides
from tilewright.games.nova_luna.rules import find_place_of_take, list_places
from tilewright.games.nova_luna.solo.outlook import (
    CLOSING,
    ENDING,
    GOING,
    clear_wheel,
    hash_wheel,
    measure_area,
    measure_wheel,
    run_network,
    sum_sunk_costs,
)
from tilewright.games.nova_luna.solo.pools import add_candidate, extend_key
from tilewright.games.nova_luna.solo.rules import (
    apply_finish,
    apply_take,
    may_finish,
    sum_costs,
)
from tilewright.games.nova_luna.solo.workspace import Beam, Pool, Pools, Workspace
from tilewright.games.nova_luna.state import FINISH, TAKES_PER_CHOICE
from tilewright.games.nova_luna.tables import SOLO_DISCS_TO_LAY
from tilewright.games.nova_luna.wheel import count_choices, find_slot
from tilewright.kernel import Word, below, called, kernel, mix, u64

MAX_VALUE = 511.0  # no play of a person's comes near


@called
def expand(
    one: Beam,
    two: Beam,
    first: int,
    last: int,
    phase: int,
    pools: Pools,
    width: int,
    is_blind: bool,
    space: Workspace,
) -> None:
    """Try all moves of states ``first`` to ``last - 1`` of the beam of a phase."""
    beam = one if phase == 1 else two
    for index in range(first, last):
        expand_state(beam, index, phase - 1, pools, width, is_blind, space)


@kernel
def expand_state(
    beam: Beam, index: int, source: int, pools: Pools, width: int, is_blind: bool, space: Workspace
) -> None:
    """Try all moves of one state."""
    pool_one, pool_two = pools
    state = beam.states[index]
    parent = 2 * index + source
    area_key = u64(beam.keys[index])
    work = space.work
    if may_finish(state):
        work[0] = state
        if not is_blind:
            apply_finish(work[0])
        measure_wheel(work[0], space.wheel, space.needs)
        add_or_finish(state, work[0], area_key, 0, 0, parent, FINISH, int(beam.nodes[index]),
                 ENDING if is_blind else CLOSING, pool_two, width, space)  # fmt: skip
    n = list_places(state, 0, space.takes)
    for i in range(n):
        place = find_place_of_take(state, int(space.takes[i]))
        space.places[0, i] = place
        space.places[1, i] = find_sides(state, place)
    for choice in range(count_choices(state)):
        tile = int(state["wheel"][find_slot(state, choice)])
        for i in range(n):
            work[0] = state
            place = int(space.places[0, i])
            apply_take(work[0], choice, place, int(space.places[1, i]))
            action = choice * TAKES_PER_CHOICE + int(space.takes[i])
            is_end = int(work[0]["phase"]) != int(state["phase"])
            if i == 0:
                if is_end and is_blind:
                    clear_wheel(space.wheel)
                else:
                    measure_wheel(work[0], space.wheel, space.needs)
            question = CLOSING
            if is_blind and is_end:
                question = ENDING
            elif int(work[0]["phase"]) == 1:
                question = GOING
            pool = pool_one if question == GOING else pool_two
            node = int(beam.nodes[index])
            add_or_finish(state, work[0], area_key, tile, place, parent, action, node, question,
                          pool, width, space)  # fmt: skip


@kernel
def add_or_finish(
    state: State,
    child: State,
    area_key: Word,
    tile: int,
    place: int,
    parent: int,
    action: Action,
    node: int,
    question: int,
    pool: Pool,
    width: int,
    space: Workspace,
) -> None:
    """Record a finished game, or estimate an unfinished one and add it to a pool.

    ``child`` is ``state`` after an action that laid this tile at that place, or none (0).
    """
    if int(child["over"]) and question == CLOSING:
        score = int(child["first_sum"]) + sum_costs(child, SOLO_DISCS_TO_LAY)
        if score < int(space.best[0]):
            space.best[0] = score
            space.best[1] = node
            space.best[2] = action
        return
    sunk = sum_sunk_costs(child)
    if question != GOING and sunk >= int(space.best[0]):
        return
    value = estimate_result(child, question, space)
    if value > pool.limit[0]:
        return
    if tile:
        area_key = extend_key(state, area_key, tile, place)
    key = mix(u64(area_key + hash_wheel(child)))
    add_candidate(pool, jitter(value, key, space), key, parent, action, width, space)


@kernel
def jitter(value: np.float32, key: Word, space: Workspace) -> np.float32:
    """Return an estimate plus noise that is the same for equal states."""
    if space.noise[0] > 0.0:
        value += space.noise[0] * below(key ^ u64(space.rng[0]), 1 << 20) / (1 << 20)
    return value


@kernel
def estimate_result(child: State, question: int, space: Workspace) -> np.float32:
    """Return the estimated result of a state; its wheel has been measured before."""
    measure_area(child, space.wheel, space.needs, space.row, space.tally)
    answer = run_network(space.networks[question], space.row, space.hidden)
    sunk = sum_sunk_costs(child)
    if question == ENDING and int(child["phase"]) == 2:
        # A blind end that came by itself: the first sum has been made, with its penalty (NLS-4).
        sunk = int(child["first_sum"]) + int(child["distance"][0])
    return min(np.float32(MAX_VALUE), sunk + max(np.float32(0.0), answer))
