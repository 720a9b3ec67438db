"""Learn how a shelf tells which personal card its owner has; print a card with the table.

    python -m learning.my_shelfie_belief --games 40 > belief.md
    python -m learning.my_shelfie_belief --games 10 --seed 5000000 --check

Bots of every level play among themselves. Before each move, the mover sees the other shelves: for
each card that it does not hold, the number of matching places and of places filled otherwise. A
weight for each such pair is fitted by maximum likelihood, so that the predicted odds agree with
the true cards. ``--check`` prints the same figures for the table in use, on other games.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from learning.card import name_commit, name_software, write_row
from tilewright.bots import Budget, make_bot
from tilewright.games.my_shelfie import GAME
from tilewright.games.my_shelfie.belief import count_places
from tilewright.games.my_shelfie.state import CARD_PLANES
from tilewright.games.my_shelfie.weights import BELIEF
from tilewright.kernel import compiled
from tilewright.position import Position

NUM_CARDS = len(CARD_PLANES) - 1
SIZE = len(BELIEF)  # a card has six places, so that 0 to 6 may match
MEMORY = 16.0
RIDGE = 0.1
UNIT = 1000.0  # the weight of a card none of whose places is filled
MOST = 100_000_000.0  # twelve of them are drawn from as 32 bits
STEPS = 40
BOUNDS = (0.0, 0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 1.0)

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Sights(NamedTuple):
    """Observations of the other shelves, in games of one number of players."""

    kinds: Ints
    """int64[n, others, 12]: for each card, SIZE times the matching places plus those filled
    otherwise."""
    truths: Ints
    """int64[n, others]: the true card, from 0."""
    own: Ints
    """int64[n]: the mover's own card, from 0."""
    tiles: Ints
    """int64[n, others]: how many tiles stood on the shelf."""


# --- Games ----------------------------------------------------------------------------------------


def play(level: int, players: int, number: int, iterations: int) -> Iterator[Position]:
    """Yield the positions before every move of a game between bots of one level."""
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


def see(position: Position) -> tuple[list[list[int]], list[int], int, list[int]]:
    """Return the mover's observation as rows of ``Sights``."""
    state, mover = position.state, position.mover
    others = [seat for seat in range(position.players) if seat != mover]
    count: Any = compiled(count_places)
    pairs = [[count(state, seat, 1 + card) for card in range(NUM_CARDS)] for seat in others]
    kinds = [[SIZE * int(matched) + int(wrong) for matched, wrong in row] for row in pairs]
    tiles = [int(np.bitwise_count(np.bitwise_or.reduce(state["shelves"][o]))) for o in others]
    return (
        kinds,
        [int(state["cards"][o]) - 1 for o in others],
        int(state["cards"][mover]) - 1,
        tiles,
    )


def watch(level: int, players: int, games: int, seed: int, iterations: int) -> Sights:
    """Return the observations of all positions of a number of games."""
    numbers = range(seed, seed + games)
    seen = [see(one) for number in numbers for one in play(level, players, number, iterations)]
    return Sights(*(np.array(part, dtype=np.int64) for part in zip(*seen, strict=True)))


# --- The fit --------------------------------------------------------------------------------------


def fit(all_sights: list[Sights]) -> Ints:
    """Return the weights of maximum likelihood, int64[7, 7], by Newton's method.

    Every shelf counts by itself: its owner has any card but the mover's, with equal probability.
    """
    kinds = np.concatenate([one.kinds.reshape(-1, NUM_CARDS) for one in all_sights])
    truths = np.concatenate([one.truths.reshape(-1) for one in all_sights])
    own = np.concatenate([np.repeat(one.own, one.truths.shape[1]) for one in all_sights])
    logs, rows = np.zeros(SIZE * SIZE), np.arange(len(truths))
    true_kinds = np.bincount(kinds[rows, truths], minlength=len(logs))
    for _ in range(STEPS):
        shares = share_out(np.exp(logs)[kinds], own)
        expected = np.zeros((len(rows), len(logs)))
        np.add.at(expected, (rows[:, None], kinds), shares)
        slope = true_kinds - expected.sum(axis=0) - RIDGE * logs
        bend = np.diag(expected.sum(axis=0) + RIDGE) - expected.T @ expected
        logs += np.clip(np.linalg.solve(bend, slope), -1.0, 1.0)
    weights = np.rint(UNIT * np.exp(logs - logs[0])).clip(1.0, MOST).reshape(SIZE, SIZE)
    return np.where(np.add.outer(range(SIZE), range(SIZE)) < SIZE, weights, 0).astype(np.int64)


def share_out(weights: Floats, own: Ints) -> Floats:
    """Normalise weights to odds, float64[n, 12]; the mover's own card gets 0."""
    weights[np.arange(len(own)), own] = 0.0
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares


def find_odds(sights: Sights, table: Ints) -> Floats:
    """Return the odds of each card for each seat, float64[n, others, 12], from all shelves at
    once."""
    weights = table.reshape(-1)[sights.kinds].astype(float)
    weights[np.arange(len(sights.own)), :, sights.own] = 0.0
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


class Checked(NamedTuple):
    """The predicted odds of a table and the true cards, by seat of every position."""

    odds: Floats
    """float64[n, 12]"""
    is_true: npt.NDArray[np.bool_]
    """bool[n, 12]"""
    tiles: Ints

    @property
    def surprise(self) -> Floats:
        """The cross-entropy of each, in nats."""
        return -np.log(self.odds[self.is_true])


