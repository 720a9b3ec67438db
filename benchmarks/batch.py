"""Steps of batches on the CPU, with masks and observations, relative to a fixed reference
workload.

    python benchmarks/batch.py --json out.json

Rounds of the reference and of every game alternate in one run. Actions are chosen off the clock;
the check that they are legal is timed. Figures are medians over the rounds, on one thread and on
all cores.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import time
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from tilewright.bench import generate_words
from tilewright.envs.batch import Batch
from tilewright.kernel import compiled, kernel, mix
from tilewright.registry import GAMES

STEPS_PER_ROUND = 60  # a whole game of each, so that every phase is met
YARDSTICK_STEPS = 2_000_000


@kernel
def random_action(state, rng):
    """Return a random action. Replaced by a game's kernel."""
    return 0, rng


@kernel
def choose_actions(states, seed, actions):
    """Choose a random legal action for each state."""
    for index in range(len(states)):
        action, _rng = random_action(states[index], mix(seed + index))
        actions[index] = action


@dataclass
class Row:
    """One row of the results."""

    game: str
    players: int
    threads: int
    size: int
    rates: list[float] = field(default_factory=list)
    steps_per_s: float = 0.0
    yardstick_ratio: float = 0.0


class BatchRunner:
    """A batch in which random actions are played and timed."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.batch = Batch(row.game, row.size, row.players, seed=1, threads=row.threads)
        self.choose = compiled(choose_actions, random_action=self.batch.game.rules.random_action)
        self.actions = np.zeros(row.size, dtype=np.int32)
        self.seed = 0
        self.play_round(5)

    def play_round(self, num_steps: int) -> float:
        """Play this many steps in every slot. Returns the steps per second."""
        seconds = 0.0
        for _ in range(num_steps):
            self.seed += 1_000_003
            self.choose(self.batch._slots.states, np.uint64(self.seed), self.actions)
            begin = time.perf_counter()
            self.batch.step(self.actions)
            seconds += time.perf_counter() - begin
        return num_steps * self.row.size / seconds


def measure_yardstick_rate() -> float:
    """Return the steps per second of the reference workload."""
    begin = time.perf_counter()
    compiled(generate_words)(np.uint64(1), YARDSTICK_STEPS)
    return YARDSTICK_STEPS / (time.perf_counter() - begin)


def measure(rows: list[Row], rounds: int) -> None:
    """Run rounds of the reference and of every row in alternation, and write medians to the
    rows."""
    runners = [BatchRunner(row) for row in rows]
    measure_yardstick_rate()
    ratios: dict[int, list[float]] = {id(row): [] for row in rows}
    for _ in range(rounds):
        for runner in runners:
            pace = measure_yardstick_rate()
            rate = runner.play_round(STEPS_PER_ROUND)
            runner.row.rates.append(rate)
            ratios[id(runner.row)].append(rate / pace)
    for row in rows:
        row.steps_per_s = statistics.median(row.rates)
        row.yardstick_ratio = statistics.median(ratios[id(row)])


def main() -> None:
    """Run the benchmark, and print and write the rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--size", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    threads = sorted({1, os.cpu_count() or 1})
    rows = [
        Row(name, GAMES[name].players[0], count, args.size)
        for name in args.games.split(",")
        for count in threads
    ]
    measure(rows, args.rounds)
    for row in rows:
        rate, ratio = row.steps_per_s, row.yardstick_ratio
        print(f"{row.game:16} {row.threads} threads {rate:12,.0f} steps/s  ratio {ratio:.4f}")
    if args.json:
        results = {
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "cpu": platform.processor() or platform.machine(),
            "cores": os.cpu_count(),
            "rows": [asdict(row) for row in rows],
        }
        args.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
