"""Tune the settings of a search: ``python -m learning.tuning GAME --out games.jsonl``.

Every seat of every game gets its own settings, drawn at random around the current ones. The model:
a seat's strength is a quadratic function of its settings, and its probability of coming first is
proportional to the exponential of its strength. So every game is informative about every setting,
and a few thousand games show the optimum of each and its value.

Games already in the file are included if the current settings have not changed.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from learning.pool import run_for
from tilewright.game import MAX_PLAYERS, Game
from tilewright.position import Position
from tilewright.registry import get_game
from tilewright.runtime.jit import runtime_of
from tilewright.search.bot import SearchBot, make_settings
from tilewright.search.levels import load_network
from tilewright.search.protocol import Budget

__all__ = ["SPREADS", "Job", "fit_games", "play_job", "tune"]

Values = npt.NDArray[np.float64]


class Spread(NamedTuple):
    """The range of a setting around its centre, as a factor or as a difference."""

    times: float = 0.0
    centre: float = 0.0
    more: float = 0.0

    def value(self, base: float, position: float) -> float:
        """Return the setting at a relative position from -1 to 1, where 0 is its centre."""
        return base * self.times**position if self.times else self.centre + self.more * position


SPREADS: Final = {
    "exploration": Spread(times=2.2),
    "temperature": Spread(times=2.0),
    "first_play": Spread(centre=0.12, more=0.12),
    "widen_base": Spread(times=2.0),
    "widen_factor": Spread(times=2.0),
    "chance_base": Spread(times=2.5),
    "chance_factor": Spread(times=2.5),
    "weight_score": Spread(centre=0.3, more=0.3),
}
NAMES: Final = tuple(SPREADS)
REGULARISATION: Final = 4.0  # strength of the L2 penalty
MEMORY: Final = 32.0


class Job(NamedTuple):
    """A game to play."""

    game: str
    players: int
    seed: int
    iterations: int


def get_current_settings(game: Game) -> dict[str, float]:
    """Return a game's current settings of the search, by name."""
    settings = make_settings(game, {}, with_network=True)[0]
    return {name: float(settings[name]) for name in NAMES}


def make_settings_at(game: Game, positions: Values) -> dict[str, float]:
    """Return the settings at relative positions from -1 to 1, in the order of NAMES."""
    pairs = zip(get_current_settings(game).items(), positions, strict=True)
    found = {name: SPREADS[name].value(base, float(place)) for (name, base), place in pairs}
    return {**found, "weight_first": 1.0 - found["weight_score"]}


def play_job(job: Job) -> dict[str, Any]:
    """Play a game between bots with random settings. Returns the settings' relative positions and
    the winners."""
    game = get_game(job.game)
    places = np.random.default_rng(job.seed).uniform(-1, 1, (job.players, len(NAMES))).round(3)
    budget, network = Budget(iterations=job.iterations, memory=MEMORY), load_network(game)
    bots = [
        SearchBot(
            game,
            job.seed + seat,
            budget,
            make_settings_at(game, mine),
            proves=False,
            network=network,
        )
        for seat, mine in enumerate(places)
    ]
    position = Position.new(game, job.players, job.seed, {})
    while not position.is_over:
        action = bots[position.mover].choose(position.view(position.mover))
        position.play(action)
        for seat, bot in enumerate(bots):
            if not position.is_over:
                bot.played(action, position.view(seat))
    firsts = [float(place == 1) for place in position.standing().places]
    return {
        **job._asdict(),
        "base": get_current_settings(game),
        "places": places.tolist(),
        "firsts": firsts,
    }


# --- Evaluating the games -------------------------------------------------------------------------
# --------------------------------------------------------------------------


def build_features(positions: Values) -> Values:
    """Return the features of each seat, float64[seats, 2 * settings + 6]: settings, their squares,
    seat and number of players."""
    players = len(positions)
    seats = np.zeros((players, sum(range(MAX_PLAYERS))))
    first = sum(range(players - 1))
    seats[1:, first : first + players - 1] = np.eye(players - 1)
    return np.concatenate([positions, positions**2, seats], axis=1)


def fit_games(rows: list[dict[str, Any]]) -> tuple[Values, Values]:
    """Fit the weights of all features to the games. Returns ``(weights, covariance)``."""
    features = [build_features(np.array(row["places"])) for row in rows]
    targets = [np.array(row["firsts"]) / sum(row["firsts"]) for row in rows]
    weights = np.zeros(features[0].shape[1])
    bends = np.eye(len(weights))
    for _ in range(8):  # steps of Newton's
        slopes, bends = -REGULARISATION * weights, REGULARISATION * np.eye(len(weights))
        for mine, target in zip(features, targets, strict=True):
            chances = np.exp(mine @ weights - (mine @ weights).max())
            chances /= chances.sum()
            slopes += mine.T @ (target - chances)
            bends += mine.T @ (np.diag(chances) - np.outer(chances, chances)) @ mine
        weights = weights + np.linalg.solve(bends, slopes)
    return weights, np.linalg.inv(bends).astype(np.float64)


def report_settings(game: Game, rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a line per setting with the Elo of several values of it, relative to the current
    one."""
    weights, spread = fit_games(rows)
    elo = 400 / np.log(10)
    for index, name in enumerate(NAMES):
        words = []
        for place in (-1.0, -0.6, -0.3, 0.3, 0.6, 1.0):
            mine = np.zeros(len(weights))
            mine[[index, len(NAMES) + index]] = place, place**2
            worth, error = elo * (mine @ weights), 1.96 * elo * np.sqrt(mine @ spread @ mine)
            value = SPREADS[name].value(rows[0]["base"][name], place)
            words.append(f"{value:.3g}: {worth:+.0f} ±{error:.0f}")
        middle = SPREADS[name].value(rows[0]["base"][name], 0.0)
        yield f"{name} (middle {middle:.3g}): {', '.join(words)}"


# --- Playing games --------------------------------------------------------------------------------


def compile_game(game: Game) -> None:
    """Compile all kernels of a game in this process, before several processes would."""
    runtime_of(game).compile()
    for players in game.players[:1]:
        play_job(Job(game.name, players, 1, 8))


def tune(args: argparse.Namespace) -> None:
    """Play games until the time is up, and append each to the file."""
    game, players = get_game(args.game), list(map(int, args.players.split(",")))
    compile_game(game)
    jobs = (
        Job(game.name, players[number % len(players)], number, args.iterations)
        for number in count(args.seed * 1_000_000)
    )
    with open(args.out, "a", encoding="utf-8") as file:
        for row in run_for(60 * args.minutes, args.workers, play_job, jobs):
            file.write(json.dumps(row) + "\n")
            file.flush()


def main() -> None:
    """Play games, fit the model to all games in the file, and print the report."""
    parser = argparse.ArgumentParser(prog="python -m learning.tuning", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--out", type=Path, required=True, help="file of the games")
    parser.add_argument("--players", default="2")
    parser.add_argument("--iterations", type=int, default=3000)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.minutes:
        tune(args)
    game, rows = get_game(args.game), map(json.loads, args.out.read_text().splitlines())
    known = [row for row in rows if row["base"] == get_current_settings(game)]
    print(f"{game.name}: {len(known):,} games", *report_settings(game, known), sep="\n")


if __name__ == "__main__":
    main()
