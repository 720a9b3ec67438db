"""The closer look of the solo solver: what tiles would cover, counted by laying them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tilewright.game import State
from tilewright.games.nova_luna.solo.beam import LOOKS_PER_STATE, SET_BACK, refine
from tilewright.games.nova_luna.solo.expansion import expand, foretell_end, look_closer
from tilewright.games.nova_luna.solo.prospect import (
    BARGAIN_IN_REACH,
    COVERS,
    COVERS_IN_REACH,
    HALVES_PER_DISC,
    MOST_COVERED,
    MOST_IN_REACH,
    SCALES_OF_UNSEEN,
    SCALES_OF_WHEEL,
    UNSEEN_COST,
    UNSEEN_COVERS,
    add_covers,
)
from tilewright.games.nova_luna.solo.solver import Search
from tilewright.games.nova_luna.solo.workspace import Workspace
from tilewright.games.nova_luna.state import COST, FINISH, STATE
from tilewright.kernel import compiled

from .play import FAST_SOLO, copy_of, legal, new_state, walk

pytestmark = pytest.mark.slow


def blank() -> Workspace:
    """Room to look, with the networks."""
    search = Search(1)
    search.begin(new_state(1, 1))
    return search.plan.space


def states_of(seed: int, phase: int) -> list[State]:
    """The states of one phase of a random game, without those where it ends."""
    return [copy_of(s) for s in walk(1, seed) if s["phase"] == phase and not s["over"]]


def end_state(seed: int) -> State:
    """The first state of a random game in which phase one may be ended."""
    games = (walk(1, number) for number in range(seed, seed + 1000))
    return copy_of(next(s for game in games for s in game if FINISH in legal(s)))


def covers_by_take(state: State) -> dict[int, int]:
    """The most discs that each tile in reach lays, by playing all legal moves."""
    most: dict[int, int] = {}
    for action in legal(state):
        child = copy_of(state)
        FAST_SOLO.apply(child, action)
        (tile,) = set(np.flatnonzero(child["place"])) - set(np.flatnonzero(state["place"]))
        covered = int(state["discs"][0]) - int(child["discs"][0])
        most[int(tile)] = max(most.get(int(tile), 0), covered)
    return most


@pytest.mark.parametrize("seed", [1, 2])
def test_tiles_in_reach_cover_what_moves_would(seed: int) -> None:
    space = blank()
    counts = space.counts
    for state in states_of(seed, 2):
        compiled(look_closer)(state, space)
        most = covers_by_take(state)
        assert counts[MOST_IN_REACH] == max(most.values())
        assert counts[COVERS_IN_REACH] == sum(most.values())
        bargains = [HALVES_PER_DISC * n - 2 * int(COST[tile]) for tile, n in most.items()]
        assert counts[BARGAIN_IN_REACH] == max(bargains)
        first, second, third = counts[MOST_COVERED : MOST_COVERED + 3]
        assert first >= second >= third
        assert counts[MOST_COVERED] >= counts[MOST_IN_REACH]


def test_what_tiles_cover_is_added_up() -> None:
    """At most, squared, by their cost and on all places; and how many cover one, two, three."""
    counts = np.zeros(10, np.int64)
    for cost, most, everywhere in ((3, 2, 5), (7, 0, 0), (1, 4, 9)):
        add_covers(counts, 1, 6, cost, most, everywhere)
    assert counts.tolist() == [0, 2 + 4, 4 + 16, 6 + 4, 5 + 9, 0, 2, 2, 1, 0]
    ways = ["covers", "covers_squared", "covers_by_cost", "covers_everywhere"]
    assert [*SCALES_OF_WHEEL][:4] == ways
    assert [*SCALES_OF_UNSEEN][:4] == [f"unseen_{way}" for way in ways]


def test_what_is_counted_is_the_same_interpreted_and_compiled_to_the_bit() -> None:
    space, other = blank(), blank()
    for state in states_of(3, 2)[::3]:
        value = compiled(look_closer)(state, space)
        assert look_closer(state, other) == pytest.approx(value)
        assert other.close_row[COVERS:].tobytes() == space.close_row[COVERS:].tobytes()
    state = end_state(0)
    value = compiled(foretell_end)(state, FINISH, space)
    assert foretell_end(state, FINISH, other) == pytest.approx(value)
    assert other.end_row[COVERS:].tobytes() == space.end_row[COVERS:].tobytes()


def test_an_end_is_judged_by_all_tiles_that_may_come_in_any_order() -> None:
    """The supply's order is a secret (NL-2), what is in it is not."""
    state = end_state(0)
    other = copy_of(state)
    supply: npt.NDArray[Any] = other["supply"][: int(other["supply_size"])]
    supply[:] = supply[::-1].copy()
    space = blank()
    judge = compiled(foretell_end)
    assert judge(state, FINISH, space) == judge(other, FINISH, space)
    assert space.counts[UNSEEN_COST] == sum(int(COST[tile]) for tile in supply)
    assert space.counts[UNSEEN_COVERS] > 0


def test_an_end_that_came_by_itself_is_judged_without_a_wheel() -> None:
    """The last tile leaves the wheel (NLS-3): what the fill brings is not looked at."""
    state = next(s for s in walk(1, 1) if int(s["occupied"]).bit_count() == 1)
    view = copy_of(state)
    FAST_SOLO.view(view, 0)
    action = int(legal(view)[0])
    space = blank()
    judge = compiled(foretell_end)
    assert judge(view, action, space) == judge(copy_of(state), action, space)
    assert space.counts[MOST_COVERED] == 0


def test_only_the_best_of_a_pool_are_looked_at_and_come_first() -> None:
    state = np.array([states_of(1, 2)[0]], dtype=STATE)
    width = 2
    search = Search(width)
    plan = search.plan
    search.begin(state[0])
    beam, pool = plan.beams[1], plan.pools[1]
    expand(beam, beam, 0, 1, 2, plan.pools, width, False, plan.space)
    before = pool.values[: int(pool.size[0])].copy()
    assert len(before) > LOOKS_PER_STATE * width
    refine(pool, beam, beam, width, plan.space)
    after = pool.values[: len(before)]
    looked_at = after != before + np.float32(SET_BACK)
    assert looked_at.sum() == LOOKS_PER_STATE * width
    assert after[looked_at].max() < after[~looked_at].min()
    assert before[looked_at].max() <= before[~looked_at].min() + 1 / 16  # as buckets go
