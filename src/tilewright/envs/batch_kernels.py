"""Layout of a batch (its game, its size, its arrays), and the kernels of one slot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.errors import InvalidOption
from tilewright.game import (
    MAX_PLAYERS,
    Action,
    Actions,
    Game,
    Observation,
    Scores,
    Seat,
    State,
    States,
    Values,
    Words,
    mask_size,
)
from tilewright.game.unbound import apply, determinize, outcome, playout, setup, write, write_mask
from tilewright.kernel import Bindings, Word, copy_record, frozen, kernel, mix, next_random, u64


class Buffers(NamedTuple):
    """The results of a step, one row per slot, as NumPy or CUDA arrays."""

    rewards: Any
    """float32[size, players]: from 1 for the first to -1 for the last if the action ended a game,
    else 0. In solo games the score, negated if lower is better."""
    dones: Any
    """uint8[size]: 1 if the action ended a game. The slot already contains the next game."""
    movers: Any
    """uint8[size]: the seat to move."""
    masks: Any
    """uint64[size, mask words]: bit a is set if action a is legal for the mover."""
    observations: Any
    """uint64[size, words]: the mover's packed observation; see the game's features."""


class Playouts(NamedTuple):
    """Sums over all rounds of playouts, one row per slot."""

    plies: Any
    """int64[size]: number of actions played."""
    scores: Any
    """int64[size, players]: sum of each seat's scores."""
    wins: Any
    """int64[size, players]: number of times each seat came first."""


@dataclass(frozen=True)
class Layout:
    """The game, size, players and options of a batch."""

    game: Game
    size: int
    players: int
    options: npt.NDArray[np.int64]

    @property
    def observation(self) -> Observation:
        """The game's observation. Games without one have no batches."""
        assert self.game.observation is not None
        return self.game.observation

    @property
    def sign(self) -> int:
        """Reward per point in a solo game: 1, or -1 if lower is better."""
        return -1 if self.game.lower_is_better else 1

    @property
    def bindings(self) -> Bindings:
        """The game's kernels, by the names used in ``batch_kernels``."""
        return get_bindings(self.game)

    @cached_property
    def buffers(self) -> dict[str, tuple[tuple[int, ...], Any]]:
        """Shape and type of each buffer."""
        size = self.size
        return {
            "rewards": ((size, self.players), np.float32),
            "dones": ((size,), np.uint8),
            "movers": ((size,), np.uint8),
            "masks": ((size, mask_size(self.game.num_actions)), np.uint64),
            "observations": ((size, self.observation.num_words), np.uint64),
        }

    @property
    def num_bytes(self) -> int:
        """Bytes that the states and one set of buffers take."""
        buffers = (prod(shape) * np.dtype(dtype).itemsize for shape, dtype in self.buffers.values())
        return self.size * (self.game.dtype.itemsize + 8) + sum(buffers)

    def check_memory(self, available: int) -> None:
        """Raise InvalidOption if the batch needs more than `available` bytes."""
        if self.num_bytes > available:
            raise InvalidOption(
                f"size: {self.size} games of {self.game.name} take "
                f"{self.num_bytes / 2**30:.1f} GiB; found {available / 2**30:.1f} GiB of memory"
            )


@cache
def get_bindings(game: Game) -> Bindings:
    """Return a game's kernels by the names under which the kernels below call them."""
    assert game.observation is not None
    names = ("setup", "apply", "outcome", "determinize", "playout")
    return {
        **{name: getattr(game.rules, name) for name in names},
        "write": game.observation.write,
        "write_mask": game.write_mask,
    }


def check_layout(name: str, array: Any, shape: tuple[int, ...], dtype: Any) -> None:
    """Raise InvalidOption unless an array has the given shape and type, and is C-contiguous."""
    expected = f"{np.dtype(dtype).name}{list(shape)}"
    found = f"{np.dtype(array.dtype).name}{list(array.shape)}"
    if expected != found:
        raise InvalidOption(f"{name}: expected {expected}; found {found}")
    strides = np.dtype(dtype).itemsize * np.cumprod([1, *shape[:0:-1]])[::-1]
    if tuple(array.strides) != tuple(strides):
        raise InvalidOption(
            f"{name}: expected an array without gaps, in C order; found strides {array.strides}"
        )


# --- Kernels --------------------------------------------------------------------------------------


# float32[5, 4]: reward by number of players and rank, from 1 for the first to -1 for the last.
RANK_REWARDS = frozen(
    [
        [1 - 2 * rank / (players - 1) if players > 1 else 0 for rank in range(MAX_PLAYERS)]
        for players in range(MAX_PLAYERS + 1)
    ],
    "f4",
)

