"""Random play, uniform over the legal actions: all takes, and the refill if it is legal."""

from __future__ import annotations

from tilewright.game import Action, State
from tilewright.games.nova_luna.area import (
    count_free_sides,
    find_lowest_neighbour,
    find_neighbours,
    find_nth_free_tile,
    get_neighbour_place,
    get_origin,
)
from tilewright.games.nova_luna.rules import apply_refill, apply_take
from tilewright.games.nova_luna.state import NUM_DIRECTIONS, REFILL, TAKES_PER_CHOICE
from tilewright.games.nova_luna.wheel import count_choices, may_refill
from tilewright.kernel import Word, below, kernel, next_random, u64

EXTRA = -1


@kernel
def draw_move(state: State, num_extra: int, rng: Word) -> tuple[int, int, int, Word]:
    """Sample a legal action uniformly, by rejection.

    A tile on offer and a free side of a laid tile are drawn, and accepted if that tile is the
    lowest neighbour of the place. ``num_extra`` is 1 if there is another action besides the takes.
    It is returned as EXTRA and drawn along with them, so that places need not be counted.

    Returns:
        The action, the place, the tiles around the place, and the next generator state.
    """
    seat = int(state["mover"])
    north, east, south, west = count_free_sides(state, seat)
    num_names = max(1, north + east + south + west)  # the place of a first tile has one name
    num_choices = count_choices(state)
    while True:
        rng = next_random(rng)
        name = below(rng, num_choices * num_names + num_extra)
        if name == num_choices * num_names:
            return EXTRA, 0, 0, rng
        choice = int(name >= num_names) + int(name >= 2 * num_names)
        name -= choice * num_names
        if north == 0:
            return choice * TAKES_PER_CHOICE, get_origin(seat), 0, rng
        past_north = int(name >= north)
        past_east = int(name >= north + east)
        past_south = int(name >= north + east + south)
        direction = past_north + past_east + past_south
        name -= past_north * north + past_east * east + past_south * south
        tile = find_nth_free_tile(state, seat, direction, name)
        place = get_neighbour_place(state, tile, direction)
        sides = find_neighbours(state, place)
        if find_lowest_neighbour(sides) == tile:
            take = (tile - 1) * NUM_DIRECTIONS + direction
            return choice * TAKES_PER_CHOICE + take, place, sides, rng


@kernel
def random_action(state: State, rng: Word) -> tuple[Action, Word]:
    """Return a uniformly random legal action and the next generator state."""
    action, _place, _sides, rng = draw_move(state, may_refill(state), u64(rng))
    return (REFILL if action == EXTRA else action), rng


@kernel
def playout(state: State, rng: Word) -> Word:
    """Play random actions until the game is over. Return the next generator state."""
    rng = u64(rng)
    while int(state["over"]) == 0:
        action, place, sides, rng = draw_move(state, may_refill(state), rng)
        if action == EXTRA:
            apply_refill(state)
        else:
            apply_take(state, action // TAKES_PER_CHOICE, place, sides)
    return rng
