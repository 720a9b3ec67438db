"""How strong a network is after so many games: learn one, keep it after every round, let all play.

    python benchmarks/curve.py my-shelfie --games 60000 --rounds 12 --seconds 120 --out run

Two players, equal iterations. Every network plays every other, version 1 and the network in use;
each deal from both seats. Elo is what makes the results most likely, version 1 being 0.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from strength import machine

sys.path.insert(0, str(Path(__file__).parent.parent))

from learning.__main__ import choose_device
from learning.playing import inputs_of
from learning.pool import play_for
from learning.rounds import Run, Settings

from tilewright.bot import Budget
from tilewright.network import Network, pack_network, unpack_network
from tilewright.network.files import FIRST_VERSION
from tilewright.position import Position
from tilewright.registry import get_game
from tilewright.search.bot import SearchBot
from tilewright.search.versions import find_network

FRESH = 88_000_000  # deals from here on, which nothing was learnt from or tuned on
FIRST, NOW = "version 1", "in use"
CARE = 0.05  # how much speaks against strength that a few games seem to show


class Pair(NamedTuple):
    """Two networks, by the files they lie in, and a deal."""

    game: str
    one: str
    other: str
    number: int
    iterations: int


def learn(args: argparse.Namespace) -> dict[str, int]:
    """The files of the networks, and from how many games each has learnt."""
    device, play, learner = choose_device(args.device, args.workers)
    game = get_game(args.game)
    settings = Settings(args.game, game.players, args.games, wild=args.wild)
    run = Run(settings, args.out, play, args.workers, partial(print, flush=True), learner)
    while len(run.curve) <= args.rounds:
        run.next_round()
        path = _path(args.out, len(run.curve) - 1)
        path.write_bytes(pack_network(run.network, args.game, FIRST_VERSION))
    print(f"{len(run.curve)} rounds on the {device}", flush=True)
    games = np.cumsum([told["games"] for told in run.curve]).tolist()
    return {str(_path(args.out, number)): int(known) for number, known in enumerate(games)}


def _path(folder: Path, number: int) -> Path:
    return folder / f"round-{number}.weights"


def network_of(game: str, name: str) -> Network | None:
    if name == FIRST:
        return None
    if name == NOW:
        return find_network(get_game(game))
    inputs = inputs_of(get_game(game)).num_inputs
    return unpack_network(Path(name).read_bytes(), game, FIRST_VERSION, inputs)


def play_pair(pair: Pair) -> list[tuple[str, str, float]]:
    """Both games of a deal: who placed first, who second, and what the first of them got."""
    return [
        (one, other, play(pair, [one, other]))
        for one, other in ((pair.one, pair.other), (pair.other, pair.one))
    ]


def play(pair: Pair, names: list[str]) -> float:
    game, budget = get_game(pair.game), Budget(iterations=pair.iterations, memory=32.0)
    networks = [network_of(pair.game, name) for name in names]
    bots = [
        SearchBot(game, pair.number + seat, budget, proves=False, network=network)
        for seat, network in enumerate(networks)
    ]
    position = Position.new(game, len(names), pair.number, {})
    while not position.is_over:
        action = bots[position.mover].choose(position.view(position.mover))
        position.play(action)
        for seat, bot in enumerate(bots):
            if not position.is_over:
                bot.played(action, position.view(seat))
    one, other = position.standing().places
    return (one < other) + 0.5 * (one == other)


def pairs_of(args: argparse.Namespace, names: list[str]) -> Iterator[Pair]:
    for number in count(FRESH):
        one, other = np.random.default_rng(number).choice(names, 2, replace=False)
        yield Pair(args.game, str(one), str(other), number, args.iterations)


def rate(names: list[str], deals: list[list[tuple[str, str, float]]]) -> list[tuple[float, float]]:
    """The Elo of each name against the first of them, with the 95 % interval over deals."""
    games = [(deal, *game) for deal, played in enumerate(deals) for game in played]
    rows, got = np.zeros((len(games), len(names) + 1)), np.zeros(len(games))
    rows[:, -1] = 1.0  # who begins has it easier, or harder
    for index, (_, one, other, result) in enumerate(games):
        rows[index, names.index(one)], rows[index, names.index(other)] = 1.0, -1.0
        got[index] = result
    weights = np.zeros(rows.shape[1])
    for _ in range(20):  # steps of Newton's
        expected = 1 / (1 + np.exp(-rows @ weights))
        bends = rows.T @ (rows * (expected * (1 - expected))[:, None]) + CARE * np.eye(len(weights))
        slopes = rows.T @ (got - expected) - CARE * weights
        weights = weights + np.linalg.solve(bends, slopes)
    by_deal = np.zeros((len(deals), len(weights)))
    np.add.at(by_deal, [game[0] for game in games], rows * (got - expected)[:, None])
    spread = np.linalg.inv(bends) @ (by_deal.T @ by_deal) @ np.linalg.inv(bends)
    found = []
    for index in range(len(names)):
        mine = np.zeros(len(weights))
        mine[index] += 1.0
        mine[0] -= 1.0
        worth, error = (
            400 / math.log(10) * np.array([mine @ weights, math.sqrt(mine @ spread @ mine)])
        )
        found.append((float(worth), 1.96 * float(error)))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="its name, such as my-shelfie")
    parser.add_argument("--out", type=Path, required=True, help="folder of the run")
    parser.add_argument("--games", type=int, default=60_000, help="of two players a round")
    parser.add_argument("--rounds", type=int, default=12, help="after the one by ratings")
    parser.add_argument("--wild", type=int, default=0, help="plies of a wild beginning, at most")
    parser.add_argument("--iterations", type=int, default=400, help="of a move in a match")
    parser.add_argument("--seconds", type=float, default=60.0, help="of matches")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--device", choices=("auto", "cpu", "gpu"), default="auto")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    games = learn(args)
    names = [FIRST, *games, NOW]
    deals = list(play_for(args.seconds, args.workers, play_pair, pairs_of(args, names)))
    found: list[dict[str, Any]] = []
    for name, (elo, interval) in zip(names, rate(names, deals), strict=True):
        found.append({"who": name, "games": games.get(name), "elo": elo, "interval": interval})
        print(f"{name}, {games.get(name, '')} games: {elo:+.0f} ±{interval:.0f}")
    if args.json:
        data = {**machine(), "game": args.game, "matches": 2 * len(deals), "points": found}
        args.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
