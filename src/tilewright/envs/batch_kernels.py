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
    """The arrays that a step fills, one row a slot; NumPy arrays or CUDA's."""

    rewards: Any
    """float32[size, players]: 1 for the first to -1 for the last when a game has ended, else 0;
    where one plays alone its score, negative if a lower one is better."""
    dones: Any
    """uint8[size]: 1 where the action ended a game; the slot already holds the next one."""
    movers: Any
    """uint8[size]: the seat to move."""
    masks: Any
    """uint64[size, mask words]: bit a is set where action a is legal for the mover."""
    observations: Any
    """uint64[size, words]: what the mover sees, packed; see the game's features."""


class Playouts(NamedTuple):
    """Sums over the rounds of playouts, one row a slot."""

    plies: Any
    """int64[size]: how many actions were played."""
    scores: Any
    """int64[size, players]: the sum of each seat's scores."""
    wins: Any
    """int64[size, players]: how often each seat came first."""


@dataclass(frozen=True)
class Layout:
    """The game and the size of a batch."""

    game: Game
    size: int
    players: int
    options: npt.NDArray[np.int64]

    @property
    def observation(self) -> Observation:
        """The game's own; a batch is refused to games without one."""
        assert self.game.observation is not None
        return self.game.observation

    @property
    def sign(self) -> int:
        """The reward for a point of a lone player's score: 1, or -1 where less is better."""
        return -1 if self.game.lower_is_better else 1

    @property
    def bindings(self) -> Bindings:
        """The kernels of the game by the names that ``slots`` knows them by."""
        return bindings_of(self.game)

    @cached_property
    def buffers(self) -> dict[str, tuple[tuple[int, ...], Any]]:
        """Shape and type of each of the buffers."""
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
        """The size of the states and of one set of buffers."""
        buffers = (prod(shape) * np.dtype(dtype).itemsize for shape, dtype in self.buffers.values())
        return self.size * (self.game.dtype.itemsize + 8) + sum(buffers)

    def check_memory(self, available: int) -> None:
        """Refuse a batch that is larger than the memory there is, before any of it is taken."""
        if self.num_bytes > available:
            raise InvalidOption(
                f"size: {self.size} games of {self.game.name} take "
                f"{self.num_bytes / 2**30:.1f} GiB; found {available / 2**30:.1f} GiB of memory"
            )


@cache
def bindings_of(game: Game) -> Bindings:
    """Return the kernels of a game by the names used in ``slots``."""
    assert game.observation is not None
    names = ("setup", "apply", "outcome", "determinize", "playout")
    return {
        **{name: getattr(game.rules, name) for name in names},
        "write": game.observation.write,
        "write_mask": game.write_mask,
    }


def check_layout(name: str, array: Any, shape: tuple[int, ...], dtype: Any) -> None:
    """Refuse an array of another type or shape, or one with gaps."""
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
