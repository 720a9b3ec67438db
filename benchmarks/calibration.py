"""Whether a network's chances hold: of the positions it gives a seat 62 %, are 62 % won?

    python benchmarks/calibration.py --games my-shelfie,nova-luna --json out.json --plot out.png

Positions are those of games by one ply of the network, played by nobody before; each seat of each
position counts. Seats are put in ten bins by the chance to come first that the network gives them;
the error is the mean distance of a bin's mean chance from the share of first places in it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).parent.parent))

from learning.__main__ import choose_device
from learning.playing import NONE, Plan, Samples, inputs_of
from learning.rounds import Play

from tilewright.game import Game
from tilewright.kernel import compiled, kernel
from tilewright.network import Network, make_mind
from tilewright.network.kernels import add_rows, write_logits, write_odds
from tilewright.registry import get_game
from tilewright.search.versions import find_network

BINS = 10
FRESH = 987_654_321  # a seed that no network was learnt from
POSITIONS_PER_GAME = 5  # at least


@kernel
def write_chances(mind, inputs, players, chances):
    """Each seat's chance to come first, mover first, for every position."""
    (rows, second, biases, third), (noted, sums, units, logits), _, _ = mind
    for index in range(len(inputs)):
        count = 0
        while count < inputs.shape[1] and int(inputs[index, count]) != NONE:
            noted[count] = inputs[index, count]
            count += 1
        add_rows(rows, noted, count, sums)
        write_logits(second, biases, third, players, sums, units, logits)
        total = write_odds(logits, players)
        for place in range(players):
            chances[index, place] = int(logits[place]) / total


def chances_of(network: Network, samples: Samples) -> npt.NDArray[np.float64]:
    chances = np.zeros((len(samples.plies), samples.players))
    mind = make_mind(network, samples.inputs.shape[1])
    compiled(write_chances)(mind, samples.inputs, samples.players, chances)
    return chances


def bin_up(chances: npt.NDArray[Any], firsts: npt.NDArray[Any]) -> dict[str, Any]:
    """Bins of equal width; those with next to nobody in them tell nothing."""
    numbers = np.minimum((chances * BINS).astype(int), BINS - 1)
    bins = []
    for number in range(BINS):
        inside = numbers == number
        if inside.sum() >= 100:
            mean, won = float(chances[inside].mean()), float(firsts[inside].mean())
            bins.append({"chance": mean, "won": won, "seats": int(inside.sum())})
    return {
        "error": float(np.mean([abs(one["chance"] - one["won"]) for one in bins])),
        "bins": bins,
    }


def measure(game: Game, players: int, positions: int, play: Play) -> dict[str, Any]:
    network = find_network(game)
    assert network is not None and inputs_of(game)
    games = -(-positions // POSITIONS_PER_GAME)
    plan = Plan(players, games, FRESH + players, fade=1.0, most_open=8 * players)
    samples = play(game, network, plan)
    firsts = samples.targets[:, :players]
    found = bin_up(chances_of(network, samples).reshape(-1), firsts.reshape(-1))
    return {"positions": len(samples.plies), "games": games, **found}


def draw(results: dict[str, Any], path: Path) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.fonttype"] = "none"  # letters, not their outlines
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, len(results), figsize=(4 * len(results), 4), squeeze=False)
    for panel, (name, by_players) in zip(panels[0], results.items(), strict=True):
        panel.plot([0, 1], [0, 1], color="grey", linewidth=0.8)
        for players, found in by_players.items():
            points = [(one["chance"], one["won"]) for one in found["bins"]]
            panel.plot(
                *zip(*points, strict=True), marker="o", markersize=3, label=f"{players} players"
            )
        panel.set(title=name, xlabel="chance to come first", ylabel="share that did")
        panel.legend()
    figure.tight_layout()
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", required=True, help="names with commas between")
    parser.add_argument("--positions", type=int, default=100_000, help="of each number of players")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--device", choices=("auto", "cpu", "gpu"), default="auto")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path)
    args = parser.parse_args()
    _, play, _ = choose_device(args.device, args.workers)
    results: dict[str, Any] = {}
    for game in map(get_game, args.games.split(",")):
        results[game.name] = {}
        for players in game.players:
            found = measure(game, players, args.positions, play)
            results[game.name][str(players)] = found
            print(
                f"{game.name}, {players} players: {found['positions']:,} positions, "
                f"error {found['error']:.2%}",
                flush=True,
            )
            if args.json:
                args.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    if args.plot:
        draw(results, args.plot)


if __name__ == "__main__":
    main()
