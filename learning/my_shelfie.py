"""Fit the weights of My Shelfie's evaluation by self-play; prints them as the table of weights.py.

    python learning/my_shelfie.py --rounds 8 --games 4000

A round: games between players who choose by the present weights and a little noise, then least
squares of what each shelf still gained against its features. Two, three and four players alike.
"""

from __future__ import annotations

import argparse

import numpy as np

from tilewright.games.my_shelfie import GAME
from tilewright.games.my_shelfie.evaluation import (
    NUM_FEATURES,
    find_token,
    measure_time,
    value_seat,
)
from tilewright.games.my_shelfie.rating import greedy_action, value_action
from tilewright.games.my_shelfie.rules import (
    apply,
    legal_actions,
    outcome,
    score_tokens,
    setup,
)
from tilewright.games.my_shelfie.weights import NAMES, WEIGHTS
from tilewright.kernel import compiled, kernel, mix, next_random

FRESH = 0.6  # share of the newly fitted weights in the next round's
RIDGE = 10.0


@kernel
def choose_noisily(state, rng, noise, weights, actions, scratch):
    """The action of highest value, each given a random bonus up to ``noise``."""
    to_come = measure_time(state)
    token0 = find_token(state, 0, int(state["mover"]))
    token1 = find_token(state, 1, int(state["mover"]))
    best = -1e30
    chosen = 0
    for index in range(legal_actions(state, actions)):
        rng = next_random(rng)
        bonus = noise * (mix(rng) >> 11) / 9007199254740992.0
        # value_action leaves the features behind; trial weights are added to the compiled ones.
        action = int(actions[index])
        value = value_action(state, action, token0, token1, to_come, scratch) + bonus
        for feature in range(NUM_FEATURES):
            value += scratch[feature] * (weights[0, feature] + weights[1, feature] * to_come)
        if value > best:
            best = value
            chosen = action
    return chosen, rng


@kernel
def collect(work, blank, seed, num_games, players, options, noise, weights, actions, scratch,
            features, times, gains, seats, scores, ranks):  # fmt: skip
    """Play games and note every shelf after its owner's move; returns how many were noted."""
    rng = mix(seed)
    noted = 0
    for game in range(num_games):
        work[0] = blank[0]
        state = work[0]
        setup(state, mix(seed + game), players, options)
        first = noted
        while int(state["over"]) == 0 and noted < len(features):
            seat = int(state["mover"])
            action, rng = choose_noisily(state, rng, noise, weights, actions, scratch)
            apply(state, action)
            times[noted] = measure_time(state)
            value_seat(state, seat, times[noted], scratch)
            for feature in range(NUM_FEATURES):
                features[noted, feature] = scratch[feature]
            gains[noted] = -score_tokens(state, seat)
            seats[noted] = seat
            noted += 1
        outcome(state, scores, ranks)
        for index in range(first, noted):
            gains[index] += scores[seats[index]]
    return noted


@kernel
def play_greedy(work, blank, seed, num_games, options, weights, actions, scratch, scores, ranks):
    """Games of two against the greedy player, seats changing; returns how many were won."""
    rng = mix(seed)
    won = 0
    for game in range(num_games):
        work[0] = blank[0]
        state = work[0]
        setup(state, mix(seed + game // 2), 2, options)
        while int(state["over"]) == 0:
            if int(state["mover"]) == game % 2:
                action, rng = choose_noisily(state, rng, 0.0, weights, actions, scratch)
            else:
                action, rng = greedy_action(state, rng, actions)
            apply(state, action)
        outcome(state, scores, ranks)
        won += int(ranks[game % 2] == 0)
    return won


class Learner:
    """The arrays of the self-play, and the change to the weights so far."""

    def __init__(self, num_games: int) -> None:
        self.num_games = num_games
        self.change = np.zeros((2, NUM_FEATURES))
        self.common = (GAME.new_state(), GAME.new_state())
        self.options = GAME.parse_options({}, 2)
        self.scratch = (np.zeros(GAME.max_legal, dtype=np.int32), np.zeros(256))
        self.ends = (np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64))

    def fit(self, number: int, players: int, noise: float) -> tuple[np.ndarray, float]:
        """Weights fitted to one batch of games, and how far they miss on average."""
        size = self.num_games * 80
        features, times, gains = np.zeros((size, NUM_FEATURES)), np.zeros(size), np.zeros(size)
        noted = compiled(collect)(
            *self.common, np.uint64(1_000_000 * number), self.num_games, players, self.options,
            noise, self.change, *self.scratch, features, times, gains,
            np.zeros(size, dtype=np.int64), *self.ends,
        )  # fmt: skip
        rows = np.hstack([features[:noted], features[:noted] * times[:noted, None]])
        square = rows.T @ rows + RIDGE * np.eye(rows.shape[1])
        fitted = np.linalg.solve(square, rows.T @ gains[:noted])
        return fitted.reshape(2, NUM_FEATURES), float((gains[:noted] - rows @ fitted).std())

    def share_against_greedy(self, num_games: int) -> float:
        won = compiled(play_greedy)(
            *self.common, np.uint64(77), num_games, self.options, self.change, *self.scratch,
            *self.ends,
        )  # fmt: skip
        return won / num_games


def main() -> None:
    """Learn, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--games", type=int, default=4000, help="games a round and player count")
    arguments = parser.parse_args()
    learner = Learner(arguments.games)
    print(f"# before: {learner.share_against_greedy(2000):.3f} of games against greedy")
    for number in range(1, arguments.rounds + 1):
        fits = [learner.fit(10 * number + players, players, 1.0) for players in (2, 3, 4)]
        fitted = sum(weights for weights, _ in fits) / len(fits)
        learner.change += FRESH * (fitted - WEIGHTS - learner.change)
        share = learner.share_against_greedy(2000)
        misses = " ".join(f"{miss:.2f}" for _, miss in fits)
        print(
            f"# round {number}: misses by {misses} points, {share:.3f} against greedy", flush=True
        )
    for name, (now, to_come) in zip(NAMES, (WEIGHTS + learner.change).T, strict=True):
        print(f"{name:<16} {now:7.3f} {to_come:7.3f}")


if __name__ == "__main__":
    main()