def check(all_sights: list[Sights], table: Ints) -> Checked:
    """Return the odds of every card, and True for the one that it was."""
    odds = np.concatenate([find_odds(one, table).reshape(-1, NUM_CARDS) for one in all_sights])
    truths = np.concatenate([one.truths.reshape(-1) for one in all_sights])
    tiles = np.concatenate([one.tiles.reshape(-1) for one in all_sights])
    return Checked(odds, np.arange(NUM_CARDS) == truths[:, None], tiles)


def tell_calibration(checked: Checked) -> Iterator[list[str]]:
    """Return a table of cards by odds: number, mean odds, share that were the true card."""
    yield ["odds", "cards", "mean", "true"]
    odds, is_true = checked.odds.reshape(-1), checked.is_true.reshape(-1)
    for low, high in pairwise(BOUNDS):
        among = (odds > low) & (odds <= high)
        if among.any():
            shares = [f"{values[among].mean():.1%}" for values in (odds, is_true)]
            yield [f"{low:.0%} to {high:.0%}", f"{among.sum():,}", *shares]


def tell_surprise(checked: Checked) -> Iterator[list[str]]:
    """Return a table by tiles on a shelf: cross-entropy, and share in which the likeliest card is
    true."""
    yield ["tiles", "shelves", "nats", "likeliest is true"]
    right = checked.is_true[np.arange(len(checked.odds)), checked.odds.argmax(axis=1)]
    for low, high in ((0, 0), (1, 3), (4, 6), (7, 9), (10, 12), (13, 18), (19, 24), (25, 30)):
        among = (checked.tiles >= low) & (checked.tiles <= high)
        if among.any():
            nats = f"{checked.surprise[among].mean():.3f}"
            yield [f"{low} to {high}", f"{among.sum():,}", nats, f"{right[among].mean():.1%}"]


def tell_levels(by_level: dict[int, list[Sights]], table: Ints) -> Iterator[list[str]]:
    """Return a table of cross-entropy by level and number of players."""
    yield ["level", *(f"{players} players" for players in GAME.players)]
    for level, sights in by_level.items():
        yield [str(level), *(f"{check([one], table).surprise.mean():.3f}" for one in sights)]


def write_table(rows: Iterator[list[str]]) -> str:
    """Return a Markdown table; the first row is its head."""
    head, *rest = rows
    return "\n".join([write_row(head), write_row(["---"] * len(head)), *map(write_row, rest)])


def write_weights(table: Ints) -> str:
    """Return the weights in the format of ``weights.BELIEF_TABLE``."""
    lines = (" ".join(f"{int(one):>9}" for one in row[: SIZE - m]) for m, row in enumerate(table))
    return "\n".join(lines)


# --- The command ----------------------------------------------------------------------------------


def main(words: list[str] | None = None) -> None:
    """Play, learn unless it is a check, and print the card."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40, help="of each level and player count")
    parser.add_argument("--levels", default="1,2,3,4,5,6,7,8")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=500, help="of a search, at most")
    parser.add_argument("--check", action="store_true", help="of the table in use")
    args = parser.parse_args(words)
    by_level: dict[int, list[Sights]] = {}
    for level in map(int, args.levels.split(",")):
        seeds = [args.seed + 100_000 * (10 * level + players) for players in GAME.players]
        by_level[level] = [
            watch(level, players, args.games, seed, args.iterations)
            for players, seed in zip(GAME.players, seeds, strict=True)
        ]
        print(f"level {level}: played", file=sys.stderr, flush=True)
    table = BELIEF if args.check else fit([one for sights in by_level.values() for one in sights])
    print(write_card(args, by_level, table))


def write_card(args: argparse.Namespace, by_level: dict[int, list[Sights]], table: Ints) -> str:
    """Return the card as Markdown."""
    checked = check([one for sights in by_level.values() for one in sights], table)
    facts = {
        "games": f"{args.games * len(by_level) * len(GAME.players):,}",
        "shelves": f"{len(checked.tiles):,}",
        "bots": f"levels {args.levels} among themselves, up to {args.iterations} iterations a move",
        "seed": str(args.seed),
        "even odds": f"{np.log(NUM_CARDS - 1):.3f} nats",
        "the table": f"{checked.surprise.mean():.3f} nats",
        "software": name_software(),
        "code": name_commit(),
    }
    rows = iter([["", ""], *([name, fact] for name, fact in facts.items())])
    parts = (rows, tell_levels(by_level, table), tell_surprise(checked), tell_calibration(checked))
    weights = f"```text\n{write_weights(table)}\n```"
    facts_table, *figures = map(write_table, parts)
    return "\n\n".join(
        ["# Belief of My Shelfie", facts_table, tell_command(args), *figures, weights]
    )


def tell_command(args: argparse.Namespace) -> str:
    """Return the sentence that says how the card was made."""
    words = f"--games {args.games} --levels {args.levels} --seed {args.seed}"
    command = f"`python -m learning.my_shelfie_belief {words} --iterations {args.iterations}`"
    if args.check:
        return f"The table in use, checked by {command}."
    return f"Learnt by {command}; the figures are of the games that it learnt from."


if __name__ == "__main__":
    main()
