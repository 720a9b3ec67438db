"""Fit the weights of Nova Luna's evaluation by self-play; prints them as the table of weights.py.

    python learning/nova_luna.py --rounds 4 --games 1500
    python learning/nova_luna.py --iterations 200 --games 2000

The first: rounds of games between players who choose by the present weights and a little noise,
each round followed by a fit. The second: one round of games between players who search with the
weights of weights.py; do that again once they have been written there. Two, three and four players
alike.

A fit finds the weights under which the winners are most likely: a multinomial logit, by Newton's
method.
"""

from __future__ import annotations

import argparse
import math

import numpy as np

from tilewright.bots import Budget
from tilewright.game import MAX_PLAYERS
from tilewright.games.nova_luna import GAME
from tilewright.games.nova_luna.evaluation import (
    AT_WEIGHTS,
    NUM_FEATURES,
    describe_seat,
    measure_time,
)
from tilewright.games.nova_luna.rating import greedy_action, rate_takes
from tilewright.games.nova_luna.rules import apply, outcome, setup
from tilewright.games.nova_luna.state import REFILL
from tilewright.games.nova_luna.weights import NAMES, WEIGHTS
from tilewright.games.nova_luna.wheel import may_refill
from tilewright.kernel import below, compiled, kernel, mix, next_random, u64
from tilewright.position import Position
from tilewright.search.bot import SearchBot

FRESH = 0.7  # share of the newly fitted weights in the next round's
NOISE = 0.3  # of players who do not search
STRAY = 0.15  # how often players who search choose in proportion to visits
RIDGE = 30.0
NEWTON_STEPS = 6
REFILLS = 4  # one in so many chances to refill is taken
TERMS = len(WEIGHTS)  # now, times the time to come, times its square

Batch = tuple[np.ndarray, np.ndarray]
"""float32[positions, seats, 3 * features], and int64[positions]: who won."""


@kernel
def choose_noisily(state, rng, noise, weights, actions, ratings, scratch):
    """The action of highest value, each given a random bonus of Gumbel's kind."""
    to_come = measure_time(state)
    for feature in range(NUM_FEATURES):
        scratch[AT_WEIGHTS + feature] = weights[0, feature] + to_come * (
            weights[1, feature] + weights[2, feature] * to_come
        )
    rng = next_random(rng)
    if noise > 0.0 and may_refill(state) and below(rng, REFILLS) == 0:
        return REFILL, rng
    best = -1e30
    chosen = 0
    for index in range(rate_takes(state, actions, ratings, scratch)):
        rng = next_random(rng)
        luck = (float(mix(rng) >> u64(11)) + 0.5) / 9007199254740992.0
        value = ratings[index] - noise * math.log(-math.log(luck))
        if value > best:
            best = value
            chosen = int(actions[index])
    return chosen, rng


@kernel
def note_position(state, features, times, noted, scratch):
    """Write down the features of all seats."""
    times[noted] = measure_time(state)
    for seat in range(int(state["players"])):
        describe_seat(state, seat, scratch)
        for feature in range(NUM_FEATURES):
            features[noted, seat, feature] = scratch[feature]


@kernel
def note_winner(state, winners, first, noted, scores, ranks):
    """Write down who won the game whose positions are ``first`` to ``noted``."""
    outcome(state, scores, ranks)
    for seat in range(int(state["players"])):
        if ranks[seat] == 0:
            for index in range(first, noted):
                winners[index] = seat


@kernel
def collect(work, blank, seed, num_games, players, options, noise, weights, actions, ratings,
            scratch, features, times, winners, scores, ranks):  # fmt: skip
    """Play games and note every position; returns how many were noted."""
    rng = mix(seed)
    noted = 0
    for game in range(num_games):
        work[0] = blank[0]
        state = work[0]
        setup(state, mix(seed + game), players, options)
        first = noted
        while int(state["over"]) == 0:
            note_position(state, features, times, noted, scratch)
            noted += 1
            action, rng = choose_noisily(state, rng, noise, weights, actions, ratings, scratch)
            apply(state, action)
        note_winner(state, winners, first, noted, scores, ranks)
    return noted


