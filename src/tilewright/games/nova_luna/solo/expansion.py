"""Every move of every state of a beam, and what may come of it."""

from __future__ import annotations

import numpy as np

from tilewright.game import Action, State
from tilewright.games.nova_luna.area import find_sides
from tilewright.games.nova_luna.rules import find_place_of_take, list_places
from tilewright.games.nova_luna.solo.keys import extend_key
from tilewright.games.nova_luna.solo.outlook import (
    CLOSING,
    ENDING,
    GOING,
    ask_network,
    count_sunk,
    forget_wheel,
    hash_wheel,
    measure_area,
    measure_wheel,
)
from tilewright.games.nova_luna.solo.pools import add_candidate
from tilewright.games.nova_luna.solo.prospect import find_places, try_unseen, try_wheel
from tilewright.games.nova_luna.solo.rules import (
    apply,
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

__all__ = ["expand", "foretell_end", "look_closer", "shake"]

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
        consider(state, work[0], area_key, 0, 0, parent, FINISH, int(beam.nodes[index]),
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
                    forget_wheel(space.wheel)
                else:
                    measure_wheel(work[0], space.wheel, space.needs)
            question = CLOSING
            if is_blind and is_end:
                question = ENDING
            elif int(work[0]["phase"]) == 1:
                question = GOING
            pool = pool_one if question == GOING else pool_two
            consider(state, work[0], area_key, tile, place, parent, action, int(beam.nodes[index]),
                     question, pool, width, space)  # fmt: skip


@kernel
def consider(
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
    """Note a finished game, or estimate an unfinished one and add it to a pool.

    ``child`` is ``state`` after an action that laid this tile there, or none (0).
    """
    if int(child["over"]) and question == CLOSING:
        score = int(child["first_sum"]) + sum_costs(child, SOLO_DISCS_TO_LAY)
        if score < int(space.best[0]):
            space.best[0] = score
            space.best[1] = node
            space.best[2] = action
        return
    sunk = count_sunk(child)
    if question != GOING and sunk >= int(space.best[0]):
        return
    value = foretell(child, question, space)
    if value > pool.limit[0]:
        return
    if tile:
        area_key = extend_key(state, area_key, tile, place)
    key = mix(u64(area_key + hash_wheel(child)))
    add_candidate(pool, shake(value, key, space), key, parent, action, width, space)


@kernel
def shake(value: np.float32, key: Word, space: Workspace) -> np.float32:
    """An estimate with a little chance in it, the same for equal states."""
    if space.noise[0] > 0.0:
        value += space.noise[0] * below(key ^ u64(space.rng[0]), 1 << 20) / (1 << 20)
    return value


@kernel
def foretell(child: State, question: int, space: Workspace) -> np.float32:
    """The result a state may come to; the wheel has been measured."""
    measure_area(child, space.wheel, space.needs, space.row, space.tally)
    answer = ask_network(space.networks[question], space.row, space.hidden)
    sunk = count_sunk(child)
    if question == ENDING and int(child["phase"]) == 2:
        # A blind end that came by itself: the first sum has been made, with its penalty (NLS-4).
        sunk = int(child["first_sum"]) + int(child["distance"][0])
    return min(np.float32(MAX_VALUE), sunk + max(np.float32(0.0), answer))


@kernel
def look_closer(child: State, space: Workspace) -> np.float32:
    """The result a state of phase two may come to, its wheel tried out."""
    measure_wheel(child, space.wheel, space.needs)
    measure_area(child, space.wheel, space.needs, space.close_row, space.tally)
    n = find_places(child, space.takes, space.places)
    try_wheel(child, int(child["occupied"]), space.places, n, space.counts, space.close_row,
              space.work)  # fmt: skip
    answer = ask_network(space.close_network, space.close_row, space.hidden)
    return min(np.float32(MAX_VALUE), count_sunk(child) + max(np.float32(0.0), answer))


@kernel
def foretell_end(state: State, action: Action, space: Workspace) -> np.float32:
    """The result an end of phase one may come to, all tiles that may come tried out."""
    space.child[0] = state
    child = space.child[0]
    occupied = int(state["occupied"])
    if action == FINISH:
        measure_wheel(child, space.wheel, space.needs)
    else:
        apply(child, action)
        forget_wheel(space.wheel)
        occupied = 0
    measure_area(child, space.wheel, space.needs, space.end_row, space.tally)
    n = find_places(child, space.takes, space.places)
    try_wheel(child, occupied, space.places, n, space.counts, space.end_row, space.work)
    try_unseen(child, occupied, space.places, n, space.counts, space.end_row, space.work)
    answer = ask_network(space.end_network, space.end_row, space.hidden)
    return min(np.float32(MAX_VALUE), count_sunk(child) + max(np.float32(0.0), answer))
