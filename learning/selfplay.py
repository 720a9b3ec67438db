"""Self-play kernels for the CPU and the GPU.

A game starts with a random opening. Up to a random ply, the move with the best rating plus a random
bonus is played; in one game of five, moves are uniformly random. Afterwards the mover looks one ply
ahead: among the moves rated best, it plays the one with the highest network value, after guessing
the hidden information. Alternatively it searches (see ``searching``). Without a network, it plays
the move rated best.

Every few plies a position is sampled: its active inputs, and a target for every seat (probability
of coming first, share of the margin). The target is the result of the game, mixed with the
network's values of the later positions: TD(fade).
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from tilewright.game import MAX_PLAYERS
from tilewright.kernel import below, called, copy_record, kernel, mix, next_random, u64
from tilewright.network import OUTPUTS
from tilewright.network.kernels import evaluate, seat_after, write_inputs
from tilewright.search.mcts import move_best_to_front

MAX_PLIES: Final = 160
NONE: Final = 65535  # no input
GAME, GUESS, AFTER = range(3)  # indexes of a game's records
DEAL_SALT: Final = 0x5EED
CALM: Final = 0.05  # bonus after the opening, for games by rating
ANY: Final = -1.0  # uniformly random moves
WILDNESS = np.array([0.1, 0.4, 1.0, 4.0, ANY])

# float64[5]: how seats are rewarded; see ``playing.make_reward_settings``.
FADE, FIRST_WEIGHT, SHARE_WEIGHT, SCORE_SIGN, SCORE_SCALE = range(5)


@kernel
def setup(state, seed, players, options):
    """Deal a game."""


@kernel
def apply(state, action):
    """Play an action."""


@kernel
def random_action(state, rng):
    """Return a random action and the next generator state."""
    return 0, rng


@kernel
def outcome(state, scores, ranks):
    """Write scores and ranks."""


@kernel
def view(state, viewer):
    """Remove the information that a seat may not know."""


@kernel
def determinize(state, rng):
    """Replace the hidden information with a random sample."""


@kernel
def rate_actions(state, rng, actions, ratings, scratch):
    """Write candidate actions and their ratings; return how many there are."""
    return 0


@kernel
def write_rewards(state, reward_settings, scores, ranks, firsts, shares):
    """Write each seat's reward for a finished game: its share of first place, and of the margin."""
    outcome(state, scores, ranks)
    players = int(state["players"])
    num_first = 0
    for seat in range(players):
        num_first += int(ranks[seat] == 0)
    for seat in range(players):
        best = -1e30
        for other in range(players):
            if other != seat:
                best = max(best, reward_settings[SCORE_SIGN] * scores[other])
        margin = reward_settings[SCORE_SIGN] * scores[seat] - best
        shares[seat] = 0.5 + 0.5 * math.tanh(margin / reward_settings[SCORE_SCALE])
        firsts[seat] = 1.0 / num_first if ranks[seat] == 0 else 0.0


@called
def choose_by_noisy_rating(state, rng, wildness, actions, ratings, scratch):
    """Choose the action with the best sum of rating and random bonus. Returns ``(action,
    generator)``."""
    count = rate_actions(state, rng, actions, ratings, scratch)
    best = ratings[0]
    total = 0.0
    for index in range(count):
        best = max(best, ratings[index])
        total += ratings[index]
    spread = wildness * (best - total / count) + 1e-6
    chosen = 0
    most = -1e30
    for index in range(count):
        rng = next_random(rng)
        value = ratings[index] + spread * (float(int(mix(rng) >> 11)) / 9007199254740992.0)
        if value > most:
            most = value
            chosen = int(actions[index])
    return chosen, rng


@called
def choose_by_value(
    mine, reward_settings, limit, rng, actions, ratings, scratch, scores, ranks, mind
):
    """Choose the action with the highest network value for the mover. Returns ``(action,
    generator)``.

    mine: record[3], the game and two scratch records. limit: number of best-rated actions to
    try.
    """
    _, _, firsts, shares = mind
    seat = int(mine[GAME]["mover"])
    count = rate_actions(mine[GAME], rng, actions, ratings, scratch)
    count = move_best_to_front(actions, ratings, count, limit)
    rng = next_random(rng)
    copy_record(mine[GAME], mine, GUESS)
    view(mine[GUESS], seat)
    determinize(mine[GUESS], mix(rng))
    best = -1e30
    chosen = int(actions[0])
    for index in range(count):
        copy_record(mine[GUESS], mine, AFTER)
        apply(mine[AFTER], int(actions[index]))
        if int(mine[AFTER]["over"]) == 1:
            write_rewards(mine[AFTER], reward_settings, scores, ranks, firsts, shares)
        else:
            evaluate(mine[AFTER], scratch, mind)
        value = (
            reward_settings[FIRST_WEIGHT] * firsts[seat]
            + reward_settings[SHARE_WEIGHT] * shares[seat]
        )
        if value > best:
            best = value
            chosen = int(actions[index])
    return chosen, rng


@called
def pack_seat_order(state):
    """Pack the seats in the order in which they move into an int, two bits per seat."""
    seat = int(state["mover"])
    order = 0
    for place in range(int(state["players"])):
        order |= seat << (2 * place)
        seat = seat_after(state, seat)
    return order


