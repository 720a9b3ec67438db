"""Learn what a shelf reveals about its owner's personal card; print a data card with the table.

    python -m learning.my_shelfie_belief --games 40 > belief.md
    python -m learning.my_shelfie_belief --games 10 --seed 5000000 --check

Bots of every level play against each other. Before each move, the mover observes the other shelves:
for every card, the number of matching places and of places filled differently. A weight for each
such pair is fitted by maximum likelihood to predict the true cards. ``--check`` prints the same
figures for the current table, on other games.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from learning.card import describe_commit, describe_software, format_row
from tilewright.bots import Budget, make_bot
from tilewright.games.my_shelfie import GAME
from tilewright.games.my_shelfie.belief import count_card_places
from tilewright.games.my_shelfie.state import CARD_PLANES
from tilewright.games.my_shelfie.weights import BELIEF
from tilewright.kernel import compiled
from tilewright.position import Position

NUM_CARDS = len(CARD_PLANES) - 1
SIZE = len(BELIEF)  # a card has six places, so that 0 to 6 may match
MEMORY = 16.0
RIDGE = 0.1
UNIT = 1000.0  # the weight of a card without any filled place
MAX_WEIGHT = 100_000_000.0  # twelve of them are drawn from as 32 bits
STEPS = 40
BOUNDS = (0.0, 0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 1.0)

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Observations(NamedTuple):
    """Observations of the other shelves, in games with the same number of players."""

    kinds: Ints
    """int64[n, others, 12]: for each card, SIZE * matching places + places filled differently."""
    truths: Ints
    """int64[n, others]: the true card, counted from 0."""
    own: Ints
    """int64[n]: the mover's own card, counted from 0."""
    tiles: Ints
    """int64[n, others]: number of tiles on the shelf."""


# --- Games ----------------------------------------------------------------------------------------


def play(level: int, players: int, number: int, iterations: int) -> Iterator[Position]:
    """Play a game between bots of one level, and yield the position before every move."""
    position = Position.new(GAME, players, number, {})
    budget = Budget(iterations=iterations, memory=MEMORY)
    bots = [make_bot(f"level-{level}", GAME, number + seat, budget) for seat in range(players)]
    while not position.is_over:
        yield position
        action = bots[position.mover].choose(position.view(position.mover))
        position.play(action)
        for seat, bot in enumerate(bots):
            if not position.is_over:
                bot.played(action, position.view(seat))


def observe_shelves(position: Position) -> tuple[list[list[int]], list[int], int, list[int]]:
    """Return what the mover observes of the other shelves, as one row of ``Observations``."""
    state, mover = position.state, position.mover
    others = [seat for seat in range(position.players) if seat != mover]
    count: Any = compiled(count_card_places)
    pairs = [[count(state, seat, 1 + card) for card in range(NUM_CARDS)] for seat in others]
    kinds = [[SIZE * int(matched) + int(wrong) for matched, wrong in row] for row in pairs]
    tiles = [int(np.bitwise_count(np.bitwise_or.reduce(state["shelves"][o]))) for o in others]
    return (
        kinds,
        [int(state["cards"][o]) - 1 for o in others],
        int(state["cards"][mover]) - 1,
        tiles,
    )


def collect_observations(
    level: int, players: int, games: int, seed: int, iterations: int
) -> Observations:
    """Play games between bots of one level and return what the movers observe."""
    numbers = range(seed, seed + games)
    seen = [
        observe_shelves(one)
        for number in numbers
        for one in play(level, players, number, iterations)
    ]
    return Observations(*(np.array(part, dtype=np.int64) for part in zip(*seen, strict=True)))


# --- The fit --------------------------------------------------------------------------------------


