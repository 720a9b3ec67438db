"""What happens in one slot of a batch, as kernels.

A slot holds one game. When it ends, its rewards are paid and the next one is dealt in its place, by
a seed that follows from the seed before; so what a slot plays depends on nothing but its first seed
and the actions, whichever thread or device works on it.
"""

from __future__ import annotations

import numpy as np

from tilewright.game import MAX_PLAYERS
from tilewright.kernel import copy_record, kernel, mix, next_random, u64

__all__ = [
    "check_action",
    "check_slots",
    "deal_game",
    "deal_slots",
    "fill_seeds",
    "first_seed",
    "next_seed",
    "observe_game",
    "play_action",
    "play_out_rounds",
    "play_out_slots",
    "step_slots",
]

# --- Bound to a game's own ----------------------------------------------------------------------


@kernel
def setup(state, seed, players, options):
    """Bound to a game's own."""


@kernel
def apply(state, action):
    """Bound to a game's own."""


@kernel
def outcome(state, scores, ranks):
    """Bound to a game's own."""


@kernel
def determinize(state, rng):
    """Bound to a game's own."""


@kernel
def playout(state, rng):
    """Bound to a game's own."""
    return rng


@kernel
def write(state, seat, words):
    """Bound to a game's own observation."""


@kernel
def write_mask(state, words):
    """Bound to a game's own observation."""


# --- One game -----------------------------------------------------------------------------------


@kernel
def first_seed(seed, index):
    """The seed of the first game in a slot."""
    return mix(u64(mix(u64(seed)) + u64(index)))


@kernel
def fill_seeds(seed, seeds):
    """The seeds of the first games in all slots; ``seeds``: uint64[size]."""
    for index in range(len(seeds)):
        seeds[index] = first_seed(seed, index)


@kernel
def next_seed(seed):
    """The seed of the game that follows in the same slot."""
    return mix(next_random(seed))


@kernel
def deal_game(states, place, blank, seed, players, options):
    """A new game at a place; ``blank``: record[1], zeroed."""
    copy_record(blank[0], states, place)
    setup(states[place], u64(seed), players, options)


@kernel
def observe_game(state, words, mask):
    """Write what the mover sees and may do; the mover."""
    mover = int(state["mover"])
    write(state, mover, words)
    write_mask(state, mask)
    return mover


# float32[5, 4]: what a rank is worth by number of players: 1 for the first to -1 for the last.
RANK_REWARDS = np.array(
    [
        [1 - 2 * rank / (players - 1) if players > 1 else 0 for rank in range(MAX_PLAYERS)]
        for players in range(MAX_PLAYERS + 1)
    ],
    dtype=np.float32,
)
RANK_REWARDS.flags.writeable = False


@kernel
def pay_rewards(state, sign, rewards, scores, ranks):
    """What a finished game was worth to each seat: its rank, or its score where one plays alone."""
    players = int(state["players"])
    outcome(state, scores, ranks)
    for seat in range(players):
        rewards[seat] = RANK_REWARDS[players, int(ranks[seat])]
    if players == 1:
        rewards[0] = sign * int(scores[0])


@kernel
def play_action(states, place, blank, seed, action, options, sign, rewards, scores, ranks):
    """Play a legal action, and deal anew if it ended the game; (whether it did, the seed).

    rewards: float32[players]; scores, ranks: int64[4], scratch.
    """
    apply(states[place], int(action))
    players = int(states[place]["players"])
    if int(states[place]["over"]) == 0:
        for seat in range(players):
            rewards[seat] = 0
        return 0, u64(seed)
    pay_rewards(states[place], sign, rewards, scores, ranks)
    seed = next_seed(u64(seed))
    deal_game(states, place, blank, seed, players, options)
    return 1, seed


@kernel
def check_action(action, mask, num_actions):
    """Whether a mask allows an action."""
    action = int(action)
    if action < 0 or action >= num_actions:
        return False
    return ((u64(mask[action >> 6]) >> (action & 63)) & u64(1)) != u64(0)


@kernel
def play_out(work, place, start, rng, scores, ranks):
    """Play a copy of a game to its end at random, what is to come dealt anew; how many plies.

    work: where to copy it; scores, ranks: int64[4], filled.
    """
    copy_record(start, work, place)
    determinize(work[place], rng)
    playout(work[place], next_seed(rng))
    outcome(work[place], scores, ranks)
    return int(work[place]["ply"]) - int(start["ply"])


@kernel
def play_out_rounds(work, place, start, rng, rounds, score_sums, wins, scores, ranks):
    """Several playouts of one game, added up; how many plies.

    score_sums, wins: int64[players].
    """
    players = int(start["players"])
    plies = 0
    for seat in range(players):
        score_sums[seat] = 0
        wins[seat] = 0
    for _ in range(rounds):
        rng = next_seed(rng)
        plies += play_out(work, place, start, rng, scores, ranks)
        for seat in range(players):
            score_sums[seat] += scores[seat]
            wins[seat] += int(ranks[seat] == 0)
    return plies


# --- A range of slots, for one thread -----------------------------------------------------------


@kernel
def deal_slots(start, end, states, blank, seeds, players, options, movers, masks, observations):
    """Deal a new game in every slot of a range."""
    for index in range(start, end):
        deal_game(states, index, blank, seeds[index], players, options)
        movers[index] = observe_game(states[index], observations[index], masks[index])


@kernel
def check_slots(start, end, actions, masks, num_actions):
    """The first slot of a range whose action is not legal; its end if there is none."""
    for index in range(start, end):
        if not check_action(actions[index], masks[index], num_actions):
            return index
    return end


@kernel
def step_slots(
    start,
    end,
    states,
    blank,
    seeds,
    actions,
    options,
    sign,
    scores,
    ranks,
    rewards,
    dones,
    movers,
    masks,
    observations,
):
    """Play one legal action in every slot of a range."""
    for index in range(start, end):
        done, seed = play_action(
            states,
            index,
            blank,
            seeds[index],
            actions[index],
            options,
            sign,
            rewards[index],
            scores,
            ranks,
        )
        seeds[index] = seed
        dones[index] = done
        movers[index] = observe_game(states[index], observations[index], masks[index])


@kernel
def play_out_slots(start, end, work, states, seed, rounds, scores, ranks, plies, score_sums, wins):
    """Play out the game of every slot of a range."""
    for index in range(start, end):
        plies[index] = play_out_rounds(
            work,
            0,
            states[index],
            first_seed(seed, index),
            rounds,
            score_sums[index],
            wins[index],
            scores,
            ranks,
        )
