"""Ratings of actions for the search, and the greedy baseline opponent.

A take is rated by the value of the mover's shelf after it. This is expensive, so only the takes
with the best quick ratings are rated in full.
"""

from __future__ import annotations

import numpy as np

from tilewright.game import Action, Actions, Ratings, Scratch, State, update_best
from tilewright.games.my_shelfie.evaluation import (
    SHELF_SIZE,
    estimate_remaining_share,
    get_next_token,
    value_features,
    write_shelf_features,
)
from tilewright.games.my_shelfie.goals import fulfils_goal
from tilewright.games.my_shelfie.rules import (
    find_free_place,
    legal_actions,
    split_action,
    stack_plane,
)
from tilewright.games.my_shelfie.shelf import match_card, match_neighbours, score_card, score_groups
from tilewright.games.my_shelfie.state import (
    COLUMN_STEP,
    FULL_SHELF,
    LINE_BITS,
    NOBODY,
    NUM_ACTIONS,
    ORDER_SHIFTS,
)
from tilewright.games.my_shelfie.tables import END_TOKEN, GOALS_IN_PLAY
from tilewright.kernel import Word, kernel, popcount, u64

NUM_FULLY_RATED = 32  # number of actions rated in full; the others are dropped
NUM_QUICK_RATINGS = 64


def _pack_action(action: int) -> int:
    """Return the room bits and the column of an action, packed as in STACKS."""
    line, size, order, column = split_action(action)
    bits = [int(LINE_BITS[line]) >> int(shift) & 63 for shift in ORDER_SHIFTS[size, order]]
    return sum(bit << (8 * place) for place, bit in enumerate([*bits, column]))


# uint32[NUM_ACTIONS]: the room bits of an action's tiles, lowest first, and its column, one byte
# each. Splitting an action costs more than everything done with it afterwards.
STACKS = np.array([_pack_action(action) for action in range(NUM_ACTIONS)], dtype="u4")
STACKS.flags.writeable = False


@kernel
def stack_tiles(state: State, action: Action) -> tuple[Word, Word, Word]:
    """Return the planes of the mover's shelf after an action."""
    packed = int(STACKS[action])
    lower = packed & 63
    middle = (packed >> 8) & 63
    upper = (packed >> 16) & 63
    shelf = state["shelves"][int(state["mover"])]
    slot = find_free_place(u64(shelf[0]) | u64(shelf[1]) | u64(shelf[2]), packed >> 24)
    room = state["room"]
    return (
        u64(shelf[0]) | u64(stack_plane(u64(room[0]), lower, middle, upper) << slot),
        u64(shelf[1]) | u64(stack_plane(u64(room[1]), lower, middle, upper) << slot),
        u64(shelf[2]) | u64(stack_plane(u64(room[2]), lower, middle, upper) << slot),
    )


@kernel
def value_action(
    state: State, action: Action, token0: int, token1: int, remaining_share: float, scratch: Scratch
) -> float:
    """Return the mover's expected final points after an action.

    Tokens taken before are not counted.

    token0, token1: the next payment of each goal; see ``get_next_token``.
    """
    plane0, plane1, plane2 = stack_tiles(state, action)
    num_tiles = popcount(plane0 | plane1 | plane2)
    goal0 = int(state["goals"][0])
    goal1 = int(state["goals"][1])
    value = 0.0
    if token0 > 0 and fulfils_goal(plane0, plane1, plane2, goal0):
        value += token0
        token0 = 0
    if token1 > 0 and fulfils_goal(plane0, plane1, plane2, goal1):
        value += token1
        token1 = 0
    if num_tiles == SHELF_SIZE and int(state["end_token"]) == NOBODY:
        value += END_TOKEN
    card = int(state["cards"][int(state["mover"])])
    write_shelf_features(plane0, plane1, plane2, card, goal0, token0, goal1, token1, scratch)
    return value + value_features(scratch, min(remaining_share, 1.0 - num_tiles / SHELF_SIZE))


# --- Rating -------------------------------------------------------------------------------------


