"""Grids for `gpu.py` alone: whole games, written in the ways that were compared.

Memory, where a thread keeps the record it works on:

    global   in the array of records itself
    local    in local memory, which the hardware interleaves by thread
    shared   in the block's shared memory, one record behind the other
    padded   the same with a gap after each record, so that no two threads meet in a bank
"""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any

import numba
import numpy as np

from tilewright import kernel as kernels
from tilewright.envs.layout import bindings_of
from tilewright.envs.slots import deal_game, first_seed, next_seed
from tilewright.game import MAX_PLAYERS, Game
from tilewright.game.unbound import outcome, playout
from tilewright.kernel import kernel
from tilewright.kernel.cuda import SIMULATED, copy_record, cuda

# A record with a gap behind it serves where one without is asked for, which Numba remarks upon.
warnings.filterwarnings("ignore", category=numba.core.errors.NumbaExperimentalFeatureWarning)


@kernel
def apply(state, action):
    """Bound to a game's own."""


@kernel
def random_action(state, rng):
    """Bound to a game's own."""
    return 0, rng


@kernel
def play_game(work, place, blank, seed, players, options, scores, ranks):
    """Deal, play at random and score one game; (plies, whether seat 0 came first)."""
    deal_game(work, place, blank, seed, players, options)
    playout(work[place], next_seed(seed))
    outcome(work[place], scores, ranks)
    return int(work[place]["ply"]), int(ranks[0] == 0)


@kernel
def play_plies(work, place, blank, seed, players, options, num_plies, scores, ranks):
    """So many plies, one game after the other: no thread waits for another's longer game."""
    deal_game(work, place, blank, seed, players, options)
    rng = next_seed(seed)
    wins = 0
    for _ in range(num_plies):
        action, rng = random_action(work[place], rng)
        apply(work[place], int(action))
        if int(work[place]["over"]) != 0:
            outcome(work[place], scores, ranks)
            wins += int(ranks[0] == 0)
            seed = next_seed(seed)
            deal_game(work, place, blank, seed, players, options)
    return num_plies, wins


@kernel
def deal_games(start, end, states, blank, seed, players, options):
    """Deal the games of a range."""
    for index in range(start, end):
        deal_game(states, index, blank, first_seed(seed, index), players, options)


@kernel
def play_games(start, end, states, blank, seed, players, options):
    """Deal and play out the games of a range, for comparison with the GPU's."""
    for index in range(start, end):
        first = first_seed(seed, index)
        deal_game(states, index, blank, first, players, options)
        playout(states[index], next_seed(first))


def record_type(dtype: np.dtype[Any]) -> Any:
    return dtype if SIMULATED else numba.from_dtype(dtype)


def padded(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The record with as much behind it as spreads the threads over all banks.

    Words of 8 bytes are fetched for half a warp at a time: an odd number of them will do.
    """
    assert dtype.fields is not None
    gap = 8 if dtype.itemsize // 8 % 2 == 0 else 16
    fields = [(name, dtype.fields[name][0]) for name in dtype.names or ()]
    return np.dtype([*fields, ("gap", "u1", (gap,))], align=True)


def bind(game: Game, function: Any) -> Any:
    return kernels.device(function, **bindings_of(game), random_action=game.rules.random_action)


@cache
def final_states(game: Game) -> Any:
    """One game a thread, its last state kept."""
    record = record_type(game.dtype)
    deal, play = bind(game, deal_game), kernels.device(game.rules.playout)
    begin, following = kernels.device(first_seed), kernels.device(next_seed)

    @cuda.jit
    def grid(states, blank, seed, players, options):
        index = cuda.grid(1)
        if index < len(states):
            work = cuda.local.array(1, record)
            first = begin(seed, index)
            deal(work, 0, blank, first, players, options)
            play(work[0], following(first))
            copy_record(work[0], states, index)

    return grid


@cache
def fused_games(
    game: Game,
    memory: str = "local",
    block: int = 128,
    lanes: int = 1,
    is_flat: bool = False,
    max_registers: int | None = None,
) -> Any:
    """Whole games, several a thread. ``lanes``: only every so manieth thread plays.

    ``order``: the numbers of the games, as they are given to the threads.
    """
    record = record_type(padded(game.dtype) if memory == "padded" else game.dtype)
    play, begin = bind(game, play_game), kernels.device(first_seed)
    plies_at_once, following = bind(game, play_plies), kernels.device(next_seed)
    is_global, is_local = memory == "global", memory == "local"

    def grid(states, blank, seed, order, rounds, players, options, plies, wins):
        thread = cuda.grid(1)
        index = thread // lanes
        if index < len(plies) and thread % lanes == 0:
            scores = cuda.local.array(MAX_PLAYERS, np.int64)
            ranks = cuda.local.array(MAX_PLAYERS, np.int64)
            place = 0
            if is_global:
                work = states
                place = index
            elif is_local:
                work = cuda.local.array(1, record)
            else:
                work = cuda.shared.array(block, record)
                place = cuda.threadIdx.x
            rng = begin(seed, order[index])
            if is_flat:
                plies[index], wins[index] = plies_at_once(
                    work, place, blank, rng, players, options, rounds, scores, ranks
                )
            else:
                plies[index] = 0
                wins[index] = 0
                for _ in range(rounds):
                    more, won = play(work, place, blank, rng, players, options, scores, ranks)
                    plies[index] += more
                    wins[index] += won
                    rng = following(rng)

    return _jit(grid, max_registers)


@cache
def choose_actions(game: Game) -> Any:
    """A random legal action for each state."""
    choose = kernels.device(game.rules.random_action)
    begin = kernels.device(first_seed)

    @cuda.jit
    def grid(states, seed, actions):
        index = cuda.grid(1)
        if index < len(states):
            action, _rng = choose(states[index], begin(seed, index))
            actions[index] = action

    return grid


def _jit(grid: Any, max_registers: int | None) -> Any:
    if SIMULATED or max_registers is None:
        return cuda.jit(grid)
    return cuda.jit(grid, max_registers=max_registers)