@called
def write_inputs_padded(state, scratch, row):
    """Write the active inputs of a position to a row, padded with NONE."""
    count = write_inputs(state, row, scratch)
    for index in range(count, len(row)):
        row[index] = NONE


@called
def write_value(state, scratch, mind, row):
    """Write the network's values of a position for each seat. row: float32[8]."""
    evaluate(state, scratch, mind)
    _, _, firsts, shares = mind
    for seat in range(int(state["players"])):
        row[seat] = firsts[seat]
        row[MAX_PLAYERS + seat] = shares[seat]


@kernel
def choose_action(mine, reward_settings, limit, rng, scratch_arrays, mind, row, tools):
    """Choose an action, and write the position's values. Returns (action, generator).

    ``searching.choose_action`` replaces this function, with its own ``tools``.
    """
    actions, ratings, scratch, scores, ranks, _ = scratch_arrays
    write_value(mine[GAME], scratch, mind, row)
    return choose_by_value(
        mine, reward_settings, limit, rng, actions, ratings, scratch, scores, ranks, mind
    )


@called
def compute_targets(
    state, reward_settings, fade, num_seen, num_kept, mind, scores, ranks, seen, targets, plies
):
    """Compute the targets of a game's samples, from its end backwards.

    On entry, plies are counted from the first position seen, and the first target contains the
    packed seat order.
    """
    _, _, firsts, shares = mind
    write_rewards(state, reward_settings, scores, ranks, firsts, shares)
    players = int(state["players"])
    kept = num_kept - 1
    for back in range(num_seen):
        index = num_seen - 1 - back
        if kept >= 0 and int(plies[kept]) == index:
            order = int(targets[kept, 0])
            for step in range(players):
                seat = (order >> (2 * step)) & 3
                targets[kept, step] = firsts[seat]
                targets[kept, MAX_PLAYERS + step] = shares[seat]
            kept -= 1
        if fade < 1.0:
            for seat in range(players):
                firsts[seat] = fade * firsts[seat] + (1.0 - fade) * seen[index, seat]
                later = seen[index, MAX_PLAYERS + seat]
                shares[seat] = fade * shares[seat] + (1.0 - fade) * later


@kernel
def play_game(
    number, deal, reward_settings, blank, mine, scratch_arrays, mind, tools, inputs, targets, plies
):
    """Play one game and write its samples; return its length in plies.

    deal: (seed, players, options, is_valued, most_open, every, limit). scratch_arrays: see
    ``playing.allocate_scratch``. tools: further buffers of ``choose_action``. inputs:
    uint16[samples, inputs], targets: float32[samples, 8], mover first, plies: int16[samples], -1
    for unused samples.
    """
    seed, players, options, is_valued, most_open, every, limit = deal
    actions, ratings, scratch, scores, ranks, seen = scratch_arrays
    rng = mix(u64(seed + u64(number)))
    copy_record(blank[0], mine, GAME)
    setup(mine[GAME], mix(u64(rng ^ u64(DEAL_SALT))), players, options[number % len(options)])
    rng = next_random(rng)
    opening = below(rng, most_open + 1)
    rng = next_random(rng)
    wildness = WILDNESS[below(rng, len(WILDNESS))]
    rng = next_random(rng)
    offset = below(rng, every)
    num_seen = 0
    num_kept = 0
    for index in range(len(plies)):
        plies[index] = -1
    while int(mine[GAME]["over"]) == 0 and int(mine[GAME]["ply"]) < MAX_PLIES:
        chosen = 0
        if int(mine[GAME]["ply"]) < opening and wildness == ANY:
            chosen, rng = random_action(mine[GAME], rng)
        elif int(mine[GAME]["ply"]) < opening:
            chosen, rng = choose_by_noisy_rating(
                mine[GAME], rng, wildness, actions, ratings, scratch
            )
        else:
            if (num_seen + offset) % every == 0 and num_kept < len(plies):
                write_inputs_padded(mine[GAME], scratch, inputs[num_kept])
                for index in range(OUTPUTS):
                    targets[num_kept, index] = 0.0
                targets[num_kept, 0] = float(pack_seat_order(mine[GAME]))
                plies[num_kept] = num_seen
                num_kept += 1
            if is_valued == 1:
                chosen, rng = choose_action(
                    mine, reward_settings, limit, rng, scratch_arrays, mind, seen[num_seen], tools
                )
            else:
                chosen, rng = choose_by_noisy_rating(
                    mine[GAME], rng, CALM, actions, ratings, scratch
                )
            num_seen += 1
        apply(mine[GAME], chosen)
    fade = reward_settings[FADE] if is_valued == 1 else 1.0
    compute_targets(
        mine[GAME],
        reward_settings,
        fade,
        num_seen,
        num_kept,
        mind,
        scores,
        ranks,
        seen,
        targets,
        plies,
    )
    return int(mine[GAME]["ply"])


@kernel
def play_range(
    first,
    last,
    deal,
    reward_settings,
    blank,
    mine,
    scratch_arrays,
    mind,
    tools,
    inputs,
    targets,
    plies,
):
    """Play the games from ``first`` to ``last - 1`` and write their samples."""
    for number in range(first, last):
        play_game(
            number,
            deal,
            reward_settings,
            blank,
            mine,
            scratch_arrays,
            mind,
            tools,
            inputs[number],
            targets[number],
            plies[number],
        )
