"""Kernels that evaluate a network: from a position to each seat's expected reward.

Scales: sums, units and logits in 1/512, weights of the second and third layer in 1/256.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from tilewright.game import MAX_PLAYERS, Inputs, Rewards, Scratch, Seat, State
from tilewright.kernel import Word, called, kernel
from tilewright.network.files import (
    HIDDEN,
    HIDDEN_TOP,
    ONE,
    OUTPUTS,
    STRIDE,
    UNITS,
    WEIGHT_SHIFT,
    WIDTH,
    Logits,
    Mind,
    Small,
    Sums,
)

TABLE_SHIFT: Final = 2  # table entries are 1/128 of a logit apart
TABLE_ONE: Final = 1 << 24
NUM_ODDS: Final = 2048

# int64[2048]: exp(-k / 128), in 1/2**24: rounded, so that no library's last bit matters.
ODDS = np.array([round(TABLE_ONE * math.exp(-k / 128)) for k in range(NUM_ODDS)], dtype=np.int64)
# int64[2048]: 1 / (1 + exp(-(k - 1024) / 128)).
SHARES = np.array(
    [round(TABLE_ONE / (1 + math.exp(-(k - NUM_ODDS // 2) / 128))) for k in range(NUM_ODDS)],
    dtype=np.int64,
)
ODDS.flags.writeable = SHARES.flags.writeable = False


@kernel
def write_inputs(state: State, out: Inputs, scratch: Scratch) -> int:
    """Write the indices of the active inputs and return their number.

    A game's kernel replaces this one.
    """
    return 0


@kernel
def seat_after(state: State, seat: Seat) -> Seat:
    """Return the seat whose inputs follow those of ``seat``.

    The default is the next seat.
    """
    return seat + 1 if seat + 1 < int(state["players"]) else 0


@kernel
def estimate(state: State, rng: Word, rewards: Rewards, scratch: Scratch) -> None:
    """Write each seat's expected reward. A game's kernel replaces this one."""


# --- From inputs to logits ------------------------------------------------------------------------


@called
def accumulate_inputs(rows: Small, inputs: Inputs, count: int, sums: Sums) -> None:
    """Write the sums of the rows of all active inputs, four rows at a time. sums: int32[64]."""
    last = len(rows) - 1
    while count % STRIDE != 0:
        inputs[count] = last
        count += 1
    always = rows[last - 1]
    for column in range(WIDTH):
        sums[column] = int(always[column])
    for index in range(0, count, STRIDE):
        row0 = rows[inputs[index]]
        row1 = rows[inputs[index + 1]]
        row2 = rows[inputs[index + 2]]
        row3 = rows[inputs[index + 3]]
        for column in range(WIDTH):
            sums[column] += np.int32(
                np.int32(row0[column])
                + np.int32(row1[column])
                + np.int32(row2[column])
                + np.int32(row3[column])
            )


@called
def write_logits(
    second: Small,
    biases: Sums,
    third: Sums,
    players: int,
    sums: Sums,
    units: Small,
    logits: Logits,
) -> None:
    """Write the logits of all outputs, in 1/512, computed from the sums of the first layer."""
    bucket = players - 1
    for column in range(WIDTH):
        units[column] = min(max(sums[column], 0), ONE)
    for output in range(OUTPUTS):
        logits[output] = 0
    for hidden in range(HIDDEN):
        row = second[bucket, hidden]
        total = np.int32(biases[bucket, hidden])
        for column in range(WIDTH):
            total += np.int32(np.int32(units[column]) * np.int32(row[column]))
        value = min(int(total) >> WEIGHT_SHIFT, HIDDEN_TOP)
        if value > 0:
            for output in range(OUTPUTS):
                logits[output] += value * int(third[bucket, hidden, output])
    for output in range(OUTPUTS):
        straight = int(sums[UNITS + output]) + int(biases[bucket, HIDDEN + output])
        logits[output] = straight + (int(logits[output]) >> WEIGHT_SHIFT)


# --- From logits to probabilities -----------------------------------------------------------------


@kernel
def write_odds(logits: Logits, players: int) -> int:
    """Replace the logits of coming first by odds and return the sum of the odds."""
    best = int(logits[0])
    for place in range(1, players):
        best = max(best, int(logits[place]))
    total = 0
    for place in range(players):
        step = min((best - int(logits[place])) >> TABLE_SHIFT, NUM_ODDS - 1)
        logits[place] = ODDS[step]
        total += int(logits[place])
    return total


@kernel
def share_of(logit: int) -> float:
    """Return the logistic function of a margin's logit, from 0 to 1. The logit is in 1/512."""
    step = (int(logit) >> TABLE_SHIFT) + NUM_ODDS // 2
    return int(SHARES[min(max(step, 0), NUM_ODDS - 1)]) / TABLE_ONE


@called
def evaluate(state: State, scratch: Scratch, mind: Mind) -> None:
    """Write each seat's probability of coming first and share of the margin to ``mind``."""
    (rows, second, biases, third), (inputs, sums, units, logits), firsts, shares = mind
    players = int(state["players"])
    count = write_inputs(state, inputs, scratch)
    accumulate_inputs(rows, inputs, count, sums)
    write_logits(second, biases, third, players, sums, units, logits)
    total = write_odds(logits, players)
    seat = int(state["mover"])
    for place in range(players):
        firsts[seat] = int(logits[place]) / total
        shares[seat] = share_of(int(logits[MAX_PLAYERS + place]))
        seat = seat_after(state, seat)


@kernel
def value_seats(
    state: State, rng: Word, rewards: Rewards, scratch: Scratch, mind: Mind, settings: np.void
) -> None:
    """Write each seat's expected reward in an unfinished game.

    Without a network, the game's own estimate is used. One compiled search serves both.
    """
    weights, _, firsts, shares = mind
    if len(weights[0]) == 0:
        estimate(state, rng, rewards, scratch)
        return
    evaluate(state, scratch, mind)
    for seat in range(int(state["players"])):
        first = settings["weight_first"] * firsts[seat]
        rewards[seat] = first + settings["weight_score"] * shares[seat]