@kernel
def get_quick_rating(state: State, action: Action) -> int:
    """Return a quick rating of an action, from 0 to 63.

    It is twice the number of pairs of equal neighbours, plus three times the card's matches.
    """
    plane0, plane1, plane2 = stack_tiles(state, action)
    likenesses = popcount(match_neighbours(plane0, plane1, plane2, COLUMN_STEP))
    likenesses += popcount(match_neighbours(plane0, plane1, plane2, 1))
    card = int(state["cards"][int(state["mover"])])
    matches = popcount(match_card(plane0, plane1, plane2, card))
    return min(NUM_QUICK_RATINGS - 1, 2 * likenesses + 3 * matches)


@kernel
def write_quick_ratings(
    state: State, count: int, actions: Actions, quick_ratings: Ratings, scratch: Scratch
) -> None:
    """Write the quick rating of each action to ``quick_ratings``.

    The number of actions with each rating is written to ``scratch``.
    """
    for quick_rating in range(NUM_QUICK_RATINGS):
        scratch[quick_rating] = 0
    for index in range(count):
        quick_rating = get_quick_rating(state, int(actions[index]))
        quick_ratings[index] = quick_rating
        scratch[quick_rating] += 1


@kernel
def find_cutoff(scratch: Scratch) -> tuple[int, int]:
    """Return the lowest quick rating of the actions that are rated in full.

    Args:
        scratch: The number of actions per quick rating.

    Returns:
        The rating, and the number of actions with it that may be rated in full.
    """
    cutoff = NUM_QUICK_RATINGS - 1
    num_better = 0
    while cutoff > 0 and num_better + scratch[cutoff] < NUM_FULLY_RATED:
        num_better += int(scratch[cutoff])
        cutoff -= 1
    return cutoff, NUM_FULLY_RATED - num_better


@kernel
def rate_actions(
    state: State, rng: Word, actions: Actions, ratings: Ratings, scratch: Scratch
) -> int:
    """Write the actions with the best quick ratings and their full ratings. Return their number."""
    count = legal_actions(state, actions)
    write_quick_ratings(state, count, actions, ratings, scratch)
    cutoff, places = find_cutoff(scratch)
    remaining_share = estimate_remaining_share(state)
    seat = int(state["mover"])
    token0 = get_next_token(state, 0, seat)
    token1 = get_next_token(state, 1, seat)
    # Among equal ratings the last are kept: they take more tiles.
    kept = count
    for index in range(count - 1, -1, -1):
        if ratings[index] > cutoff or (ratings[index] == cutoff and places > 0):
            places -= int(ratings[index] == cutoff)
            kept -= 1
            action = int(actions[index])
            actions[kept] = action
            ratings[kept] = value_action(state, action, token0, token1, remaining_share, scratch)
    for index in range(kept, count):
        actions[index - kept] = actions[index]
        ratings[index - kept] = ratings[index]
    return count - kept


# --- Baseline opponent --------------------------------------------------------------------------


@kernel
def score_after(state: State, action: Action) -> int:
    """Return the mover's score after an action, without tokens taken before."""
    seat = int(state["mover"])
    plane0, plane1, plane2 = stack_tiles(state, action)
    points = score_groups(plane0, plane1, plane2)
    points += score_card(plane0, plane1, plane2, int(state["cards"][seat]))
    for index in range(GOALS_IN_PLAY):
        token = get_next_token(state, index, seat)
        if token > 0 and fulfils_goal(plane0, plane1, plane2, int(state["goals"][index])):
            points += token
    if (plane0 | plane1 | plane2) == u64(FULL_SHELF) and int(state["end_token"]) == NOBODY:
        points += END_TOKEN
    return points


@kernel
def greedy_action(state: State, rng: Word, actions: Actions) -> tuple[Action, Word]:
    """Return the action with the highest immediate score, and the next generator state.

    Ties are broken at random.
    """
    rng = u64(rng)
    best = -1
    chosen = ties = 0
    for index in range(legal_actions(state, actions)):
        action = int(actions[index])
        is_better, best, ties, rng = update_best(score_after(state, action), best, ties, rng)
        if is_better:
            chosen = action
    return chosen, rng