Rewards = npt.NDArray[np.float32]
"""float32[players], or one such row per slot."""
Bytes = npt.NDArray[np.uint8]
"""uint8[size]: one number per slot."""
Rows = npt.NDArray[np.uint64]
"""uint64[size, words]: one row per slot."""
Sums = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]
"""Plies, int64[size]; scores and wins, int64[size, players] each."""

# --- One game -----------------------------------------------------------------------------------


@kernel
def first_seed(seed: Word, index: int) -> Word:
    """Derive the seed of the first game in slot `index`."""
    return mix(u64(mix(u64(seed)) + u64(index)))


@kernel
def fill_seeds(seed: Word, seeds: Words) -> None:
    """Write the seed of each slot's first game. seeds: uint64[size]."""
    for index in range(len(seeds)):
        seeds[index] = first_seed(seed, index)


@kernel
def next_seed(seed: Word) -> Word:
    """Derive the seed of the next game in the same slot."""
    return mix(next_random(seed))


@kernel
def deal_game(
    states: States, index: int, blank: States, seed: Word, players: int, options: Values
) -> None:
    """Deal a new game into ``states[index]``. blank: record[1] of zeros."""
    copy_record(blank[0], states, index)
    setup(states[index], u64(seed), players, options)


@kernel
def observe_game(state: State, words: Words, mask: Words) -> Seat:
    """Write the mover's observation and mask of legal actions. Returns the seat to move."""
    mover = int(state["mover"])
    write(state, mover, words)
    write_mask(state, mask)
    return mover


@kernel
def assign_rewards(
    state: State, sign: int, rewards: Rewards, scores: Scores, ranks: Scores
) -> None:
    """Write each seat's reward for a finished game.

    It is the rank's reward or, in a solo game, the score. rewards: float32[players].
    """
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
    state_index: int,
    blank: States,
    seeds: Words,
    options: Values,
    sign: int,
    rewards: Rewards,
    scores: Scores,
    ranks: Scores,
) -> int:
    """Play a slot's action. If the game ends, deal a new one.

    Returns 1 if the game has ended, else 0.

    state_index: index of the slot's game in ``states``; scores, ranks: int64[4], scratch.
    """
    apply(states[state_index], int(actions[index]))
    players = int(states[state_index]["players"])
    if int(states[state_index]["over"]) == 0:
        for seat in range(players):
            rewards[index, seat] = 0
        return 0
    assign_rewards(states[state_index], sign, rewards[index], scores, ranks)
    seeds[index] = next_seed(u64(seeds[index]))
    deal_game(states, state_index, blank, seeds[index], players, options)
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
    work: States, state_index: int, start: State, rng: Word, scores: Scores, ranks: Scores
) -> int:
    """Play a copy of a game to its end at random, with new chance.

    The copy is ``work[state_index]``. The final scores and ranks are written to int64[4] each.
    Returns the number of plies played.
    """
    copy_record(start, work, state_index)
    determinize(work[state_index], rng)
    playout(work[state_index], next_seed(rng))
    outcome(work[state_index], scores, ranks)
    return int(work[state_index]["ply"]) - int(start["ply"])


@kernel
def play_out_slot(
    work: States,
    state_index: int,
    start: State,
    index: int,
    seed: Word,
    rounds: int,
    sums: Sums,
    scores: Scores,
    ranks: Scores,
) -> None:
    """Play out a slot's game `rounds` times and write the sums.

    scores, ranks: int64[4], scratch.
    """
    plies, score_sums, wins = sums
    players = int(start["players"])
    rng = first_seed(seed, index)
    plies[index] = 0
    for seat in range(players):
        score_sums[index, seat] = 0
        wins[index, seat] = 0
    for _ in range(rounds):
        rng = next_seed(rng)
        plies[index] += play_out(work, state_index, start, rng, scores, ranks)
        for seat in range(players):
            score_sums[index, seat] += scores[seat]
            wins[index, seat] += int(ranks[seat] == 0)


# --- Ranges of slots, one per thread ------------------------------------------------------------


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
    """Deal a new game in the slots `start` to `end - 1`, and write what each mover observes."""
    for index in range(start, end):
        deal_game(states, index, blank, seeds[index], players, options)
        movers[index] = observe_game(states[index], observations[index], masks[index])


@kernel
def check_slots(start: int, end: int, actions: Actions, masks: Rows, num_actions: int) -> int:
    """Return the first slot from `start` to `end - 1` with an illegal action, or `end`."""
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
    """Play the legal actions of the slots `start` to `end - 1`, and write the results."""
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
    """Play out the games of the slots `start` to `end - 1`. work: record[1], scratch."""
    scores, ranks = np.zeros(MAX_PLAYERS, np.int64), np.zeros(MAX_PLAYERS, np.int64)
    for index in range(start, end):
        play_out_slot(work, 0, states[index], index, seed, rounds, sums, scores, ranks)