@kernel
def play_greedy(work, blank, seed, num_games, players, options, weights, actions, ratings, scratch,
                scores, ranks):  # fmt: skip
    """Games against greedy players, seats changing; returns how many were won."""
    rng = mix(seed)
    won = 0
    for game in range(num_games):
        work[0] = blank[0]
        state = work[0]
        setup(state, mix(seed + game // players), players, options)
        while int(state["over"]) == 0:
            if int(state["mover"]) == game % players:
                action, rng = choose_noisily(state, rng, 0.0, weights, actions, ratings, scratch)
            else:
                action, rng = greedy_action(state, rng, actions)
            apply(state, action)
        outcome(state, scores, ranks)
        won += int(ranks[game % players] == 0)
    return won


class Learner:
    """The arrays of the self-play, and the weights so far."""

    def __init__(self, num_games: int) -> None:
        self.num_games = num_games
        self.weights = WEIGHTS.copy()
        self.common = (GAME.new_state(), GAME.new_state())
        self.options = GAME.parse_options({}, 2)
        self.scratch = (
            np.zeros(GAME.max_legal, dtype=np.int32),
            np.zeros(GAME.max_legal, dtype=np.float32),
            np.zeros(256),
        )
        self.ends = (np.zeros(MAX_PLAYERS, dtype=np.int64), np.zeros(MAX_PLAYERS, dtype=np.int64))

    def new_notes(self, players: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Room for features, times and winners."""
        size = self.num_games * 90  # 68 takes and a few refills
        features = np.zeros((size, players, NUM_FEATURES), dtype=np.float32)
        return features, np.zeros(size, dtype=np.float32), np.zeros(size, dtype=np.int64)

    def play(self, number: int, players: int) -> Batch:
        """One batch of games by the present weights."""
        notes = self.new_notes(players)
        noted = compiled(collect)(
            *self.common, np.uint64(1_000_000 * number), self.num_games, players, self.options,
            NOISE, self.weights, *self.scratch, *notes, *self.ends,
        )  # fmt: skip
        return expand(*(note[:noted] for note in notes))

    def play_searching(self, seed: int, players: int, iterations: int) -> Batch:
        """One batch of games between players who search."""
        random = np.random.default_rng([seed, players])
        bot = SearchBot(GAME, seed, Budget(iterations=iterations))
        features, times, winners = self.new_notes(players)
        noted = 0
        for _ in range(self.num_games):
            first = noted
            position = Position.new(GAME, players, int(random.integers(2**62)), {})
            while not position.is_over:
                compiled(note_position)(position.state, features, times, noted, self.scratch[-1])
                noted += 1
                moves = bot.analyse(position.view(position.mover))
                visits = np.array([move.visits for move in moves], dtype=np.float64)
                strays = random.random() < STRAY
                chosen = random.choice(len(moves), p=visits / visits.sum()) if strays else 0
                position.play(moves[chosen].action)
            compiled(note_winner)(position.state, winners, first, noted, *self.ends)
        return expand(features[:noted], times[:noted], winners[:noted])

    def share_against_greedy(self, num_games: int, players: int) -> float:
        """How many games the one-ply player wins."""
        won = compiled(play_greedy)(
            *self.common, np.uint64(77), num_games, players, self.options, self.weights,
            *self.scratch, *self.ends,
        )  # fmt: skip
        return won / num_games


def expand(features: np.ndarray, times: np.ndarray, winners: np.ndarray) -> Batch:
    """The features by themselves and times the powers of the time to come."""
    time = times[:, None, None]
    return np.concatenate([features * time**power for power in range(TERMS)], axis=2), winners


def chances(rows: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """float64[positions, seats]: how likely each is to come first."""
    values = rows @ weights
    odds = np.exp(values - values.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def miss(rows: np.ndarray, winners: np.ndarray, weights: np.ndarray) -> float:
    """The mean of -log(chance that was given to the winner)."""
    return float(-np.log(chances(rows, weights)[np.arange(len(winners)), winners]).mean())


def fit(batches: list[Batch]) -> np.ndarray:
    """The weights that make the winners most likely."""
    weights = np.zeros(TERMS * NUM_FEATURES)
    for _ in range(NEWTON_STEPS):
        slope = -RIDGE * weights
        square = RIDGE * np.eye(len(weights))
        for rows, winners in batches:
            shares = chances(rows, weights)
            middle = rows - np.einsum("ps,psf->pf", shares, rows)[:, None, :]
            slope += middle[np.arange(len(winners)), winners].sum(axis=0)
            scaled = (middle * np.sqrt(shares)[:, :, None]).reshape(-1, len(weights))
            square += scaled.T @ scaled
        weights += np.linalg.solve(square, slope)
    misses = " ".join(f"{miss(*batch, weights):.4f}" for batch in batches)
    print(f"# the fit misses by {misses}", flush=True)
    return weights.reshape(TERMS, NUM_FEATURES)


def main() -> None:
    """Learn, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--games", type=int, default=1500, help="games a round and player count")
    parser.add_argument("--iterations", type=int, default=0, help="of search; 0: do not search")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    learner = Learner(arguments.games)
    for number in range(arguments.rounds):
        if arguments.iterations:
            batches = [
                learner.play_searching(arguments.seed + number, players, arguments.iterations)
                for players in GAME.players
            ]
            learner.weights = fit(batches)
        else:
            seed = 1000 * arguments.seed + 10 * number
            batches = [learner.play(seed + players, players) for players in GAME.players]
            learner.weights += FRESH * (fit(batches) - learner.weights)
        shares = [learner.share_against_greedy(3000, players) for players in GAME.players]
        against = " ".join(f"{share:.3f}" for share in shares)
        print(f"# round {number + 1}: {against} against 1, 2, 3 greedy players", flush=True)
    for name, row in zip(NAMES, learner.weights.T, strict=True):
        print(f"{name:<16}", *(f"{weight:7.3f}" for weight in row))


if __name__ == "__main__":
    main()
