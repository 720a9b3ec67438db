"""Kernels of one slot of a batch."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tilewright.game import MAX_PLAYERS, Action, Actions, Scores, Seat, State, States, Values, Words
from tilewright.game.unbound import apply, determinize, outcome, playout, setup, write, write_mask
from tilewright.kernel import Word, copy_record, frozen, kernel, mix, next_random, u64

# float32[5, 4]: what a rank is worth by number of players: 1 for the first to -1 for the last.
RANK_REWARDS = frozen(
    [
        [1 - 2 * rank / (players - 1) if players > 1 else 0 for rank in range(MAX_PLAYERS)]
        for players in range(MAX_PLAYERS + 1)
    ],
    "f4",
)

Rewards = npt.NDArray[np.float32]
"""float32[players], or one such row a slot."""
Bytes = npt.NDArray[np.uint8]
"""uint8[size]: one number a slot."""
Rows = npt.NDArray[np.uint64]
"""uint64[size, words]: one row a slot."""
Sums = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]
"""int64[size] and twice int64[size, players]: plies, scores and wins."""

# --- One game -----------------------------------------------------------------------------------


@kernel
def first_seed(seed: Word, index: int) -> Word:
    """Return the seed of the first game in a slot."""
    return mix(u64(mix(u64(seed)) + u64(index)))


@kernel
def fill_seeds(seed: Word, seeds: Words) -> None:
    """Write the seeds of the first games of all slots; ``seeds``: uint64[size]."""
    for index in range(len(seeds)):
        seeds[index] = first_seed(seed, index)


@kernel
def next_seed(seed: Word) -> Word:
    """Return the seed of the game that follows in the same slot."""
    return mix(next_random(seed))


@kernel
def deal_game(
    states: States, place: int, blank: States, seed: Word, players: int, options: Values
) -> None:
    """Deal a new game at a place; ``blank``: record[1], zeroed."""
    copy_record(blank[0], states, place)
    setup(states[place], u64(seed), players, options)


@kernel
def observe_game(state: State, words: Words, mask: Words) -> Seat:
    """Write what the mover sees and may do; the mover."""
    mover = int(state["mover"])
    write(state, mover, words)
    write_mask(state, mask)
    return mover


@kernel
def assign_rewards(
    state: State, sign: int, rewards: Rewards, scores: Scores, ranks: Scores
) -> None:
    """Write each seat's reward for a finished game: its rank, or the score in a solo game."""
    players = int(state["players"])
    outcome(state, scores, ranks)
    for seat in range(players):
        rewards[seat] = RANK_REWARDS[players, int(ranks[seat])]
    if players == 1:
        rewards[0] = sign * int(scores[0])


@kernel
def play_action(
    index: int,
    actions: Actions,
    states: States,
    place: int,
    blank: States,
    seeds: Words,
    options: Values,
    sign: int,
    rewards: Rewards,
    scores: Scores,
    ranks: Scores,
) -> int:
    """Play a slot's legal action; deal again if it ended the game. Return True if it did.

    place: index of the slot's game in ``states``; scores, ranks: int64[4], scratch.
    """
    apply(states[place], int(actions[index]))
    players = int(states[place]["players"])
    if int(states[place]["over"]) == 0:
        for seat in range(players):
            rewards[index, seat] = 0
        return 0
    assign_rewards(states[place], sign, rewards[index], scores, ranks)
    seeds[index] = next_seed(u64(seeds[index]))
    deal_game(states, place, blank, seeds[index], players, options)
    return 1


@kernel
def check_action(action: Action, mask: Words, num_actions: int) -> bool:
    """Return True if a mask allows an action."""
    action = int(action)
    if action < 0 or action >= num_actions:
        return False
    return ((u64(mask[action >> 6]) >> (action & 63)) & u64(1)) != u64(0)


@kernel
def play_out(
    work: States, place: int, start: State, rng: Word, scores: Scores, ranks: Scores
) -> int:
    """Play a copy of a game to its end at random, with other future chance; return the number of
    plies.

    work: where to copy it; scores, ranks: int64[4], filled.
    """
    copy_record(start, work, place)
    determinize(work[place], rng)
    playout(work[place], next_seed(rng))
    outcome(work[place], scores, ranks)
    return int(work[place]["ply"]) - int(start["ply"])


@kernel
def play_out_slot(
    work: States,
    place: int,
    start: State,
    index: int,
    seed: Word,
    rounds: int,
    sums: Sums,
    scores: Scores,
    ranks: Scores,
) -> None:
    """Add up `rounds` playouts of a slot's game; scores, ranks: int64[4], scratch."""
    plies, score_sums, wins = sums
    players = int(start["players"])
    rng = first_seed(seed, index)
    plies[index] = 0
    for seat in range(players):
        score_sums[index, seat] = 0
        wins[index, seat] = 0
    for _ in range(rounds):
        rng = next_seed(rng)
        plies[index] += play_out(work, place, start, rng, scores, ranks)
        for seat in range(players):
            score_sums[index, seat] += scores[seat]
            wins[index, seat] += int(ranks[seat] == 0)


# --- A range of slots, for one thread -----------------------------------------------------------


@kernel
def deal_slots(
    start: int,
    end: int,
    states: States,
    blank: States,
    seeds: Words,
    players: int,
    options: Values,
    movers: Bytes,
    masks: Rows,
    observations: Rows,
) -> None:
    """Deal a new game in every slot of a range."""
    for index in range(start, end):
        deal_game(states, index, blank, seeds[index], players, options)
        movers[index] = observe_game(states[index], observations[index], masks[index])


@kernel
def check_slots(start: int, end: int, actions: Actions, masks: Rows, num_actions: int) -> int:
    """Return the first slot of a range whose action is not legal; its end if there is none."""
    for index in range(start, end):
        if not check_action(actions[index], masks[index], num_actions):
            return index
    return end


@kernel
def step_slots(
    start: int,
    end: int,
    states: States,
    blank: States,
    seeds: Words,
    actions: Actions,
    options: Values,
    sign: int,
    rewards: Rewards,
    dones: Bytes,
    movers: Bytes,
    masks: Rows,
    observations: Rows,
) -> None:
    """Play one legal action in every slot of a range."""
    scores, ranks = np.zeros(MAX_PLAYERS, np.int64), np.zeros(MAX_PLAYERS, np.int64)
    for index in range(start, end):
        dones[index] = play_action(
            index, actions, states, index, blank, seeds, options, sign, rewards, scores, ranks
        )
        movers[index] = observe_game(states[index], observations[index], masks[index])


@kernel
def play_out_slots(
    start: int, end: int, work: States, states: States, seed: Word, rounds: int, sums: Sums
) -> None:
    """Play out the game of every slot of a range."""
    scores, ranks = np.zeros(MAX_PLAYERS, np.int64), np.zeros(MAX_PLAYERS, np.int64)
    for index in range(start, end):
        play_out_slot(work, 0, states[index], index, seed, rounds, sums, scores, ranks)