def fit_weights(all_observations: list[Observations]) -> Ints:
    """Fit the maximum-likelihood weights by Newton's method. Returns int64[7, 7].

    Shelves are treated as independent: the prior is uniform over all cards except the mover's.
    """
    kinds = np.concatenate([one.kinds.reshape(-1, NUM_CARDS) for one in all_observations])
    truths = np.concatenate([one.truths.reshape(-1) for one in all_observations])
    own = np.concatenate([np.repeat(one.own, one.truths.shape[1]) for one in all_observations])
    logs, rows = np.zeros(SIZE * SIZE), np.arange(len(truths))
    true_kinds = np.bincount(kinds[rows, truths], minlength=len(logs))
    for _ in range(STEPS):
        shares = normalise_odds(np.exp(logs)[kinds], own)
        expected = np.zeros((len(rows), len(logs)))
        np.add.at(expected, (rows[:, None], kinds), shares)
        slope = true_kinds - expected.sum(axis=0) - RIDGE * logs
        bend = np.diag(expected.sum(axis=0) + RIDGE) - expected.T @ expected
        logs += np.clip(np.linalg.solve(bend, slope), -1.0, 1.0)
    weights = np.rint(UNIT * np.exp(logs - logs[0])).clip(1.0, MAX_WEIGHT).reshape(SIZE, SIZE)
    return np.where(np.add.outer(range(SIZE), range(SIZE)) < SIZE, weights, 0).astype(np.int64)


def normalise_odds(weights: Floats, own: Ints) -> Floats:
    """Normalise weights to probabilities, float64[n, 12]; the mover's own card gets 0."""
    weights[np.arange(len(own)), own] = 0.0
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares


def compute_odds(observations: Observations, table: Ints) -> Floats:
    """Compute the probability of each card for each seat, given all shelves.

    Returns:
        float64[n, others, 12].
    """
    weights = table.reshape(-1)[observations.kinds].astype(float)
    weights[np.arange(len(observations.own)), :, observations.own] = 0.0
    others = weights.shape[1]
    places = "abc"[:others]
    differ = np.ones((NUM_CARDS,) * others)
    for cards in np.ndindex(differ.shape):
        differ[cards] = len(set(cards)) == others
    terms = ",".join(f"n{place}" for place in places)
    shares = np.moveaxis(weights / weights.sum(axis=2, keepdims=True), 1, 0)
    sums = [
        np.einsum(f"{terms},{places}->n{place}", *shares, differ, optimize=True) for place in places
    ]
    odds: Floats = np.stack(sums, axis=1)
    return odds / odds.sum(axis=2, keepdims=True)


# --- The figures ----------------------------------------------------------------------------------


class Predictions(NamedTuple):
    """A table's predictions and the true cards, one row per position and seat."""

    odds: Floats
    """float64[n, 12]"""
    is_true: npt.NDArray[np.bool_]
    """bool[n, 12]"""
    tiles: Ints

    @property
    def cross_entropy(self) -> Floats:
        """The cross-entropy of each row, in nats."""
        return -np.log(self.odds[self.is_true])


def predict_cards(all_observations: list[Observations], table: Ints) -> Predictions:
    """Predict the other players' cards with a table of weights."""
    odds = np.concatenate(
        [compute_odds(one, table).reshape(-1, NUM_CARDS) for one in all_observations]
    )
    truths = np.concatenate([one.truths.reshape(-1) for one in all_observations])
    tiles = np.concatenate([one.tiles.reshape(-1) for one in all_observations])
    return Predictions(odds, np.arange(NUM_CARDS) == truths[:, None], tiles)


def tabulate_calibration(predictions: Predictions) -> Iterator[list[str]]:
    """Yield a table by predicted probability: number of cards, mean prediction, share of true
    cards."""
    yield ["odds", "cards", "mean", "true"]
    odds, is_true = predictions.odds.reshape(-1), predictions.is_true.reshape(-1)
    for low, high in pairwise(BOUNDS):
        among = (odds > low) & (odds <= high)
        if among.any():
            shares = [f"{values[among].mean():.1%}" for values in (odds, is_true)]
            yield [f"{low:.0%} to {high:.0%}", f"{among.sum():,}", *shares]


def tabulate_cross_entropy(predictions: Predictions) -> Iterator[list[str]]:
    """Yield a table by number of tiles on the shelf: cross-entropy, and accuracy of the likeliest
    card."""
    yield ["tiles", "shelves", "nats", "likeliest is true"]
    right = predictions.is_true[np.arange(len(predictions.odds)), predictions.odds.argmax(axis=1)]
    for low, high in ((0, 0), (1, 3), (4, 6), (7, 9), (10, 12), (13, 18), (19, 24), (25, 30)):
        among = (predictions.tiles >= low) & (predictions.tiles <= high)
        if among.any():
            nats = f"{predictions.cross_entropy[among].mean():.3f}"
            yield [f"{low} to {high}", f"{among.sum():,}", nats, f"{right[among].mean():.1%}"]


def tabulate_levels(by_level: dict[int, list[Observations]], table: Ints) -> Iterator[list[str]]:
    """Yield a table of the cross-entropy by level and number of players."""
    yield ["level", *(f"{players} players" for players in GAME.players)]
    for level, observations in by_level.items():
        yield [
            str(level),
            *(f"{predict_cards([one], table).cross_entropy.mean():.3f}" for one in observations),
        ]


def format_table(rows: Iterator[list[str]]) -> str:
    """Format rows as a Markdown table; the first row is the header."""
    head, *rest = rows
    return "\n".join([format_row(head), format_row(["---"] * len(head)), *map(format_row, rest)])


def format_weights(weights: Ints) -> str:
    """Format weights in the way of ``weights.BELIEF_TABLE``."""
    lines = (" ".join(f"{int(one):>9}" for one in row[: SIZE - m]) for m, row in enumerate(weights))
    return "\n".join(lines)


# --- The command ----------------------------------------------------------------------------------


def main(words: list[str] | None = None) -> None:
    """Play games, fit the weights unless ``--check`` is given, and print the data card."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40, help="of each level and player count")
    parser.add_argument("--levels", default="1,2,3,4,5,6,7,8")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=500, help="of a search, at most")
    parser.add_argument("--check", action="store_true", help="of the table in use")
    args = parser.parse_args(words)
    by_level: dict[int, list[Observations]] = {}
    for level in map(int, args.levels.split(",")):
        seeds = [args.seed + 100_000 * (10 * level + players) for players in GAME.players]
        by_level[level] = [
            collect_observations(level, players, args.games, seed, args.iterations)
            for players, seed in zip(GAME.players, seeds, strict=True)
        ]
        print(f"level {level}: played", file=sys.stderr, flush=True)
    table = (
        BELIEF
        if args.check
        else fit_weights([one for observations in by_level.values() for one in observations])
    )
    print(format_data_card(args, by_level, table))


def format_data_card(
    args: argparse.Namespace, by_level: dict[int, list[Observations]], table: Ints
) -> str:
    """Format the data card as Markdown."""
    predictions = predict_cards(
        [one for observations in by_level.values() for one in observations], table
    )
    facts = {
        "games": f"{args.games * len(by_level) * len(GAME.players):,}",
        "shelves": f"{len(predictions.tiles):,}",
        "bots": f"levels {args.levels} among themselves, up to {args.iterations} iterations a move",
        "seed": str(args.seed),
        "even odds": f"{np.log(NUM_CARDS - 1):.3f} nats",
        "the table": f"{predictions.cross_entropy.mean():.3f} nats",
        "software": describe_software(),
        "code": describe_commit(),
    }
    rows = iter([["", ""], *([name, fact] for name, fact in facts.items())])
    parts = (
        rows,
        tabulate_levels(by_level, table),
        tabulate_cross_entropy(predictions),
        tabulate_calibration(predictions),
    )
    weights = f"```text\n{format_weights(table)}\n```"
    facts_table, *figures = map(format_table, parts)
    return "\n\n".join(
        ["# Belief of My Shelfie", facts_table, describe_command(args), *figures, weights]
    )


def describe_command(args: argparse.Namespace) -> str:
    """Return a sentence with the command that made the card."""
    words = f"--games {args.games} --levels {args.levels} --seed {args.seed}"
    command = f"`python -m learning.my_shelfie_belief {words} --iterations {args.iterations}`"
    if args.check:
        return f"The table in use, checked by {command}."
    return f"Learnt by {command}; the figures are of the games that it learnt from."


if __name__ == "__main__":
    main()
